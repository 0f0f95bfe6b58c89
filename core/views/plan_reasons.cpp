// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/plan_reasons.h"

#include <algorithm>
#include <cmath>

#include "core/answers/explore/returns.h"
#include "core/views/plan_words.h"
#include "core/views/times.h"
#include "core/views/worth_saying.h"

namespace plateau::narrate {

namespace {

using search::Objective;
using units::Unit;

Quantity share(double value) { return Quantity{std::abs(value), Unit::Fraction, std::abs(value) < 0.1 ? 1 : 2}; }

constexpr double told_as_times = 2; ///< from this factor on a gain is told as a multiple

struct Measure {
    const char* more; ///< than the current plan
    const char* equal; ///< is the current plan
};

/// It says what a plan is praised for.
Measure measure(Objective objective)
{
    switch (objective) {
    case Objective::Throughput:
        break;
    case Objective::Cost:
        return {PLATEAU_TEXT("%1 costs %2 per million tokens, %3 less than the current plan (%4)."),
                PLATEAU_TEXT("The current plan is the cheapest: %1 costs %2 per million tokens.")};
    case Objective::Energy:
        return {PLATEAU_TEXT("%1 takes %2 J per token, %3 less than the current plan (%4)."),
                PLATEAU_TEXT("The current plan takes the least energy: %1, %2 J per token.")};
    case Objective::Memory:
        return {PLATEAU_TEXT("%1 needs %2 per GPU, %3 less than the current plan (%4)."),
                PLATEAU_TEXT("The current plan needs the least memory: %1, %2 per GPU.")};
    }
    return {PLATEAU_TEXT("%1 gives %2 tokens/s per GPU available, %3 more than the current plan (%4)."),
            PLATEAU_TEXT("The current plan is the best: %1 gives %2 tokens/s per GPU available.")};
}

struct CauseShare {
    Cause cause = Cause::None;
    double share = 0;
};

std::vector<CauseShare> causes(const Parts& plan, const Parts& current)
{
    std::vector<CauseShare> result;
    for (const explore::LossShare& loss : explore::loss_by_cause(plan, current)) {
        const Cause why = cause(loss.part);
        const auto known
            = std::find_if(result.begin(), result.end(), [why](const CauseShare& c) { return c.cause == why; });
        if (known != result.end())
            known->share += loss.share;
        else
            result.push_back({why, loss.share});
    }
    std::erase_if(result, [](const CauseShare& c) { return std::abs(c.share) < smallest_cause; });
    std::stable_sort(result.begin(), result.end(),
                     [](const CauseShare& a, const CauseShare& b) { return a.share > b.share; });
    return result;
}

void add_causes(std::vector<Message>& reasons, const std::vector<CauseShare>& all)
{
    std::vector<CauseShare> saved, paid;
    for (const CauseShare& each : all)
        (each.share > 0 ? saved : paid).push_back(each);
    std::reverse(paid.begin(), paid.end());
    if (saved.size() == 1)
        reasons.push_back({PLATEAU_TEXT("Per token it saves %1 of the current plan's time on %2."),
                           {share(saved[0].share), name(saved[0].cause)}});
    else if (saved.size() > 1)
        reasons.push_back({PLATEAU_TEXT("Per token it saves %1 of the current plan's time on %2 and %3 on %4."),
                           {share(saved[0].share), name(saved[0].cause), share(saved[1].share), name(saved[1].cause)}});
    if (!paid.empty())
        reasons.push_back({PLATEAU_TEXT("It pays %1 more for %2."), {share(paid[0].share), name(paid[0].cause)}});
}

} // namespace

Message best_plan_sentence(const Parts& best, const Parts& current, Objective objective)
{
    if (!best.possible())
        return {PLATEAU_TEXT("No plan is possible."), {}};
    if (!best.fits())
        return {PLATEAU_TEXT("No plan fits. The leanest, %1, needs %2 of %3 per GPU."),
                {plan_words(best.plan), Quantity{best.memory_bytes, Unit::Bytes},
                 Quantity{best.memory_limit_bytes, Unit::Bytes}}};
    const Measure what = measure(objective);
    const Metric& told = search::told_metric(objective);
    const double value = told.value(best);
    const Argument value_words = metric_text(told, value);
    if (!current.fits()) {
        const Metric& rate = search::told_metric(Objective::Throughput);
        return {PLATEAU_TEXT("The current plan does not fit. The best that does is %1: %2 tokens/s per GPU available."),
                {plan_words(best.plan), metric_text(rate, rate.value(best))}};
    }
    const double change = std::abs(value / told.value(current) - 1);
    if (current.verdict == Verdict::Tight && search::better(objective, current, best))
        return {PLATEAU_TEXT("%1 is the best that leaves the head room; the current plan (%2) gains %3, but is tight."),
                {plan_words(best.plan), plan_words(current.plan), share(change)}};
    if (best.plan == current.plan)
        return {what.equal, {plan_words(best.plan), value_words}};
    if (!(change >= same_plan_within))
        return {PLATEAU_TEXT("%1 is the best; the current plan (%2) is as good within 0.1 %."),
                {plan_words(best.plan), plan_words(current.plan)}};
    if (change >= told_as_times)
        return {PLATEAU_TEXT("%1 gives %2 tokens/s per GPU available, %3 as many as the current plan (%4)."),
                {plan_words(best.plan), value_words, times(1 + change), plan_words(current.plan)}};
    return {what.more, {plan_words(best.plan), value_words, share(change), plan_words(current.plan)}};
}

std::vector<Message> plan_reasons(const Parts& plan, const Parts& current, double domain_size)
{
    std::vector<Message> reasons;
    if (plan.plan == current.plan && plan.gpus == current.gpus)
        return {{PLATEAU_TEXT("This is the current plan."), {}}};
    if (!plan.possible())
        return {};
    if (current.possible())
        add_causes(reasons, causes(plan, current));
    const Plan& degrees = plan.plan;
    const Quantity domain = count(domain_size);
    if (degrees.tp > 1 && degrees.tp <= domain_size)
        reasons.push_back(
            {PLATEAU_TEXT("Tensor %1 stays inside the NVLink domain of %2."), {count(degrees.tp), domain}});
    else if (degrees.tp > domain_size)
        reasons.push_back({PLATEAU_TEXT("Tensor %1 crosses the NVLink domain of %2."), {count(degrees.tp), domain}});
    if (degrees.pp == 1 && current.plan.pp > 1)
        reasons.push_back({PLATEAU_TEXT("Without pipeline stages there is no bubble."), {}});
    if (plan.gpus_used < plan.gpus)
        reasons.push_back({PLATEAU_TEXT("It uses %1 of %2 GPUs."), {count(plan.gpus_used), count(plan.gpus)}});
    if (reasons.empty())
        reasons.push_back({PLATEAU_TEXT("It differs from the current plan by less than 1 % in every cause."), {}});
    return reasons;
}

Message tight_warning(const Parts& parts)
{
    if (parts.verdict != Verdict::Tight)
        return {};
    return {
        PLATEAU_TEXT("%1 of %2 is tight: an allocator that frees and asks again slows the step, or it does not fit."),
        {Quantity{parts.memory_bytes, Unit::Bytes}, Quantity{parts.memory_limit_bytes, Unit::Bytes}}};
}

Message tight_offer(const Parts& tight, const Parts& best, Objective objective)
{
    const Metric& told = search::told_metric(objective);
    const double ratio = told.value(tight) / told.value(best);
    return {ratio >= 1 ? PLATEAU_TEXT("%1 gives %2 more, but takes %3 of the memory: tight.")
                       : PLATEAU_TEXT("%1 needs %2 less, but takes %3 of the memory: tight."),
            {plan_words(tight.plan), share(std::abs(ratio - 1)), share(tight.memory_bytes / tight.memory_limit_bytes)}};
}

} // namespace plateau::narrate
