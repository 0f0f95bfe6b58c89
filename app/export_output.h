// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "app/arguments.h"
#include "core/files/output.h"
#include "core/paper/export_options.h"
#include "core/paper/figure_jobs.h"
#include "core/paper/figure_page.h"

/// What the kinds of `plateau export` have in common: how figures look, and the files they go into.
namespace plateau::app {

inline constexpr Flag output_flag{
    "--output", "FILE",
    "a .png, .svg, .pdf or .csv file; .py and .tex redraw the figure with matplotlib and pgfplots from the .csv "
    "written beside them; .bib names program and sources"};
inline constexpr Flag style_flag{"--style", "NAME",
                                 "choices under a name (plateau catalog styles); flags beside it win"};
inline constexpr Flag all_flag{"--all", "", "every figure of the scenario; --output names a folder"};
inline constexpr Flag format_flag{"--format", "NAME", "of many figures: png (default), svg, pdf, csv, py, tex or bib"};

/// The choices of the style, over which those of the flags win.
Expected<figures::Choices> read_choices(const Arguments& arguments);

/// A file and what it shall hold.
struct Written {
    figures::FigureFormat format;
    files::Output output;
    std::string file; ///< as it is called
};

/// The file, and for a script the table beside it. What cannot be opened is an error or a status to end with.
tl::expected<std::vector<Written>, Expected<int>> open_outputs(const Arguments& arguments, const std::string& file,
                                                               figures::FigureFormat format);
Expected<int> write_all(std::vector<Written>& outputs, const figures::FigurePage& page, figures::ExportOptions options);

using JobReader = Expected<std::vector<views::FigureJob>> (*)(const Arguments&);
/// Every figure of the scenario.
Expected<std::vector<views::FigureJob>> read_jobs(const Arguments& arguments);
/// Makes and writes one figure after the other, into a folder. It tells of those without an answer and leaves them out.
Expected<int> export_many(const Arguments& arguments, JobReader read = read_jobs);

} // namespace plateau::app
