// SPDX-License-Identifier: GPL-3.0-or-later
#include <iterator>

#include "core/model/evaluate.h"
#include "core/model/prepared.h"

namespace plateau {

namespace {

using units::format;
using units::Unit;

Quantity count(double value) { return {value, Unit::Count}; }

double model_ranks(const Plan& plan) { return double(plan.tp) * plan.pp * plan.cp; }

/// What stands in a plan's way: the parameter to turn, and the sentence.
struct ObstacleRow {
    Obstacle obstacle;
    const char* key;
    const char* word; ///< what is wrong, where there is room for a word
    Message (*reason)(const Prepared& prepared, const Parts& parts);
};

constexpr ObstacleRow rows[] = {
    {Obstacle::None, "", "",
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message { return {}; }},
    {Obstacle::TooFewGpus, "gpus", PLATEAU_TEXT("GPUs"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         return {PLATEAU_TEXT("Tensor %1 × pipeline %2 × context %3 needs at least %4 GPUs; there are %5"),
                 {count(parts.plan.tp), count(parts.plan.pp), count(parts.plan.cp), count(model_ranks(parts.plan)),
                  count(prepared.gpus)}};
     }},
    {Obstacle::DegreesExceedGpus, "dp", PLATEAU_TEXT("GPUs"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         return {PLATEAU_TEXT("Data degree %1 × %2 model-parallel ranks needs %3 GPUs; there are %4"),
                 {count(parts.plan.dp), count(model_ranks(parts.plan)), count(parts.gpus_used), count(prepared.gpus)}};
     }},
    {Obstacle::HeadsNotDivisible, "tp", PLATEAU_TEXT("heads"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         return {PLATEAU_TEXT("%1 ranks cannot divide the %2 attention heads evenly"),
                 {count(head_ranks(parts.plan)), count(prepared.heads)}};
     }},
    {Obstacle::TooManyStages, "pp", PLATEAU_TEXT("layers"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         return {PLATEAU_TEXT("%1 pipeline stages for %2 layers: at most one stage per layer"),
                 {count(parts.plan.pp), count(prepared.layers)}};
     }},
    {Obstacle::StagesUneven, "virtual_stages", PLATEAU_TEXT("layers"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         if (states_layers(parts.plan))
             return {PLATEAU_TEXT("%1 virtual stages are more than the layers of a stage: first_stage_layers and "
                                  "last_stage_layers must leave every stage as many"),
                     {count(chunks(parts.plan))}};
         return {PLATEAU_TEXT("%1 stages × %2 virtual stages exceeds the %3 layers"),
                 {count(parts.plan.pp), count(chunks(parts.plan)), count(prepared.layers)}};
     }},
    {Obstacle::BatchTooSmall, "global_batch", PLATEAU_TEXT("batch"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         return {PLATEAU_TEXT(
                     "A global batch of %1 sequences cannot feed %2 data-parallel ranks; at least one each is needed"),
                 {count(parts.global_batch), count(parts.plan.dp)}};
     }},
    {Obstacle::MicroBatchTooLarge, "micro_batch", PLATEAU_TEXT("batch"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         return {PLATEAU_TEXT("Micro-batch %1 exceeds the %2 sequences each data-parallel rank has per step"),
                 {count(parts.plan.micro_batch), Quantity{parts.global_batch / parts.plan.dp, Unit::None}}};
     }},
    {Obstacle::SequenceNotDivisible, "cp", PLATEAU_TEXT("sequence"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         return {PLATEAU_TEXT("Context degree %1 does not divide the sequence of %2 tokens"),
                 {count(parts.plan.cp), count(prepared.sequence)}};
     }},
    {Obstacle::ShardGroupMismatch, "shard_group", PLATEAU_TEXT("ranks"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         return {PLATEAU_TEXT("A shard group of %1 does not divide the %2 data-parallel ranks"),
                 {count(parts.plan.shard_group), count(double(parts.plan.dp) * parts.plan.cp)}};
     }},
    {Obstacle::PrecisionMissing, "precision", PLATEAU_TEXT("precision"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         return {PLATEAU_TEXT("%1 has no %2 matrix units"),
                 {Verbatim{prepared.scenario->cluster.accelerator.title},
                  Verbatim{name(prepared.scenario->workload.precision)}}};
     }},
    {Obstacle::ExpertsNotDivisible, "ep", PLATEAU_TEXT("experts"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         return {PLATEAU_TEXT("Expert degree %1 does not divide the %2 experts of the model"),
                 {count(parts.plan.ep), count(prepared.experts)}};
     }},
    {Obstacle::ExpertRanksUneven, "ep", PLATEAU_TEXT("ranks"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         return {PLATEAU_TEXT("Expert degree %1 × expert tensor degree %2 does not divide the %3 tensor, context and "
                              "data-parallel ranks of a stage"),
                 {count(parts.plan.ep), count(expert_tensor(parts.plan)),
                  count(double(parts.plan.tp) * parts.plan.cp * parts.plan.dp)}};
     }},
    {Obstacle::ExpertTensorMismatch, "etp", PLATEAU_TEXT("ranks"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         return {PLATEAU_TEXT("Expert tensor degree %1 does not divide the tensor degree %2"),
                 {count(parts.plan.etp), count(parts.plan.tp)}};
     }},
    {Obstacle::StagesNotPaired, "schedule", PLATEAU_TEXT("layers"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         return {PLATEAU_TEXT(
                     "DualPipe feeds micro-batches from both ends and needs an even number of stages; there are %1"),
                 {count(parts.plan.pp)}};
     }},
    {Obstacle::StatedStagesFolded, "schedule", PLATEAU_TEXT("layers"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         return {PLATEAU_TEXT("%1 puts stages from both ends on a rank: first_stage_layers and last_stage_layers are "
                              "for schedules with stages in order"),
                 {option(parts.plan.schedule).words}};
     }},
    {Obstacle::FirstStageMismatch, "first_stage_layers", PLATEAU_TEXT("layers"),
     [](const Prepared& prepared, const Parts& parts) -> Message {
         return {PLATEAU_TEXT("A first stage of %1 layers leaves too few of the %2 for %3 stages: first_stage_layers "
                              "may be 1 to %4"),
                 {count(parts.plan.first_stage_layers), count(prepared.layers), count(parts.plan.pp),
                  count(first_stage_range(prepared.layers, parts.plan).most)}};
     }},
    {Obstacle::LastStageMismatch, "last_stage_layers", PLATEAU_TEXT("layers"),
     [](const Prepared& prepared, const Parts& parts) -> Message {
         const LayerRange range = last_stage_range(prepared.layers, parts.plan);
         const Plan& plan = parts.plan;
         if (range.least == range.most)
             return {PLATEAU_TEXT("Of %1 layers in %2 stages the others leave the last one %3, not %4: "
                                  "last_stage_layers may be %3"),
                     {count(prepared.layers), count(plan.pp), count(range.most), count(plan.last_stage_layers)}};
         return {PLATEAU_TEXT("A last stage of %1 layers leaves too few of the %2 for %3 stages: last_stage_layers "
                              "may be 1 to %4"),
                 {count(plan.last_stage_layers), count(prepared.layers), count(plan.pp), count(range.most)}};
     }},
    {Obstacle::KeyValueHeadsUneven, "kv_heads", PLATEAU_TEXT("heads"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         return {PLATEAU_TEXT("%1 key-value heads cannot serve the %2 attention heads evenly"),
                 {count(prepared.kv_heads), count(prepared.heads)}};
     }},
    {Obstacle::PowerLimitTooLow, "board_watts", PLATEAU_TEXT("power"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         const catalog::Accelerator& accelerator = prepared.scenario->cluster.accelerator;
         return {PLATEAU_TEXT("A power limit of %1 is not above the %2 that an idle accelerator draws"),
                 {Quantity{accelerator.limit_watts, Unit::Watts}, Quantity{accelerator.idle_watts, Unit::Watts}}};
     }},
    {Obstacle::NotInSoftware, "stack", PLATEAU_TEXT("software"),
     [](const Prepared& prepared, const Parts& parts) -> Message {
         return catalog::refusal(catalog::program_of(prepared.scenario->assumptions.stack), parts.plan,
                                 prepared.scenario->workload.precision);
     }},
    {Obstacle::Unsound, "stack", PLATEAU_TEXT("unsound"),
     []([[maybe_unused]] const Prepared& prepared, [[maybe_unused]] const Parts& parts) -> Message {
         const Part part = unsound_part(parts);
         return {PLATEAU_TEXT("The cost model fails here: it computes %2 for \"%1\", which is impossible. The likely "
                              "cause is a constant of the software stack, or a size far from any that exists"),
                 {Word{label(part)}, Quantity{parts[part], Unit::None}}};
     }},
};

constexpr bool in_order()
{
    for (std::size_t i = 0; i < std::size(rows); ++i) {
        if (rows[i].obstacle != Obstacle(i))
            return false;
    }
    return std::size(rows) == obstacle_count;
}
static_assert(in_order(), "an obstacle has no reason");

} // namespace

const char* obstacle_key(Obstacle obstacle) { return rows[std::size_t(obstacle)].key; }
const char* obstacle_word(Obstacle obstacle) { return rows[std::size_t(obstacle)].word; }

Message verdict_reason(const Prepared& prepared, const Parts& parts)
{
    if (!parts.possible())
        return rows[std::size_t(parts.obstacle)].reason(prepared, parts);
    if (parts.verdict == Verdict::DoesNotFit && parts.memory_bytes <= parts.memory_limit_bytes)
        return {PLATEAU_TEXT("Offload needs %1 of %2 of host memory per GPU"),
                {Quantity{parts.host_bytes, Unit::Bytes}, Quantity{parts.host_limit_bytes, Unit::Bytes}}};
    if (parts.verdict == Verdict::DoesNotFit)
        return {PLATEAU_TEXT("Needs %1 of %2 per GPU"),
                {Quantity{parts.memory_bytes, Unit::Bytes}, Quantity{parts.memory_limit_bytes, Unit::Bytes}}};
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
