// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/catalog/catalog.h"
#include "core/figures/figure.h"
#include "core/limits_scenario/limits_scenario.h"
#include "core/scenario/scenario.h"

namespace plateau::app {

/// A figure, or why the question has no answer that could be drawn.
struct MadeFigure {
    figures::Figure figure;
    Message no_answer;
};

/// One figure that `plateau export` draws: the window's own, by name.
struct FigureEntry {
    const char* name;
    const char* title;
    MadeFigure (*make)(const catalog::Catalog&, const Scenario&) = nullptr; ///< of a training scenario ...
    MadeFigure (*make_limits)(const catalog::Catalog&, const std::vector<LimitsScenario>&)
        = nullptr; ///< ... or of a limits one
};

/// The first of the scenario's kind is drawn unless a name is given.
std::span<const FigureEntry> figures();

} // namespace plateau::app
