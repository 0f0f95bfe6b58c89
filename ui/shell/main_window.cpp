// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>

#include "ui/controls/subject.h"
#include "ui/controls/tab_stops.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/parameters/parameter_panel.h"
#include "ui/pages/workbench/workbench_page.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/find_list.h"
#include "ui/shell/help/help_window.h"
#include "ui/shell/opening.h"

namespace plateau::ui {

constexpr int compact_width = 1440;
constexpr int compact_height = 800;
constexpr int wide_width = 1920;
constexpr int narrowest = 800; ///< panels fold before
constexpr int around_menu = 20; ///< pixels
constexpr int quiet_milliseconds = 250; ///< the first picture comes first

MainWindow::MainWindow(ScenarioDocument& document, Appearance& appearance, std::shared_ptr<Questions> questions)
    : appearance_(appearance), evidence_(document),
      questions_(questions ? std::move(questions) : std::make_shared<Questions>(document)), model_(document)
{
    tell_plots(); // what a control is to a screen reader is remembered when it is named
    {
        const WithoutStyleSheet bare(*this); // parts would be styled anew each time they are put into another
        build_frame();
        build_desks();
        build_pages();
    }
    setMinimumWidth(narrowest);
    resize(1600, 900);
    fit_size();
    pages_->go_to<WorkbenchPage>();
}

MainWindow::~MainWindow() = default;

/// Builds all but the commands and what stands in the pages.
void MainWindow::build_frame()
{
    setObjectName(QStringLiteral("window"));
    setAcceptDrops(true);
    pages_ = new Pages(this);
    panels_ = new SidePanels(*pages_, this);
    setCentralWidget(panels_);
    connect(pages_, &Pages::page_built, this, [this](Page& page) { panels_->add(page, pages_->row(page).name); });
    connect(pages_, &Pages::turned, panels_, &SidePanels::turn_to);
    connect(pages_, &Pages::updated, this, &MainWindow::refresh);
    new FieldUndo(*this);
    new DialogsHoldUpTheirWindow(this);
    status_ = new StatusLine(this);
    set_subject(statusBar(), QStringLiteral("window.md#status"));
    statusBar()->addWidget(status_, 1);
    statusBar()->setSizeGripEnabled(false);
    notices_ = new NoticeBar(this);
    set_subject(notices_, QStringLiteral("window.md#notices"));
    corner_ = new QLabel(this);
    corner_->setContentsMargins(0, 0, 16, 3);
    corner_->setFixedHeight(26);
    corner_->setTextFormat(Qt::RichText);
}

/// Builds what the window does for its pages; each part is handed what it needs.
void MainWindow::build_desks()
{
    Questions& questions = *questions_;
    parameters_ = new ParameterPanel(questions.training);
    connect(status_, &StatusLine::run_clicked, pages_, &Pages::show_run);
    auto* saving = new Saving(*this, questions, *pages_, *notices_, *status_);
    auto* opening = new Opening(*this, questions, *pages_, *panels_, *notices_, *saving);
    auto* keeping = new Keeping(*this, questions, *pages_, *notices_, *saving, *opening);
    exporting_ = new Exporting(*this, questions, *pages_, *status_);
    const auto library
        = std::make_shared<HelpLibrary>(questions.training.answers(), [this] { return shortcuts_table(*this); });
    auto* help = new HelpDesk(library, *this);
    parts_.reset(new WindowParts{*this, appearance_, questions, evidence_, model_, *parameters_, *pages_, *panels_,
                                 *notices_, *status_, *saving, *opening, *keeping, *help});
    pages_->build_from(*parts_);
    opening->open_with(*parts_);
    for (const CompanionRow& companion : registers().companions)
        companion.build(*parts_);
}

void MainWindow::build_pages()
{
    auto* find = new FindList(*parts_);
    menus_ = new Menus(*parts_, appearance_, *exporting_, *find);
    connect(menus_, &Menus::language_chosen, this, &MainWindow::language_chosen);
    strip_ = new ToolStrip(*pages_, menus_->tools(), find->field(), this);
    exporting_->offer_styles(*strip_->button(menus_->export_figure()));
    addToolBar(strip_);
    addToolBarBreak();
    addToolBar(notices_);

    pages_->page<WorkbenchPage>();
    for (QuestionDocument* document : questions_->documents())
        connect(document, &QuestionDocument::file_changed, this, &MainWindow::show_title);
}

void MainWindow::refresh()
{
    narrate::Status status = pages_->active().status();
    if (!pages_->shows_runs())
        status.run.clear();
    status_->show_status(status);
    show_title();
}

void MainWindow::show_title()
{
    if (!pages_->has_active())
        return;
    const Theme& theme = theme_of(this);
    PageCorner words = pages_->active().corner();
    const QString& name = words.title;
    if (words.words == name) // it is made of the question
        words.words.clear();
    int room = width() - corner_->contentsMargins().right() - around_menu;
    for (const QAction* menu : menuBar()->actions())
        room -= menuBar()->fontMetrics().horizontalAdvance(menu->text()) + around_menu;
    const QFontMetrics bold(interface_font(13, 600));
    const int rest = room - bold.horizontalAdvance(name) - around_menu;
    const bool whole = QFontMetrics(interface_font(13)).horizontalAdvance(words.words) <= rest;
    const QString corner
        = QStringLiteral("<b style=\"font-weight:600\">%1</b>&nbsp;&nbsp;<span style=\"color:%2\">%3</span>")
              .arg(bold.elidedText(name, Qt::ElideRight, room).toHtmlEscaped(), theme.text2.name(),
                   whole ? words.words.toHtmlEscaped() : QString());
    corner_->setToolTip(whole ? QString() : tip(name + QLatin1Char('\n') + words.words));
    if (corner != corner_->text()) {
        corner_->setText(corner);
        corner_->adjustSize();
        menuBar()->setCornerWidget(corner_); // the menu bar reads its width only now
    }
    setWindowTitle(document().subject() + QStringLiteral("[*] – Plateau"));
    setWindowModified(document().is_modified());
    menus_->refresh(document());
}

/// Parts of a small window show less.
void MainWindow::fit_size()
{
    const bool compact = width() < compact_width || height() < compact_height;
    const Room room = compact ? Room::Compact : width() >= wide_width ? Room::Wide : Room::Usual;
    if (laid_out_ && panels_->room() == room)
        return;
    laid_out_ = true;
    parameters_->set_compact(compact);
    pages_->set_compact(compact);
    strip_->set_compact(compact);
    panels_->set_room(room);
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    auto* workbench = qobject_cast<WorkbenchPage*>(&pages_->active());
    if (!focusWidget() && workbench)
        workbench->plot().setFocus(Qt::ActiveWindowFocusReason); // where the keys say most
    QTimer::singleShot(quiet_milliseconds, &evidence_, &EvidenceModel::load);
}

void MainWindow::paintEvent(QPaintEvent* event)
{
    QMainWindow::paintEvent(event);
    if (!std::exchange(painted_, true))
        QTimer::singleShot(0, this, [this] { pages_->page<WorkbenchPage>().finish(); });
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (pages_->has_active()) {
        fit_size();
        show_title();
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    emit closing();
    if (!parts_->saving.settle_all()) {
        event->ignore();
        return;
    }
    emit closed();
    keeping().finish();
    QSettings().setValue(QStringLiteral("geometry"), saveGeometry());
    QSettings().setValue(QStringLiteral("panels"), panels_->state());
    event->accept();
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && pages_->has_active()) {
        menus_->refresh_icons();
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
        QTimer::singleShot(0, this, [this, file = urls.first().toLocalFile()] { opening().ask_and_open(file); });
    else if (event->mimeData()->hasText())
        QTimer::singleShot(0, this, [this, words = event->mimeData()->text()] { opening().paste(words); });
}

/// What brings the state of this window, without its questions, into the one that takes its place.
std::function<void(MainWindow&)> MainWindow::leave()
{
    std::vector<std::function<void(const WindowParts&)>> companions;
    for (const CompanionRow& companion : registers().companions)
        companions.push_back(companion.leave(*parts_));
    std::map<std::string, std::string> work; // of pages, by what its copies are called
    for (const Page* page : pages_->built())
        if (std::string copy = page->work(); !copy.empty())
            work[pages_->row(*page).work] = std::move(copy);
    return [companions, work, geometry = saveGeometry(), row = pages_->active_row(),
            panels = panels_->state()](MainWindow& next) {
        next.restoreGeometry(geometry);
        next.show();
        for (const auto& [name, copy] : work)
            next.pages_->with_work(name)->restore_work(copy);
        next.pages_->go_to(next.pages_->at(row));
        next.panels_->restore(panels);
        for (const auto& bring_back : companions)
            bring_back(*next.parts_);
    };
}

std::unique_ptr<MainWindow> MainWindow::in_another_language(std::unique_ptr<MainWindow> window,
                                                            const Language& language)
{
    const std::function<void(MainWindow&)> arrange = window->leave();
    ScenarioDocument& document = window->questions_->training;
    Appearance& appearance = window->appearance_;
    const std::shared_ptr<Questions> questions = window->questions_;
    const QString folder = window->keeping().folder();
    window->keeping().finish();
    window.reset();
    speak_language(language);
    for (QuestionDocument* question : questions->documents())
        say_steps_again(question->undo_stack());
    auto next = std::make_unique<MainWindow>(document, appearance, questions);
    if (!folder.isEmpty())
        next->keeping().recover_in(folder);
    arrange(*next);
    return next;
}

} // namespace plateau::ui
