// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/plan_view.h"

#include <QCoreApplication>

namespace plateau::ui {

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

std::string words(PlanChoice choice) { return choice == PlanChoice::Best ? "best" : ""; }
std::string words(Objective objective) { return objective == Objective::Throughput ? "" : name(objective); }

} // namespace

PlanChoice plan_choice(const Scenario& scenario)
{
    return viewed(scenario, plan_key) == "best" ? PlanChoice::Best : PlanChoice::Given;
}

Objective objective(const Scenario& scenario)
{
    return search::objective_from_name(viewed(scenario, objective_key)).value_or(Objective::Throughput);
}

Scenario seen_as(Scenario scenario, PlanChoice choice, Objective objective)
{
    const auto set = [&](const char* key, const std::string& value) {
        if (value.empty())
            scenario.view.erase(key);
        else
            scenario.view[key] = value;
    };
    set(plan_key, words(choice));
    set(objective_key, words(objective));
    return scenario;
}

void choose_plan(QuestionDocument& document, PlanChoice choice)
{
    document.remember(plan_key, words(choice),
                      choice == PlanChoice::Best ? QCoreApplication::translate("document", "Show the best plan")
                                                 : QCoreApplication::translate("document", "Show the given plan"));
}

void choose_objective(QuestionDocument& document, Objective objective)
{
    document.remember(objective_key, words(objective), QCoreApplication::translate("document", "What best means"));
}

} // namespace plateau::ui
