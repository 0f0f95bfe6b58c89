// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>

#include "core/figures/embedded.h"
#include "core/files/output.h"
#include "core/files/text_file.h"
#include "core/limits_scenario/limits_file.h"
#include "core/narrate/comparison.h"
#include "core/scenario/scenario_file.h"
#include "core/scenario/scenario_set.h"
#include "ui/base/ask_file.h"
#include "ui/base/text.h"
#include "ui/hardware/hardware_page.h"
#include "ui/limits/limits_page.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/status_line.h"
#include "ui/workbench/compare_panel.h"
#include "ui/workbench/workbench_page.h"

namespace plateau::ui {

void MainWindow::build_compare_menu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Compare"));
    menu->addAction(pin_);
    const auto on_chosen = [this, menu](const QString& words, auto member) {
        QAction* item = menu->addAction(words, this, [this, member] { (pins_.*member)(pins_.chosen_index()); });
        connect(menu, &QMenu::aboutToShow, item, [this, item] { item->setEnabled(pins_.chosen() != nullptr); });
    };
    on_chosen(tr("&Swap with the chosen pin"), &Pins::swap);
    on_chosen(tr("&Restore the chosen pin"), &Pins::restore);
    on_chosen(tr("Re&move the chosen pin"), &Pins::remove);
    menu->addSeparator();
    menu->addAction(tr("&Hardware for the same money, power or count"), this, [this] { show_page(hardware()); });
    menu->addSeparator();
    menu->addAction(tr("S&ave set..."), this, &MainWindow::save_set);
    menu->addAction(tr("&Open set..."), this, &MainWindow::open_set);
}

/// Named after what was changed since the question was opened.
void MainWindow::pin()
{
    const Parts none;
    const auto& opened = *document_.configurations()[document_.current_index()].opened;
    const QString changed = text(narrate::difference_words({document_.scenario(), none}, {opened, none}));
    pins_.pin(changed.isEmpty() ? document_.title() : changed);
    show_page(*workbench_);
}

/// Those that are shown and have an answer.
std::vector<figures::PinnedRun> MainWindow::pinned_runs() const
{
    std::vector<figures::PinnedRun> runs;
    for (const Pin& pin : pins_.all())
        if (const auto curve = model_.pinned(pin); curve && !pin.hidden)
            runs.push_back({pin.letter().toStdString(), figures::role_of_slot(pin.slot), curve->here(),
                            pin.scenario->workload.tokens, pin.scenario});
    return runs;
}

void MainWindow::save_set()
{
    const QString file
        = ask_save_file(this, tr("Save set"), document_.title() + tr(", compared") + QStringLiteral(".yaml"),
                        tr("Sets of scenarios (*.yaml)"), {QStringLiteral("yaml"), QStringLiteral("yml")});
    if (file.isEmpty())
        return;
    if (const auto saved = files::write_file(file.toStdU16String(), pins_.as_text(), files::Replacing::any_file());
        !saved)
        complain(saved.error());
    else
        notices_->remove(QStringLiteral("error"));
}

void MainWindow::open_set()
{
    const QString file
        = QFileDialog::getOpenFileName(this, tr("Open set"), {}, tr("Sets of scenarios (*.yaml *.yml);;All files (*)"));
    if (!file.isEmpty())
        open(file);
}

/// False: neither a set of scenarios nor a figure.
bool MainWindow::open_as_set(const QString& file)
{
    const std::string name = file.toStdString();
    const auto content = figures::is_figure_file(name) ? figures::read_embedded_scenario(name) : files::read_text(name);
    if (!content || !is_scenario_set(*content))
        return false;
    const auto kind = scenario_kind_of_text(scenario_documents(*content).front(), name);
    if (kind && *kind == "limits")
        return open_limits_set(*content, file);
    show_page(*workbench_);
    if (const auto read = pins_.read(*content, file); !read)
        complain(read.error());
    else {
        notices_->remove(QStringLiteral("error"));
        docks_.raise(&workbench_->compare());
        show_as_exported();
    }
    return true;
}

/// All or none of them, in place of those that stood there.
bool MainWindow::open_limits_set(const std::string& content, const QString& file)
{
    std::vector<LimitsScenario> all;
    for (const std::string& yaml : scenario_documents(content)) {
        auto scenario = read_limits_scenario_text(limits_document_.catalog(), yaml, file.toStdString());
        if (!scenario) {
            complain(scenario.error());
            return true;
        }
        all.push_back(std::move(*scenario));
    }
    show_page(limits());
    limits_document_.replace_all(std::move(all), {PLATEAU_TEXT("Open %1"), {QFileInfo(file).fileName().toStdString()}});
    notices_->remove(QStringLiteral("error"));
    show_as_exported();
    return true;
}

} // namespace plateau::ui
