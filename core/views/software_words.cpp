// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/software_words.h"

#include <algorithm>

namespace plateau::narrate {

namespace {

/// Finds a program that is known to run the plan; null if none is.
const catalog::Program* that_runs(const Scenario& scenario, const Plan& plan)
{
    const auto& programs = scenario.assumptions.programs;
    const auto found = std::find_if(programs.begin(), programs.end(), [&](const catalog::Program& program) {
        return program.known && !catalog::lacking(program.runs, plan, scenario.workload.precision);
    });
    return found == programs.end() ? nullptr : &*found;
}

Message own_refusal(const Scenario& scenario, const Plan& plan)
{
    return catalog::refusal(catalog::program_of(scenario.assumptions.stack), plan, scenario.workload.precision);
}

} // namespace

Message refusal_of(const std::string& stack, const Scenario& scenario, const Plan& plan)
{
    for (const catalog::Program& program : scenario.assumptions.programs)
        if (program.stack == stack)
            return catalog::refusal(program, plan, scenario.workload.precision);
    return {};
}

Message software_warning(const Scenario& scenario, const Plan& plan)
{
    const Message refusal = own_refusal(scenario, plan);
    if (refusal.empty())
        return {};
    const catalog::Program* other = that_runs(scenario, plan);
    if (!other)
        return {PLATEAU_TEXT("%1 No known software runs it."), {refusal}};
    return {PLATEAU_TEXT("%1 %2 runs it."), {refusal, Verbatim{other->title}}};
}

Message software_mark(const Scenario& scenario, const Plan& plan)
{
    if (own_refusal(scenario, plan).empty())
        return {};
    return {that_runs(scenario, plan) ? PLATEAU_TEXT("other software") : PLATEAU_TEXT("no known software"), {}};
}

Message own_software() { return {PLATEAU_TEXT("the stack"), {}}; }

} // namespace plateau::narrate
