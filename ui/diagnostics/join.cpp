// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/diagnostics/programs/reading.h"
#include "ui/diagnostics/arguments_panel.h"
#include "ui/diagnostics/measured_panel.h"
#include "ui/diagnostics/reading_dialog.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/pages/workbench/workbench_page.h"
#include "ui/shell/keeping.h"
#include "ui/shell/main_window.h"
#include "ui/shell/opening.h"
#include "ui/shell/pages.h"
#include "ui/shell/registers.h"

/// Files of training programs, why a run is slower than predicted, and plans as arguments of a program.
namespace plateau::ui::diagnostics {

namespace {

QWidget* build_measured(const WindowParts& window, Page&)
{
    auto* panel = new MeasuredPanel(window.questions.training);
    panel->follow(window.questions.pins);
    QObject::connect(&window.model, &WorkbenchModel::updated, panel, &MeasuredPanel::refresh);
    return panel;
}

QWidget* build_arguments(const WindowParts&, Page& page)
{
    auto* panel = new ArgumentsPanel;
    auto& plans = static_cast<PlansPage&>(page);
    const auto show = [panel, &plans] {
        if (const answers::PlanList::Value* list = plans.model().list())
            panel->show_plan(plans.model().selected(), list->plans->scenario);
    };
    QObject::connect(&plans, &PlansPage::selection_shown, panel, show);
    show();
    return panel;
}

bool claims(const std::string& content, const std::string& name)
{
    return programs::sign_of(catalog::preset_folders(), content, name)
        .has_value(); // rules of dashes in a log would part scenarios of a set
}

/// Files of training programs: configurations, logs, traces, tables.
void open(const WindowParts& window, const QString& file, const std::function<void()>& otherwise)
{
    auto* dialog = new ReadingDialog(window.questions.training, file, &window.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &ReadingDialog::question_wanted, &window.opening,
                     [window, dialog] { window.opening.open_own(dialog->scenario()); });
    QObject::connect(dialog, &ReadingDialog::tuning_wanted, &window.opening,
                     [window](const QString& key, const QString& value) {
                         window.pages.go_to<WorkbenchPage>();
                         window.questions.training.edit_text(key.toStdString(), value.toStdString());
                     });
    QObject::connect(dialog, &ReadingDialog::stack_saved, &window.opening, [window](const QString& id) {
        window.pages.go_to<WorkbenchPage>();
        window.questions.training.edit_value("stack", Value(id.toStdString()));
    });
    const auto settle = [window, dialog, otherwise] {
        if (!dialog->error()) {
            window.notices.take_back_complaint();
            dialog->open();
            return;
        }
        if (programs::is_unknown(*dialog->error()))
            otherwise();
        else
            window.notices.complain(*dialog->error());
        dialog->deleteLater();
    };
    if (dialog->is_done())
        settle();
    else
        QObject::connect(dialog, &ReadingDialog::read, &window.opening, settle);
}

} // namespace

void join(Registers& registers)
{
    registers.panels.insert(registers.panels.end(),
                            {{WorkbenchPage::page_name, "measured", build_measured},
                             {PlansPage::page_name, "plan-arguments", build_arguments}});
    registers.files.push_back({claims, open});
}

} // namespace plateau::ui::diagnostics
