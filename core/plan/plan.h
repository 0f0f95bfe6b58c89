// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iterator>
#include <span>

#include "core/plan/schedule/pipeline_schedule.h"
#include "core/text/messages/message.h"
#include "core/text/messages/names.h"

/// How the work is laid out over the accelerators: the members of Plan and the values each may take. A value of a
/// choice is an enumerator and, at the same place, the option that says all there is to say about it; what describes a
/// member is its row in plan_dimensions.h.
namespace plateau {

/// One value of a choice among the members of Plan.
struct PlanOption {
    const char* name; ///< in files and flags: "zero1"
    const char* label; ///< where one is chosen: "FSDP, whole world"
    const char* words; ///< in tables and sentences: "FSDP"
    const char* help; ///< in one sentence
    const char* detail; ///< what a plan's details say of it: "full recomputation"; empty: nothing
    /// As tables of published runs write it beside its name: patterns in lower case, `*` for anything, divided by `|`.
    /// Where several options match, the last is meant.
    const char* spellings = "";
};

enum class DataParallelMode { Ddp, Zero1, Zero2, Fsdp, Hsdp };
inline constexpr PlanOption data_parallel_modes[] = {
    {"ddp", "DDP", "DDP", PLATEAU_TEXT("Every rank holds everything; gradients are all-reduced."), "", "*ddp*|dp"},
    {"zero1", "ZeRO-1", "ZeRO-1", PLATEAU_TEXT("Optimizer states are sharded."), "",
     "*zero1*|*zero-1*|*zero 1*|*zero_1*|*stage 1*|*stage1*|*dist-opt*|*distributed opt*|*dist_opt*"},
    {"zero2", "ZeRO-2", "ZeRO-2", PLATEAU_TEXT("Optimizer states and gradients are sharded."), "",
     "*zero2*|*zero-2*|*zero 2*|*zero_2*|*stage 2*|*stage2*|*grad_op*"},
    {"fsdp", PLATEAU_TEXT("FSDP, whole world"), "FSDP",
     PLATEAU_TEXT("Parameters are sharded too, over all ranks (ZeRO-3)."), "",
     "*fsdp*|*zero3*|*zero-3*|*zero 3*|*zero_3*|*stage 3*|*stage3*|*full_shard*"},
    {"hsdp", PLATEAU_TEXT("FSDP, hybrid"), "HSDP", PLATEAU_TEXT("Sharded within a group, replicated between groups."),
     "", "*hsdp*|*fsdp*hybrid*|*hybrid*fsdp*"},
};
static_assert(std::size(data_parallel_modes) == std::size_t(DataParallelMode::Hsdp) + 1);

enum class Recompute { None, Selective, Full };
inline constexpr PlanOption recomputations[] = {
    {"none", PLATEAU_TEXT("None"), PLATEAU_TEXT("none"), PLATEAU_TEXT("Everything is kept."), "",
     "no|false|0|off|n|disabled"},
    {"selective", PLATEAU_TEXT("Selective"), PLATEAU_TEXT("selective"),
     PLATEAU_TEXT("Attention. With a fused kernel and experts or latent attention instead: the experts' activation "
                  "function and the expanded latent."),
     PLATEAU_TEXT("selective recomputation"), "sel*|attn*|core*|op*"},
    {"full", PLATEAU_TEXT("Full"), PLATEAU_TEXT("full"), PLATEAU_TEXT("Only each layer's input is kept."),
     PLATEAU_TEXT("full recomputation"), "full*|block*|uniform*|act*|yes|true|1|on|y|enabled"},
};
static_assert(std::size(recomputations) == std::size_t(Recompute::Full) + 1);

inline constexpr PlanOption pipeline_schedules[] = {
    {"gpipe", "GPipe", "GPipe", PLATEAU_TEXT("All forward passes, then all backward passes."), ""},
    {"1f1b", "1F1B", "1F1B", PLATEAU_TEXT("One forward, one backward in turn."), ""},
    {"interleaved", PLATEAU_TEXT("Interleaved"), PLATEAU_TEXT("interleaved"),
     PLATEAU_TEXT("1F1B over several model chunks per rank."), ""},
    {"zb_h1", PLATEAU_TEXT("Zero bubble H1"), "ZB-H1",
     PLATEAU_TEXT("1F1B with weight gradients kept back to fill the bubble; the memory of 1F1B."), ""},
    {"zb_h2", PLATEAU_TEXT("Zero bubble H2"), "ZB-H2",
     PLATEAU_TEXT("Twice the micro-batches in flight, and next to no bubble."), ""},
    {"zb_v", PLATEAU_TEXT("Zero bubble V"), "ZB-V",
     PLATEAU_TEXT("Each rank holds a chunk from both ends of the model: next to no bubble, the memory of 1F1B."), ""},
    {"dualpipe", "DualPipe", "DualPipe",
     PLATEAU_TEXT("Micro-batches from both ends, two copies of the parameters, expert traffic under compute."), ""},
    {"dualpipe_v", "DualPipeV", "DualPipeV", PLATEAU_TEXT("DualPipe folded into a V: one copy of the parameters."), ""},
};
static_assert(std::size(pipeline_schedules) == std::size_t(PipelineSchedule::DualPipeV) + 1);

enum class ContextMethod { Ring, AllGather, Ulysses };
inline constexpr PlanOption context_methods[] = {
    {"ring", PLATEAU_TEXT("Ring"), PLATEAU_TEXT("ring"),
     PLATEAU_TEXT("They are passed round while attention works on those that are already there."), ""},
    {"all_gather", PLATEAU_TEXT("All-gather"), PLATEAU_TEXT("all-gather"),
     PLATEAU_TEXT("They are gathered before attention, which then runs over all of them at once."),
     PLATEAU_TEXT("keys and values gathered")},
    {"ulysses", PLATEAU_TEXT("Ulysses"), "Ulysses",
     PLATEAU_TEXT("Sequence pieces exchanged for attention heads and back: each rank attends with some of the heads."),
     PLATEAU_TEXT("heads exchanged for sequence")},
};
static_assert(std::size(context_methods) == std::size_t(ContextMethod::Ulysses) + 1);

enum class ContextBalance { ZigZag, Contiguous };
inline constexpr PlanOption context_balances[] = {
    {"zigzag", PLATEAU_TEXT("Zig-zag"), PLATEAU_TEXT("zig-zag"),
     PLATEAU_TEXT("A piece from either end: equal work on all ranks."), ""},
    {"contiguous", PLATEAU_TEXT("Contiguous"), PLATEAU_TEXT("contiguous"),
     PLATEAU_TEXT("One piece each: the last rank has twice the mean."), PLATEAU_TEXT("contiguous context")},
};
static_assert(std::size(context_balances) == std::size_t(ContextBalance::Contiguous) + 1);

/// 0 in a degree means "follows" (dp) or "auto".
struct Plan {
    int micro_batch = 1; ///< sequences per micro-batch and rank
    int dp = 0; ///< data degree, replicas and shards together; 0 follows from the GPU count
    int tp = 1; ///< tensor
    int pp = 1; ///< pipeline
    int cp = 1; ///< context
    int ep = 1; ///< expert, inside the data and context degrees
    int etp = 0; ///< ranks that divide one expert; 0 follows tp
    int shard_group = 0; ///< ranks that share one copy of the states under HSDP; 0: one scale-up domain
    int virtual_stages = 1; ///< model chunks per pipeline rank
    int first_stage_layers = 0; ///< 0 follows
    int last_stage_layers = 0; ///< 0 follows
    DataParallelMode dp_mode = DataParallelMode::Fsdp;
    PipelineSchedule schedule = PipelineSchedule::OneFOneB;
    ContextMethod cp_method = ContextMethod::Ring;
    ContextBalance cp_balance = ContextBalance::ZigZag;
    Recompute recompute = Recompute::None;
    bool sequence_parallel = false;
    bool fit_to_batch = false; ///< double tensor, then pipeline degree while the data degree exceeds the batch

