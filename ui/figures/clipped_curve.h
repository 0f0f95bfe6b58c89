// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/figure.h"

/// A drawing in SVG shows all of a curve, whatever the painter's clip: on paper what leaves the plot is taken away.
namespace plateau::ui {

/// A stretch of an axis.
struct AxisRange {
    double from = 0;
    double to = 0;
    bool logarithmic = false;

    bool holds(double value) const { return value >= from && value <= to; }
};

/// A line or band as far as its values lie on the axis: it ends, or runs along, where it leaves.
figures::Series clipped(figures::Series series, const AxisRange& y, bool logarithmic_x);

} // namespace plateau::ui
