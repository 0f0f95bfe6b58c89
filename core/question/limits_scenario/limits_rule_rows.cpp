// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/limits_scenario/limits_rows.h"

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
