// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/returns_sentence.h"

#include <cmath>

#include "core/answers/explore/loss_time.h"
#include "core/text/messages/live.h"
#include "core/text/units/quantity.h"
#include "core/views/plan_words.h"
#include "core/views/times.h"
#include "core/views/worth_saying.h"

namespace plateau::narrate {

namespace {

using units::Unit;

/// They say what the objective compares: "12 % more tokens/s".
struct Comparison {
    const char* better;
    const char* same;
};

Comparison comparison(search::Objective objective)
{
    switch (objective) {
    case search::Objective::Throughput:
        return {PLATEAU_TEXT("At %1 %2 is best: %3 more tokens/s than the given plan."),
                PLATEAU_TEXT("At %1 %2 is best, as fast as the given plan.")};
    case search::Objective::Cost:
        return {PLATEAU_TEXT("At %1 %2 is cheapest: %3 less per token than the given plan."),
                PLATEAU_TEXT("At %1 %2 is cheapest, at the price of the given plan.")};
    case search::Objective::Energy:
        return {PLATEAU_TEXT("At %1 %2 takes the least energy: %3 less per token than the given plan."),
                PLATEAU_TEXT("At %1 %2 takes the least energy, as much as the given plan.")};
    case search::Objective::Memory:
        return {PLATEAU_TEXT("At %1 %2 takes the least memory: %3 less than the given plan."),
                PLATEAU_TEXT("At %1 %2 takes the least memory, as much as the given plan.")};
    }
    return {"", ""};
}

} // namespace

Landmark knee_words(const explore::Knee& knee)
{
    const Message head = {PLATEAU_TEXT("Knee at %1"), {Quantity{knee.gpus, Unit::Gpus}}};
    if (knee.next_gpus == 2 * knee.gpus)
        return {head, {PLATEAU_TEXT("the next doubling returns %1"), {times(knee.doubling_factor)}}};
    return {head, {PLATEAU_TEXT("a doubling from here returns %1"), {times(knee.doubling_factor)}}};
}

Landmark soonest_words(const explore::Soonest& soonest)
{
    const auto words = [&] {
        switch (soonest.cost) {
        case explore::Soonest::Cost::Failures:
            return PLATEAU_TEXT("%1; beyond, failures cost more than GPUs add");
        case explore::Soonest::Cost::Batch:
            return PLATEAU_TEXT("%1; beyond, larger batches need more tokens than GPUs add");
        case explore::Soonest::Cost::Throughput:
            break;
        }
        return PLATEAU_TEXT("%1; beyond, throughput falls");
    };
    return {{PLATEAU_TEXT("Soonest finish at %1"), {Quantity{soonest.gpus, Unit::Gpus}}},
            {words(), {Quantity{soonest.seconds, Unit::Seconds}}}};
}

Message end_of_returns_sentence(const std::optional<explore::Knee>& knee,
                                const std::optional<explore::Soonest>& soonest, double to)
{
    if (knee && soonest && soonest->gpus <= knee->gpus)
        return {PLATEAU_TEXT("The run reaches its loss soonest on %1, in %2; throughput has its knee at %3."),
                {Quantity{soonest->gpus, Unit::Gpus}, Quantity{soonest->seconds, Unit::Seconds},
                 Quantity{knee->gpus, Unit::Gpus}}};
    if (knee && soonest)
        return {PLATEAU_TEXT("Knee at %1; the run reaches its loss soonest on %2, in %3."),
                {Quantity{knee->gpus, Unit::Gpus}, Quantity{soonest->gpus, Unit::Gpus},
                 Quantity{soonest->seconds, Unit::Seconds}}};
    if (soonest)
        return {PLATEAU_TEXT("The run reaches its loss soonest on %1, in %2."),
                {Quantity{soonest->gpus, Unit::Gpus}, Quantity{soonest->seconds, Unit::Seconds}}};
    if (knee)
        return {PLATEAU_TEXT("Knee at %1; the run reaches its loss sooner with every doubling up to %2."),
                {Quantity{knee->gpus, Unit::Gpus}, Quantity{to, Unit::Gpus}}};
    return {PLATEAU_TEXT("No knee up to %1."), {Quantity{to, Unit::Gpus}}};
}

Landmark crossover_words(const explore::Crossover& crossover)
{
    return {{"%1", {plan_words(crossover.after)}},
            {PLATEAU_TEXT("best from %1 on"), {Quantity{crossover.gpus, Unit::Gpus}}}};
}

Message knee_sentence(const std::optional<explore::Knee>& knee, double factor)
{
    if (!knee)
        return {PLATEAU_TEXT("Every doubling returns at least %1."), {times(factor)}};
    return {PLATEAU_TEXT("Every doubling returns at least %1 up to %2; the next one returns %3."),
            {times(factor), Quantity{knee->gpus, Unit::Gpus}, times(knee->doubling_factor)}};
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
    const explore::LossTime to_loss(scenario);
    const double batch = to_loss.batch(here), critical = to_loss.critical_batch();
    return {PLATEAU_TEXT("At %1 the batch of %2 is %3 the critical batch of %4: the loss of %5 takes %6, %7 with "
                         "failures."),
            {live("gpus", Quantity{scenario.cluster.gpus, Unit::Gpus}), in_prose(batch, Unit::Tokens),
             times(batch / critical), in_prose(critical, Unit::Tokens),
             live("tokens", in_prose(scenario.workload.tokens, Unit::Tokens)),
             in_prose(to_loss.tokens(here), Unit::Tokens), Quantity{to_loss.seconds(here), Unit::Seconds}}};
}

} // namespace plateau::narrate
