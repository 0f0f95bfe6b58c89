// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/scenario/scenario.h"
#include "ui/figures/figure.h"

namespace plateau::app {

/// One figure that `plateau export` draws: the window's own, by name.
struct FigureEntry {
    const char* name;
    const char* title;
    Expected<ui::Figure> (*make)(const Scenario&);
};

/// The first is drawn unless a name is given.
std::span<const FigureEntry> figures();

} // namespace plateau::app
