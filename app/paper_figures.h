// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/views/view.h"

namespace plateau::app {

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
