// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stage.h"

#include <algorithm>

#include "core/kernels/kernels.h"

namespace plateau {

using collectives::Operation;

namespace {

constexpr double gathered_weight_bytes = 2; // FSDP gathers in 16 bit

StageWork stage_work(const Step& step, int layers, bool embedding, bool head)
{
    StageWork stage{layers, embedding, head, {}};
    const double ends = embedding || head ? 1 : 0;
    stage.cost.forward = layers * step.forward.seconds + step.transfer + (head ? step.head.forward : 0)
        + ends * step.shard.ends_gather;
    stage.cost.backward = layers * step.backward.seconds + step.transfer + (head ? step.head.backward : 0)
        + ends * (step.shard.gathers_backward * step.shard.ends_gather + step.shard.ends_scatter)
        + step.accumulation_per_parameter * stage_rank_parameters(step, stage);
    return stage;
}

} // namespace

StageParameters stage_parameters(const Prepared& prepared, const Plan& plan)
{
    const double dense = prepared.layer_parameters - prepared.expert_parameters;
    const bool shared = prepared.tied_embeddings && plan.pp == 1;
    return {(dense + prepared.expert_parameters / plan.ep) / plan.tp, prepared.embedding_parameters / plan.tp,
            shared ? 0 : prepared.head_parameters / plan.tp};
}

schedule::Kind pipeline_kind(const Plan& plan)
{
    if (plan.schedule == PipelineSchedule::GPipe)
        return schedule::Kind::GPipe;
    return plan.virtual_stages > 1 ? schedule::Kind::Interleaved : schedule::Kind::OneFOneB;
}

bool shards_weights(const Plan& plan)
{
    return plan.dp_mode == DataParallelMode::Fsdp || plan.dp_mode == DataParallelMode::Hsdp;
}

ShardTraffic shard_traffic(const Prepared& prepared, const Degrees& degrees, const StageParameters& parameters,
                           Workspace& workspace)
{
    ShardTraffic result;
    const Plan& plan = degrees.plan;
    result.gathers_backward = prepared.stack.reshard_after_forward;
    if (!shards_weights(plan) || degrees.shard == 1)
        return result;
    Traffic traffic{.ranks = double(degrees.shard), .stride = double(plan.tp), .usable = degrees.domain_used};
    const auto seconds = [&](Operation operation, double bytes) {
        traffic.operation = operation;
        traffic.bytes = bytes;
        return workspace.collective(prepared, traffic).seconds;
    };
    const double ends = plan.pp > 1 ? std::max(parameters.embedding, parameters.head)
                                    : parameters.embedding + parameters.head;
    const double unit = prepared.stack.layers_per_unit;
    result.gather = seconds(Operation::AllGather, gathered_weight_bytes * unit * parameters.layer) / unit;
    result.scatter = seconds(Operation::ReduceScatter, prepared.stack.reduction_bytes * unit * parameters.layer) / unit;
    result.ends_gather = seconds(Operation::AllGather, gathered_weight_bytes * ends);
    result.ends_scatter = seconds(Operation::ReduceScatter, prepared.stack.reduction_bytes * ends);
    return result;
}

Overlapped overlap(double work, double traffic, double penalty)
{
    const double seconds = std::max(work, traffic) + penalty * std::min(work, traffic);
    return {seconds, seconds - work};
}

HeadCost head_cost(const Prepared& prepared, const Plan& plan)
{
    const double tokens = plan.micro_batch * prepared.sequence / plan.cp;
    const double shard = prepared.vocab / plan.tp;
    const double matmul = kernels::gemm_seconds(prepared.device, tokens, shard, prepared.hidden);
    const double loss_width = prepared.stack.vocab_parallel_loss > 0 ? shard : prepared.vocab;
    const double loss = kernels::memory_seconds(prepared.device, prepared.stack.loss_bytes_per_logit * tokens * loss_width);
    return {matmul + loss / 2, 2 * matmul + loss / 2};
}

double transfer_seconds(const Prepared& prepared, const Plan& plan)
{
    if (plan.pp == 1)
        return 0;
    const double distance = double(plan.tp) * plan.cp * plan.dp;
    const collectives::Link link = collectives::link_between(prepared.scenario->cluster.tiers, distance,
                                                             prepared.stack.fabric_fraction, prepared.stack.network_fraction);
    const double tokens = plan.micro_batch * prepared.sequence / plan.cp;
    const double bytes = prepared.wire_bytes * tokens * prepared.hidden / plan.tp;
    return plan.virtual_stages
        * collectives::point_to_point_seconds(link.span, prepared.transport, bytes, link.crosses_network);
}

double stage_rank_parameters(const Step& step, const StageWork& stage)
{
    return stage.layers * step.parameters.layer + (stage.embedding ? step.parameters.embedding : 0)
        + (stage.head ? step.parameters.head : 0);
}

Stages stages_of(const Prepared& prepared, const Step& step)
{
    const Plan& plan = step.degrees.plan;
    const schedule::LayerSplit split = schedule::split_layers(prepared.layers, plan.pp);
    const bool single = plan.pp == 1;
    const StageWork first = stage_work(step, split.first, true, single);
    return {split, first, stage_work(step, split.full, false, false), stage_work(step, split.full - 1, false, false),
            single ? first : stage_work(step, split.last, false, true)};
}

const StageWork& busiest(const Stages& stages)
{
    const StageWork* most = stages.last.cost.total() > stages.first.cost.total() ? &stages.last : &stages.first;
    if (stages.split.full_count > 0 && stages.full.cost.total() > most->cost.total())
        most = &stages.full;
    if (stages.split.slim_count > 0 && stages.slim.cost.total() > most->cost.total())
        most = &stages.slim;
    return *most;
}

schedule::PipelineTime pipeline_time(const Stages& stages, const Plan& plan, double micro_batches)
{
    return schedule::pipeline_time({pipeline_kind(plan), plan.pp, plan.virtual_stages, micro_batches, stages.first.cost,
                                    stages.full.cost, stages.slim.cost, stages.last.cost, stages.split.full_count,
                                    stages.split.slim_count});
}

} // namespace plateau
