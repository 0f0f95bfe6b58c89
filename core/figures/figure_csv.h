// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/figures/figure.h"

namespace plateau::figures {

/// Exactly what is drawn: one row per x, one column per curve, units in the header; bars, heat maps and swings a row
/// each. Comment lines before them carry the title, the sentence and the scenario.
std::string figure_csv(const Figure& figure);
/// The table alone, without the comment lines before it.
std::string figure_values(const Figure& figure);

} // namespace plateau::figures
