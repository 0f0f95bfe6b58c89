// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/figures/figure.h"

namespace plateau::figures {

/// Exactly what is drawn, as pandas (`comment="#"`) and pgfplots (`col sep=comma`) read it: one row per x, one column
/// per curve, units in brackets in the header; bars, heat maps and swings a row each. No cell holds a comma. Comment
/// lines before them carry the title, the sentence and the scenario.
std::string figure_csv(const Figure& figure);
/// The table alone, without the comment lines before it.
std::string figure_values(const Figure& figure);

/// A column of a table of curves. The first is x and belongs to no series.
struct CurveColumn {
    std::string name; ///< before plain_cell()
    std::size_t panel = 0;
    const Series* series = nullptr;
    bool low = false; ///< the lower edge of a band
};
std::vector<CurveColumn> curve_columns(const Figure& figure);
/// Curves that say something share their x; reference lines alone do not make a table of curves.
bool has_curves(const Figure& figure);
/// "x" for "×" and the like, no-break spaces as spaces.
std::string typewriter(std::string words);
/// Words without what either program takes for something else: commas, quotes, #, braces.
std::string plain_cell(std::string words);

} // namespace plateau::figures
