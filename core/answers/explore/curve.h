// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/model/estimate.h"

namespace plateau::explore {

/// One point of a curve against the GPU count.
struct CurvePoint {
    double gpus = 0;
    Parts parts;
};

/// GPU counts to draw: every power of two from `from` to `to`, `per_doubling` - 1 points between, and `also`.
std::vector<double> gpu_counts(double from, double to, int per_doubling, double also = 0);

/// The scenario's own plan at each GPU count. Impossible points stay in, with their obstacle.
std::vector<CurvePoint> given_plan_curve(const Prepared& prepared, const std::vector<double>& gpu_counts,
                                         Workspace& workspace);

} // namespace plateau::explore
