// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/question.h"
#include "ui/document/question_document.h"

/// Looking at the given plan or at the best, and at what best means: steps of undo like any other edit.
namespace plateau::ui {

void choose_plan(QuestionDocument& document, search::PlanChoice choice);
void choose_objective(QuestionDocument& document, search::Objective objective);

} // namespace plateau::ui
