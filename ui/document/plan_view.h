// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/objective.h"
#include "core/explore/plan_space.h"
#include "ui/document/question_document.h"

/// Which plan the window looks at: the given one or the best, and what best means. Beside the question, in its view:
/// the terminal has --plan and --objective for it.
namespace plateau::ui {

explore::PlanChoice plan_choice(const Scenario& scenario);
explore::Objective objective(const Scenario& scenario);
/// The scenario seen that way.
Scenario seen_as(Scenario scenario, explore::PlanChoice choice, explore::Objective objective);

void choose_plan(QuestionDocument& document, explore::PlanChoice choice);
void choose_objective(QuestionDocument& document, explore::Objective objective);

} // namespace plateau::ui
