// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/plan_view.h"

#include <QCoreApplication>

namespace plateau::ui {

void choose_plan(QuestionDocument& document, search::PlanChoice choice)
{
    const figures::ViewEntry entry = figures::view_entry(choice);
    document.remember(entry.key, entry.value,
                      choice == search::PlanChoice::Best
                          ? QCoreApplication::translate("document", "Show the best plan")
                          : QCoreApplication::translate("document", "Show the given plan"));
}

void choose_objective(QuestionDocument& document, search::Objective objective)
{
    const figures::ViewEntry entry = figures::view_entry(objective);
    document.remember(entry.key, entry.value, QCoreApplication::translate("document", "What best means"));
}

} // namespace plateau::ui
