// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stage.h"
#include "core/kernels/kernels.h"

#include <algorithm>

// Bounds for the search, made of the same functions as evaluate(); tests hold them below it.
namespace plateau {

namespace {

double fewest_layers(const Stages& stages)
{
    double fewest = std::min(stages.first.layers, stages.last.layers);
    if (stages.full_count > 0)
        fewest = std::min(fewest, stages.full.layers);
    return stages.slim_count > 0 ? std::min(fewest, stages.slim.layers) : fewest;
}

} // namespace

ShardingCost sharding_cost(const Prepared& prepared, const Degrees& degrees, Workspace& workspace)
{
    Step step;
    step.degrees = degrees;
    step.parameters = stage_parameters(prepared, degrees.plan);
    const RankParameters rank_parameters
        = most_rank_parameters(step.parameters, layout_of(prepared, degrees.plan), degrees.plan);
    const DataTraffic data = data_traffic(prepared, degrees, rank_parameters, workspace);
    const double scatter = (1 - data.shard_overlap) * data.scatter;
    const bool each_micro_batch = degrees.plan.dp_mode == DataParallelMode::Zero2;
    ShardingCost cost;
    cost.parameters = step.parameters;
    cost.shard = shard_traffic(prepared, degrees, step.parameters, workspace);
    cost.per_step = (each_micro_batch ? 0 : scatter) + (1 - data.shard_overlap) * data.gather
        + (1 - data.reduce_overlap) * data.reduce + optimizer_seconds(prepared, degrees, rank_parameters);
    cost.per_micro_batch = each_micro_batch ? scatter : 0;
    return cost;
}

LeastStep least_step(const Prepared& prepared, const Degrees& degrees, const LayerCost& layer,
                     const ShardingCost& sharding)
{
    const Plan& plan = degrees.plan;
    const double m = degrees.micro_batches;
    Step step;
    step.degrees = degrees;
    step.layer = layer;
    step.head = head_cost(prepared, plan);
    step.parameters = sharding.parameters;
    step.shard = sharding.shard;
    overlap_layer(prepared, step);
    step.transfer = transfer_seconds(prepared, plan);
    step.accumulation_per_parameter = kernels::memory_seconds(prepared.device, prepared.stack.accumulation_bytes);
    const Stages stages = stages_of(prepared, step);
    const double seconds = pipeline_time(stages, plan, m).seconds + sharding.per_step + m * sharding.per_micro_batch
        + prepared.stack.step_fixed_seconds;
    const double compute
        = layer.forward_compute() - layer.launch_gap + layer.backward_compute() - layer.launch_gap_backward;
    return {seconds * (1 + jitter_share(prepared, degrees.gpus_used)), m * fewest_layers(stages) * compute};
}

} // namespace plateau
