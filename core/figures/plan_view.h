// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/search/objective.h"
#include "core/search/plan_space.h"

/// Which plan figures show: the given one or the best, and what best means. Beside the question, in the scenario's
/// view; the terminal has --plan and --objective for it.
namespace plateau::figures {

search::PlanChoice plan_choice(const Scenario& scenario);
search::Objective objective(const Scenario& scenario);
/// The scenario seen that way.
Scenario seen_as(Scenario scenario, search::PlanChoice choice, search::Objective objective);

/// The same question, seen as the same plan by the same measure? How it is looked at besides does not matter.
bool same_question(const Scenario& left, const Scenario& right);

/// An entry of the view; an empty value: none, the usual one is meant.
struct ViewEntry {
    const char* key;
    std::string value;
};
ViewEntry view_entry(search::PlanChoice choice);
ViewEntry view_entry(search::Objective objective);

} // namespace plateau::figures
