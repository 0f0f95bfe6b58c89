// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/estimate/stage.h"
#include "core/kernels/kernels.h"

namespace plateau {

LeastStep least_step(const Prepared& prepared, const Degrees& degrees, const LayerCost& layer)
{
    const Plan& plan = degrees.plan;
    const double m = degrees.micro_batches;
    Step step;
    step.degrees = degrees;
    step.layer = layer;
    step.head = head_cost(prepared, plan);
    step.parameters = stage_parameters(prepared, plan);
    step.forward = {layer.forward(), 0};
    step.backward = {layer.backward(), 0};
    step.transfer = transfer_seconds(prepared, plan);
    step.accumulation_per_parameter = kernels::memory_seconds(prepared.device, prepared.stack.accumulation_bytes);
    const Stages stages = stages_of(prepared, step);

    const double ranks = double(plan.dp) * plan.cp;
    const double parameters = std::max(stage_rank_parameters(step, stages.first), stage_rank_parameters(step, stages.last));
    const double optimizer
        = kernels::memory_seconds(prepared.device, prepared.stack.optimizer_bytes * parameters / ranks);
    const double seconds = pipeline_time(stages, plan, m).seconds + optimizer + prepared.stack.step_fixed_seconds;
    const double domains = std::max(1.0, degrees.gpus_used / prepared.domain_size);
    const double compute = layer.forward_compute() - layer.launch_gap + layer.backward_compute() - layer.launch_gap_backward;
    return {seconds * (1 + prepared.stack.jitter_per_doubling * std::log2(domains)),
            m * (stages.split.full - 1) * compute};
}

} // namespace plateau
