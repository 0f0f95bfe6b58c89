// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stage.h"

#include <algorithm>

#include "core/kernels/kernels.h"

namespace plateau {

using collectives::Operation;

namespace {

constexpr double gathered_weight_bytes = 2; // FSDP gathers in 16 bit

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
    result.gather = seconds(Operation::AllGather, gathered_weight_bytes * parameters.layer);
    result.scatter = seconds(Operation::ReduceScatter, prepared.stack.reduction_bytes * parameters.layer);
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

} // namespace plateau
