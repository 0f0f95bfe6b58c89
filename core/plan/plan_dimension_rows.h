// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/plan/plan.h"
#include "core/text/units/quantity.h"

/// What is said about a member of Plan, once: what every row of the table below fills in.
namespace plateau {

/// What a question has, as far as values worth looking at depend on it.
struct PlanReach {
    double gpus = 0;
    double domain = 0; ///< accelerators of a scale-up domain, those of the cluster at most
    double heads = 0;
    double sequence = 0;
    double layers = 0;
    double experts = 0;
    double batch = 0; ///< sequences of a step; 0: follows the accelerators in use
};

struct PlanMember {
    int (*get)(const Plan&);
    void (*set)(Plan&, int);
};

/// Every value is a whole number here: degrees and sizes as they are, choices by their place among the options,
/// switches as 0 and 1.
struct PlanDimension {
    const char* key;
    const char* symbol = ""; ///< as people abbreviate it: "TP"
    const char* label;
    const char* column = ""; ///< label of a narrow column without a symbol: "Sched."
    const char* group = "plan"; ///< of the parameter table
    const char* help;
    const char* also = ""; ///< everyday words it is looked for by
    const char* provenance; ///< where the default comes from
    std::span<const PlanOption> options = {}; ///< of a choice
    bool is_switch = false;
    const char* detail = ""; ///< what a plan's details say of a switch that is on
    units::Unit unit = units::Unit::None;
    double most = 1; ///< of a number; the least is 1
    const char* zero_name = ""; ///< not empty: 0 is legal and means this
    const char* zero_label = "";
    bool worked_out = false; ///< 0 stands for what completes the plan (Degrees)
    bool searched = true; ///< a search may choose it
    bool reported = true; ///< part of a complete plan
    bool advanced = false;
    bool experts_only = false; ///< for mixtures of experts
    const char* beside = ""; ///< not empty: its value stands in the cell of the dimension with this key
    /// Whether a plan is called by it: as a factor of the GPU count, "TP 8 × PP 4", or after these, ", EP 8", as its
    /// ranks are among theirs.
    enum class Named { Never, AsFactor, Aside } named = Named::Never;
    bool from_above = false; ///< values worth looking at begin with the largest
    int barest = -1; ///< the value that asks least of a question; -1: none does
    PlanMember member;
    int (*effective)(const Plan&) = nullptr; ///< what 0 follows; null: get
    bool (*applies)(const Plan&) = nullptr; ///< with effect in this plan; null: always
    bool (*is_plain)(const Plan&) = nullptr; ///< so usual that nobody mentions it; null: never
    int (*in_layer)(const Plan&) = nullptr; ///< what of it the cost of a layer depends on; null: nothing
    int (*tie_value)(const Plan&) = nullptr; ///< smaller first; null: get
    double (*largest)(const PlanReach&) = nullptr; ///< of a number
    /// Adds what a search tries of a number around the degrees of the plan; of choices and switches it tries every
    /// value.
    void (*candidates)(const PlanReach&, const Plan&, std::vector<int>&) = nullptr;
    const char* cell = ""; ///< column of tables of published runs

    constexpr int get(const Plan& plan) const { return member.get(plan); }
    constexpr void set(Plan& plan, int value) const { member.set(plan, value); }
};

} // namespace plateau

