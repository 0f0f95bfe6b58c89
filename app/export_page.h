// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/arguments.h"
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
inline constexpr Flag without_flag{"--without", "NAME",
                                   "leave out the curves, points or bars of this name; repeatable"};

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

} // namespace plateau::app
