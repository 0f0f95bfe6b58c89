// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>

#include "ui/dock_title.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/workbench_page.h"
#include "ui/panels/readout_panel.h"
#include "ui/panels/status_line.h"
#include "ui/panels/step_panel.h"
#include "ui/parameters/parameter_panel.h"
#include "ui/parameters/row_text.h"
#include "ui/text.h"
#include "ui/tool_strip.h"

namespace plateau::ui {

namespace {

constexpr int compact_width = 1440;
constexpr int compact_height = 800;
constexpr int wide_width = 1920;
constexpr int dock_width = 336;
constexpr int wide_dock_width = 384;
constexpr int compact_left = 304;
constexpr int compact_right = 256;

} // namespace

MainWindow::MainWindow(ScenarioDocument& document, evidence::Claims claims, Appearance& appearance, QWidget* parent)
    : QMainWindow(parent), document_(document), appearance_(appearance), model_(document, std::move(claims))
{
    setObjectName(QStringLiteral("window"));
    setAcceptDrops(true);
    setDockOptions(QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    page_ = new WorkbenchPage(document_, model_, this);
    setCentralWidget(page_);
    build_docks();
    build_actions();
    build_menus();
    build_tool_bar();
    status_ = new StatusLine(this);
    statusBar()->addWidget(status_, 1);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setFixedHeight(25);
    refresh_icons();

    connect(&model_, &WorkbenchModel::updated, this, &MainWindow::show_model);
    connect(&document_, &ScenarioDocument::file_changed, this, &MainWindow::show_title);
    resize(1600, 900);
    show_model();
    show_title();
}

void MainWindow::build_docks()
{
    const auto dock = [this](const char* name, const QString& title, QWidget* content, Qt::DockWidgetArea area) {
        auto* widget = new QDockWidget(title, this);
        widget->setObjectName(QString::fromLatin1(name));
        widget->setWidget(content);
        widget->setTitleBarWidget(new DockTitle(*widget));
        addDockWidget(area, widget);
        return widget;
    };
    parameters_ = new ParameterPanel(document_);
    readout_ = new ReadoutPanel;
    step_ = new StepPanel;
    parameter_dock_ = dock("parameters", tr("Parameters"), parameters_, Qt::LeftDockWidgetArea);
    readout_dock_ = dock("readout", tr("Readout"), readout_, Qt::RightDockWidgetArea);
    step_dock_ = dock("step", tr("Where the step goes"), step_, Qt::RightDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
}

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
    tabs_->setDocumentMode(true);
    tabs_->setDrawBase(false);
    tabs_->setExpanding(false);
    tabs_->setAccessibleName(tr("Pages"));
    tabs_->addTab(tr("Workbench"));
    tabs_->setFixedHeight(40);
    auto* spacer = new QWidget(tool_bar_);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    tool_bar_->addWidget(tabs_);
    tool_bar_->addWidget(spacer);
    tool_bar_->addAction(undo_);
    tool_bar_->addAction(redo_);
    tool_bar_->addSeparator();
    tool_bar_->addAction(copy_);
    tool_bar_->addAction(export_);
    for (QAction* action : {undo_, redo_, copy_, export_})
        if (auto* button = qobject_cast<QToolButton*>(tool_bar_->widgetForAction(action))) {
            button->setFocusPolicy(Qt::StrongFocus);
            button->setAccessibleName(action->toolTip());
        }
    addToolBar(tool_bar_);
}

void MainWindow::show_model()
{
    const Estimate& estimate = model_.estimate();
    const Scenario& scenario = model_.curve().scenario;
    parameters_->refresh(&estimate.parts);
    parameters_->show_notice(model_.notice_key(), model_.notice());
    readout_->show_estimate(estimate, scenario, model_.is_extrapolated());
    step_->show_figure(model_.step());
    status_->show_curve(model_.curve());
    reset_all_->setEnabled(document_.change_count() > 0);
    show_title();
}

void MainWindow::show_title()
{
    const Theme& theme = theme_of(this);
    const Scenario& scenario = document_.scenario();
    const int changes = document_.change_count();
    const auto shown = [&](const char* key) {
        const TrainingParameter& row = *training_parameters().find(key);
        return shown_value(row, row.get(scenario), document_.catalog());
    };
    const QString words = changes == 0 ? tr("%1 on %2, %3").arg(shown("model"), shown("hardware"), shown("dp_mode"))
        : changes == 1                 ? tr("1 change")
                                       : tr("%1 changes").arg(changes);
    const QString corner
        = QStringLiteral("<b style=\"font-weight:600\">%1</b>&nbsp;&nbsp;<span style=\"color:%2\">%3</span>")
              .arg(document_.title().toHtmlEscaped(), theme.text2.name(), words.toHtmlEscaped());
    if (corner != corner_->text()) {
        corner_->setText(corner);
        corner_->adjustSize();
        menuBar()->setCornerWidget(corner_); // the menu bar reads its width only now
    }
    setWindowTitle(document_.title() + QStringLiteral("[*] – Plateau"));
    setWindowModified(document_.is_modified());
    if (save_)
        save_->setEnabled(document_.is_modified() || document_.file().isEmpty());
}

void MainWindow::set_compact(bool compact)
{
    const int state = compact ? 1 : width() >= wide_width ? 2 : 0;
    if (compact_ == state)
        return;
    const bool tabs_change = compact_ < 0 || (compact_ == 1) != compact;
    compact_ = state;
    parameters_->set_compact(compact);
    page_->set_compact(compact);
    tool_bar_->setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    for (QAction* action : {undo_, redo_})
        if (auto* button = qobject_cast<QToolButton*>(tool_bar_->widgetForAction(action)))
            button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    if (tabs_change) {
        if (compact) {
            tabifyDockWidget(readout_dock_, step_dock_);
            readout_dock_->raise();
        } else
            splitDockWidget(readout_dock_, step_dock_, Qt::Vertical);
    }
    static_cast<DockTitle*>(readout_dock_->titleBarWidget())->set_tabbed(compact);
    static_cast<DockTitle*>(step_dock_->titleBarWidget())->set_tabbed(compact);
    step_dock_->setWindowTitle(compact ? tr("Step") : tr("Where the step goes"));
    const int left = compact ? compact_left : state == 2 ? wide_dock_width : dock_width;
    const int right = compact ? compact_right : left;
    parameters_->setMinimumWidth(compact ? compact_left - 4 : dock_width - 4);
    readout_->setMinimumWidth(compact ? compact_right - 8 : 300);
    resizeDocks({parameter_dock_, readout_dock_}, {left, right}, Qt::Horizontal);
    if (!compact)
        resizeDocks({readout_dock_, step_dock_}, {readout_->sizeHint().height() + 33, 1000}, Qt::Vertical);
}

void MainWindow::reset_layout()
{
    for (QDockWidget* dock : {parameter_dock_, readout_dock_, step_dock_}) {
        dock->setFloating(false);
        dock->show();
    }
    addDockWidget(Qt::LeftDockWidgetArea, parameter_dock_);
    addDockWidget(Qt::RightDockWidgetArea, readout_dock_);
    addDockWidget(Qt::RightDockWidgetArea, step_dock_);
    compact_ = -1;
    set_compact(width() < compact_width || height() < compact_height);
}

void MainWindow::open(const QString& file_or_name)
{
    const auto opened = document_.open(file_or_name.toStdString());
    if (!opened)
        status_->show_error(text(opened.error()), text(english(opened.error())));
    else
        status_->clear_error();
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    set_compact(width() < compact_width || height() < compact_height);
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
    if (event->type() == QEvent::PaletteChange && undo_) {
        refresh_icons();
        if (status_)
            show_model();
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (!urls.isEmpty() && urls.first().isLocalFile())
        open(urls.first().toLocalFile());
    event->acceptProposedAction();
}

} // namespace plateau::ui
