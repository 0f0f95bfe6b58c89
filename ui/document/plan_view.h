// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/objective.h"
#include "core/search/plan_space.h"
#include "ui/document/question_document.h"

/// Which plan the window looks at: the given one or the best, and what best means. Beside the question, in its view:
/// the terminal has --plan and --objective for it.
namespace plateau::ui {

search::PlanChoice plan_choice(const Scenario& scenario);
search::Objective objective(const Scenario& scenario);
/// The scenario seen that way.
Scenario seen_as(Scenario scenario, search::PlanChoice choice, search::Objective objective);

void choose_plan(QuestionDocument& document, search::PlanChoice choice);
void choose_objective(QuestionDocument& document, search::Objective objective);

} // namespace plateau::ui
