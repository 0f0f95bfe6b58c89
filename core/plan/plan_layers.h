// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/plan/schedule/pipeline.h"

/// How a plan spreads the layers of a model over its pipeline.
namespace plateau {

inline schedule::Fold pipeline_fold(const Plan& plan) { return schedule::fold(pipeline_kind(plan)); }

/// Model chunks a pipeline rank works on one after the other.
inline int chunks(const Plan& plan)
{
    if (plan.pp == 1)
        return 1;
    return pipeline_fold(plan) == schedule::Fold::V ? 2 : plan.virtual_stages;
}

/// Whether layers of the first or the last stage are stated.
inline bool states_layers(const Plan& plan)
{
    return plan.pp > 1 && (plan.first_stage_layers > 0 || plan.last_stage_layers > 0);
}

inline schedule::LayerSplit split_layers(int layers, const Plan& plan)
{
    return schedule::split_layers(layers, plan.pp, pipeline_fold(plan),
                                  {plan.first_stage_layers, plan.last_stage_layers});
}

} // namespace plateau
