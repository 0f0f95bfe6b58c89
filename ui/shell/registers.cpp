// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/registers.h"

#include <QScrollArea>
#include <algorithm>

#include "core/answers/step.h"
#include "core/views/limits_view.h"
#include "core/views/measured_runs.h"
#include "ui/controls/layouts.h"
#include "ui/controls/subject.h"
#include "ui/document/edited_question.h"
#include "ui/document/evidence_model.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/hardware/hardware_page.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/parameters/parameter_panel.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/pages/workbench/compare_panel.h"
#include "ui/pages/workbench/why_panel.h"
#include "ui/pages/workbench/workbench_page.h"
#include "ui/shell/keeping.h"
#include "ui/shell/new_dialog.h"
#include "ui/shell/opening.h"
#include "ui/shell/pages.h"
#include "ui/shell/side_panels.h"

namespace plateau::ui {

namespace {

Page* build_workbench(const WindowParts& parts)
{
    auto* page = new WorkbenchPage(parts.questions.training, parts.model, parts.parameters, &parts.pages);
    parts.model.follow(parts.evidence);
    parts.model.follow(parts.questions.pins);
    page->follow(parts.questions.pins);
    const auto refresh = [parts] {
        parts.parameters.refresh(parts.model.given(), parts.model.hints());
        parts.parameters.show_notice(parts.model.notice_key(), parts.model.notice());
    };
    QObject::connect(&parts.model, &WorkbenchModel::updated, page, refresh);
    refresh();
    page->plot().set_point_hint([&evidence = parts.evidence](const std::string& id) {
        const auto run = evidence.find(id);
        return run ? joined(figures::measured_hint(evidence.evidence(), evidence.claims(), *run), QLatin1Char('\n'))
                   : QString();
    });
    QObject::connect(&page->compare(), &ComparePanel::save_wanted, &parts.saving, &Saving::save_set);
    QObject::connect(&page->compare(), &ComparePanel::open_wanted, &parts.opening, &Opening::ask_open_set);
    QObject::connect(page, &WorkbenchPage::explained, page, [parts] { parts.panels.bring(QStringLiteral("why")); });
    QObject::connect(page, &WorkbenchPage::notes_wanted, page,
                     [page, parts] { edit_notes(parts.questions.training, page->window()); });
    QObject::connect(page, &WorkbenchPage::parameter_wanted, page, [parts](const QString& key) { parts.reveal(key); });
    return page;
}

/// The pins that are shown and have an answer.
std::vector<figures::PinnedRun> pinned_runs(const Pins& pins, const WorkbenchModel& model)
{
    std::vector<figures::PinnedRun> runs;
    for (const Pin& pin : pins.all())
        if (const auto curve = model.pinned(pin); curve && !pin.hidden)
            runs.push_back({pin.letter().toStdString(), figures::role_of_slot(pin.slot), curve->here(),
                            pin.scenario->workload.tokens, pin.scenario});
    return runs;
}

Page* build_plans(const WindowParts& parts)
{
    auto* page = new PlansPage(parts.questions.training, parts.evidence, parts.parameters, &parts.pages);
    page->follow_pins(parts.pages.page<WorkbenchPage>().compare(),
                      [parts] { return pinned_runs(parts.questions.pins, parts.model); });
    QObject::connect(&parts.model, &WorkbenchModel::pins_updated, page, &PlansPage::refresh_pins);
    QObject::connect(page, &PlansPage::parameter_wanted, page, [parts](const QString& key) { parts.reveal(key); });
    return page;
}

Page* build_hardware(const WindowParts& parts)
{
    return new HardwarePage(parts.questions.training, parts.parameters, &parts.pages);
}

Page* build_limits(const WindowParts& parts)
{
    ScenarioDocument& training = parts.questions.training;
    auto* page
        = new LimitsPage(parts.questions.limits, catalog::read_known_runs(training.catalog().folders), &parts.pages);
    QObject::connect(page, &LimitsPage::scenario_wanted, page, [page, parts, &training](const Scenario& scenario) {
        Scenario noted = scenario;
        noted.notes
            = english(narrate::why_they_differ(page->model().marker(),
                                               *training.answers()->get<answers::PlanEstimate>(
                                                   {std::make_shared<const Scenario>(scenario), scenario.plan})));
        training.replace(noted, {PLATEAU_TEXT("Open %1"), {title_of(scenario)}});
        parts.pages.go_to<WorkbenchPage>();
        parts.panels.bring(QStringLiteral("notes"));
    });
    QObject::connect(page, &LimitsPage::workbench_wanted, &parts.opening, &Opening::show_limits);
    return page;
}

template<class P>
PageRow row(const char* subject, Page* (*build)(const WindowParts&))
{
    return {&P::staticMetaObject, P::tab, P::page_name, subject, build};
}

} // namespace

void WindowParts::reveal(const QString& key) const
{
    panels.bring(QStringLiteral("parameters"));
    parameters.reveal(key.toStdString());
}

#include "core/annexes.inc" // join_annexes(), written by CMake

const Registers& registers()
{
    static const Registers all = [] {
        Registers rows;
        rows.pages = {row<WorkbenchPage>("workbench", build_workbench), row<PlansPage>("plans", build_plans),
                      row<HardwarePage>("hardware-page", build_hardware), row<LimitsPage>("limits", build_limits)};
        join_annexes(rows);
        return rows;
    }();
    return all;
}

namespace {

constexpr QSize least_size{380, 300}; ///< a page that needs more scrolls

/// The scroll area around a page and its viewport.
QWidget* area_of(const Page& page) { return page.parentWidget()->parentWidget(); }

const std::vector<PageRow>& rows() { return registers().pages; }

} // namespace

Pages::Pages(QWidget* parent) : QStackedWidget(parent), built_(rows().size(), nullptr) { setMinimumSize(least_size); }

std::size_t Pages::row_of(const QMetaObject& type)
{
    const auto found = std::ranges::find(rows(), &type, &PageRow::type);
    return static_cast<std::size_t>(found - rows().begin());
}

const PageRow& Pages::row(const Page& page) const
{
    return rows()[static_cast<std::size_t>(std::ranges::find(built_, &page) - built_.begin())];
}

std::vector<Page*> Pages::built() const
{
    std::vector<Page*> all = built_;
    std::erase(all, nullptr);
    return all;
}

std::size_t Pages::active_row() const
{
    return static_cast<std::size_t>(std::find(built_.begin(), built_.end(), active_) - built_.begin());
}

Page& Pages::at(std::size_t row)
{
    if (!built_[row]) {
        const PageRow& described = rows()[row];
        Page* page = built_[row] = described.build(*parts_);
        for (const PanelRow& panel : registers().panels)
            if (std::string_view(panel.page) == described.name)
                page->add_panel(panel.dock, *panel.build(*parts_, *page));
        set_subject(page, QStringLiteral("window.md#") + QLatin1String(described.subject));
        QScrollArea* area = scrolled(page, this);
        area->setFocusPolicy(Qt::NoFocus); // the page has its own stops
        addWidget(area);
        emit page_built(*page);
        undo_.addStack(&page->document().undo_stack());
        if (compact_)
            page->set_compact(*compact_);
        connect(page, &Page::updated, this, [this, page] {
            if (active_ == page)
                emit updated();
        });
    }
    return *built_[row];
}

void Pages::go_to(Page& page)
{
    if (active_ == &page)
        return;
    if (active_)
        active_->set_active(false);
    active_ = &page;
    setCurrentWidget(area_of(page));
    undo_.setActiveStack(&page.document().undo_stack());
    emit turned(page);
    page.set_active(true);
    emit updated();
    emit shown(page);
}

void Pages::go_to(const std::string& name)
{
    for (std::size_t row = 0; row < rows().size(); ++row)
        if (name == rows()[row].name)
            go_to(at(row));
}

Page* Pages::with_work(const std::string& name)
{
    const auto found = std::ranges::find(rows(), name, &PageRow::work);
    return found == rows().end() ? nullptr : &at(static_cast<std::size_t>(found - rows().begin()));
}

bool Pages::shows_runs() const { return std::ranges::any_of(rows(), &PageRow::shows_runs); }

void Pages::show_run(const std::string& id)
{
    const auto found = std::ranges::find(rows(), true, &PageRow::shows_runs);
    Page& page = at(static_cast<std::size_t>(found - rows().begin()));
    go_to(page);
    page.show_run(id);
}

void Pages::cover(QWidget* picture)
{
    if (picture && indexOf(picture) < 0)
        addWidget(picture);
    setCurrentWidget(picture ? picture : area_of(*active_));
}

void Pages::set_compact(bool compact)
{
    compact_ = compact;
    for (Page* page : built_)
        if (page)
            page->set_compact(compact);
}

} // namespace plateau::ui
