// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "app/arguments.h"
#include "core/paper/figure_page.h"

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

} // namespace plateau::app
