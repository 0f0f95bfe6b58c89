// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/limits_scenario/limits_rows.h"
#include "core/question/scenario/parameter_table_impl.h"

namespace plateau::limits_rows {

namespace {

/// A quirk of the published code: kept, or what it seems to have meant. `intended` says whether a scenario has the
/// second, `set` chooses.
LimitsParameter quirk(const char* key, const char* label, const char* help, const char* published, const char* intended,
                      bool (*is_intended)(const LimitsScenario&), void (*set)(LimitsScenario&, bool))
{
    LimitsParameter row = named({key, label, "quirks", help, PLATEAU_TEXT("the published code (commit b1f771c)")},
                                ParameterKind::Choice);
    row.options
        = {{"published", PLATEAU_TEXT("Published"), published}, {"intended", PLATEAU_TEXT("Intended"), intended}};
    row.get = [is_intended](const LimitsScenario& s) {
        return Value(std::string(is_intended(s) ? "intended" : "published"));
    };
    row.set = [set](LimitsScenario& s, const Value& value) { set(s, std::get<std::string>(value) == "intended"); };
    return row;
}

template<bool limits::ModelAssumptions::*member>
LimitsParameter switch_quirk(const char* key, const char* label, const char* help, const char* published,
                             const char* intended)
{
    return quirk(
        key, label, help, published, intended,
        [](const LimitsScenario& s) { return s.question.machine.assumptions.*member; },
        [](LimitsScenario& s, bool on) { s.question.machine.assumptions.*member = on; });
}

std::vector<LimitsParameter> quirks()
{
    return {
        switch_quirk<&limits::ModelAssumptions::count_zero_bubble_latency>(
            "zero_bubble_latency", PLATEAU_TEXT("Bubble latency"),
            PLATEAU_TEXT(
                "The published code computes the network latency of zero-bubble pipelines and then does not use it."),
            PLATEAU_TEXT("Costs nothing."), PLATEAU_TEXT("A step lasts at least its network latency.")),
        switch_quirk<&limits::ModelAssumptions::count_activations>(
            "activation_memory", PLATEAU_TEXT("Activations"),
            PLATEAU_TEXT("The published runs have the memory of activations switched off."),
            PLATEAU_TEXT("Takes no memory."),
            PLATEAU_TEXT("Inputs of both matrices of every block are kept for the micro-batches in flight.")),
        switch_quirk<&limits::ModelAssumptions::shard_weights>(
            "weight_sharding", PLATEAU_TEXT("Weights"),
            PLATEAU_TEXT("The published code keeps a copy of the weights on every data-parallel rank."),
            PLATEAU_TEXT("Weights are replicated."),
            PLATEAU_TEXT("Weights are sharded, which takes a third pass of data-parallel traffic.")),
        quirk(
            "cache_tile", PLATEAU_TEXT("Cache tile"),
            PLATEAU_TEXT(
                "The tile between HBM and L2 falls back to registers when L2 is small; the published code counts those "
                "of one SM (marked there as to be done)."),
            PLATEAU_TEXT("Registers of one SM."), PLATEAU_TEXT("Registers of all SMs."),
            [](const LimitsScenario& s) { return s.question.machine.device.cache_tile_of_all_processors; },
            [](LimitsScenario& s, bool on) { s.question.machine.device.cache_tile_of_all_processors = on; }),
        quirk(
            "all_reduce_latency", PLATEAU_TEXT("All-reduce"),
            PLATEAU_TEXT(
                "The published latency of an all-reduce does not depend on the size of its group, which is optimistic "
                "against NCCL."),
            PLATEAU_TEXT("Two hops whatever the group."), PLATEAU_TEXT("Two hops per doubling of the group, a tree."),
            [](const LimitsScenario& s) {
                return s.question.machine.assumptions.all_reduce_latency == limits::AllReduceLatency::Tree;
            },
            [](LimitsScenario& s, bool tree) {
                s.question.machine.assumptions.all_reduce_latency
                    = tree ? limits::AllReduceLatency::Tree : limits::AllReduceLatency::Constant;
            }),
        quirk(
            "linear_threshold", PLATEAU_TEXT("Threshold"),
            PLATEAU_TEXT(
                "Utilization is a share of the peak, but the published threshold is a share of the sustained rate."),
            PLATEAU_TEXT("Of the sustained rate, or of less where the hardware's memories keep large matmuls from it."),
            PLATEAU_TEXT("Of the peak, as utilization."),
            [](const LimitsScenario& s) { return s.question.linear_of_peak; },
            [](LimitsScenario& s, bool peak) { s.question.linear_of_peak = peak; }),
    };
}

} // namespace

std::vector<LimitsParameter> assumptions()
{
    constexpr const char* paper = PLATEAU_TEXT("the paper");
    std::vector<LimitsParameter> rows{
        on_off(
            {"overlap_tensor", PLATEAU_TEXT("Tensor overlap"), "assumptions",
             PLATEAU_TEXT("Tensor-parallel traffic runs beside the arithmetic."), paper},
            [](auto& s) -> auto& { return s.question.machine.assumptions.overlap_tensor; }),
        on_off(
            {"overlap_pipeline", PLATEAU_TEXT("Pipeline overlap"), "assumptions",
             PLATEAU_TEXT("Pipeline and expert traffic runs beside the arithmetic."), paper},
            [](auto& s) -> auto& { return s.question.machine.assumptions.overlap_pipeline; }),
        on_off(
            {"overlap_data", PLATEAU_TEXT("Data overlap"), "assumptions",
             PLATEAU_TEXT("Gradient traffic runs beside the rest of the step."), paper},
            [](auto& s) -> auto& { return s.question.machine.assumptions.overlap_data; }),
        on_off(
            {"zero_bubble", PLATEAU_TEXT("Zero bubble"), "assumptions",
             PLATEAU_TEXT(
                 "Zero-bubble pipeline schedules are allowed: at least two micro-batches per stage, no bubble."),
             paper},
            [](auto& s) -> auto& { return s.question.machine.assumptions.zero_bubble; }),
        on_off(
            {"interleaving", PLATEAU_TEXT("Interleaving"), "assumptions",
             PLATEAU_TEXT("1F1B pipelines hold as many chunks per stage as there are blocks."), paper},
            [](auto& s) -> auto& { return s.question.machine.assumptions.interleaving; }),
        number(
            {"optimizer_words", PLATEAU_TEXT("Optimizer"), "assumptions",
             PLATEAU_TEXT("Words of optimizer state per parameter, sharded over the cluster."), paper},
            {Unit::None, OneTwoFive, 0, 64},
            [](auto& s) -> auto& { return s.question.machine.assumptions.optimizer_words; }),
        number(
            {"linear_fraction", PLATEAU_TEXT("End of linear"), "assumptions",
             PLATEAU_TEXT(
                 "Scaling counts as linear while utilization exceeds this share of what the hardware reaches at "
                 "small scale."),
             paper},
            {Unit::Fraction, Linear, 0.05, 1}, [](auto& s) -> auto& { return s.question.linear_fraction; }),
    };
    for (LimitsParameter& row : quirks())
        rows.push_back(std::move(row));
    return rows;
}

} // namespace plateau::limits_rows

namespace plateau {

template class ParameterTable<LimitsScenario>;

const ParameterTable<LimitsScenario>& limits_parameters()
{
    static const ParameterTable<LimitsScenario> table = [] {
        std::vector<LimitsParameter> rows;
        for (auto group :
             {limits_rows::cluster(), limits_rows::rules(), limits_rows::assumptions(), limits_rows::view()})
            rows.insert(rows.end(), group.begin(), group.end());
        return ParameterTable<LimitsScenario>(std::move(rows));
    }();
    return table;
}

} // namespace plateau
