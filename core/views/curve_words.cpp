// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/curve_words.h"

#include "core/text/messages/speech.h"
#include "core/views/words.h"

namespace plateau::narrate {

namespace {

using units::Unit;

/// Finds the curve's point nearest to `gpus` that fits, of those that are filled where it has some; or null.
const Parts* fitting_point(const std::vector<answers::CurvePoint>& curve, double gpus, bool filled = false)
{
    filled = filled && std::any_of(curve.begin(), curve.end(), answers::is_filled);
    const Parts* best = nullptr;
    double best_distance = 0;
    for (const answers::CurvePoint& point : curve) {
        const double distance = std::abs(std::log2(point.gpus / gpus));
        if (point.parts.fits() && (!filled || answers::is_filled(point)) && (!best || distance < best_distance)) {
            best = &point.parts;
            best_distance = distance;
        }
    }
    return best;
}

/// The scenario's own count can be turned where it stands.
Argument count_words(double gpus, double own)
{
    const Quantity count{gpus, Unit::Count};
    return gpus == own ? live("gpus", count) : count;
}

/// Says whether the point nearest to `gpus` fits.
bool fits_near(const std::vector<answers::CurvePoint>& curve, double gpus)
{
    const auto away = [gpus](const answers::CurvePoint& point) { return std::abs(std::log2(point.gpus / gpus)); };
    return std::min_element(curve.begin(), curve.end(), [&](const auto& a, const auto& b) { return away(a) < away(b); })
        ->parts.fits();
}

} // namespace

Message scaling_sentence(const std::vector<answers::CurvePoint>& curve, double current)
{
    const Parts* to = fitting_point(curve, current);
    if (!to)
        return {PLATEAU_TEXT("No GPU count on this curve fits the plan."), {}};
    const Parts* from = fitting_point(curve, current > comparison_start ? comparison_start : curve.front().gpus, true);
    const Argument here = count_words(to->gpus, current);
    if (!fits_near(curve, current))
        return {PLATEAU_TEXT("%1 GPUs do not hold the plan; the nearest count of this curve that does is %2, with %3 a "
                             "second."),
                {count_words(current, current), here, in_prose(to->tokens_per_s, Unit::Tokens)}};
    if (to->gpus == 1)
        return {PLATEAU_TEXT("One GPU trains %1 a second at %2 MFU."),
                {in_prose(to->tokens_per_s, Unit::Tokens), Quantity{to->mfu(), Unit::Fraction}}};
    if (from->gpus >= to->gpus)
        return {PLATEAU_TEXT("%1 GPUs train %2 a second at %3 MFU."),
                {here, in_prose(to->tokens_per_s, Unit::Tokens), Quantity{to->mfu(), Unit::Fraction}}};
    const double ratio = to->tokens_per_s / from->tokens_per_s;
    const double more = to->gpus / from->gpus;
    const double change = ratio / more - 1;
    std::vector<Argument> arguments{count(from->gpus), here, times(ratio), times(more)};
    if (change < -many_lost) {
        arguments.emplace_back(Quantity{more / ratio, Unit::None, 2});
        return {ratio < 1
                    ? PLATEAU_TEXT("From %1 to %2 GPUs throughput falls to %3 for %4 the GPUs; each GPU does 1/%5 "
                                   "of what it did.")
                    : PLATEAU_TEXT("From %1 to %2 GPUs throughput rises %3 for %4 the GPUs; each GPU does 1/%5 "
                                   "of what it did."),
                arguments};
    }
    arguments.emplace_back(Quantity{std::abs(change), Unit::Fraction, 2});
    if (std::abs(change) < nothing_lost_within)
        return {PLATEAU_TEXT("From %1 to %2 GPUs throughput rises %3 for %4 the GPUs: nothing is lost."), arguments};
    return {change < 0 ? PLATEAU_TEXT("From %1 to %2 GPUs throughput rises %3 for %4 the GPUs; each GPU does %5 less.")
                       : PLATEAU_TEXT("From %1 to %2 GPUs throughput rises %3 for %4 the GPUs; each GPU does %5 more."),
            arguments};
}

Message fitted_degrees_sentence(const std::vector<answers::CurvePoint>& curve, double current)
{
    const Parts* here = fitting_point(curve, current);
    if (!here || !here->plan.fit_to_batch || here->plan.tp * here->plan.pp == 1)
        return {};
    for (const answers::CurvePoint& point : curve) {
        if (point.parts.possible() && point.parts.plan.tp * point.parts.plan.pp > 1)
            return {PLATEAU_TEXT(
                        "From %1 GPUs on the data degree would exceed the batch of %2 sequences: tensor %3 × pipeline "
                        "%4 at %5 GPUs."),
                    {count(point.gpus), count(here->global_batch), count(here->plan.tp), count(here->plan.pp),
                     count_words(here->gpus, current)}};
    }
    return {};
}

Message torus_sentence(const Scenario& scenario, double smallest, double largest)
{
    const std::vector<catalog::NetworkTier>& tiers = scenario.cluster.tiers;
    if (tiers.empty() || tiers.front().wiring != catalog::Wiring::Torus)
        return {};
    const catalog::NetworkTier& torus = tiers.front();
    const double closes_at = torus.closes_at > 0 ? std::min(torus.closes_at, torus.domain_size) : torus.domain_size;
    if (smallest >= closes_at || largest < closes_at)
        return {};
    return {
        PLATEAU_TEXT("From %1 accelerators on every axis of the torus closes, with links both ways round: twice those "
                     "of a smaller slice, which is a mesh."),
        {count(closes_at)}};
}

Message scaling_summary(const std::vector<answers::CurvePoint>& curve, double current)
{
    const Message fitted = fitted_degrees_sentence(curve, current);
    Message sentence = scaling_sentence(curve, current);
    if (fitted.empty())
        return sentence;
    return {PLATEAU_TEXT("%1 %2"), {sentence, fitted}};
}

namespace {

/// They say what the objective compares: "12 % more tokens/s".
struct Comparison {
    const char* better;
    const char* same;
};

Comparison comparison(search::Objective objective)
{
    static constexpr Comparison comparisons[]
        = {{PLATEAU_TEXT("At %1 %2 is best: %3 more tokens/s than the given plan."),
            PLATEAU_TEXT("At %1 %2 is best, as fast as the given plan.")},
           {PLATEAU_TEXT("At %1 %2 is cheapest: %3 less per token than the given plan."),
            PLATEAU_TEXT("At %1 %2 is cheapest, at the price of the given plan.")},
           {PLATEAU_TEXT("At %1 %2 takes the least energy: %3 less per token than the given plan."),
            PLATEAU_TEXT("At %1 %2 takes the least energy, as much as the given plan.")},
           {PLATEAU_TEXT("At %1 %2 takes the least memory: %3 less than the given plan."),
            PLATEAU_TEXT("At %1 %2 takes the least memory, as much as the given plan.")}};
    static_assert(std::size(comparisons) == names_of<search::Objective>.size());
    return comparisons[static_cast<std::size_t>(objective)];
}

/// With as many digits as tell it from what was asked of it.
Quantity returned(const answers::Knee& knee)
{
    Quantity said = times(knee.doubling_factor);
    while (said.digits < 9 && english(said) == english(times(knee.factor)))
        ++said.digits;
    return said;
}

} // namespace

Landmark knee_words(const answers::Knee& knee)
{
    const Message head = {PLATEAU_TEXT("Knee at %1"), {Quantity{knee.gpus, Unit::Gpus}}};
    if (knee.next_gpus == 2 * knee.gpus)
        return {head, {PLATEAU_TEXT("the next doubling returns %1"), {returned(knee)}}};
    return {head, {PLATEAU_TEXT("a doubling from here returns %1"), {returned(knee)}}};
}

Landmark soonest_words(const answers::Soonest& soonest)
{
    const auto words = [&] {
        switch (soonest.cost) {
        case answers::Soonest::Cost::Failures:
            return PLATEAU_TEXT("%1; beyond, failures cost more than GPUs add");
        case answers::Soonest::Cost::Batch:
            return PLATEAU_TEXT("%1; beyond, larger batches need more tokens than GPUs add");
        case answers::Soonest::Cost::Throughput:
            break;
        }
        return PLATEAU_TEXT("%1; beyond, throughput falls");
    };
    return {{PLATEAU_TEXT("Soonest finish at %1"), {Quantity{soonest.gpus, Unit::Gpus}}},
            {words(), {Quantity{soonest.seconds, Unit::Seconds}}}};
}

Message end_of_returns_sentence(const std::optional<answers::Knee>& knee,
                                const std::optional<answers::Soonest>& soonest, double to)
{
    if (knee && soonest && soonest->gpus < knee->gpus)
        return {PLATEAU_TEXT("The run ends soonest on %1, in %2; throughput has its knee at %3."),
                {Quantity{soonest->gpus, Unit::Gpus}, Quantity{soonest->seconds, Unit::Seconds},
                 Quantity{knee->gpus, Unit::Gpus}}};
    if (knee && soonest && knee->gpus < soonest->gpus)
        return {PLATEAU_TEXT("Knee at %1; the run ends soonest on %2, in %3."),
                {Quantity{knee->gpus, Unit::Gpus}, Quantity{soonest->gpus, Unit::Gpus},
                 Quantity{soonest->seconds, Unit::Seconds}}};
    if (soonest)
        return {PLATEAU_TEXT("The run ends soonest on %1, in %2."),
                {Quantity{soonest->gpus, Unit::Gpus}, Quantity{soonest->seconds, Unit::Seconds}}};
    if (knee)
        return {PLATEAU_TEXT("Knee at %1; the run ends sooner with every doubling up to %2."),
                {Quantity{knee->gpus, Unit::Gpus}, Quantity{to, Unit::Gpus}}};
    return {PLATEAU_TEXT("No knee up to %1."), {Quantity{to, Unit::Gpus}}};
}

Message loss_end_sentence(const std::optional<answers::Soonest>& soonest, double to, double tokens)
{
    const Quantity reached = in_prose(tokens, Unit::Tokens);
    if (soonest)
        return {PLATEAU_TEXT("The same loss as %1 is reached soonest on %2, in %3."),
                {reached, Quantity{soonest->gpus, Unit::Gpus}, Quantity{soonest->seconds, Unit::Seconds}}};
    return {PLATEAU_TEXT("The same loss as %1 is reached sooner with every doubling up to %2."),
            {reached, Quantity{to, Unit::Gpus}}};
}

Landmark crossover_words(const answers::Crossover& crossover)
{
    return {{"%1", {plan_words(crossover.after)}},
            {PLATEAU_TEXT("best from %1 on"), {Quantity{crossover.gpus, Unit::Gpus}}}};
}

Message knee_sentence(const std::optional<answers::Knee>& knee, double factor)
{
    if (!knee)
        return {PLATEAU_TEXT("Every doubling returns at least %1."), {times(factor)}};
    return {PLATEAU_TEXT("Every doubling returns at least %1 up to %2; the next one returns %3."),
            {times(factor), Quantity{knee->gpus, Unit::Gpus}, returned(*knee)}};
}

Message best_plan_sentence(const Parts& best, const Parts* given, search::Objective objective)
{
    const Argument gpus = live("gpus", Quantity{best.gpus, Unit::Gpus});
    if (!best.fits())
        return {PLATEAU_TEXT("No plan fits on %1."), {gpus}};
    const Message plan = plan_words(best.plan);
    if (!given || !given->fits())
        return {PLATEAU_TEXT("At %1 %2 is best; the given plan does not fit."), {gpus, plan}};
    const double ratio = search::objective_value(objective, best) / search::objective_value(objective, *given);
    const double gain = objective == search::Objective::Throughput ? 1 / ratio - 1 : 1 - ratio;
    if (gain < -same_plan_within && given->verdict == Verdict::Tight)
        return {PLATEAU_TEXT("At %1 %2 is the best that leaves the head room; the given plan gains %3, but is tight."),
                {gpus, plan, Quantity{-gain, Unit::Fraction, 2}}};
    if (gain < same_plan_within)
        return {comparison(objective).same, {gpus, plan}};
    if (gain > many_times)
        return {PLATEAU_TEXT("At %1 %2 is best: %3 the tokens/s of the given plan."), {gpus, plan, times(1 + gain)}};
    return {comparison(objective).better, {gpus, plan, Quantity{gain, Unit::Fraction, 2}}};
}

Message to_loss_sentence(const Parts& here, const Scenario& scenario)
{
    const answers::LossTime to_loss(scenario);
    const double batch = to_loss.batch(here), critical = to_loss.critical_batch();
    return {PLATEAU_TEXT("At %1 the batch of %2 is %3 the critical batch of %4: to the same loss as %5 it "
                         "takes %6, %7 with failures."),
            {live("gpus", Quantity{scenario.cluster.gpus, Unit::Gpus}), in_prose(batch, Unit::Tokens),
             times(batch / critical), in_prose(critical, Unit::Tokens),
             live("tokens", in_prose(scenario.workload.tokens, Unit::Tokens)),
             in_prose(to_loss.tokens(here), Unit::Tokens), Quantity{to_loss.seconds(here), Unit::Seconds}}};
}

namespace {

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
    auto points = answers::doublings(curve.points);
    if (std::none_of(points.begin(), points.end(), [gpus](const auto& point) { return point.gpus == gpus; })) {
        const auto after
            = std::find_if(points.begin(), points.end(), [gpus](const auto& point) { return point.gpus > gpus; });
        points.insert(after, answers::CurvePoint{gpus, curve.here});
    }
    const auto steps = answers::marginal_returns(points);
    const answers::Marginal* last = nullptr;
    const answers::Marginal* next = nullptr;
    for (const answers::Marginal& step : steps) {
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
    add(PLATEAU_TEXT("Twice as many"), [](const answers::Marginal& step) {
        return Quantity{step.doubling_factor, Unit::Multiplier};
    });
    add(PLATEAU_TEXT("Each, tokens/s"),
        [](const answers::Marginal& step) { return steady(step.tokens_per_s_per_added_gpu); });
    add(PLATEAU_TEXT("Each $, k tokens"),
        [](const answers::Marginal& step) { return steady(step.tokens_per_added_usd / 1e3); });
    add(PLATEAU_TEXT("Each W, tokens/s"),
        [](const answers::Marginal& step) { return steady(step.tokens_per_added_joule); });
}

void add_losses(std::vector<Fact>& facts, const ReturnsOf& curve)
{
    const answers::CurvePoint* base = answers::base_point(curve.points, curve.scenario.returns.base_gpus);
    if (!base || !curve.here.fits() || base->gpus == curve.here.gpus)
        return;
    facts.push_back(heading({PLATEAU_TEXT("Against %1"), {Quantity{base->gpus, Unit::Gpus}}}));
    facts.push_back(
        line({PLATEAU_TEXT("Scaling efficiency"), {}}, percent(answers::scaling_efficiency(curve.here, base->parts))));
    int causes = 0;
    for (const answers::LossShare& cause : answers::loss_by_cause(base->parts, curve.here))
        if (std::abs(cause.share) >= least_share && causes++ < most_causes)
            facts.push_back(line(plain(cause.part == Part::Count ? PLATEAU_TEXT("Idle GPUs") : label(cause.part)),
                                 Message{cause.share > 0 ? "\u2212%1" : "+%1", {percent(std::abs(cause.share))}}));
}

void add_plans(std::vector<Fact>& facts, const ReturnsOf& curve)
{
    const auto changes
        = curve.searched ? answers::crossovers(answers::doublings(curve.points)) : std::vector<answers::Crossover>{};
    if (changes.empty())
        return;
    facts.push_back(heading({PLATEAU_TEXT("Best plan from"), {}}));
    for (const answers::Crossover& change : changes)
        facts.push_back(line({"%1: %2", {count(change.gpus), plan_words(change.after)}}, {}));
}

} // namespace

std::vector<Fact> loss_facts(const Scenario& scenario, const Parts& here)
{
    if (!here.fits())
        return {};
    const answers::LossTime to_loss(scenario);
    const bool typed = scenario.returns.critical_batch_tokens > 0;
    const auto line = [](const char* name, double value, Unit unit = Unit::Tokens) {
        return Fact{.name = plain(name), .values = {plain(Quantity{value, unit})}};
    };
    return {{.name = {PLATEAU_TEXT("To the same loss as %1"), {in_prose(scenario.workload.tokens, Unit::Tokens)}},
             .values = {Message{}},
             .rule_above = true,
             .heading = true},
            line(typed ? PLATEAU_TEXT("Critical batch, as typed") : PLATEAU_TEXT("Critical batch, estimated"),
                 to_loss.critical_batch()),
            line(PLATEAU_TEXT("Batch"), to_loss.batch(here)),
            line(PLATEAU_TEXT("Tokens needed"), to_loss.tokens(here)),
            line(PLATEAU_TEXT("Time, with failures"), to_loss.seconds(here), Unit::Seconds)};
}

std::vector<Fact> returns_facts(const ReturnsOf& curve)
{
    std::vector<Fact> facts;
    add_marginal(facts, curve);
    add_losses(facts, curve);
    if (curve.clock == answers::RunClock::Loss)
        for (Fact& fact : loss_facts(curve.scenario, curve.here)) {
            fact.values.insert(fact.values.begin(), Message{});
            facts.push_back(std::move(fact));
        }
    add_plans(facts, curve);
    return facts;
}

} // namespace plateau::narrate
