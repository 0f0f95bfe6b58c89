// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stage.h"

#include <algorithm>
#include <cmath>

#include "core/estimate/budget.h"
#include "core/kernels/kernels.h"

namespace plateau {

namespace {

/// Parameters whose optimizer states lie on this rank.
double owned_parameters(const Degrees& degrees, const RankParameters& parameters)
{
    if (degrees.plan.dp_mode == DataParallelMode::Ddp)
        return parameters.total();
    return parameters.dense / degrees.shard + parameters.expert / degrees.expert_shard;
}

} // namespace

StageParameters stage_parameters(const Prepared& prepared, const Plan& plan)
{
    const double dense = (prepared.layer_parameters - prepared.expert_parameters) / plan.tp;
    const double expert = prepared.expert_parameters / (double(plan.ep) * expert_tensor(plan));
    const bool shared = prepared.tied_embeddings && plan.pp == 1;
    return {dense + expert, expert, prepared.embedding_parameters / plan.tp,
            shared ? 0 : prepared.head_parameters / plan.tp};
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

void overlap_layer(const Prepared& prepared, Step& step)
{
    step.forward = overlapped_forward(prepared, step.layer.forward(), step.shard);
    step.backward = overlapped_backward(prepared, step.layer.backward(), step.shard);
    const Offload& offload = prepared.offload;
    if (offload.activations <= 0 && offload.parameters <= 0)
        return;
    const Plan& plan = step.degrees.plan;
    const StageParameters& held = step.parameters;
    const bool sharded = shards_weights(plan);
    const double weights = offload.parameters * prepared.physics.weight_bytes
        * ((held.layer - held.expert) / (sharded ? step.degrees.shard : 1)
           + held.expert / (sharded ? step.degrees.expert_shard : 1));
    const double activations = offload.activations * kept_layer_bytes(prepared, plan);
    step.host.forward = step.host.backward = (weights + activations) / prepared.host_bytes_per_s;
    step.host.forward_exposed = std::max(0.0, step.host.forward - step.forward.seconds);
    step.host.backward_exposed = std::max(0.0, step.host.backward - step.backward.seconds);
}

double optimizer_seconds(const Prepared& prepared, const Degrees& degrees, const RankParameters& parameters)
{
    const double owned = owned_parameters(degrees, parameters) * (1 - prepared.offload.optimizer);
    return kernels::memory_seconds(prepared.device, prepared.stack.optimizer_bytes * owned);
}

double host_optimizer_seconds(const Prepared& prepared, const Degrees& degrees, const RankParameters& parameters)
{
    const double owned = owned_parameters(degrees, parameters) * prepared.offload.optimizer;
    return owned
        * ((prepared.stack.reduction_bytes + prepared.physics.weight_bytes) / prepared.host_bytes_per_s
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
    return {matmul + loss / 2, 2 * matmul + loss / 2, matmul};
}

double transfer_seconds(const Prepared& prepared, const Plan& plan)
{
    if (plan.pp == 1)
        return 0;
    const double distance = double(plan.tp) * plan.cp * plan.dp;
    const collectives::Link link = collectives::link_between(prepared.tiers, distance, prepared.stack.fabric_fraction,
                                                             prepared.stack.network_fraction);
    const double tokens = plan.micro_batch * prepared.sequence / plan.cp;
    const double bytes = prepared.wire_bytes * tokens * prepared.hidden / plan.tp;
    return chunks(plan)
        * collectives::point_to_point_seconds(link.span, prepared.transport, bytes, link.crosses_network);
}

RankParameters met_parameters(const StageParameters& parameters, const StageWork& stage)
{
    return {stage.layers * (parameters.layer - parameters.expert) + stage.embedding * parameters.embedding
                + stage.head * parameters.head,
            stage.layers * parameters.expert};
}

RankParameters held_parameters(const StageParameters& parameters, const StageWork& stage, const Plan& plan)
{
    const double copies = pipeline_fold(plan) == schedule::Fold::BothEnds ? 2 : 1;
    const RankParameters met = met_parameters(parameters, stage);
    return {copies * met.dense, copies * met.expert};
}

RankParameters most_rank_parameters(const StageParameters& parameters, const Stages& stages, const Plan& plan)
{
    RankParameters most = held_parameters(parameters, stages.first, plan);
    const auto consider = [&](const StageWork& stage, int count) {
        const RankParameters held = held_parameters(parameters, stage, plan);
        if (count > 0 && held.total() > most.total())
            most = held;
    };
    consider(stages.last, 1);
    consider(stages.full, stages.full_count);
    consider(stages.slim, stages.slim_count);
    return most;
}

namespace {

StageWork mean(const StageWork& one, const StageWork& other)
{
    return {(one.layers + other.layers) / 2, (one.embedding + other.embedding) / 2, (one.head + other.head) / 2, {}};
}

/// Stage i and stage p - 1 - i on one rank: the middle stages with a layer less come last, so they pair with full ones.
Stages paired(const Stages& straight)
{
    const StageWork ends = mean(straight.first, straight.last);
    const int mixed = std::min(straight.full_count, straight.slim_count);
    const bool mostly_full = straight.full_count >= straight.slim_count;
    return {ends, mostly_full ? straight.full : straight.slim,           mean(straight.full, straight.slim),
            ends, straight.full_count + straight.slim_count - 2 * mixed, 2 * mixed};
}

void add_costs(const Step& step, StageWork& stage)
{
    const double ends = std::min(1.0, stage.embedding + stage.head);
    const double accumulation = step.accumulation_per_parameter * met_parameters(step.parameters, stage).total();
    stage.cost.forward = stage.layers * (step.forward.seconds + step.host.forward_exposed) + step.transfer
        + stage.head * step.head.forward + ends * step.shard.ends_gather;
    stage.cost.backward = stage.layers * (step.backward.seconds + step.host.backward_exposed) + step.transfer
        + stage.head * step.head.backward
        + ends * (step.shard.gathers_backward * step.shard.ends_gather + step.shard.ends_scatter) + accumulation;
    stage.cost.weight = stage.layers * step.layer.weight_gradient() + stage.head * step.head.weight + accumulation;
}

} // namespace

Stages layout_of(const Prepared& prepared, const Plan& plan)
{
    const schedule::Fold fold = pipeline_fold(plan);
    const schedule::LayerSplit split = schedule::split_layers(prepared.layers, plan.pp, fold);
    const bool both = plan.pp == 1 || fold == schedule::Fold::V;
    Stages stages{{double(split.first), 1, both ? 1. : 0., {}},
                  {double(split.full), 0, 0, {}},
                  {double(split.full - 1), 0, 0, {}},
                  {double(split.last), 0, both ? 0. : 1., {}},
                  split.full_count,
                  split.slim_count};
    if (plan.pp == 1)
        stages.last = stages.first;
    return fold == schedule::Fold::BothEnds ? paired(stages) : stages;
}

Stages stages_of(const Prepared& prepared, const Step& step)
{
    Stages stages = layout_of(prepared, step.degrees.plan);
    for (StageWork* stage : {&stages.first, &stages.full, &stages.slim, &stages.last})
        add_costs(step, *stage);
    return stages;
}

const StageWork& busiest(const Stages& stages)
{
    const StageWork* most = stages.last.cost.total() > stages.first.cost.total() ? &stages.last : &stages.first;
    if (stages.full_count > 0 && stages.full.cost.total() > most->cost.total())
        most = &stages.full;
    if (stages.slim_count > 0 && stages.slim.cost.total() > most->cost.total())
        most = &stages.slim;
    return *most;
}

schedule::Pipeline pipeline_of(const Stages& stages, const Plan& plan, double micro_batches)
{
    return {pipeline_kind(plan), plan.pp,          plan.virtual_stages, micro_batches,     stages.first.cost,
            stages.full.cost,    stages.slim.cost, stages.last.cost,    stages.full_count, stages.slim_count};
}

schedule::PipelineTime pipeline_time(const Stages& stages, const Plan& plan, double micro_batches)
{
    return schedule::pipeline_time(pipeline_of(stages, plan, micro_batches));
}

} // namespace plateau
