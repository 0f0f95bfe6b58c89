// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/views/figures/limits_figure.h"

/// Where the curves of a limits picture end their linear scaling and meet the wall, as a table.
namespace plateau::figures {

struct LandmarkRow {
    const char* name;
    const char* help;
    const char* closed_form = nullptr; ///< its name: answered without search, below what was searched
};
std::span<const LandmarkRow> landmark_rows();

/// A curve's cell for each row, in FLOP; an ellipsis for what is still being searched.
std::vector<Message> landmark_cells(const LimitsCurve& curve);

} // namespace plateau::figures
