// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/answers/explore/curve.h"

namespace plateau::explore {

/// A whole training run of `tokens` on one GPU count, interruptions included.
struct RunCost {
    double gpus = 0;
    double seconds = 0;
    double usd = 0; ///< idle accelerators included
    double joules = 0; ///< of the facility
    double watts = 0;
    Plan plan;
};
RunCost run_cost(const Parts& parts, double tokens);

/// The runs of a curve that no other beats in time and dollars at once, ascending in GPUs: what is left to choose
/// between. Points where nothing fits are left out.
std::vector<RunCost> frontier(const std::vector<CurvePoint>& curve, double tokens);

} // namespace plateau::explore
