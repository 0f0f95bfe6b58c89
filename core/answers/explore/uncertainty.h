// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/answers/explore/curve.h"

namespace plateau::explore {

/// How far a curve's throughput may be off, as factors on it.
struct ThroughputBand {
    double gpus = 0;
    double low = 1;
    double high = 1;
};

/// Moves each of the stack's constants that decide scaling - kernel efficiency, overlap penalty, latency factor,
/// network fraction - to both ends of the range its file gives, one at a time, and adds the relative changes of
/// throughput in quadrature, each side for itself. Not a statistical interval: a range of what the constants allow.
/// Impossible points have factors of one. Under a stack calibrated on one's own runs the factors are those of
/// estimate/reach.h instead.
std::vector<ThroughputBand> throughput_band(const Scenario& scenario, const std::vector<double>& gpu_counts,
                                            Workspace& workspace);

/// The band around a curve whose plans differ from point to point: each point keeps its own plan.
std::vector<ThroughputBand> throughput_band(const Scenario& scenario, const std::vector<CurvePoint>& curve,
                                            Workspace& workspace);

/// The band when `variance` of ln throughput, eight in ten, comes on top; in quadrature.
ThroughputBand widened(const ThroughputBand& band, double variance);

} // namespace plateau::explore
