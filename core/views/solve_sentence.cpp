// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/solve_sentence.h"

#include <tuple>

#include "core/question/scenario/parameter_table.h"
#include "core/views/words.h"

namespace plateau::narrate {

namespace {

using units::Unit;

/// Says what was asked: "Llama 3 70B, 15T tokens in 60 days under $20M, at most 5 MW".
Message task(const Scenario& scenario, const answers::Limits& limits)
{
    const bool to_loss = limits.clock == answers::RunClock::Loss;
    Message text{to_loss ? PLATEAU_TEXT("%1, to the same loss as %2") : "%1, %2",
                 {Verbatim{scenario.workload.shape.title}, in_prose(scenario.workload.tokens, Unit::Tokens)}};
    if (std::isfinite(limits.seconds))
        text = {PLATEAU_TEXT("%1 in %2"), {text, Quantity{limits.seconds, Unit::Seconds}}};
    if (std::isfinite(limits.usd))
        text = {PLATEAU_TEXT("%1 under %2"), {text, in_prose(limits.usd, Unit::Usd)}};
    if (std::isfinite(limits.watts))
        text = {PLATEAU_TEXT("%1 within %2"), {text, Quantity{limits.watts, Unit::Watts}}};
    return text;
}

Message with_assumption(const Message& sentence, const answers::Limits& limits)
{
    return limits.assumed_deadline ? Message{PLATEAU_TEXT("%1 No deadline is set: %2 are assumed."),
                                             {sentence, Quantity{limits.seconds, Unit::Seconds}}}
                                   : sentence;
}

/// Says what a budget buys: "300,000 USD train Llama 3 8B on 2.1 trillion tokens: 46 H100 SXM for 90 days".
Message most_sentence(const Scenario& scenario, const answers::Limits& limits, const answers::Solution& solution)
{
    constexpr double spent = 0.95;
    const Verbatim model{scenario.workload.shape.title}, hardware{scenario.cluster.accelerator.title};
    const Quantity tokens = in_prose(solution.tokens, Unit::Tokens);
    const Quantity gpus = in_prose(solution.parts.gpus, Unit::Count);
    const Quantity time{solution.run.seconds, Unit::Seconds};
    const Message run = solution.run.usd >= spent * limits.usd
        ? Message{PLATEAU_TEXT("%1 train %2 on %3: %4 %5 for %6"),
                  {in_prose(limits.usd, Unit::Usd), model, tokens, gpus, hardware, time}}
        : solution.run.usd > 0
        ? Message{PLATEAU_TEXT("In %1, %2 %3 train %4 on %5, for %6"),
                  {time, gpus, hardware, model, tokens, in_prose(solution.run.usd, Unit::Usd)}}
        : Message{PLATEAU_TEXT("In %1, %2 %3 train %4 on %5"), {time, gpus, hardware, model, tokens}};
    if (!std::isfinite(solution.loss))
        return {"%1.", {run}};
    return {PLATEAU_TEXT("%1; the loss is then about %2."), {run, Quantity{solution.loss, Unit::None}}};
}

Message goal_words(const Scenario& scenario, const answers::Goal& goal)
{
    if (goal.metric.empty())
        return task(scenario, goal.limits);
    const Metric& wanted = metric(goal.metric);
    return {PLATEAU_TEXT("%1 of %2"), {Word{wanted.short_label}, metric_text(wanted, goal.value)}};
}

} // namespace

const char* bound_words(answers::Bound bound)
{
    static constexpr const char* words[]
        = {PLATEAU_TEXT("nothing"),    PLATEAU_TEXT("memory"),        PLATEAU_TEXT("the deadline"),
           PLATEAU_TEXT("the budget"), PLATEAU_TEXT("the power cap"), PLATEAU_TEXT("the number of GPUs")};
    static_assert(std::size(words) == static_cast<std::size_t>(answers::Bound::Gpus) + 1);
    return words[static_cast<std::size_t>(bound)];
}

Message solve_sentence(const Scenario& scenario, const answers::Limits& limits, const answers::Solution& solution)
{
    const Message what = task(scenario, limits);
    const Quantity gpus = in_prose(solution.parts.gpus, Unit::Count);
    const Verbatim title{scenario.cluster.accelerator.title};
    if (!solution.found && !solution.parts.fits())
        return {PLATEAU_TEXT("%1: not possible; no plan fits into memory"), {what}};
    if (!solution.found)
        return {PLATEAU_TEXT("%1: not possible; %2 %3 would take %4 and %5, stopped by %6"),
                {what, gpus, title, Quantity{solution.run.seconds, Unit::Seconds},
                 in_prose(solution.run.usd, Unit::Usd), bound_words(solution.bound)}};
    if (solution.bound == answers::Bound::None)
        return {PLATEAU_TEXT("%1: %2 %3"), {what, gpus, title}};
    return {PLATEAU_TEXT("%1: %2 %3, bound by %4"), {what, gpus, title, bound_words(solution.bound)}};
}

Message solution_sentence(const answers::Solutions::Key& asked, const answers::Solutions::Found& found)
{
    using answers::Target;
    const answers::Solution& solution = found.solution;
    const answers::Limits& limits = asked.limits;
    const bool most = asked.target == Target::Tokens || asked.target == Target::Loss;
    Message sentence = most && solution.found ? most_sentence(*found.scenario, limits, solution)
                                              : solve_sentence(*found.scenario, limits, solution);
    if (asked.target == Target::Loss && solution.found)
        sentence = {PLATEAU_TEXT("The lowest loss: %1"), {sentence}};
    if (limits.assumed_deadline && !(most && solution.found))
        sentence = {"%1.", {sentence}};
    return with_assumption(sentence, limits);
}

Message solution_range(const answers::Solutions::Key& asked, const answers::Solutions::Found& found)
{
    using answers::Target;
    const answers::Solution& solution = found.solution;
    if (!solution.found || found.nearest.run.empty() || !std::isfinite(found.nearest.doubt.step))
        return {};
    const ReachBand step = evidence::step_band(found.nearest, *found.scenario, solution.parts);
    if (asked.target == Target::Tokens || asked.target == Target::Loss)
        return {
            PLATEAU_TEXT("Eight in ten: %1 to %2."),
            {in_prose(solution.tokens / step.high, Unit::Tokens), in_prose(solution.tokens / step.low, Unit::Tokens)}};
    return {
        PLATEAU_TEXT("Eight in ten: %1."),
        {from_to({solution.run.seconds * step.low, Unit::Seconds}, {solution.run.seconds * step.high, Unit::Seconds})}};
}

namespace {

/// Of a plan that fits at no value of the number: memory is the reason, not the number.
Message no_room(const Message& goal, const Word& label, const TrainingParameter& parameter,
                const answers::Needed& needed)
{
    const Message sentence{
        PLATEAU_TEXT("%1: no value is enough for %2, for the plan does not fit into memory: it needs %3 of %4."),
        {label, goal, Quantity{needed.parts_now.memory_bytes, Unit::Bytes},
         Quantity{needed.parts_now.memory_limit_bytes, Unit::Bytes}}};
    if (!needed.were_there_room)
        return sentence;
    return {PLATEAU_TEXT("%1 Were there room, %2 would be enough."),
            {sentence, value_words(parameter, Value(*needed.were_there_room))}};
}

Message against_rival(const answers::Needed& needed, const TrainingParameter& parameter, const Message& own,
                      const Message& rival)
{
    const Word label{parameter.label};
    const Argument value = value_words(parameter, Value(needed.value)), now = value_words(parameter, Value(needed.now));
    for (const auto& [parts, fits, name] :
         {std::tuple(&needed.parts_now, needed.fits, &own), std::tuple(&needed.rival_now, needed.rival_fits, &rival)})
        if (!fits && parts->possible())
            return {PLATEAU_TEXT("%1 does not matter: %2 does not fit into memory, it needs %3 of %4."),
                    {label, *name, Quantity{parts->memory_bytes, Unit::Bytes},
                     Quantity{parts->memory_limit_bytes, Unit::Bytes}}};
    if (!needed.found)
        return {needed.holds_now ? PLATEAU_TEXT("%1 does not matter: %2 is at least as fast as %3 at every value.")
                                 : PLATEAU_TEXT("%1 does not matter: %3 is faster than %2 at every value."),
                {label, own, rival}};
    return {needed.holds_above ? PLATEAU_TEXT("%1: at %2 and more, %3 is at least as fast as %4; below, %4 is "
                                              "faster. It is %5 now.")
                               : PLATEAU_TEXT("%1: at %2 and less, %3 is at least as fast as %4; above, %4 is "
                                              "faster. It is %5 now."),
            {label, value, own, rival, now}};
}

} // namespace

Message needed_sentence(const answers::NeededValue::Key& asked, const answers::Needed& needed, const Message& own,
                        const Message& rival)
{
    const TrainingParameter& parameter = *training_parameters().find(asked.parameter);
    const Word label{parameter.label};
    const Argument value = value_words(parameter, Value(needed.value)), now = value_words(parameter, Value(needed.now));
    if (asked.goal.rival)
        return against_rival(needed, parameter, own, rival);
    const Message goal = goal_words(*asked.question.scenario, asked.goal);
    Message sentence{needed.holds_above ? PLATEAU_TEXT("%1: at least %2 for %3. It is %4 now.")
                                        : PLATEAU_TEXT("%1: at most %2 for %3. It is %4 now."),
                     {label, value, goal, now}};
    if (!needed.fits && needed.parts_now.possible())
        sentence = no_room(goal, label, parameter, needed);
    else if (!needed.found)
        sentence = {needed.holds_now ? PLATEAU_TEXT("%1: every value is enough for %2. It is %3 now.")
                                     : PLATEAU_TEXT("%1: no value is enough for %2. It is %3 now."),
                    {label, goal, now}};
    return asked.goal.metric.empty() ? with_assumption(sentence, asked.goal.limits) : sentence;
}

Message needed_range(const answers::Needed& needed, const Message& own, const Message& rival)
{
    if (!needed.now_against)
        return {};
    return {PLATEAU_TEXT("Now %1 is %2 as fast as %3. %4"),
            {own, times(needed.now_against->ratio), rival, range_sentence(*needed.now_against)}};
}

} // namespace plateau::narrate
