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

RankHoldings rank_holdings(const Prepared& prepared, const Plan& plan)
{
    const StageParameters parameters = stage_parameters(prepared, plan);
    const Stages stages = layout_of(prepared, plan);
    return {parameters, held_parameters(parameters, stages.first, plan),
            most_rank_parameters(parameters, stages, plan)};
}

namespace {

void add_data_traffic(ShardingCost& cost, const Prepared& prepared, const Degrees& degrees,
                      const RankHoldings& holdings, Workspace& workspace)
{
    const DataTraffic data = data_traffic(prepared, degrees, holdings.most, workspace);
    const double scatter = (1 - data.shard_overlap) * data.scatter;
    const bool each_micro_batch = degrees.plan.dp_mode == DataParallelMode::Zero2;
    cost.per_step += (each_micro_batch ? 0 : scatter) + (1 - data.shard_overlap) * data.gather
        + (1 - data.reduce_overlap) * data.reduce;
    cost.per_micro_batch = each_micro_batch ? scatter : 0;
}

} // namespace

void learn_more(ShardingCost& cost, const Prepared& prepared, const Degrees& degrees, const RankHoldings& holdings,
                Workspace& workspace)
{
    switch (cost.known) {
    case ShardingCost::Known::Parameters:
        cost.per_step = optimizer_seconds(prepared, degrees, holdings.most);
        cost.known = ShardingCost::Known::Optimizer;
        break;
    case ShardingCost::Known::Optimizer:
        cost.shard = layer_shard_traffic(prepared, degrees, holdings.parameters, workspace);
        cost.known = ShardingCost::Known::Shards;
        break;
    case ShardingCost::Known::Shards:
        add_ends_shard_traffic(cost.shard, prepared, degrees, holdings.parameters, workspace);
        add_data_traffic(cost, prepared, degrees, holdings, workspace);
        cost.known = ShardingCost::Known::Everything;
        break;
    case ShardingCost::Known::Everything:
        break;
    }
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
