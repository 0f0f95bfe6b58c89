// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/why.h"

#include <cctype>
#include <fmt/format.h>

#include "core/answers/returns.h"
#include "core/math/formula/glossary.h"
#include "core/views/words.h"

namespace plateau::narrate {

namespace {

using units::Unit;

bool in_symbol(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Walks over the symbols of an expression: names and the text between them.
template<class Name, class Rest>
void walk(const std::string& expression, Name name, Rest rest)
{
    for (std::size_t at = 0; at < expression.size();) {
        std::size_t end = at;
        while (end < expression.size() && in_symbol(expression[end]))
            ++end;
        if (end == at)
            rest(expression.substr(at, ++end - at));
        else if (std::isdigit(static_cast<unsigned char>(expression[at])))
            rest(expression.substr(at, end - at));
        else
            name(expression.substr(at, end - at));
        at = end;
    }
}

const Ingredient* quantity_named(const Estimate& estimate, const std::string& symbol)
{
    for (const auto* quantities : {&estimate.quantities, &estimate.metric_quantities})
        for (const Ingredient& quantity : *quantities)
            if (quantity.symbol == symbol)
                return &quantity;
    return nullptr;
}

/// Lists the quantities that an expression names, each once.
std::vector<Ingredient> ingredients_of(const Estimate& estimate, const std::string& expression)
{
    std::vector<Ingredient> result;
    walk(
        expression,
        [&](const std::string& symbol) {
            const bool seen = std::any_of(result.begin(), result.end(),
                                          [&](const Ingredient& each) { return each.symbol == symbol; });
            if (const Ingredient* quantity = seen ? nullptr : quantity_named(estimate, symbol))
                result.push_back(*quantity);
        },
        [](const std::string&) {});
    return result;
}

Explained of_term(const Term& term)
{
    return Explained{.symbol = name(term.part),
                     .name = {label(term.part), {}},
                     .value = plain(quantity_words(term.value, unit_of(term.part))),
                     .expression = term.expression,
                     .words = term.words,
                     .source = term.source,
                     .known = {known_word(term.known_by), {}},
                     .ingredients = term.ingredients};
}

Explained of_metric(const Estimate& estimate, const Metric& metric)
{
    Explained result{.symbol = metric.key,
                     .name = {metric.label, {}},
                     .value = plain(metric_text(metric, metric.value(estimate.parts))),
                     .words = {metric.definition, {}}};
    for (const MetricFormula& each : estimate.metrics)
        if (each.metric == result.symbol) {
            result.expression = each.expression;
            result.ingredients = each.ingredients;
        }
    return result;
}

Explained of_quantity(const Estimate& estimate, const Ingredient& quantity)
{
    return Explained{.symbol = quantity.symbol,
                     .name = quantity.name,
                     .value = plain(quantity_words(quantity.value, quantity.unit)),
                     .expression = quantity.expression,
                     .source = quantity.expression.empty() ? quantity.source : std::string(),
                     .key = quantity.key,
                     .ingredients = ingredients_of(estimate, quantity.expression)};
}

} // namespace

Unit unit_of(Part part)
{
    return part < first_memory_part ? Unit::Seconds
        : part < first_power_part   ? Unit::Bytes
        : part < first_cost_part    ? Unit::Watts
                                    : Unit::Usd;
}

const char* known_word(catalog::KnownBy known_by)
{
    static constexpr const char* words[]
        = {PLATEAU_TEXT("measured"),    PLATEAU_TEXT("read"),     PLATEAU_TEXT("derived"),
           PLATEAU_TEXT("second-hand"), PLATEAU_TEXT("recalled"), PLATEAU_TEXT("estimated")};
    static_assert(std::size(words) == names_of<catalog::KnownBy>.size());
    return words[static_cast<std::size_t>(known_by)];
}

Argument quantity_words(double value, Unit unit)
{
    if (unit == Unit::None && value != 0 && (std::abs(value) < 1e-3 || std::abs(value) >= 1e7)) {
        const std::string shown = fmt::format("{:.3g}", value); // "3.02e-12"
        if (const std::size_t exponent = shown.find('e'); exponent != std::string::npos)
            return Message{"%1" + shown.substr(exponent), {Quantity{std::stod(shown.substr(0, exponent))}}};
    }
    return Quantity{value, unit};
}

namespace {

/// In units that formulas count in: they divide days by 86,400.
std::string counted(const Ingredient& each)
{
    if (each.unit == Unit::Seconds && each.value >= 60)
        return english(steady(each.value, 4)) + "\u00a0s";
    if (each.unit == Unit::Joules)
        return english(quantity_words(each.value, Unit::None)) + "\u00a0J";
    return english(quantity_words(each.value, each.unit));
}

} // namespace

std::string filled_in(const std::string& expression, const std::vector<Ingredient>& ingredients)
{
    std::string filled;
    walk(
        formula::typeset(expression),
        [&](const std::string& symbol) {
            const auto found = std::find_if(ingredients.begin(), ingredients.end(),
                                            [&](const Ingredient& each) { return each.symbol == symbol; });
            filled += found == ingredients.end() ? symbol : counted(*found);
        },
        [&](const std::string& rest) { filled += rest; });
    return filled;
}

Explained explained(const Estimate& estimate, const std::string& subject)
{
    Explained result;
    if (!estimate.parts.possible())
        return result;
    const auto term = std::find_if(estimate.terms.begin(), estimate.terms.end(),
                                   [&](const Term& each) { return subject == name(each.part); });
    if (term != estimate.terms.end())
        result = of_term(*term);
    else if (const Metric* metric = find_metric(subject))
        result = of_metric(estimate, *metric);
    else if (const Ingredient* quantity = quantity_named(estimate, subject))
        result = of_quantity(estimate, *quantity);
    if (!result.expression.empty()) {
        result.formula = formula::typeset(result.expression);
        result.filled = filled_in(result.expression, result.ingredients);
    }
    return result;
}

namespace {

constexpr std::size_t told_causes = 2;

double quantity(const Estimate& estimate, std::string_view symbol)
{
    for (const Ingredient& each : estimate.quantities)
        if (each.symbol == symbol)
            return each.value;
    return std::numeric_limits<double>::quiet_NaN();
}

/// Says what a collective's time goes to: latency or bandwidth.
Message what_decides(const CollectiveUse& use)
{
    if (use.seconds <= 0)
        return {};
    if (is_latency(use) && use.algorithm == collectives::Algorithm::Ring && use.ranks > 1)
        return {PLATEAU_TEXT("%1 of that are latency, which grows with the ranks: %2 × %3."),
                {Quantity{use.latency_seconds, Unit::Seconds}, count(use.ranks - 1),
                 Quantity{use.latency_seconds / (use.ranks - 1), Unit::Seconds}}};
    const Quantity share{use.latency_seconds / use.seconds, Unit::Fraction, 2};
    return {is_latency(use) ? PLATEAU_TEXT("Latency decides: it is %1 of that.")
                            : PLATEAU_TEXT("Bandwidth decides: %1 of it are latency."),
            {share}};
}

/// Says why nothing hides it: "An all-gather takes 15.6 ms, the forward pass that could hide it 9.3 ms."
void add_collective(std::vector<Message>& sentences, const Estimate& estimate, const Waiting& waiting)
{
    const CollectiveUse* use = longest(estimate.collectives, waiting);
    if (!use)
        return;
    const Message who{
        PLATEAU_TEXT("%1 of %2 among %3 %4"),
        {name(use->operation), Quantity{use->bytes, Unit::Bytes}, Quantity{use->ranks, Unit::Count}, name(use->among)}};
    const bool gathers = use->operation == collectives::Operation::AllGather;
    const double gather = quantity(estimate, gathers ? "t_gather" : "t_scatter");
    const double pass = quantity(estimate, gathers ? "t_layer" : "t_layer_back");
    const bool parameters = use->among == Among::Shards || use->among == Among::ExpertShards;
    if (parameters && std::isfinite(gather) && std::isfinite(pass))
        sentences.push_back({gathers
                                 ? PLATEAU_TEXT("Of one layer an %1 takes %2, the forward pass that could hide it %3.")
                                 : PLATEAU_TEXT("Of one layer a %1 takes %2, the backward pass that could hide it %3."),
                             {who, Quantity{gather, Unit::Seconds}, Quantity{pass, Unit::Seconds}}});
    else
        sentences.push_back({PLATEAU_TEXT("Each %1 takes %2."), {who, Quantity{use->seconds, Unit::Seconds}}});
    if (const Message words = what_decides(*use); !words.empty())
        sentences.push_back(words);
}

Message waiting_words(const Waiting& waiting, const Parts& parts)
{
    return {PLATEAU_TEXT("%1 of each step waits for %2."),
            {Quantity{waiting.seconds / parts.step_seconds, Unit::Fraction, 2}, name(waiting.cause)}};
}

/// Lists causes with their shares: "parameter and gradient traffic 12 %, stragglers 3 %".
Message words_of_causes(const Parts& from, const Parts& to)
{
    std::vector<Argument> told;
    for (const CauseShare& each : loss_causes(from, to))
        if (each.share > 0 && told.size() < told_causes)
            told.push_back(Message{"%1 %2", {name(each.cause), Quantity{each.share, Unit::Fraction, 2}}});
    return listed(told);
}

} // namespace

std::vector<Message> why_sentences(const Estimate& estimate)
{
    const Parts& parts = estimate.parts;
    if (!parts.possible())
        return {estimate.reason};
    std::vector<Message> sentences;
    const std::vector<Waiting> all = waits(parts);
    double waiting = 0;
    for (const Waiting& each : all)
        waiting += each.seconds;
    if (all.empty() || all.front().seconds < smallest_cause * parts.step_seconds) {
        sentences.push_back({PLATEAU_TEXT("Hardly anything waits: each step computes for %1 of its time."),
                             {Quantity{1 - waiting / parts.step_seconds, Unit::Fraction, 2}}});
        return sentences;
    }
    sentences.push_back(waiting_words(all.front(), parts));
    add_collective(sentences, estimate, all.front());
    if (all.size() > 1 && all[1].seconds >= smallest_cause * parts.step_seconds)
        sentences.push_back({PLATEAU_TEXT("%1 more waits for %2."),
                             {Quantity{all[1].seconds / parts.step_seconds, Unit::Fraction, 2}, name(all[1].cause)}});
    return sentences;
}

Message bound_words(WaitBound bound)
{
    static constexpr const char* words[]
        = {PLATEAU_TEXT("latency-bound"), PLATEAU_TEXT("bandwidth-bound"), PLATEAU_TEXT("bubble-bound")};
    static_assert(std::size(words) == static_cast<std::size_t>(WaitBound::Bubble) + 1);
    return {words[static_cast<std::size_t>(bound)], {}};
}

Message wait_words(const Estimate& estimate, WaitBound bound)
{
    if (bound == WaitBound::Bubble)
        return waiting_words({Cause::PipelineBubble, estimate.parts[Part::Bubble], {Part::Bubble}}, estimate.parts);
    const auto waiting = longest_traffic(estimate.parts, estimate.collectives);
    if (!waiting)
        return {};
    std::vector<Message> sentences = {waiting_words(*waiting, estimate.parts)};
    add_collective(sentences, estimate, *waiting);
    Message words = sentences.front();
    for (std::size_t i = 1; i < sentences.size(); ++i)
        words = {PLATEAU_TEXT("%1 %2"), {words, sentences[i]}};
    return words;
}

std::vector<Message> bend_sentences(const std::vector<answers::CurvePoint>& curve, const Parts& here)
{
    if (!here.fits())
        return {};
    std::vector<Message> sentences;
    const answers::CurvePoint* base = answers::base_point(curve, 0);
    const auto loss = [](const Parts& from, const Parts& to) {
        return Quantity{1 - answers::scaling_efficiency(to, from), Unit::Fraction, 2};
    };
    if (base && base->gpus < here.gpus)
        if (const Message words = words_of_causes(base->parts, here); !words.empty())
            sentences.push_back({PLATEAU_TEXT("Since %1 each GPU has lost %2: %3."),
                                 {Quantity{base->gpus, Unit::Gpus}, loss(base->parts, here), words}});
    for (const answers::CurvePoint& point : answers::doublings(curve)) {
        if (point.gpus <= here.gpus || !point.parts.fits())
            continue;
        if (const Message words = words_of_causes(here, point.parts); !words.empty())
            sentences.push_back({PLATEAU_TEXT("At %1 it would lose another %2: %3."),
                                 {Quantity{point.gpus, Unit::Gpus}, loss(here, point.parts), words}});
        break;
    }
    return sentences;
}

Message suggestion_words(const answers::Suggestion& suggestion)
{
    if (suggestion.key == answers::best_plan_key)
        return {PLATEAU_TEXT("Best plan: %1"), {plan_words(suggestion.parts.plan)}};
    const TrainingParameter& row = *training_parameters().find(suggestion.key);
    if (suggestion.key == std::string_view("gpus") && suggestion.gain > 0)
        return {PLATEAU_TEXT("Whole hosts: %1"), {value_words(row, suggestion.value)}};
    return {"%1: %2",
            {Word{row.label},
             suggestion.called.empty() ? value_words(row, suggestion.value) : Verbatim{suggestion.called}}};
}

Message suggestion_detail(const answers::Suggestion& suggestion)
{
    return {suggestion.parts.verdict == Verdict::Tight ? PLATEAU_TEXT("%1 of %2, tight") : PLATEAU_TEXT("%1 of %2"),
            {before({suggestion.parts.memory_bytes, Unit::Bytes}, {suggestion.parts.memory_limit_bytes, Unit::Bytes}),
             Quantity{suggestion.parts.memory_limit_bytes, Unit::Bytes}}};
}

Message suggestion_rate(const answers::Suggestion& suggestion)
{
    return {PLATEAU_TEXT("%1 tokens/s"), {count(suggestion.parts.tokens_per_s)}};
}

Argument gain_words(const answers::Suggestion& suggestion)
{
    return std::isnan(suggestion.gain) ? PLATEAU_TEXT("fits") : change_words(100 * suggestion.gain);
}

} // namespace plateau::narrate
