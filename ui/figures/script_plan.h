// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/files/csv.h"
#include "core/paper/export_options.h"
#include "core/paper/figure_page.h"

/// What a script has to draw from the table of page_csv() beside it: which columns and rows make which curve. All else
/// is drawn as it stands on the page (traced_page.h).
namespace plateau::ui {

struct ScriptCurve {
    const figures::Series* series = nullptr;
    std::string name;
    int x = 0, y = 0; ///< columns
    int low = -1, x_low = -1, x_high = -1; ///< -1: none
    int first = 0, end = 0; ///< rows after the header
};

/// A panel of a plot.
struct ScriptAxes {
    const figures::Panel* panel = nullptr;
    std::vector<ScriptCurve> curves;
    std::vector<const figures::Series*> lines; ///< no data: where equal values lie
};

struct ScriptPlan {
    files::CsvTable table;
    std::vector<ScriptAxes> axes; ///< tile by tile; pictures that are no plots have none
};

ScriptPlan script_plan(const figures::FigurePage& page);

/// A file of resources/scripts: what every script of its kind begins with.
std::string script_head(const char* file);

/// Python that draws the figure with matplotlib; LaTeX that does with pgfplots.
std::string matplotlib_script(const figures::FigurePage& page, const figures::ExportOptions& options);
std::string pgfplots_script(const figures::FigurePage& page, const figures::ExportOptions& options);

} // namespace plateau::ui
