// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/estimate/explain.h"

namespace plateau {

namespace {

using units::format;
using units::Unit;

std::string count(double value) { return format(value, Unit::Count); }

Message obstacle_reason(const Prepared& prepared, const Parts& parts)
{
    const Plan& plan = parts.plan;
    const double model_ranks = double(plan.tp) * plan.pp * plan.cp;
    switch (parts.obstacle) {
    case Obstacle::None:
        return {};
    case Obstacle::TooFewGpus:
        return {PLATEAU_TEXT("Tensor %1 × pipeline %2 × context %3 needs at least %4 GPUs; there are %5"),
                {count(plan.tp), count(plan.pp), count(plan.cp), count(model_ranks), count(prepared.gpus)}};
    case Obstacle::DegreesExceedGpus:
        return {PLATEAU_TEXT("Data degree %1 × %2 model-parallel ranks needs %3 GPUs; there are %4"),
                {count(plan.dp), count(model_ranks), count(parts.gpus_used), count(prepared.gpus)}};
    case Obstacle::HeadsNotDivisible:
        return {PLATEAU_TEXT("Tensor degree %1 does not divide the %2 attention heads"),
                {count(plan.tp), count(prepared.heads)}};
    case Obstacle::TooManyStages:
        return {PLATEAU_TEXT("%1 pipeline stages for %2 layers: at most one stage per layer"),
                {count(plan.pp), count(prepared.layers)}};
    case Obstacle::StagesUneven:
        return {PLATEAU_TEXT("%1 stages × %2 virtual stages exceeds the %3 layers"),
                {count(plan.pp), count(chunks(plan)), count(prepared.layers)}};
    case Obstacle::BatchTooSmall:
        return {PLATEAU_TEXT(
                    "A global batch of %1 sequences cannot feed %2 data-parallel ranks; at least one each is needed"),
                {count(parts.global_batch), count(plan.dp)}};
    case Obstacle::MicroBatchTooLarge:
        return {PLATEAU_TEXT("Micro-batch %1 exceeds the %2 sequences each data-parallel rank has per step"),
                {count(plan.micro_batch), format(parts.global_batch / plan.dp, Unit::None)}};
    case Obstacle::SequenceNotDivisible:
        return {PLATEAU_TEXT("Context degree %1 does not divide the sequence of %2 tokens"),
                {count(plan.cp), count(prepared.sequence)}};
    case Obstacle::ShardGroupMismatch:
        return {PLATEAU_TEXT("A shard group of %1 does not divide the %2 data-parallel ranks"),
                {count(plan.shard_group), count(double(plan.dp) * plan.cp)}};
    case Obstacle::PrecisionMissing:
        return {PLATEAU_TEXT("%1 has no %2 matrix units"),
                {prepared.scenario->cluster.accelerator.title, name(prepared.scenario->workload.precision)}};
    case Obstacle::ExpertsNotDivisible:
        return {PLATEAU_TEXT("Expert degree %1 does not divide the %2 experts of the model"),
                {count(plan.ep), count(prepared.experts)}};
    case Obstacle::ExpertRanksUneven:
        return {PLATEAU_TEXT("Expert degree %1 × expert tensor degree %2 does not divide the %3 tensor, context and "
                             "data-parallel ranks of a stage"),
                {count(plan.ep), count(expert_tensor(plan)), count(double(plan.tp) * plan.cp * plan.dp)}};
    case Obstacle::ExpertTensorMismatch:
        return {PLATEAU_TEXT("Expert tensor degree %1 does not divide the tensor degree %2"),
                {count(plan.etp), count(plan.tp)}};
    case Obstacle::StagesNotPaired:
        return {PLATEAU_TEXT(
                    "DualPipe feeds micro-batches from both ends and needs an even number of stages; there are %1"),
                {count(plan.pp)}};
    }
    return {};
}

} // namespace

Message verdict_reason(const Prepared& prepared, const Parts& parts)
{
    if (!parts.possible())
        return obstacle_reason(prepared, parts);
    if (parts.verdict == Verdict::DoesNotFit && parts.memory_bytes <= parts.memory_limit_bytes)
        return {PLATEAU_TEXT("Offload needs %1 of %2 of host memory per GPU"),
                {format(parts.host_bytes, Unit::Bytes), format(parts.host_limit_bytes, Unit::Bytes)}};
    if (parts.verdict == Verdict::DoesNotFit)
        return {PLATEAU_TEXT("Needs %1 of %2 per GPU"),
                {format(parts.memory_bytes, Unit::Bytes), format(parts.memory_limit_bytes, Unit::Bytes)}};
    return {};
}

std::string largest_memory_key(const Parts& parts)
{
    if (parts.memory_bytes <= parts.memory_limit_bytes)
        return "host_memory";
    const double states = parts[Part::Weights] + parts[Part::Gradients] + parts[Part::OptimizerStates];
    const double live = parts[Part::Activations] + parts[Part::WorkingSet] + parts[Part::Logits];
    if (states > live)
        return parts.plan.dp_mode == DataParallelMode::Fsdp ? "tp" : "dp_mode";
    return parts.plan.micro_batch > 1 ? "micro_batch" : "recompute";
}

} // namespace plateau
