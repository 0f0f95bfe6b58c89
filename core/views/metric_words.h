// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/metrics.h"
#include "core/views/fact.h"

/// How a metric stands in a read-out. Private to this room.
namespace plateau::narrate {

/// Its name and unit, and what a value is multiplied by to be in that unit.
struct MetricShown {
    Fact fact; ///< without values
    double factor = 1;
    int digits = 3;
};

/// In the unit that suits the value of `parts`; `other` where that has none.
MetricShown metric_shown(const Metric& metric, const Parts& parts, const Parts& other);

/// In that unit; NaN where the answer is none.
double shown_value(const Metric& metric, const Parts& parts, const MetricShown& look);

} // namespace plateau::narrate
