// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/views/limits_figure.h"

/// A table says where the curves of a limits picture end their linear scaling and meet the wall.
namespace plateau::figures {

struct LandmarkRow {
    const char* name;
    const char* help;
    const char* closed_form = nullptr; ///< the name of the form that answers it without search, in the row below
};
std::span<const LandmarkRow> landmark_rows();

/// Fills a curve's cell of each row, in FLOP; an ellipsis stands for what is still being searched.
std::vector<Message> landmark_cells(const LimitsCurve& curve);

} // namespace plateau::figures
