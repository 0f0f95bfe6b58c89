// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stage.h"

#include <algorithm>
#include <cmath>

#include "core/estimate/budget.h"
#include "core/kernels/kernels.h"

namespace plateau {

namespace {

constexpr double weight_bytes = 2;

/// Parameters whose optimizer states lie on this rank.
double owned_parameters(const Degrees& degrees, double rank_parameters)
{
    return rank_parameters / (degrees.plan.dp_mode == DataParallelMode::Ddp ? 1 : degrees.shard);
}

StageWork stage_work(const Step& step, int layers, bool embedding, bool head)
{
    StageWork stage{layers, embedding, head, {}};
    const double ends = embedding || head ? 1 : 0;
    stage.cost.forward = layers * (step.forward.seconds + step.host.forward_exposed) + step.transfer + (head ? step.head.forward : 0)
        + ends * step.shard.ends_gather;
    stage.cost.backward = layers * (step.backward.seconds + step.host.backward_exposed) + step.transfer + (head ? step.head.backward : 0)
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
    if (plan.schedule == PipelineSchedule::GPipe && plan.pp > 1)
        return schedule::Kind::GPipe;
    return plan.virtual_stages > 1 ? schedule::Kind::Interleaved : schedule::Kind::OneFOneB;
}

bool shards_weights(const Plan& plan)
{
    return plan.dp_mode == DataParallelMode::Fsdp || plan.dp_mode == DataParallelMode::Hsdp;
}

Overlapped overlap(double work, double traffic, double penalty)
{
    const double seconds = std::max(work, traffic) + penalty * std::min(work, traffic);
    return {seconds, seconds - work};
}

namespace {

Overlapped overlapped_forward(const Prepared& prepared, double work, const ShardTraffic& shard)
{
    const double rho = prepared.stack.prefetch > 0 ? prepared.stack.fsdp_overlap_penalty : 1;
    return overlap(work, shard.gather, rho);
}

Overlapped overlapped_backward(const Prepared& prepared, double work, const ShardTraffic& shard)
{
    const double rho = prepared.stack.prefetch > 0 ? prepared.stack.fsdp_overlap_penalty : 1;
    return overlap(work, shard.gathers_backward * shard.gather + shard.scatter, rho);
}

} // namespace

void overlap_layer(const Prepared& prepared, Step& step)
{
    step.forward = overlapped_forward(prepared, step.layer.forward(), step.shard);
    step.backward = overlapped_backward(prepared, step.layer.backward(), step.shard);
    const Offload& offload = prepared.offload;
    if (offload.activations <= 0 && offload.parameters <= 0)
        return;
    const Plan& plan = step.degrees.plan;
    const double weights = offload.parameters * weight_bytes * step.parameters.layer
        / (shards_weights(plan) ? step.degrees.shard : 1);
    const double activations = offload.activations * kept_layer_bytes(prepared, plan);
    step.host.forward = step.host.backward = (weights + activations) / prepared.host_bytes_per_s;
    step.host.forward_exposed = std::max(0.0, step.host.forward - step.forward.seconds);
    step.host.backward_exposed = std::max(0.0, step.host.backward - step.backward.seconds);
}

double overlapped_passes(const Prepared& prepared, double forward, double backward, const ShardTraffic& shard)
{
    return overlapped_forward(prepared, forward, shard).seconds
        + overlapped_backward(prepared, backward, shard).seconds;
}

double optimizer_seconds(const Prepared& prepared, const Degrees& degrees, double rank_parameters)
{
    const double owned = owned_parameters(degrees, rank_parameters) * (1 - prepared.offload.optimizer);
    return kernels::memory_seconds(prepared.device, prepared.stack.optimizer_bytes * owned);
}

double host_optimizer_seconds(const Prepared& prepared, const Degrees& degrees, double rank_parameters)
{
    const double owned = owned_parameters(degrees, rank_parameters) * prepared.offload.optimizer;
    return owned
        * ((prepared.stack.reduction_bytes + weight_bytes) / prepared.host_bytes_per_s
           + prepared.stack.optimizer_bytes / prepared.offload.host_update_bytes_per_s);
}

double jitter_share(const Prepared& prepared, double gpus_used)
{
    const double domains = std::max(1.0, gpus_used / prepared.domain_size);
    return prepared.stack.jitter_per_doubling * std::log2(domains);
}

HeadCost head_cost(const Prepared& prepared, const Plan& plan)
{
    const double tokens = plan.micro_batch * prepared.sequence / plan.cp;
    const double shard = prepared.vocab / plan.tp;
    const double matmul = kernels::gemm_seconds(prepared.device, tokens, shard, prepared.hidden);
    const double loss_width = prepared.stack.vocab_parallel_loss > 0 ? shard : prepared.vocab;
    const double loss
        = kernels::memory_seconds(prepared.device, prepared.stack.loss_bytes_per_logit * tokens * loss_width);
    return {matmul + loss / 2, 2 * matmul + loss / 2};
}

double transfer_seconds(const Prepared& prepared, const Plan& plan)
{
    if (plan.pp == 1)
        return 0;
    const double distance = double(plan.tp) * plan.cp * plan.dp;
    const collectives::Link link = collectives::link_between(
        prepared.tiers, distance, prepared.stack.fabric_fraction, prepared.stack.network_fraction);
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

double most_rank_parameters(const Step& step, const Stages& stages)
{
    return std::max({stage_rank_parameters(step, stages.first), stage_rank_parameters(step, stages.last),
                     stages.split.full_count > 0 ? stage_rank_parameters(step, stages.full) : 0.0});
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

schedule::Pipeline pipeline_of(const Stages& stages, const Plan& plan, double micro_batches)
{
    return {pipeline_kind(plan), plan.pp, plan.virtual_stages, micro_batches, stages.first.cost, stages.full.cost,
            stages.slim.cost, stages.last.cost, stages.split.full_count, stages.split.slim_count};
}

schedule::PipelineTime pipeline_time(const Stages& stages, const Plan& plan, double micro_batches)
{
    return schedule::pipeline_time(pipeline_of(stages, plan, micro_batches));
}

} // namespace plateau
