// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/views/figures/figure.h"

namespace plateau::ui {

/// A place of the shared x axis that is being read.
struct Crosshair {
    double x = 0;
    struct Reading {
        figures::SeriesRole role = figures::SeriesRole::Current;
        std::vector<double> y; ///< of one curve there, panel by panel; NaN: none
    };
    std::vector<Reading> readings;
};

} // namespace plateau::ui
