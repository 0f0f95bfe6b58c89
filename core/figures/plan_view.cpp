// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/plan_view.h"

namespace plateau::figures {

namespace {

using search::Objective;
using search::PlanChoice;

const char* const plan_key = "plan";
const char* const objective_key = "objective";

std::string viewed(const Scenario& scenario, const char* key)
{
    const auto found = scenario.view.find(key);
    return found == scenario.view.end() ? std::string() : found->second;
}

void set(Scenario& scenario, const ViewEntry& entry)
{
    if (entry.value.empty())
        scenario.view.erase(entry.key);
    else
        scenario.view[entry.key] = entry.value;
}

} // namespace

PlanChoice plan_choice(const Scenario& scenario)
{
    return viewed(scenario, plan_key) == "best" ? PlanChoice::Best : PlanChoice::Given;
}

Objective objective(const Scenario& scenario)
{
    return search::objective_from_name(viewed(scenario, objective_key)).value_or(Objective::Throughput);
}

bool same_question(const Scenario& left, const Scenario& right)
{
    return left.same_choices(right) && plan_choice(left) == plan_choice(right) && objective(left) == objective(right);
}

ViewEntry view_entry(PlanChoice choice) { return {plan_key, choice == PlanChoice::Best ? "best" : ""}; }

ViewEntry view_entry(Objective objective)
{
    return {objective_key, objective == Objective::Throughput ? "" : name(objective)};
}

Scenario seen_as(Scenario scenario, PlanChoice choice, Objective objective)
{
    set(scenario, view_entry(choice));
    set(scenario, view_entry(objective));
    return scenario;
}

} // namespace plateau::figures