/// The members of Plan, each described once. The parameter table, axes of maps, columns, filters, the order of plans,
/// what a search has open and tries, hints, the memo of layers, launch arguments, cells of published runs, JSON and
/// read-outs are made from these rows.
namespace plateau::plan_table {

template<auto Member>
constexpr int get(const Plan& plan)
{
    return int(plan.*Member);
}

template<auto Member>
constexpr void set(Plan& plan, int value)
{
    plan.*Member = static_cast<std::remove_cvref_t<decltype(plan.*Member)>>(value);
}

template<auto Member>
inline constexpr PlanMember member{get<Member>, set<Member>};

// core/plan/plan_candidates.cpp
void data_ranks(const PlanReach&, const Plan&, std::vector<int>&);
void head_divisors(const PlanReach&, const Plan&, std::vector<int>&);
void stage_counts(const PlanReach&, const Plan&, std::vector<int>&);
void sequence_parts(const PlanReach&, const Plan&, std::vector<int>&);
void expert_divisors(const PlanReach&, const Plan&, std::vector<int>&);
void expert_widths(const PlanReach&, const Plan&, std::vector<int>&);
void sequence_counts(const PlanReach&, const Plan&, std::vector<int>&);
void rank_divisors(const PlanReach&, const Plan&, std::vector<int>&);
void chunk_counts(const PlanReach&, const Plan&, std::vector<int>&);

inline constexpr double most_domains = 4; // of a tensor or context group worth looking at
inline constexpr const char* from_stack = PLATEAU_TEXT("the default of the software stack");
inline constexpr const char* even_stages = PLATEAU_TEXT("follows: layers are spread evenly over the stages");
inline constexpr const char* not_used = PLATEAU_TEXT("1: not used");

constexpr double least(double left, double right) { return left < right ? left : right; }
constexpr double at_least_one(double value) { return value > 1 ? value : 1; }
constexpr double all_gpus(const PlanReach& reach) { return reach.gpus; }
constexpr double heads(const PlanReach& reach) { return least(most_domains * reach.domain, reach.heads); }

/// In the order of JSON.
inline constexpr PlanDimension rows[] = {
    {.key = "dp",
     .symbol = "DP",
     .label = PLATEAU_TEXT("Data"),
     .help = PLATEAU_TEXT("Data degree: replicas and shards together."),
     .also = PLATEAU_TEXT("replicas, DDP"),
     .provenance = PLATEAU_TEXT("follows: GPUs / (tensor x context x pipeline)"),
     .most = 1048576,
     .zero_name = "follows",
     .zero_label = PLATEAU_TEXT("follows"),
     .worked_out = true,
     .from_above = true,
     .barest = 0,
     .member = member<&Plan::dp>,
     .largest = all_gpus,
     .candidates = data_ranks,
     .cell = "dp"},
    {.key = "tp",
     .symbol = "TP",
     .label = PLATEAU_TEXT("Tensor"),
     .help = PLATEAU_TEXT("Ranks that divide every matrix of a layer."),
     .also = PLATEAU_TEXT("tensor parallelism, TP, model parallel"),
     .provenance = not_used,
     .most = 16384,
     .named = PlanDimension::Named::AsFactor,
     .barest = 1,
     .member = member<&Plan::tp>,
     .in_layer = get<&Plan::tp>,
     .largest = heads,
     .candidates = head_divisors,
     .cell = "tp"},
    {.key = "pp",
     .symbol = "PP",
     .label = PLATEAU_TEXT("Pipeline"),
     .help = PLATEAU_TEXT("Stages the layers are divided into."),
     .also = PLATEAU_TEXT("pipeline parallelism, PP, stages"),
     .provenance = not_used,
     .most = 4096,
     .named = PlanDimension::Named::AsFactor,
     .barest = 1,
     .member = member<&Plan::pp>,
     .largest = [](const PlanReach& reach) { return reach.layers; },
     .candidates = stage_counts,
     .cell = "pp"},
    {.key = "cp",
     .symbol = "CP",
     .label = PLATEAU_TEXT("Context"),
     .help = PLATEAU_TEXT("Ranks that divide the sequence of every layer."),
     .also = PLATEAU_TEXT("context parallelism, ring attention, long context, CP"),
     .provenance = not_used,
     .most = 16384,
     .named = PlanDimension::Named::AsFactor,
     .barest = 1,
     .member = member<&Plan::cp>,
     .is_plain = [](const Plan& plan) { return plan.cp == 1; },
     .in_layer = get<&Plan::cp>,
     .largest = [](const PlanReach& reach) { return least(most_domains * reach.domain, reach.sequence); },
     .candidates = sequence_parts,
     .cell = "cp"},
    {.key = "cp_method",
     .label = PLATEAU_TEXT("Context exchange"),
     .help = PLATEAU_TEXT("How context ranks get each other's keys and values."),
     .provenance = PLATEAU_TEXT("ring"),
     .options = plan_options<ContextMethod>,
     .advanced = true,
     .member = member<&Plan::cp_method>,
     .applies = [](const Plan& plan) { return plan.cp > 1; },
     .in_layer = get<&Plan::cp_method>},
    {.key = "cp_balance",
     .label = PLATEAU_TEXT("Context balance"),
     .help = PLATEAU_TEXT("Which part of the sequence each context rank has: later tokens attend to more."),
     .provenance = PLATEAU_TEXT("zig-zag"),
     .options = plan_options<ContextBalance>,
     .searched = false,
     .advanced = true,
     .member = member<&Plan::cp_balance>,
     .applies = [](const Plan& plan) { return plan.cp > 1; },
     .is_plain = [](const Plan& plan) { return plan.cp_balance == ContextBalance::ZigZag; },
     .in_layer = get<&Plan::cp_balance>},
    {.key = "ep",
     .symbol = "EP",
     .label = PLATEAU_TEXT("Expert"),
     .help = PLATEAU_TEXT("Data- and context-parallel ranks that divide the experts."),
     .also = PLATEAU_TEXT("expert parallelism, mixture of experts, MoE"),
     .provenance = not_used,
     .most = 16384,
     .advanced = true,
     .experts_only = true,
     .named = PlanDimension::Named::Aside,
     .barest = 1,
     .member = member<&Plan::ep>,
     .is_plain = [](const Plan& plan) { return plan.ep == 1; },
     .in_layer = get<&Plan::ep>,
     .largest = [](const PlanReach& reach) { return at_least_one(reach.experts); },
     .candidates = expert_divisors,
     .cell = "ep"},
    {.key = "etp",
     .symbol = "ETP",
     .label = PLATEAU_TEXT("Expert tensor"),
     .help = PLATEAU_TEXT("Ranks that divide every matrix of one expert."),
     .also = PLATEAU_TEXT("mixture of experts, MoE"),
     .provenance = PLATEAU_TEXT("follows the tensor degree"),
     .most = 16384,
     .zero_name = "follows",
     .zero_label = PLATEAU_TEXT("follows tensor"),
     .advanced = true,
     .experts_only = true,
     .named = PlanDimension::Named::Aside,
     .barest = 1,
     .member = member<&Plan::etp>,
     .effective = expert_tensor,
     .is_plain = [](const Plan& plan) { return expert_tensor(plan) == plan.tp; },
     .in_layer = get<&Plan::etp>,
     .largest = heads,
     .candidates = expert_widths,
     .cell = "expert_tp"},
    {.key = "micro_batch",
     .symbol = "MBS",
     .label = PLATEAU_TEXT("Micro-batch"),
     .group = "batch",
     .help = PLATEAU_TEXT("Sequences one rank processes at a time; the rest is accumulated."),
     .also = PLATEAU_TEXT("gradient accumulation"),
     .provenance = PLATEAU_TEXT("1, the smallest possible"),
     .unit = units::Unit::Sequences,
     .most = 1024,
     .barest = 1,
     .member = member<&Plan::micro_batch>,
     .in_layer = get<&Plan::micro_batch>,
     .largest = [](const PlanReach&) { return 64.0; },
     .candidates = sequence_counts,
     .cell = "micro_batch"},
    {.key = "dp_mode",
     .label = PLATEAU_TEXT("Sharding"),
     .help = PLATEAU_TEXT("What data-parallel ranks divide among themselves."),
     .also = PLATEAU_TEXT("ZeRO, FSDP, DDP, optimizer states, sharding strategy"),
     .provenance = from_stack,
     .options = plan_options<DataParallelMode>,
     .barest = int(DataParallelMode::Ddp),
     .member = member<&Plan::dp_mode>,
     .cell = "sharding"},
    {.key = "shard_group",
     .label = PLATEAU_TEXT("Shard group"),
     .help = PLATEAU_TEXT("Ranks that share one copy of the states under hybrid sharding."),
     .also = PLATEAU_TEXT("HSDP, hybrid sharding"),
     .provenance = PLATEAU_TEXT("the ranks inside one NVLink domain"),
     .unit = units::Unit::Gpus,
     .most = 1048576,
     .zero_name = "domain",
     .zero_label = PLATEAU_TEXT("one NVLink domain"),
     .worked_out = true,
     .beside = "dp_mode",
     .barest = 0,
     .member = member<&Plan::shard_group>,
     .applies = [](const Plan& plan) { return plan.dp_mode == DataParallelMode::Hsdp; },
     .largest = all_gpus,
     .candidates = rank_divisors,
     .cell = "shard_group"},
    {.key = "sequence_parallel",
     .symbol = "SP",
     .label = PLATEAU_TEXT("Sequence parallel"),
     .help = PLATEAU_TEXT("Tensor-parallel ranks also divide the norms and residuals along the sequence."),
     .also = PLATEAU_TEXT("SP"),
     .provenance = from_stack,
     .is_switch = true,
     .detail = PLATEAU_TEXT("sequence parallel"),
     .member = member<&Plan::sequence_parallel>,
     .applies = [](const Plan& plan) { return plan.tp > 1; },
     .in_layer = get<&Plan::sequence_parallel>,
     .cell = "seq_parallel"},
    {.key = "virtual_stages",
     .symbol = "VP",
     .label = PLATEAU_TEXT("Virtual stages"),
     .help = PLATEAU_TEXT("Model chunks per pipeline rank under the interleaved schedule."),
     .also = PLATEAU_TEXT("interleaving, VPP"),
     .provenance = PLATEAU_TEXT("1; 2 when the schedule is interleaved"),
     .most = 128,
     .barest = 1,
     .member = member<&Plan::virtual_stages>,
     .applies = [](const Plan& plan) { return plan.pp > 1 && plan.schedule == PipelineSchedule::Interleaved; },
     .is_plain = [](const Plan& plan) { return plan.virtual_stages == 1; },
     .largest = [](const PlanReach& reach) { return least(32, reach.layers); },
     .candidates = chunk_counts,
     .cell = "vp"},
    {.key = "first_stage_layers",
     .label = PLATEAU_TEXT("First stage's layers"),
     .column = PLATEAU_TEXT("First stage"),
     .help = PLATEAU_TEXT("Layers of the first pipeline stage, where a run states them; the others share the rest."),
     .also = PLATEAU_TEXT("uneven pipeline, pipeline layout"),
     .provenance = even_stages,
     .most = 4096,
     .zero_name = "follows",
     .zero_label = PLATEAU_TEXT("follows"),
     .searched = false,
     .advanced = true,
     .member = member<&Plan::first_stage_layers>,
     .applies = [](const Plan& plan) { return plan.pp > 1; },
     .is_plain = [](const Plan& plan) { return plan.first_stage_layers == 0; },
     .cell = "first_stage_layers"},
    {.key = "last_stage_layers",
     .label = PLATEAU_TEXT("Last stage's layers"),
     .column = PLATEAU_TEXT("Last stage"),
     .help = PLATEAU_TEXT("Layers of the last pipeline stage, where a run states them; the others share the rest."),
     .also = PLATEAU_TEXT("uneven pipeline, pipeline layout"),
     .provenance = even_stages,
     .most = 4096,
     .zero_name = "follows",
     .zero_label = PLATEAU_TEXT("follows"),
     .searched = false,
     .advanced = true,
     .member = member<&Plan::last_stage_layers>,
     .applies = [](const Plan& plan) { return plan.pp > 1; },
     .is_plain = [](const Plan& plan) { return plan.last_stage_layers == 0; },
     .cell = "last_stage_layers"},
    {.key = "schedule",
     .label = PLATEAU_TEXT("Schedule"),
     .column = PLATEAU_TEXT("Sched."),
     .help
     = PLATEAU_TEXT("Order of forward and backward passes in the pipeline; a search chooses among those the software "
                    "stack has."),
     .also = PLATEAU_TEXT("1F1B, zero bubble, DualPipe"),
     .provenance = PLATEAU_TEXT("1F1B; interleaved when virtual stages are set"),
     .options = plan_options<PipelineSchedule>,
     .barest = int(PipelineSchedule::OneFOneB),
     .member = member<&Plan::schedule>,
     .applies = [](const Plan& plan) { return plan.pp > 1; },
     .is_plain =
         [](const Plan& plan) { // the virtual stages tell these two apart
             return plan.schedule == PipelineSchedule::OneFOneB || plan.schedule == PipelineSchedule::Interleaved;
         },
     .in_layer = [](const Plan& plan) { return int(hides_expert_traffic(plan)); },
     .tie_value =
         [](const Plan& plan) { // 1F1B before GPipe
             return plan.schedule == PipelineSchedule::OneFOneB ? 0
                 : plan.schedule == PipelineSchedule::GPipe     ? 1
                                                                : int(plan.schedule);
         }},
    {.key = "recompute",
     .label = PLATEAU_TEXT("Recompute"),
     .column = PLATEAU_TEXT("Recomp."),
     .help = PLATEAU_TEXT("Activations thrown away in the forward pass and computed again in the backward pass."),
     .also = PLATEAU_TEXT("activation checkpointing, gradient checkpointing"),
     .provenance = from_stack,
     .options = plan_options<Recompute>,
     .member = member<&Plan::recompute>,
     .in_layer = get<&Plan::recompute>,
     .cell = "recompute"},
    {.key = "fit_to_batch",
     .label = PLATEAU_TEXT("Fit to batch"),
     .help = PLATEAU_TEXT("Where the data degree would exceed the batch, double the tensor degree up to the "
                          "NVLink domain, then the pipeline degree."),
     .provenance = PLATEAU_TEXT("off"),
     .is_switch = true,
     .searched = false,
     .reported = false,
     .barest = 0,
     .member = member<&Plan::fit_to_batch>},
};

/// How many members T has: the most values it can be made from.
struct Anything {
    template<class Type>
    operator Type() const;
};
template<class T, class... Values>
consteval std::size_t member_count()
{
    if constexpr (requires { T{Values{}..., Anything{}}; })
        return member_count<T, Values..., Anything>();
    else
        return sizeof...(Values);
}
consteval bool rows_differ()
{
    for (std::size_t i = 0; i < std::size(rows); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (rows[i].member.get == rows[j].member.get)
                return false;
    return true;
}
static_assert(member_count<Plan>() == std::size(rows), "every member of Plan has a row");
static_assert(rows_differ(), "a row of its own");

using Order = std::array<const PlanDimension*, std::size(rows)>;

/// The rows in the order of these keys; does not compile where one is missing, twice there or unknown.
consteval Order in_order(const std::array<std::string_view, std::size(rows)>& keys)
{
    Order order{};
    for (std::size_t place = 0; place < keys.size(); ++place) {
        for (const PlanDimension& row : rows)
            if (row.key == keys[place])
                order[place] = &row;
        for (std::size_t before = 0; before < place; ++before)
            if (!order[place] || order[before] == order[place])
                throw "every row has one place";
    }
    return order;
}

inline constexpr Order among_parameters
    = in_order({"dp_mode", "shard_group", "tp", "sequence_parallel", "pp", "schedule", "virtual_stages",
                "first_stage_layers", "last_stage_layers", "cp", "cp_method", "cp_balance", "ep", "etp", "dp",
                "recompute", "fit_to_batch", "micro_batch"});
inline constexpr Order in_tables
    = in_order({"tp", "pp", "cp", "ep", "etp", "dp", "micro_batch", "virtual_stages", "schedule", "cp_method",
                "recompute", "dp_mode", "shard_group", "sequence_parallel", "cp_balance", "fit_to_batch",
                "first_stage_layers", "last_stage_layers"});
/// Of plans that are equally good, the one that is smaller in the first dimension in which they differ comes first.
inline constexpr Order of_ties
    = in_order({"tp", "pp", "cp", "ep", "virtual_stages", "shard_group", "dp_mode", "recompute", "sequence_parallel",
                "micro_batch", "schedule", "dp", "etp", "cp_method", "cp_balance", "fit_to_batch", "first_stage_layers",
                "last_stage_layers"});

} // namespace plateau::plan_table
