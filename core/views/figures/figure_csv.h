// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/views/figures/figure.h"

namespace plateau::figures {

/// Exactly what is drawn, as pandas (`comment="#"`) and pgfplots (`col sep=comma`) read it: one row per x, one column
/// per curve, units in brackets in the header; bars, heat maps and swings a row each. No cell holds a comma. Comment
/// lines before them carry the title, the sentence and the scenario.
std::string figure_csv(const Figure& figure);
/// The table alone, without the comment lines before it.
std::string figure_values(const Figure& figure);

} // namespace plateau::figures
