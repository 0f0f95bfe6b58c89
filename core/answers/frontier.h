// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/answers/curve_points.h"
#include "core/answers/plans.h"

namespace plateau::answers {

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

/// Time and money of the scenario's tokens on every GPU count worth a look, each with its best plan.
struct RunChoices {
    std::vector<CurvePoint> curve;
    std::vector<RunCost> front; ///< what no other count beats
    std::vector<evidence::Nearest> known; ///< of each of `front`; empty: published runs were not asked for
};
struct Frontier {
    struct Key {
        TrainingQuestion question;
        bool known = false; ///< waits for the published runs
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = BesidePlans<RunChoices>;
    static Value compute(const Key& key, Work& work);
    static std::size_t bytes(const Value& value);
};

} // namespace plateau::answers