    friend bool operator==(const Plan&, const Plan&) = default;
};

/// Ranks that divide one expert.
inline int expert_tensor(const Plan& plan) { return plan.etp > 0 ? plan.etp : plan.tp; }

/// Ranks that divide the attention heads.
inline int head_ranks(const Plan& plan)
{
    return plan.cp_method == ContextMethod::Ulysses ? plan.tp * plan.cp : plan.tp;
}

/// The schedule that runs: 1F1B over more than one chunk per rank is interleaved.
inline PipelineSchedule pipeline_kind(const Plan& plan)
{
    if (plan.pp == 1)
        return PipelineSchedule::OneFOneB;
    if (plan.schedule != PipelineSchedule::OneFOneB && plan.schedule != PipelineSchedule::Interleaved)
        return plan.schedule;
    return plan.virtual_stages > 1 ? PipelineSchedule::Interleaved : PipelineSchedule::OneFOneB;
}

/// DualPipe and DualPipeV run the expert traffic of one micro-batch beside the computation of another.
inline bool hides_expert_traffic(const Plan& plan)
{
    return plan.pp > 1 && (plan.schedule == PipelineSchedule::DualPipe || plan.schedule == PipelineSchedule::DualPipeV);
}

/// The values of a choice, in the order of its enumerators; empty for any other type.
template<class Enum>
inline constexpr std::span<const PlanOption> plan_options{};
template<>
inline constexpr std::span<const PlanOption> plan_options<DataParallelMode>{data_parallel_modes};
template<>
inline constexpr std::span<const PlanOption> plan_options<Recompute>{recomputations};
template<>
inline constexpr std::span<const PlanOption> plan_options<PipelineSchedule>{pipeline_schedules};
template<>
inline constexpr std::span<const PlanOption> plan_options<ContextMethod>{context_methods};
template<>
inline constexpr std::span<const PlanOption> plan_options<ContextBalance>{context_balances};

template<class Enum>
concept PlanChoiceType = !plan_options<Enum>.empty();

/// What is said about a choice's value.
template<PlanChoiceType Enum>
constexpr const PlanOption& option(Enum value)
{
    return plan_options<Enum>[static_cast<std::size_t>(value)];
}
template<>
inline constexpr auto names_of<DataParallelMode> = option_names(data_parallel_modes);
template<>
inline constexpr auto names_of<Recompute> = option_names(recomputations);
template<>
inline constexpr auto names_of<PipelineSchedule> = option_names(pipeline_schedules);
template<>
inline constexpr auto names_of<ContextMethod> = option_names(context_methods);
template<>
inline constexpr auto names_of<ContextBalance> = option_names(context_balances);

} // namespace plateau
