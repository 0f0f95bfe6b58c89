// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explore/curve.h"
#include "core/views/fact.h"

namespace plateau::narrate {

/// A curve as the returns are read off it.
struct ReturnsOf {
    const Scenario& scenario;
    const std::vector<explore::CurvePoint>& points;
    const Parts& here; ///< at the scenario's own GPU count
    bool searched = false; ///< plans may differ along the curve
};

/// Under headings, two values a line: what the last and the next GPUs bring, scaling efficiency and what took the rest,
/// what the batch costs in tokens and time, where the best plan is another one.
std::vector<Fact> returns_facts(const ReturnsOf& curve);

} // namespace plateau::narrate
