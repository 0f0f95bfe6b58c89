// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/narrate/solve_sentence.h"

#include <cmath>

#include "core/text/messages/speech.h"
#include "core/text/units/quantity.h"

namespace plateau::narrate {

namespace {

using units::format;
using units::Unit;

/// "Llama 3 70B, 15T tokens in 60 days under $20M, at most 5 MW"
std::string task(const Scenario& scenario, const explore::Limits& limits)
{
    std::string text = scenario.workload.shape.title + ", " + format(scenario.workload.tokens, Unit::Tokens);
    if (std::isfinite(limits.seconds))
        text = within({PLATEAU_TEXT("%1 in %2"), {text, format(limits.seconds, Unit::Seconds)}});
    if (std::isfinite(limits.usd))
        text = within({PLATEAU_TEXT("%1 under %2"), {text, format(limits.usd, Unit::Usd)}});
    if (std::isfinite(limits.watts))
        text = within({PLATEAU_TEXT("%1 within %2"), {text, format(limits.watts, Unit::Watts)}});
    return text;
}

} // namespace

const char* bound_words(explore::Bound bound)
{
    switch (bound) {
    case explore::Bound::None:
        return PLATEAU_TEXT("nothing");
    case explore::Bound::Memory:
        return PLATEAU_TEXT("memory");
    case explore::Bound::Deadline:
        return PLATEAU_TEXT("the deadline");
    case explore::Bound::Budget:
        return PLATEAU_TEXT("the budget");
    case explore::Bound::Power:
        return PLATEAU_TEXT("the power cap");
    case explore::Bound::Gpus:
        return PLATEAU_TEXT("the number of GPUs");
    }
    return "";
}

Message solve_sentence(const Scenario& scenario, const explore::Limits& limits, const explore::Solution& solution)
{
    const std::string what = task(scenario, limits);
    const std::string gpus = format(solution.parts.gpus, Unit::Count);
    const std::string& title = scenario.cluster.accelerator.title;
    if (!solution.found && !solution.parts.fits())
        return {PLATEAU_TEXT("%1: not possible; no plan fits into memory"), {what}};
    if (!solution.found)
        return {PLATEAU_TEXT("%1: not possible; %2 %3 would take %4 and %5, stopped by %6"),
                {what, gpus, title, format(solution.run.seconds, Unit::Seconds), format(solution.run.usd, Unit::Usd),
                 bound_words(solution.bound)}};
    if (solution.bound == explore::Bound::None)
        return {PLATEAU_TEXT("%1: %2 %3"), {what, gpus, title}};
    return {PLATEAU_TEXT("%1: %2 %3, bound by %4"), {what, gpus, title, bound_words(solution.bound)}};
}

} // namespace plateau::narrate
