// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "core/files/output.h"
#include "core/paper/figure_jobs.h"
#include "core/paper/figure_page.h"
#include "core/views/view.h"

namespace plateau::app {

inline constexpr Flag figure_flag{"--figure", "NAME",
                                  "what is drawn (plateau catalog figures), also of a paper: paper:erdil-7"};
inline constexpr Flag with_flag{"--with", "SCENARIO", "another scenario of the same kind over the first; repeatable"};
inline constexpr Flag facet_flag{"--facet", "KEY=VALUES", "small multiples: the figure once for each value"};
inline constexpr Flag overlay_flag{"--overlay", "KEY=VALUES", "a curve for each value, over each other"};
inline constexpr Flag panels_flag{
    "--panels", "NAMES", "these panels, such as throughput,mfu, or all; a picture has one unless more are asked"};
inline constexpr Flag without_flag{
    "--without", "NAME", "leave out the curves, points or bars of this name, or a lecture's notes; repeatable"};

/// What an export shows; or why there is nothing to show.
struct MadePage {
    std::string name; ///< of the figure
    figures::FigurePage page;
    Message no_answer;
    std::vector<Error> not_drawn = {}; ///< small multiples without an answer, beside those that have one
};

/// Everything up to the long work is checked by read_page_request(), the rest is done when it is called.
using PageMaker = std::function<Expected<MadePage>()>;
Expected<PageMaker> read_page_request(const Arguments& arguments);

/// A figure of a paper, made again: which of ours, of which scenarios. Read from figures/*.yaml of the preset folders.
///
///     title: Networks compared
///     figure: limits
///     scenarios: [limits-h100-dense, limits-h100-low-latency]
///     panels: [utilization]     # optional: only these
///     facet: hardware=...       # optional: small multiples
///     overlay: model=...        # optional: a curve for each value
///     axes: x=8:2048            # optional: the paper's ranges and scales, as plot_view.h writes them
///     claims: [F01]             # optional: what the paper reports is marked
///     set: [gpus=2048]          # optional
///     source: ...
///     known_by: estimated       # how its place in the paper is known
///     note: ...                 # what to know about it; optional
struct PaperFigure {
    std::string name; ///< "paper:erdil-7"
    std::string title;
    const views::View* entry = nullptr; ///< never null
    std::vector<std::string> scenarios; ///< at least one
    std::vector<std::string> panels;
    std::string facet, overlay;
    std::string axes;
    std::vector<std::string> claims;
    std::vector<std::string> settings;
    std::string source;
    std::string note;
};

struct PaperFigures {
    std::vector<PaperFigure> figures;
    std::vector<Error> problems;
};

PaperFigures read_paper_figures(const std::vector<std::filesystem::path>& preset_folders);

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

/// The file, and for a script the table beside it. The command ends where one cannot be opened.
std::vector<Written> open_outputs(const Arguments& arguments, const std::string& file, figures::FigureFormat format);
Expected<int> write_all(std::vector<Written>& outputs, const figures::FigurePage& page, figures::ExportOptions options);

using JobReader = Expected<std::vector<views::FigureJob>> (*)(const Arguments&);
/// Every figure of the scenario.
Expected<std::vector<views::FigureJob>> read_jobs(const Arguments& arguments);
/// Makes and writes one figure after the other, into a folder. It tells of those without an answer and leaves them out.
Expected<int> export_many(const Arguments& arguments, JobReader read = read_jobs);

} // namespace plateau::app
