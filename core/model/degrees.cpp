// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/model/prepared.h"

namespace plateau {

namespace {

int largest_divisor(int number, int limit)
{
    for (int candidate = std::min(number, limit); candidate > 1; --candidate) {
        if (number % candidate == 0)
            return candidate;
    }
    return 1;
}

/// Strong scaling beyond the batch: tensor degree doubles inside the domain, then the pipeline degree.
void fit_to_batch(const Prepared& prepared, Plan& plan)
{
    const auto data_degree = [&] { return std::floor(prepared.gpus / (double(plan.tp) * plan.pp * plan.cp)); };
    while (data_degree() > prepared.global_batch) {
        const int tensor = plan.tp * 2;
        if (tensor <= prepared.domain_size && prepared.heads % tensor == 0)
            plan.tp = tensor;
        else if (plan.pp * 2 <= prepared.layers)
            plan.pp *= 2;
        else
            return;
    }
}

Obstacle expert_obstacle(const Plan& plan)
{
    if (plan.tp % expert_tensor(plan) != 0)
        return Obstacle::ExpertTensorMismatch;
    const double ranks = double(plan.tp) * plan.cp * plan.dp;
    return std::fmod(ranks, double(plan.ep) * expert_tensor(plan)) != 0 ? Obstacle::ExpertRanksUneven : Obstacle::None;
}

Obstacle stated_obstacle(int layers, const Plan& plan)
{
    if (pipeline_fold(plan) != schedule::Fold::None)
        return Obstacle::StatedStagesFolded;
    if (plan.first_stage_layers > first_stage_range(layers, plan).most)
        return Obstacle::FirstStageMismatch;
    const LayerRange last = last_stage_range(layers, plan);
    const bool fits = plan.last_stage_layers >= last.least && plan.last_stage_layers <= last.most;
    return plan.last_stage_layers == 0 || fits ? Obstacle::None : Obstacle::LastStageMismatch;
}

Obstacle shape_obstacle(const Prepared& prepared, const Plan& plan)
{
    if (prepared.peak_flops <= 0)
        return Obstacle::PrecisionMissing;
    if (prepared.device.peak_flops <= 0)
        return Obstacle::PowerLimitTooLow;
    if (prepared.heads % prepared.kv_heads != 0)
        return Obstacle::KeyValueHeadsUneven;
    if (prepared.heads % head_ranks(plan) != 0)
        return Obstacle::HeadsNotDivisible;
    if (plan.pp > prepared.layers)
        return Obstacle::TooManyStages;
    if (states_layers(plan))
        if (const Obstacle obstacle = stated_obstacle(prepared.layers, plan); obstacle != Obstacle::None)
            return obstacle;
    if (!fills_chunks(prepared.layers, plan))
        return Obstacle::StagesUneven;
    if (plan.pp % 2 != 0 && pipeline_fold(plan) == schedule::Fold::BothEnds)
        return Obstacle::StagesNotPaired;
    if (std::fmod(prepared.sequence, plan.cp) != 0)
        return Obstacle::SequenceNotDivisible;
    if (plan.ep > 1 && (prepared.experts == 0 || prepared.experts % plan.ep != 0))
        return Obstacle::ExpertsNotDivisible;
    return prepared.experts > 0 ? expert_obstacle(plan) : Obstacle::None;
}

/// Accelerators that should lie in one domain: tp x cp, and etp x ep where both fit.
double kept_together(const Prepared& prepared, const Plan& plan)
{
    const double inside = double(plan.tp) * plan.cp;
    if (plan.ep == 1 || inside > prepared.domain_size)
        return inside;
    const double both = double(std::lcm<long long, long long>(plan.tp * plan.cp, plan.ep * expert_tensor(plan)));
    return both <= prepared.domain_size ? both : inside;
}

/// As schedulers hand racks out (Slurm, topology/block, --segment): of 72, 1,024 ranks take 64 on each of 16. Where not
/// even half of a domain comes out even, and where a domain is a host, domains are filled one after another.
double segment(const Prepared& prepared, const Degrees& degrees)
{
    const double most = degrees.domain_used;
    if (degrees.gpus_used <= most || prepared.per_host >= prepared.domain_size)
        return most;
    const auto inside = static_cast<long long>(kept_together(prepared, degrees.plan));
    const auto unit = double(std::lcm(inside, static_cast<long long>(prepared.per_host)));
    for (double size = std::floor(most / unit) * unit; 2 * size >= most; size -= unit) {
        if (std::fmod(degrees.gpus_used, size) == 0)
            return size;
    }
    return most;
}

} // namespace

double usable_domain(const Prepared& prepared, const Plan& plan)
{
    const double inside = kept_together(prepared, plan);
    if (std::isinf(prepared.domain_size))
        return prepared.domain_size;
    if (inside > prepared.domain_size) { // over as few domains as hold it, as many in each
        const double domains = std::ceil(inside / prepared.domain_size);
        return std::fmod(inside, domains) == 0 ? inside / domains : prepared.domain_size;
    }
    return std::floor(prepared.domain_size / inside) * inside;
}

Obstacle share_states(const Prepared& prepared, Degrees& degrees)
{
    const Plan& plan = degrees.plan;
    const int ranks = plan.dp * plan.cp;
    degrees.shard = ranks;
    if (plan.dp_mode == DataParallelMode::Hsdp && plan.shard_group == 0)
        degrees.shard = largest_divisor(ranks, std::max(1, int(prepared.domain_size) / plan.tp));
    else if (plan.shard_group > 0 && plan.dp_mode != DataParallelMode::Ddp && plan.dp_mode != DataParallelMode::Fsdp)
        degrees.shard = std::min(plan.shard_group, ranks);
    if (ranks % degrees.shard != 0)
        return Obstacle::ShardGroupMismatch;
    degrees.replicas = ranks / degrees.shard;
    if (prepared.experts == 0)
        return Obstacle::None;
    // A shard group of states holds shard x tp ranks; those of them with the same experts share these experts' states.
    const int inside = plan.ep * expert_tensor(plan);
    const int copies = int(double(ranks) * plan.tp / inside);
    degrees.expert_shard = largest_divisor(copies, std::max(1, int(double(degrees.shard) * plan.tp / inside)));
    degrees.expert_replicas = copies / degrees.expert_shard;
    return Obstacle::None;
}

bool fills_chunks(int layers, const Plan& plan)
{
    const int each = chunks(plan);
    const int end = pipeline_kind(plan) == PipelineSchedule::Interleaved ? 1 : 0;
    const schedule::LayerSplit split = split_layers(layers, plan);
    return split.first + end >= each && split.last + end >= each && (plan.pp <= 2 || split.fewest_between() >= each);
}

LayerRange first_stage_range(int layers, const Plan& plan) { return {1, layers - (plan.pp - 1)}; }

LayerRange last_stage_range(int layers, const Plan& plan)
{
    const int left = layers - std::max(1, plan.first_stage_layers);
    return {plan.pp == 2 && plan.first_stage_layers > 0 ? left : 1, left - (plan.pp - 2)};
}

Degrees complete(const Prepared& prepared, const Plan& plan)
{
    Degrees degrees{.plan = plan};
    Plan& full = degrees.plan;
    if (full.fit_to_batch && prepared.batch_mode == BatchMode::Total)
        fit_to_batch(prepared, full);
    if (full.pp == 1)
        full.virtual_stages = 1;

    const double model_ranks = double(full.tp) * full.pp * full.cp;
    const auto stop = [&](Obstacle obstacle) {
        degrees.obstacle = obstacle;
        return degrees;
    };
    if (model_ranks > prepared.gpus)
        return stop(Obstacle::TooFewGpus);
    if (full.dp == 0)
        full.dp = int(prepared.gpus / model_ranks);
    degrees.gpus_used = model_ranks * full.dp;
    if (degrees.gpus_used > prepared.gpus)
        return stop(Obstacle::DegreesExceedGpus);
    if (const Obstacle obstacle = shape_obstacle(prepared, full); obstacle != Obstacle::None)
        return stop(obstacle);

    const bool per_gpu = prepared.batch_mode == BatchMode::PerGpu;
    degrees.global_batch = per_gpu ? prepared.sequences_per_gpu * degrees.gpus_used : prepared.global_batch;
    const double per_rank = degrees.global_batch / full.dp;
    if (per_rank < 1)
        return stop(Obstacle::BatchTooSmall);
    if (std::ceil(per_rank) < full.micro_batch)
        return stop(Obstacle::MicroBatchTooLarge);
    degrees.micro_batches = std::ceil(per_rank / full.micro_batch);

    degrees.domain_used = usable_domain(prepared, full);
    if (std::isinf(degrees.domain_used))
        degrees.domain_used = degrees.gpus_used;
    degrees.segment = segment(prepared, degrees);
    return stop(share_states(prepared, degrees));
}

} // namespace plateau
