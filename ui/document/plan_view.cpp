// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/plan_view.h"

namespace plateau::ui {

void choose_plan(QuestionDocument& document, search::PlanChoice choice)
{
    const answers::ViewEntry entry = answers::view_entry(choice);
    document.remember(
        entry.key, entry.value,
        {choice == search::PlanChoice::Best ? PLATEAU_TEXT("Show the best plan") : PLATEAU_TEXT("Show the given plan"),
         {}});
}

void choose_objective(QuestionDocument& document, search::Objective objective)
{
    const answers::ViewEntry entry = answers::view_entry(objective);
    document.remember(entry.key, entry.value, {PLATEAU_TEXT("What best means"), {}});
}

} // namespace plateau::ui
