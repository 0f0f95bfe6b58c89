// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/views/figures/export_options.h"
#include "core/views/figures/figure_page.h"

/// What a script has to draw from the table of page_csv() beside it: which columns and rows make which curve.
namespace plateau::ui {

struct ScriptCurve {
    const figures::Series* series = nullptr;
    std::string name;
    int x = 0, y = 0; ///< columns
    int low = -1, x_low = -1, x_high = -1, words = -1; ///< -1: none
    int first = 0, end = 0; ///< rows after the header
};

struct ScriptAxes {
    const figures::Figure* figure = nullptr;
    const figures::Panel* panel = nullptr; ///< null: a picture, all rows from `first` to `end`
    std::string heading; ///< of the tile
    std::string unit;
    std::vector<ScriptCurve> curves;
    int first = 0, end = 0, offset = 0; ///< `offset`: columns before those of the figure
    std::vector<std::string> columns = {}; ///< of a picture
};

struct ScriptPlan {
    std::vector<std::string> columns;
    std::vector<ScriptAxes> axes;
    int tiles = 1;
};

ScriptPlan script_plan(const figures::FigurePage& page);

/// A file of resources/scripts: what every script of its kind begins with.
std::string script_head(const char* file);

/// Python that draws the table of the same name with matplotlib; LaTeX that does with pgfplots.
std::string matplotlib_script(const figures::FigurePage& page, const figures::ExportOptions& options);
std::string pgfplots_script(const figures::FigurePage& page, const figures::ExportOptions& options);

} // namespace plateau::ui
