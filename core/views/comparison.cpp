// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/comparison.h"

#include <cmath>

#include "core/views/plan_comparison.h"
#include "core/views/readout.h"
#include "core/views/times.h"

namespace plateau::narrate {

namespace {

using units::Unit;

constexpr std::size_t most_told = 3;

/// Puts the plan that the answer uses in place of what was left open.
Scenario as_used(const ComparedScenario& asked)
{
    Scenario used = asked.scenario;
    if (asked.parts.possible())
        used.plan = asked.parts.plan;
    return used;
}

bool applies(const TrainingParameter& row, const Scenario& scenario) { return !row.applies || row.applies(scenario); }

/// Says whether this row was set differently, or left to the search in one of them.
bool chosen_apart(const std::string& key, const Scenario& a, const Scenario& b)
{
    const auto choice = [&key](const Scenario& scenario) {
        const auto found = scenario.overrides.find(key);
        return found == scenario.overrides.end() ? std::optional<Value>() : std::optional<Value>(found->second);
    };
    return choice(a) != choice(b) || a.open.count(key) != b.open.count(key);
}

struct Difference {
    const TrainingParameter* row;
    Argument a, b;
    bool chosen;
};

std::vector<Difference> differences(const ComparedScenario& a, const ComparedScenario& b)
{
    const Scenario first = as_used(a), second = as_used(b);
    std::vector<Difference> found;
    for (const TrainingParameter& row : training_parameters().rows()) {
        const bool in_first = applies(row, first), in_second = applies(row, second);
        if ((!in_first && !in_second) || (in_first == in_second && row.get(first) == row.get(second)))
            continue;
        const Argument left = in_first ? own_value(row, first) : dash,
                       right = in_second ? own_value(row, second) : dash;
        if (english(left) != english(right))
            found.push_back({&row, left, right, chosen_apart(row.key, a.scenario, b.scenario)});
    }
    return found;
}

Fact difference_fact(const Difference& difference)
{
    return {.name = plain(Word{difference.row->label}),
            .values = {plain(difference.a), plain(difference.b)},
            .help = plain(Word{difference.row->help})};
}

/// Writes a difference in the digits and the unit of what it is a difference of: "+1,024".
Argument signed_number(double value, int digits)
{
    if (!std::isfinite(value) || value == 0)
        return dash;
    return Message{value > 0 ? "+%1" : "\u2212%1", {steady(std::abs(value), digits)}};
}

} // namespace

Argument own_value(const TrainingParameter& row, const Scenario& scenario)
{
    if (row.key == "hardware")
        return Verbatim{scenario.cluster.accelerator.title};
    if (row.key == "model")
        return Verbatim{scenario.workload.shape.title};
    if (row.key == "stack")
        return catalog::title_of(scenario.assumptions.stack);
    return value_words(row, row.get(scenario));
}

std::vector<Fact> differing_parameters(const ComparedScenario& a, const ComparedScenario& b)
{
    std::vector<Fact> facts, followed;
    for (const Difference& difference : differences(a, b))
        (difference.chosen ? facts : followed).push_back(difference_fact(difference));
    if (!followed.empty()) {
        facts.push_back({.name = {PLATEAU_TEXT("And so"), {}}, .values = {Message{}, Message{}}, .heading = true});
        facts.insert(facts.end(), followed.begin(), followed.end());
    }
    return facts;
}

Message difference_words(const ComparedScenario& of, const ComparedScenario& base)
{
    std::vector<Argument> told;
    std::size_t more = 0;
    for (const Difference& difference : differences(base, of)) {
        if (!difference.chosen)
            continue;
        if (told.size() == most_told) {
            ++more;
            continue;
        }
        const bool names_itself = difference.row->kind == ParameterKind::Name || difference.row->key == "gpus";
        told.push_back(names_itself ? difference.b : Message{"%1 %2", {Word{difference.row->label}, difference.b}});
    }
    if (more > 0)
        return {PLATEAU_TEXT("%1 and %2 more"), {listed(told), Verbatim{std::to_string(more)}}};
    return listed(told);
}

Message pin_name(const Scenario& pin, const Scenario& current)
{
    std::vector<Argument> subject;
    const auto tell = [&](const std::string& of_pin, const std::string& of_current) {
        if (of_pin != of_current && pin.title.find(of_pin) == std::string::npos)
            subject.push_back(Verbatim{of_pin});
    };
    tell(pin.workload.shape.title, current.workload.shape.title);
    tell(pin.cluster.accelerator.title, current.cluster.accelerator.title);
    if (!pin.title.empty())
        subject.push_back(title_of(pin));
    return listed(subject);
}

std::vector<Fact> value_comparison(const ComparedScenario& a, const ComparedScenario& b)
{
    std::vector<Fact> facts;
    MetricGroup group = MetricGroup::Rate;
    for (const Metric* metric : metrics_at(on_readout)) {
        if (!says_something(*metric, a.parts) && !says_something(*metric, b.parts))
            continue;
        const MetricShown look = metric_shown(*metric, a.parts.possible() ? a.parts : b.parts, b.parts);
        Fact fact = look.fact;
        fact.rule_above = metric->group != group && !facts.empty();
        group = metric->group;
        const double from = shown_value(*metric, a.parts, look), to = shown_value(*metric, b.parts, look);
        fact.values
            = {plain(steady(from, look.digits)), plain(steady(to, look.digits)),
               plain(signed_number(to - from, std::min(3, look.digits))), plain(change_words(100 * (to / from - 1)))};
        facts.push_back(std::move(fact));
    }
    return facts;
}

Message metric_change(const Metric& metric, const Parts& to, const Parts& from)
{
    if (!to.possible() || !from.possible())
        return {};
    const double value = metric.value(to), before = metric.value(from);
    return plain(metric.shown_in.unit == Unit::Fraction ? change_words(100 * (value - before), PLATEAU_TEXT("pts"))
                                                        : change_words(100 * (value / before - 1)));
}

Message range_sentence(const evidence::Difference& difference)
{
    const bool faster = difference.chance >= 0.5;
    const double chance = faster ? difference.chance : 1 - difference.chance;
    const double of_ten = std::round(10 * chance);
    const Message how_often = of_ten < 10 ? Message{PLATEAU_TEXT("%1 of 10"), {count(of_ten)}}
                                          : Message{PLATEAU_TEXT("more than 9 of 10"), {}};
    return {faster ? PLATEAU_TEXT("Eight in ten: %1 to %2 as fast; faster in %3.")
                   : PLATEAU_TEXT("Eight in ten: %1 to %2 as fast; slower in %3."),
            {Quantity{difference.band.low, Unit::None}, times(difference.band.high), how_often}};
}

namespace {

Message who_wins(const Message& name_a, const Parts& a, const Message& name_b, const Parts& b)
{
    if (!a.fits() || !b.fits()) {
        if (a.fits() == b.fits())
            return {PLATEAU_TEXT("Neither %1 nor %2 fits."), {name_a, name_b}};
        return {PLATEAU_TEXT("%1 does not fit; %2 does."),
                a.fits() ? std::vector<Argument>{name_b, name_a} : std::vector<Argument>{name_a, name_b}};
    }
    const double faster = b.tokens_per_s / a.tokens_per_s - 1;
    const double dearer = b.usd_per_million_tokens / a.usd_per_million_tokens - 1;
    const auto share = [](double change) { return Quantity{std::abs(change), Unit::Fraction, 2}; };
    const auto told = [&share](double change) { return change > many_times ? times(1 + change) : share(change); };
    const std::vector<Argument> words{name_b, told(faster), name_a, told(dearer)};
    const Message speed{std::abs(faster) < same_plan_within ? PLATEAU_TEXT("%1 trains as many tokens a second as %3")
                            : faster > many_times           ? PLATEAU_TEXT("%1 trains %2 as many tokens a second as %3")
                            : faster > 0                    ? PLATEAU_TEXT("%1 trains %2 more tokens a second than %3")
                                         : PLATEAU_TEXT("%1 trains %2 fewer tokens a second than %3"),
                        words};
    if (!std::isfinite(dearer))
        return {"%1.", {speed}};
    const Message price{std::abs(dearer) < same_plan_within ? PLATEAU_TEXT("at the same cost")
                            : dearer > many_times           ? PLATEAU_TEXT("each %4 as dear")
                            : dearer > 0                    ? PLATEAU_TEXT("each %4 dearer")
                                                            : PLATEAU_TEXT("each %4 cheaper"),
                        words};
    return {"%1, %2.", {speed, price}};
}

} // namespace

Message comparison_sentence(const Message& name_a, const ComparedScenario& a, const Message& name_b,
                            const ComparedScenario& b, const evidence::ModelError& error)
{
    Message winner = who_wins(name_a, a.parts, name_b, b.parts);
    if (!a.parts.fits() || !b.parts.fits() || a.parts.tokens_per_s == b.parts.tokens_per_s)
        return winner;
    const evidence::Difference difference = evidence::difference({b.scenario, b.parts}, {a.scenario, a.parts}, error);
    return {"%1 %2", {winner, range_sentence(difference)}};
}

} // namespace plateau::narrate
