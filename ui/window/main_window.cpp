// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>

#include "core/answers/step.h"
#include "core/figures/point_hint.h"
#include "core/figures/question_file.h"
#include "core/limits_scenario/bridge.h"
#include "core/narrate/limits_sentence.h"
#include "ui/base/field_undo.h"
#include "ui/base/language.h"
#include "ui/base/subject.h"
#include "ui/base/text.h"
#include "ui/classroom/classroom_window.h"
#include "ui/evidence/calibrate_panel.h"
#include "ui/evidence/evidence_page.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/plot_accessibility.h"
#include "ui/hardware/hardware_page.h"
#include "ui/limits/limits_page.h"
#include "ui/panels/fact_words.h"
#include "ui/parameters/parameter_panel.h"
#include "ui/plans/plans_page.h"
#include "ui/window/notice_bar.h"
#include "ui/window/status_line.h"
#include "ui/window/tool_strip.h"
#include "ui/workbench/compare_panel.h"
#include "ui/workbench/why_panel.h"
#include "ui/workbench/workbench_page.h"

namespace plateau::ui {

namespace {

constexpr QSize least_centre{520, 400};
constexpr int compact_width = 1440;
constexpr int compact_height = 800;
constexpr int wide_width = 1920;
constexpr int quiet_milliseconds = 250; ///< the first picture comes first

enum Order : std::size_t { Workbench, Plans, Hardware, Limits, Evidence };

} // namespace

MainWindow::MainWindow(ScenarioDocument& document, Appearance& appearance, std::shared_ptr<Beside> beside)
    : document_(document), appearance_(appearance), evidence_(document),
      beside_(beside ? std::move(beside) : std::make_shared<Beside>(document)), pins_(beside_->pins), model_(document),
      limits_document_(beside_->limits), docks_(*this), undo_group_(this)
{
    tell_plots(); // what a control is to a screen reader is remembered when it is named
    {
        const WithoutStyleSheet bare(*this); // parts would be styled anew each time they are put into another
        build_parts();
    }
    resize(1600, 900);
    show_page(*workbench_);
}

/// All but their places on the screen.
void MainWindow::build_parts()
{
    setObjectName(QStringLiteral("window"));
    setAcceptDrops(true);
    setDockOptions(QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    centre_ = new QStackedWidget(this);
    centre_->setMinimumSize(least_centre); // else the widest page would say how small the window may be
    setCentralWidget(centre_);
    new FieldUndo(*this);
    build_actions();
    build_theme_actions();
    build_menus();
    build_tool_bar();
    status_ = new StatusLine(this);
    set_subject(statusBar(), QStringLiteral("window.md#status"));
    statusBar()->addWidget(status_, 1);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setFixedHeight(25);
    refresh_icons();
    keep_all();

    parameters_ = new ParameterPanel(document_);
    workbench_ = new WorkbenchPage(document_, model_, *parameters_, this);
    model_.follow(evidence_);
    model_.follow(pins_);
    workbench_->follow(pins_);
    connect(&workbench_->compare(), &ComparePanel::save_wanted, this, &MainWindow::save_set);
    connect(&workbench_->compare(), &ComparePanel::open_wanted, this, &MainWindow::open_set);
    workbench_->plot().set_point_hint([this](const std::string& id) {
        const auto run = evidence_.find(id);
        return run ? joined(figures::measured_hint(evidence_.evidence(), evidence_.claims(), *run), QLatin1Char('\n'))
                   : QString();
    });
    connect(workbench_, &WorkbenchPage::explained, this, [this] { docks_.raise(&workbench_->why()); });
    connect(workbench_, &WorkbenchPage::parameter_wanted, this, &MainWindow::reveal);
    add_pages();
    page(pages_[Workbench]);
    build_tours(evidence_.claims());
    build_help();

    connect(&model_, &WorkbenchModel::updated, this, &MainWindow::refresh_parameters);
    connect(&document_, &ScenarioDocument::file_changed, this, &MainWindow::show_title);
    refresh_parameters();
}

void MainWindow::add_pages()
{
    pages_.push_back({WorkbenchPage::tab(), [this] { return workbench_; }, "workbench"});
    pages_.push_back({PlansPage::tab(), [this] { return build_plans(); }, "plans"});
    pages_.push_back(
        {HardwarePage::tab(), [this] { return new HardwarePage(document_, *parameters_, this); }, "hardware-page"});
    pages_.push_back({LimitsPage::tab(), [this] { return build_limits(); }, "limits"});
    pages_.push_back({EvidencePage::tab(), [this] { return build_evidence(); }, "evidence"});
    const QSignalBlocker quiet(tabs_); // the first tab is current at once
    for (Tab& tab : pages_)
        tabs_->addTab(tab.title);
}

Page* MainWindow::build_plans()
{
    auto* plans = new PlansPage(document_, evidence_, *parameters_, this);
    connect(plans, &PlansPage::parameter_wanted, this, &MainWindow::reveal);
    plans->follow_pins(workbench_->compare(), [this] { return pinned_runs(); });
    connect(&model_, &WorkbenchModel::pins_updated, plans, &PlansPage::refresh_pins);
    return plans;
}

void MainWindow::reveal(const QString& key)
{
    docks_.raise(parameters_);
    parameters_->reveal(key.toStdString());
}

Page* MainWindow::build_limits()
{
    auto* limits = new LimitsPage(limits_document_, catalog::read_known_runs(document_.catalog().folders), this);
    connect(&limits_document_, &QuestionDocument::file_changed, this, &MainWindow::show_title);
    connect(limits, &LimitsPage::scenario_wanted, this, [this, limits](const Scenario& scenario) {
        Scenario noted = scenario;
        noted.notes
            = english(narrate::why_they_differ(limits->model().marker(),
                                               *document_.answers()->get<answers::PlanEstimate>(
                                                   {std::make_shared<const Scenario>(scenario), scenario.plan})));
        document_.replace(noted, {PLATEAU_TEXT("Open %1"), {scenario.title}});
        show_page(*workbench_);
        docks_.raise(workbench_->notes());
    });
    connect(limits, &LimitsPage::workbench_wanted, this, &MainWindow::show_limits);
    return limits;
}

Page* MainWindow::build_evidence()
{
    auto* evidence = new EvidencePage(document_, evidence_, this);
    connect(evidence, &EvidencePage::opened, this, [this] { show_page(*workbench_); });
    connect(&evidence->calibrate(), &CalibratePanel::changed, this, [this, evidence] {
        if (recovery_)
            recovery_->follow(calibration_kind, [evidence] { return evidence->calibrate().copy(); });
    });
    return evidence;
}

Page& MainWindow::page(Tab& tab)
{
    if (!tab.page) {
        tab.page = tab.build();
        set_subject(tab.page, QStringLiteral("window.md#%1").arg(QLatin1String(tab.name)));
        centre_->addWidget(tab.page);
        docks_.add(*tab.page);
        offer_figures_of(*tab.page);
        undo_group_.addStack(&tab.page->document().undo_stack());
        if (laid_out_)
            tab.page->set_compact(room_ == Room::Compact);
        connect(tab.page, &Page::updated, this, [this, page = tab.page] {
            if (active_ == page)
                refresh();
        });
    }
    return *tab.page;
}

PlansPage& MainWindow::plans() { return static_cast<PlansPage&>(page(pages_[Plans])); }
HardwarePage& MainWindow::hardware() { return static_cast<HardwarePage&>(page(pages_[Hardware])); }
LimitsPage& MainWindow::limits() { return static_cast<LimitsPage&>(page(pages_[Limits])); }
EvidencePage& MainWindow::evidence_page() { return static_cast<EvidencePage&>(page(pages_[Evidence])); }

void MainWindow::show_limits()
{
    auto question = as_limits(document_.catalog(), document_.scenario());
    if (!question) {
        complain(question.error());
        return;
    }
    show_page(limits());
    const Message words{PLATEAU_TEXT("Add %1"), {question->title}};
    if (limits_document_.configurations().size() < LimitsDocument::most_configurations)
        limits_document_.add(std::move(*question), words);
    else
        limits_document_.replace(std::move(*question), words);
}

void MainWindow::show_page(Page& page)
{
    if (active_ == &page)
        return;
    if (active_)
        active_->set_active(false);
    active_ = &page;
    const auto tab = std::find_if(pages_.begin(), pages_.end(), [&](const Tab& one) { return one.page == &page; });
    tabs_->setCurrentIndex(static_cast<int>(tab - pages_.begin()));
    tabs_->updateGeometry(); // the current one is bold, so the row's width changes
    centre_->setCurrentWidget(&page);
    const QSize before = size();
    docks_.show(page, room_);
    // Panels are narrower for a moment while they take their places, and lines that wrap then ask for a taller window.
    const bool stands = isVisible();
    QTimer::singleShot(0, this, [this, before, stands] {
        for (QTabBar* bar : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
            fit_panel_tabs(*bar);
        if (stands && height() > before.height() && !isMaximized() && !isFullScreen())
            resize(width(), before.height());
    });
    undo_group_.setActiveStack(&page.document().undo_stack());
    fill_view_menu();
    page.set_active(true);
    refresh();
    if (classroom_)
        classroom_->show_page(page);
}

QuestionDocument& MainWindow::document() { return active_->document(); }

void MainWindow::build_tool_bar()
{
    tool_bar_ = new ToolStrip(tr("Tools"), this);
    tool_bar_->setObjectName(QStringLiteral("tools"));
    tool_bar_->setMovable(false);
    tool_bar_->setFloatable(false);
    tool_bar_->setIconSize({16, 16});
    tool_bar_->setFixedHeight(40);
    tool_bar_->setContextMenuPolicy(Qt::PreventContextMenu);
    tabs_ = new QTabBar(tool_bar_);
    tabs_->setObjectName(QStringLiteral("pages"));
    tabs_->setDocumentMode(true);
    tabs_->setDrawBase(false);
    tabs_->setExpanding(false);
    tabs_->setAccessibleName(tr("Pages"));
    tabs_->setFixedHeight(40);
    connect(tabs_, &QTabBar::currentChanged, this, [this](int index) {
        if (index >= 0 && index < static_cast<int>(pages_.size()))
            show_page(page(pages_[static_cast<std::size_t>(index)]));
    });
    auto* spacer = new QWidget(tool_bar_);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    tool_bar_->addWidget(tabs_);
    tool_bar_->addWidget(spacer);
    tool_bar_->addAction(undo_);
    tool_bar_->addAction(redo_);
    tool_bar_->addSeparator();
    tool_bar_->addAction(pin_);
    tool_bar_->addSeparator();
    tool_bar_->addAction(copy_);
    tool_bar_->addAction(export_);
    for (QAction* action : {undo_, redo_, pin_, copy_, export_})
        if (auto* button = qobject_cast<QToolButton*>(tool_bar_->widgetForAction(action))) {
            button->setFocusPolicy(Qt::StrongFocus);
            button->setAccessibleName(action->toolTip());
            if (action == export_)
                offer_styles(*button);
        }
    set_subject(tool_bar_, QStringLiteral("window.md#tools"));
    addToolBar(tool_bar_);
    addToolBarBreak();
    notices_ = new NoticeBar(this);
    set_subject(notices_, QStringLiteral("window.md#notices"));
    addToolBar(notices_);
}

void MainWindow::refresh_parameters()
{
    parameters_->refresh(model_.given(), model_.hints());
    parameters_->show_notice(model_.notice_key(), model_.notice());
}

void MainWindow::refresh()
{
    status_->show_status(active_->status());
    reset_all_->setEnabled(active_->document().change_count() > 0);
    show_title();
}

void MainWindow::show_title()
{
    const Theme& theme = theme_of(this);
    const PageCorner words = active_->corner();
    const QString corner
        = QStringLiteral("<b style=\"font-weight:600\">%1</b>&nbsp;&nbsp;<span style=\"color:%2\">%3</span>")
              .arg(translated_text(words.title.toStdString()).toHtmlEscaped(), theme.text2.name(),
                   words.words.toHtmlEscaped());
    if (corner != corner_->text()) {
        corner_->setText(corner);
        corner_->adjustSize();
        menuBar()->setCornerWidget(corner_); // the menu bar reads its width only now
    }
    const QuestionDocument& document = active_->document();
    setWindowTitle(translated_text(document.title().toStdString()) + QStringLiteral("[*] – Plateau"));
    setWindowModified(document.is_modified());
    save_->setEnabled(document.is_modified() || document.file().isEmpty());
}

Room MainWindow::room() const
{
    return width() < compact_width || height() < compact_height ? Room::Compact
        : width() >= wide_width                                 ? Room::Wide
                                                                : Room::Usual;
}

/// Narrow columns have narrow tabs, so that every panel's name can be read.
void MainWindow::fit_panel_tabs(QTabBar& bar) const
{
    bar.setAccessibleName(tr("Panels"));
    set_subject(&bar, QStringLiteral("window.md#panels"));
    restyle(&bar, room_ == Room::Compact ? QStringLiteral("QTabBar::tab { padding: 0 5px; }") : QString());
}

/// The window makes tabs for its panels as it needs them.
void MainWindow::childEvent(QChildEvent* event)
{
    QMainWindow::childEvent(event);
    if (event->type() != QEvent::ChildPolished)
        return;
    if (auto* bar = qobject_cast<QTabBar*>(event->child()))
        fit_panel_tabs(*bar);
}

void MainWindow::set_room(Room room)
{
    if (laid_out_ && room_ == room)
        return;
    laid_out_ = true;
    room_ = room;
    const bool compact = room == Room::Compact;
    for (QTabBar* bar : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        fit_panel_tabs(*bar);
    parameters_->set_compact(compact);
    for (const Tab& tab : pages_)
        if (tab.page)
            tab.page->set_compact(compact);
    tool_bar_->setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    for (QAction* action : {undo_, redo_})
        if (auto* button = qobject_cast<QToolButton*>(tool_bar_->widgetForAction(action)))
            button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    docks_.show(*active_, room);
}

void MainWindow::open(const QString& file_or_name)
{
    if (open_as_set(file_or_name))
        return;
    const std::string name = file_or_name.toStdString();
    const auto kind = figures::question_kind(document_.catalog(), name);
    Page& asked = kind ? page_for(*kind) : *active_;
    notices_->remove(QStringLiteral("opened"));
    if (const auto opened = asked.document().open(name); !opened) {
        complain(opened.error());
        if (catalog::read_model(name))
            offer_as_model(file_or_name);
        return;
    }
    notices_->remove(QStringLiteral("error"));
    show_page(asked);
    show_as_exported();
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (!focusWidget() && active_ == workbench_)
        workbench_->plot().setFocus(Qt::ActiveWindowFocusReason); // where the keys say most
    QTimer::singleShot(quiet_milliseconds, &evidence_, &EvidenceModel::load);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (active_)
        set_room(room());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!may_close()) {
        event->ignore();
        return;
    }
    QSettings().setValue(QStringLiteral("geometry"), saveGeometry());
    event->accept();
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && active_) {
        refresh_icons();
        refresh();
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    event->acceptProposedAction();
    // The dialogs this may bring must not hold up whoever is dragging.
    if (!urls.isEmpty() && urls.first().isLocalFile())
        QTimer::singleShot(0, this, [this, file = urls.first().toLocalFile()] { ask_and_open(file); });
    else if (event->mimeData()->hasText())
        QTimer::singleShot(0, this, [this, words = event->mimeData()->text()] { paste(words); });
}

} // namespace plateau::ui
