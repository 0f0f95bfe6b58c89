// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/limits_scenario/limits_rows.h"
#include "core/question/scenario/parameter_table_impl.h"

namespace plateau::limits_rows {

namespace {

/// b in tokens at E = 1; Bi et al. 2024 fit 0.2920 C^0.3271.
limits::BatchRule batch_of(BatchGrowth growth)
{
    limits::BatchRule rule;
    if (growth == BatchGrowth::Constant)
        rule.exponent = 0;
    if (growth == BatchGrowth::DeepSeek) {
        rule.batch_tokens = 0.2920;
        rule.reference_flop = 1;
        rule.exponent = 0.3271;
    }
    return rule;
}

LimitsParameter batch_growth()
{
    LimitsParameter row = choice(
        {"batch_rule", PLATEAU_TEXT("Batch rule"), "rules",
         PLATEAU_TEXT("How the critical batch grows with training compute."),
         PLATEAU_TEXT("C^(1/6): the critical batch grows as the reducible loss falls, with P^(1/3)")},
        {{"constant", PLATEAU_TEXT("Constant"), PLATEAU_TEXT("4 Mi tokens whatever the compute.")},
         {"sixth_root", "C^(1/6)", PLATEAU_TEXT("4 Mi tokens at 3e23 FLOP, growing with the sixth root of compute.")},
         {"deepseek", "DeepSeek", PLATEAU_TEXT("0.2920 C^0.3271 tokens, the fit of Bi et al. 2024.")}},
        [](auto& s) -> auto& { return s.batch_rule; });
    const auto set = row.set;
    row.set = [set](LimitsScenario& s, const Value& value) {
        set(s, value);
        s.question.rules.batch = batch_of(s.batch_rule);
    };
    return row;
}

template<class Access>
LimitsParameter rule(const Words& words, const Range& range, Access access, bool advanced = true)
{
    return number(words, range, access, {.advanced = advanced});
}

std::vector<LimitsParameter> batch_rows()
{
    constexpr const char* by_rule = PLATEAU_TEXT("the batch rule");
    return {batch_growth(),
            rule(
                {"batch_exponent", PLATEAU_TEXT("Batch exponent"), "rules",
                 PLATEAU_TEXT("Exponent of training compute in the batch."), by_rule},
                {Unit::None, Linear, -0.5, 1}, [](auto& s) -> auto& { return s.question.rules.batch.exponent; }, false),
            rule(
                {"batch_tokens", PLATEAU_TEXT("Batch"), "rules",
                 PLATEAU_TEXT("Tokens of one step at the reference compute, dense."), by_rule},
                {Unit::Tokens, OneTwoFive, 1e-6, 1e15},
                [](auto& s) -> auto& { return s.question.rules.batch.batch_tokens; }),
            rule(
                {"batch_reference_flop", PLATEAU_TEXT("Reference compute"), "rules",
                 PLATEAU_TEXT("Training compute at which the batch is the one above."), by_rule},
                {Unit::Flop, OneTwoFive, 1, 1e40},
                [](auto& s) -> auto& { return s.question.rules.batch.reference_flop; })};
}

std::vector<LimitsParameter> shape_rows()
{
    constexpr const char* hoffmann = PLATEAU_TEXT("the paper's fit to the shapes of Hoffmann et al. 2022");
    constexpr const char* gpt4 = PLATEAU_TEXT("8 at d_model 12288, roughly GPT-4's configuration");
    const auto sparse = [](const LimitsScenario& s) { return s.question.rules.sparse; };
    LimitsParameter coefficient = rule(
        {"sparsity_coefficient", PLATEAU_TEXT("Experts"), "rules", PLATEAU_TEXT("Sparsity factor at d_model 12288."),
         gpt4},
        {Unit::None, OneTwoFive, 1, 4096}, [](auto& s) -> auto& { return s.question.rules.sparsity_coefficient; });
    LimitsParameter exponent = rule(
        {"sparsity_exponent", PLATEAU_TEXT("Sparsity exponent"), "rules",
         PLATEAU_TEXT("Exponent of d_model x d_ff in the number of experts."), gpt4},
        {Unit::None, Linear, -1, 2}, [](auto& s) -> auto& { return s.question.rules.sparsity_exponent; });
    coefficient.applies = sparse;
    exponent.applies = sparse;
    return {on_off(
                {"sparse", PLATEAU_TEXT("Sparse"), "rules",
                 PLATEAU_TEXT("A mixture of experts that grow with the model, one active per token."),
                 PLATEAU_TEXT("dense, the paper's main case")},
                [](auto& s) -> auto& { return s.question.rules.sparse; }),
            coefficient,
            exponent,
            rule(
                {"depth_coefficient", PLATEAU_TEXT("Depth coefficient"), "rules",
                 PLATEAU_TEXT("L = coefficient x (d_model d_ff)^exponent residual blocks of two matrices; about twice "
                              "the layers of a transformer."),
                 hoffmann},
                {Unit::None, OneTwoFive, 1e-6, 1e6},
                [](auto& s) -> auto& { return s.question.rules.depth_coefficient; }),
            rule(
                {"depth_exponent", PLATEAU_TEXT("Depth exponent"), "rules",
                 PLATEAU_TEXT("Exponent of d_model x d_ff in the number of blocks."), hoffmann},
                {Unit::None, Linear, 0, 1}, [](auto& s) -> auto& { return s.question.rules.depth_exponent; }, false),
            rule(
                {"ffn_ratio", PLATEAU_TEXT("d_ff / d_model"), "rules", PLATEAU_TEXT("Inner width over model width."),
                 PLATEAU_TEXT("4, the usual transformer")},
                {Unit::None, OneTwoFive, 0.125, 64}, [](auto& s) -> auto& { return s.question.rules.inner_ratio; }),
            rule(
                {"tokens_per_parameter", PLATEAU_TEXT("Tokens / param."), "rules",
                 PLATEAU_TEXT("Training tokens over total parameters."), PLATEAU_TEXT("20, Hoffmann et al. 2022")},
                {Unit::None, OneTwoFive, 0.01, 1e5},
                [](auto& s) -> auto& { return s.question.rules.tokens_per_parameter; }, false)};
}

} // namespace

std::vector<LimitsParameter> rules()
{
    std::vector<LimitsParameter> rows = batch_rows();
    for (LimitsParameter& row : shape_rows())
        rows.push_back(std::move(row));
    return rows;
}

std::vector<LimitsParameter> view()
{
    LimitsParameter growth = rule(
        {"growth_per_year", PLATEAU_TEXT("Growth a year"), "view",
         PLATEAU_TEXT(
             "How many times more compute the largest run takes each year; lays years along the compute axis."),
         PLATEAU_TEXT("4.5, the middle of the 4 to 5 that Epoch's note on the paper uses")},
        {Unit::None, Ladder, 1.1, 100}, [](auto& s) -> auto& { return s.growth_per_year; }, false);
    growth.ladder = {0, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 8, 10};
    growth.zero_name = "off";
    growth.zero_label = PLATEAU_TEXT("no years");
    return {rule(
                {"training_flop", PLATEAU_TEXT("Training compute"), "view",
                 PLATEAU_TEXT("Where the read-out stands. The curve covers all values."),
                 PLATEAU_TEXT("2e28 FLOP, where the paper sees linear scaling end"), PLATEAU_TEXT("compute, FLOP")},
                {Unit::Flop, OneTwoFive, 1e18, 1e40}, [](auto& s) -> auto& { return s.marker_flop; }, false),
            growth,
            rule(
                {"d_model_from", PLATEAU_TEXT("Smallest d_model"), "view", PLATEAU_TEXT("Where the curve begins."),
                 PLATEAU_TEXT("12288, GPT-3's width")},
                {Unit::Count, Log2, 64, 1e8}, [](auto& s) -> auto& { return s.question.width_from; }),
            rule(
                {"d_model_to", PLATEAU_TEXT("Largest d_model"), "view",
                 PLATEAU_TEXT("Where the curve ends at the latest."), PLATEAU_TEXT("128 x 12288, the published grid")},
                {Unit::Count, Log2, 64, 1e8}, [](auto& s) -> auto& { return s.question.width_to; })};
}

} // namespace plateau::limits_rows

