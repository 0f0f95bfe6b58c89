// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/charts/figure.h"
#include "core/evidence/known.h"
#include "core/evidence/shipped.h"
#include "core/views/fact.h"
#include "core/views/scaling_figure.h"

/// Measured runs on the workbench's plots: those that lie on the scenario's curves (evidence::is_alike).
namespace plateau::figures {

struct MeasuredRuns {
    struct Point {
        std::string id;
        double gpus = 0;
        double tokens_per_s_per_gpu = 0;
        double mfu = 0; ///< of the FLOP the model counts, whatever the source's convention
    };
    std::vector<Point> points = {}; ///< ascending in GPUs
    bool known = false; ///< the runs have been read
};
MeasuredRuns measured_runs(const evidence::Evidence& evidence, const Scenario& scenario);

/// Rings over the panels of the scaling figure that show what was measured; on a plot per dollar at the curve's price.
void add_measured(Figure& figure, const MeasuredRuns& runs, const answers::ScalingCurve& curve, ThroughputView view);

/// How the curve's numbers at the scenario's own GPU count are known, in a sentence.
Message known_words(const answers::ScalingCurve& curve);
/// Whether the plan shown fits, how its numbers are known, and what they took.
narrate::Status curve_status(const answers::ScalingCurve& curve);

} // namespace plateau::figures
