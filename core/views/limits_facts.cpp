// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/limits_facts.h"

#include <algorithm>
#include <cmath>

#include "core/limits/closed_forms.h"
#include "core/text/messages/words.h"
#include "core/views/limits_sentence.h"
#include "core/views/times.h"

namespace plateau::narrate {

namespace {

using units::Unit;

Fact fact(const char* name, Argument value, Message unit, const char* help)
{
    return {.name = plain(name), .unit = std::move(unit), .values = {plain(std::move(value))}, .help = plain(help)};
}

Fact fact(const char* name, double value, Unit unit, bool known, const char* help)
{
    if (!known)
        return fact(name, dash, {}, help);
    const units::NumberInParts shown = units::in_parts(value, unit);
    return fact(name, Quantity{value, unit, 3, Quantity::Style::Number}, unit_words(shown), help);
}

Message product(std::initializer_list<double> degrees)
{
    std::vector<Argument> factors;
    for (const double degree : degrees)
        factors.push_back(Quantity{degree, Unit::Count, 4});
    return listed(factors, " × ");
}

} // namespace

std::vector<Fact> limits_readout(const LimitsScenario& scenario, const limits::Point& point,
                                 const catalog::Growth& growth)
{
    const bool known = point.feasible;
    const bool shaped = point.model.width > 0;
    const limits::Layout& layout = point.layout;
    const double tensor = layout.tp_model * layout.tp_ff;
    std::vector<Fact> facts;
    facts.push_back(fact(PLATEAU_TEXT("Utilization"), point.utilization, Unit::Fraction, known,
                         PLATEAU_TEXT("Arithmetic of the model over what the cluster could do at its peak.")));
    facts.back().unit = {PLATEAU_TEXT("% of peak"), {}};
    facts.push_back(fact(PLATEAU_TEXT("GPUs"), point.devices, Unit::Count, known,
                         PLATEAU_TEXT("The smallest cluster that finishes in time.")));
    const bool experts = point.model.experts > 1;
    facts.push_back(fact(experts ? PLATEAU_TEXT("TP × EP × PP × DP") : PLATEAU_TEXT("TP × PP × DP"),
                         !known        ? Argument(dash)
                             : experts ? product({tensor, layout.ep, layout.pp, layout.dp})
                                       : product({tensor, layout.pp, layout.dp}),
                         {}, PLATEAU_TEXT("Tensor, expert, pipeline and data degree of the best layout.")));
    facts.push_back(fact(PLATEAU_TEXT("Parameters"), point.model.parameters(), Unit::None, shaped,
                         PLATEAU_TEXT("Of all experts together.")));
    facts.push_back(fact(PLATEAU_TEXT("Blocks, width"),
                         shaped ? Argument(listed({count(point.model.blocks), count(point.model.width)})) : dash, {},
                         PLATEAU_TEXT("Residual blocks, about twice a transformer's layers, and d_model.")));
    facts.push_back(fact(PLATEAU_TEXT("Batch"), point.model.batch_tokens, Unit::Tokens, shaped,
                         PLATEAU_TEXT("Tokens of one step.")));
    facts.push_back(fact(PLATEAU_TEXT("Run"),
                         known ? Argument(fixed(point.run_seconds / limits::month_seconds, 2)) : dash,
                         plain(PLATEAU_TEXT("months")), PLATEAU_TEXT("Time of the whole run.")));
    if (scenario.question.usd_per_device_hour > 0)
        facts.push_back(fact(PLATEAU_TEXT("Cost"), point.usd, Unit::Usd, known,
                             PLATEAU_TEXT("Accelerators times hours times the price of one.")));
    if (growth.per_year > 1 && point.model.training_flop > 0) {
        facts.push_back(fact(PLATEAU_TEXT("Year"), fixed(catalog::year_of(growth, point.model.training_flop), 1), {},
                             PLATEAU_TEXT("When the largest runs reach this compute if they keep growing so.")));
        facts.back().unit = {PLATEAU_TEXT("at × %1 a year"), {Quantity{growth.per_year, Unit::None}}};
    }
    return facts;
}

std::vector<Fact> closed_form_readout(const LimitsScenario& scenario)
{
    const limits::Question& question = scenario.question;
    const limits::NodeRates node = limits::node_rates(question.machine);
    const limits::GrowthRule growth = limits::growth_rule(question.rules);
    std::vector<Fact> facts;
    const auto add = [&](const char* name, double value, Unit unit, const char* help) {
        facts.push_back(fact(name, value, unit, std::isfinite(value), help));
    };
    add(PLATEAU_TEXT("Nanobatch needed"), limits::needed_nanobatch(node), Unit::Tokens,
        PLATEAU_TEXT("Tokens at a time for which the arithmetic takes as long as reading the weights."));
    add(PLATEAU_TEXT("Shard needed"), limits::needed_shard(node), Unit::Count,
        PLATEAU_TEXT("Side of a weight shard for which the arithmetic takes as long as the all-reduces."));
    facts.back().unit = {PLATEAU_TEXT("words"), {}};
    add(PLATEAU_TEXT("Stage latency"), node.stage_latency_seconds, Unit::Seconds,
        PLATEAU_TEXT("One matmul and two hops on every level of the network."));
    add(PLATEAU_TEXT("T_crit"), limits::critical_flop(node, growth, question.run_seconds), Unit::Flop,
        PLATEAU_TEXT("The end of linear scaling."));
    add(PLATEAU_TEXT("T_limit"), limits::limit_flop(node, growth, question.run_seconds), Unit::Flop,
        PLATEAU_TEXT("The latency wall."));
    return facts;
}

Message run_words(const catalog::KnownRun& run)
{
    const char* said = run.known_by == catalog::KnownBy::Read ? PLATEAU_TEXT("the developer's own figure")
        : run.known_by == catalog::KnownBy::Derived           ? PLATEAU_TEXT("derived")
                                                              : PLATEAU_TEXT("another party's estimate");
    return {"%1, %2", {Quantity{run.flop, Unit::Flop}, said}};
}

std::vector<Message> what_binds_here(const LimitsScenario& scenario, const limits::Point& point, const Message& problem)
{
    std::vector<Message> paragraphs;
    if (!problem.empty())
        paragraphs.push_back(problem);
    if (point.model.width > 0)
        paragraphs.push_back(what_binds(scenario, point));
    paragraphs.insert(paragraphs.end(), scenario.remarks.begin(), scenario.remarks.end());
    return paragraphs;
}

std::vector<Message> limits_leave_out(const catalog::KnownRuns& known)
{
    std::vector<Message> paragraphs{
        {PLATEAU_TEXT("Not modelled: attention, hardware failures, anything asynchronous, memory for activations. Real "
                      "runs reach lower utilization."),
         {}},
        {PLATEAU_TEXT("Years assume steady growth, which nobody promised. Most known runs are estimates: point at one "
                      "to read whose."),
         {}}};
    if (!known.growth.source.empty())
        paragraphs.push_back(
            {PLATEAU_TEXT("Growth: %1"), {catalog::words_of_file(known.growth.source, known.growth.shipped)}});
    return paragraphs;
}

Status limits_status(const std::vector<const LimitsScenario*>& scenarios, int points, bool searching, double seconds)
{
    const bool as_published = std::all_of(scenarios.begin(), scenarios.end(), [](const LimitsScenario* scenario) {
        return std::none_of(limits_parameters().rows().begin(), limits_parameters().rows().end(),
                            [&](const LimitsParameter& row) {
                                return row.group == "quirks" && scenario->overrides.count(row.key) > 0;
                            });
    });
    Status status;
    status.verdict = {searching ? PLATEAU_TEXT("%1 points, searching") : PLATEAU_TEXT("%1 points, exact search"),
                      {Verbatim{std::to_string(points)}}};
    status.known = {as_published ? PLATEAU_TEXT("Known by: model as published, 618 of 618 published points reproduced")
                                 : PLATEAU_TEXT("Known by: the published model with its oddities changed"),
                    {}};
    if (!searching && seconds > 0)
        status.work = {PLATEAU_TEXT("searched in %1"), {Quantity{seconds, Unit::Seconds}}};
    return status;
}

} // namespace plateau::narrate