namespace plateau::limits_rows {

namespace {

/// A quirk of the published code: kept, or what it seems to have meant, where the field is not 0.
template<class Access>
LimitsParameter quirk(const char* key, const char* label, const char* help, const char* published, const char* intended,
                      Access access)
{
    using F = rows::Field<LimitsScenario, Access>;
    LimitsParameter row = named({key, label, "quirks", help, PLATEAU_TEXT("the published code (commit b1f771c)")},
                                ParameterKind::Choice);
    row.options
        = {{"published", PLATEAU_TEXT("Published"), published}, {"intended", PLATEAU_TEXT("Intended"), intended}};
    row.get = [access](const LimitsScenario& s) {
        return Value(std::string(access(s) != F(0) ? "intended" : "published"));
    };
    row.set = [access](LimitsScenario& s, const Value& value) {
        access(s) = static_cast<F>(std::get<std::string>(value) == "intended");
    };
    return row;
}

std::vector<LimitsParameter> quirks()
{
    return {
        quirk(
            "zero_bubble_latency", PLATEAU_TEXT("Bubble latency"),
            PLATEAU_TEXT(
                "The published code computes the network latency of zero-bubble pipelines and then does not use it."),
            PLATEAU_TEXT("Costs nothing."), PLATEAU_TEXT("A step lasts at least its network latency."),
            [](auto& s) -> auto& { return s.question.machine.assumptions.count_zero_bubble_latency; }),
        quirk(
            "activation_memory", PLATEAU_TEXT("Activations"),
            PLATEAU_TEXT("The published runs have the memory of activations switched off."),
            PLATEAU_TEXT("Takes no memory."),
            PLATEAU_TEXT("Inputs of both matrices of every block are kept for the micro-batches in flight."),
            [](auto& s) -> auto& { return s.question.machine.assumptions.count_activations; }),
        quirk(
            "weight_sharding", PLATEAU_TEXT("Weights"),
            PLATEAU_TEXT("The published code keeps a copy of the weights on every data-parallel rank."),
            PLATEAU_TEXT("Weights are replicated."),
            PLATEAU_TEXT("Weights are sharded, which takes a third pass of data-parallel traffic."),
            [](auto& s) -> auto& { return s.question.machine.assumptions.shard_weights; }),
        quirk(
            "cache_tile", PLATEAU_TEXT("Cache tile"),
            PLATEAU_TEXT(
                "The tile between HBM and L2 falls back to registers when L2 is small; the published code counts those "
                "of one SM (marked there as to be done)."),
            PLATEAU_TEXT("Registers of one SM."), PLATEAU_TEXT("Registers of all SMs."),
            [](auto& s) -> auto& { return s.question.machine.device.cache_tile_of_all_processors; }),
        quirk(
            "all_reduce_latency", PLATEAU_TEXT("All-reduce"),
            PLATEAU_TEXT(
                "The published latency of an all-reduce does not depend on the size of its group, which is optimistic "
                "against NCCL."),
            PLATEAU_TEXT("Two hops whatever the group."), PLATEAU_TEXT("Two hops per doubling of the group, a tree."),
            [](auto& s) -> auto& { return s.question.machine.assumptions.all_reduce_latency; }),
        quirk(
            "linear_threshold", PLATEAU_TEXT("Threshold"),
            PLATEAU_TEXT(
                "Utilization is a share of the peak, but the published threshold is a share of the sustained rate."),
            PLATEAU_TEXT("Of the sustained rate, or of less where the hardware's memories keep large matmuls from it."),
            PLATEAU_TEXT("Of the peak, as utilization."), [](auto& s) -> auto& { return s.question.linear_of_peak; }),
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
