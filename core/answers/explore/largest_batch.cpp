// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explore/largest_batch.h"

#include <algorithm>

#include "core/math/divisors.h"
#include "core/model/estimate.h"

namespace plateau::explore {

int largest_micro_batch(const Scenario& scenario, const Plan& plan)
{
    const auto prepared = prepare(scenario);
    const WorkspacePointer workspace = make_workspace();
    const double sequences = evaluate(*prepared, plan, *workspace).global_batch / plan.dp;
    int largest = 0;
    for (const std::int64_t micro_batch : math::divisors(std::int64_t(std::clamp(sequences, 1.0, 1048576.0)))) {
        Plan tried = plan;
        tried.micro_batch = int(micro_batch);
        if (!evaluate(*prepared, tried, *workspace).fits())
            break;
        largest = tried.micro_batch;
    }
    return largest;
}

} // namespace plateau::explore
