// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/returns_facts.h"

#include <algorithm>
#include <cmath>

#include "core/answers/explore/best_curve.h"
#include "core/answers/explore/loss_time.h"
#include "core/answers/explore/returns.h"
#include "core/text/units/steady.h"
#include "core/views/plan_words.h"

namespace plateau::narrate {

namespace {

using units::Unit;

constexpr double least_share = 0.005;
constexpr int most_causes = 5;

Quantity percent(double share) { return Quantity{share, Unit::Fraction, 2}; }

Fact heading(Message name, const char* first = "", const char* second = "")
{
    return {.name = std::move(name), .values = {plain(first), plain(second)}, .heading = true};
}

Fact line(Message name, const std::optional<Argument>& value, const std::optional<Argument>& first = {})
{
    const auto shown = [](const std::optional<Argument>& words) { return words ? plain(*words) : Message{}; };
    return {.name = std::move(name), .values = {shown(first), shown(value)}};
}

/// Tells what the step that ends at the current count brought, and what the next one brings.
void add_marginal(std::vector<Fact>& facts, const ReturnsOf& curve)
{
    const double gpus = curve.scenario.cluster.gpus;
    auto points = explore::doublings(curve.points);
    if (std::none_of(points.begin(), points.end(), [gpus](const auto& point) { return point.gpus == gpus; })) {
        const auto after
            = std::find_if(points.begin(), points.end(), [gpus](const auto& point) { return point.gpus > gpus; });
        points.insert(after, explore::CurvePoint{gpus, curve.here});
    }
    const auto steps = explore::marginal_returns(points);
    const explore::Marginal* last = nullptr;
    const explore::Marginal* next = nullptr;
    for (const explore::Marginal& step : steps) {
        if (step.gpus == gpus)
            last = &step;
        if (step.gpus > gpus && !next)
            next = &step;
    }
    facts.push_back(
        heading(plain(PLATEAU_TEXT("More GPUs bring")), PLATEAU_TEXT("to here"), PLATEAU_TEXT("from here")));
    const auto add = [&](const char* name, auto value) {
        facts.push_back(line(plain(name), next ? Argument(value(*next)) : dash, last ? Argument(value(*last)) : dash));
    };
    add(PLATEAU_TEXT("Twice as many"), [](const explore::Marginal& step) {
        return Quantity{step.doubling_factor, Unit::Multiplier};
    });
    add(PLATEAU_TEXT("Each, tokens/s"),
        [](const explore::Marginal& step) { return steady(step.tokens_per_s_per_added_gpu); });
    add(PLATEAU_TEXT("Each $, k tokens"),
        [](const explore::Marginal& step) { return steady(step.tokens_per_added_usd / 1e3); });
    add(PLATEAU_TEXT("Each W, tokens/s"),
        [](const explore::Marginal& step) { return steady(step.tokens_per_added_joule); });
}

void add_losses(std::vector<Fact>& facts, const ReturnsOf& curve)
{
    const explore::CurvePoint* base = explore::base_point(curve.points, curve.scenario.returns.base_gpus);
    if (!base || !curve.here.fits() || base->gpus == curve.here.gpus)
        return;
    facts.push_back(heading({PLATEAU_TEXT("Against %1"), {Quantity{base->gpus, Unit::Gpus}}}));
    facts.push_back(
        line({PLATEAU_TEXT("Scaling efficiency"), {}}, percent(explore::scaling_efficiency(curve.here, base->parts))));
    int causes = 0;
    for (const explore::LossShare& cause : explore::loss_by_cause(base->parts, curve.here))
        if (std::abs(cause.share) >= least_share && causes++ < most_causes)
            facts.push_back(line(plain(cause.part == Part::Count ? PLATEAU_TEXT("Idle GPUs") : label(cause.part)),
                                 Message{cause.share > 0 ? "\u2212%1" : "+%1", {percent(std::abs(cause.share))}}));
}

/// Tells what a batch of this size costs in tokens, and so in time.
void add_loss_reached(std::vector<Fact>& facts, const ReturnsOf& curve)
{
    if (!curve.here.fits())
        return;
    const Scenario& scenario = curve.scenario;
    const explore::LossTime to_loss(scenario);
    const bool typed = scenario.returns.critical_batch_tokens > 0;
    facts.push_back(heading({PLATEAU_TEXT("To the loss of %1"), {in_prose(scenario.workload.tokens, Unit::Tokens)}}));
    facts.push_back(
        line(plain(typed ? PLATEAU_TEXT("Critical batch, as typed") : PLATEAU_TEXT("Critical batch, estimated")),
             Quantity{to_loss.critical_batch(), Unit::Tokens}));
    facts.push_back(line({PLATEAU_TEXT("Batch"), {}}, Quantity{to_loss.batch(curve.here), Unit::Tokens}));
    facts.push_back(line({PLATEAU_TEXT("Tokens needed"), {}}, Quantity{to_loss.tokens(curve.here), Unit::Tokens}));
    facts.push_back(
        line({PLATEAU_TEXT("Time, with failures"), {}}, Quantity{to_loss.seconds(curve.here), Unit::Seconds}));
}

void add_plans(std::vector<Fact>& facts, const ReturnsOf& curve)
{
    const auto changes
        = curve.searched ? explore::crossovers(explore::doublings(curve.points)) : std::vector<explore::Crossover>{};
    if (changes.empty())
        return;
    facts.push_back(heading({PLATEAU_TEXT("Best plan from"), {}}));
    for (const explore::Crossover& change : changes)
        facts.push_back(line({"%1: %2", {count(change.gpus), plan_words(change.after)}}, {}));
}

} // namespace

std::vector<Fact> returns_facts(const ReturnsOf& curve)
{
    std::vector<Fact> facts;
    add_marginal(facts, curve);
    add_losses(facts, curve);
    add_loss_reached(facts, curve);
    add_plans(facts, curve);
    return facts;
}

} // namespace plateau::narrate
