// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QSettings>
#include <QStackedWidget>

#include <algorithm>

#include "ui/base/appearance.h"
#include "ui/base/text.h"
#include "ui/evidence/evidence_page.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/schematic_view.h"
#include "ui/hardware/hardware_page.h"
#include "ui/help/help_desk.h"
#include "ui/limits/limits_page.h"
#include "ui/plans/plans_page.h"
#include "ui/tours/guess_catcher.h"
#include "ui/tours/tour_panel.h"
#include "ui/tours/tour_player.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/workbench/workbench_page.h"

namespace plateau::ui {

namespace {

constexpr const char* first_tour = "one-gpu-to-a-cluster";
const QString offered_key = QStringLiteral("tours/offered");

} // namespace

void MainWindow::build_tours(const evidence::Claims& claims)
{
    tours_ = new TourPlayer(document_, limits_document_, pins_, claims, this);
    tour_panel_ = new TourPanel(*tours_, this);
    tour_panel_->hide();
    connect(tours_, &TourPlayer::step_shown, this, &MainWindow::show_tour_step);
    connect(tours_, &TourPlayer::picture_changed, this, &MainWindow::redraw_tour);
    connect(tours_, &TourPlayer::changed, this, &MainWindow::show_tour_picture);
    connect(tours_, &TourPlayer::ended, this, &MainWindow::end_tour);
    connect(tour_panel_, &TourPanel::parameter_wanted, this, &MainWindow::reveal);
    connect(tour_panel_, &TourPanel::help_wanted, this,
            [this](const QString& page) { help_->open(page + QStringLiteral(".md")); });
    connect(tour_panel_, &TourPanel::take_over_wanted, this, &MainWindow::take_over_tour);
    model_.set_decoration([this](figures::Figure& figure) { tours_->decorate(figure); });
}

void MainWindow::fill_tours_menu(QMenu& menu)
{
    menu.clear();
    std::vector<Error> problems;
    for (const tours::TourEntry& entry : tours::tour_entries(document_.catalog(), problems)) {
        const QString id = text(entry.id);
        const QString title = text(entry.title);
        const auto resumed = TourPlayer::resumes_at(id);
        const QString words = resumed && *resumed > 0
            ? tr("%1 (from step %2 of %3)").arg(title).arg(*resumed + 1).arg(entry.steps)
            : TourPlayer::is_finished(id) ? tr("%1 (seen)").arg(title)
                                          : title;
        menu.addAction(words, this, [this, id] { start_tour(id); })->setToolTip(tip(text(entry.summary)));
    }
    for (const Error& problem : problems)
        complain(problem);
}

std::vector<Recovery::Aside> MainWindow::unsaved_texts() const
{
    std::vector<Recovery::Aside> all;
    for (const QuestionDocument* document :
         {static_cast<const QuestionDocument*>(&document_), static_cast<const QuestionDocument*>(&limits_document_)})
        for (const auto& unsaved : document->unsaved())
            all.push_back({text(document->kind()), unsaved.file, document->text_to_save(unsaved.index, false)});
    return all;
}

void MainWindow::start_tour(const QString& id)
{
    tours_->leave();
    notices_->remove(QStringLiteral("tour"));
    const auto aside = unsaved_texts();
    looks_ = {active_, model_.view(), model_.is_shown(search::PlanChoice::Best)};
    if (const auto started = tours_->start(id); !started) {
        complain(started.error());
        return;
    }
    if (recovery_)
        recovery_->keep_aside(aside);
    docks_.set_guest(PageDock{QStringLiteral("tour"), tr("Tour"), tr("Tour"), tour_panel_, Qt::RightDockWidgetArea,
                              PageDock::Join::Never, false, false, true});
    docks_.show(*active_, room_);
    show_tour_step();
    docks_.raise(tour_panel_);
    tour_panel_->setFocus();
}

/// The page, its view and its panel as the step asks.
void MainWindow::show_tour_step()
{
    const tours::Step& step = tours_->step();
    const bool had_keyboard = tour_panel_->isAncestorOf(QApplication::focusWidget());
    if (step.page == "workbench") {
        show_page(*workbench_);
        for (const ScalingAxis* axis : figures::scaling_axes())
            if (step.view == axis->name)
                workbench_->choose_view(axis->view);
        workbench_->show_timeline(step.view == "timeline");
        model_.set_shown(search::PlanChoice::Best, step.best || model_.choice() == search::PlanChoice::Best);
    } else if (step.page == "limits") {
        show_page(limits());
        limits().choose_view(step.view == "closed_forms" ? LimitsPage::View::ClosedForms : LimitsPage::View::Curve);
        limits().model().set_decoration([this](figures::Figure& figure) { tours_->decorate(figure); });
    } else if (step.page == "plans") {
        show_page(plans());
    } else if (step.page == "hardware") {
        show_page(hardware());
    } else {
        show_page(evidence_page());
    }
    show_tour_picture();
    if (!step.panel.empty() && room_ != Room::Compact)
        docks_.raise(text(step.panel));
    if (had_keyboard && !tour_panel_->isAncestorOf(QApplication::focusWidget()))
        tour_panel_->setFocus(); // it was hidden while the pages changed
}

/// Of the question as it stands, so that it moves with what is changed.
void MainWindow::show_tour_picture()
{
    const auto figure = tours_->is_playing() ? tours_->picture() : std::nullopt;
    const auto schematic = tours_->is_playing() ? tours_->schematic() : std::nullopt;
    RenderStyle style;
    style.theme = theme_of(this);
    style.compact = room_ == Room::Compact;
    QWidget* shown = active_;
    if (figure) {
        if (!tour_picture_)
            centre_->addWidget(tour_picture_ = new FigureView(this));
        tour_picture_->show_figure(*figure, style);
        shown = tour_picture_;
    } else if (schematic) {
        if (!tour_schematic_)
            centre_->addWidget(tour_schematic_ = new SchematicView(this));
        tour_schematic_->show_schematic(*schematic, style);
        shown = tour_schematic_;
    }
    centre_->setCurrentWidget(shown);
}

void MainWindow::redraw_tour()
{
    const bool hiding = tours_->is_playing() && tours_->is_hiding();
    for (const auto& [page, catcher] : guess_catchers_)
        if (!hiding || page != active_)
            catcher->stop();
    const bool on_limits = &active_->document() == &limits_document_;
    FigureView* plot = active_ == workbench_ ? &workbench_->plot() : on_limits ? &limits().plot() : nullptr;
    if (!plot)
        return;
    if (hiding) {
        GuessCatcher*& catcher = guess_catchers_[active_];
        if (!catcher) {
            catcher = new GuessCatcher(*plot, this);
            connect(catcher, &GuessCatcher::guessed, tours_, &TourPlayer::set_guess);
            connect(catcher, &GuessCatcher::marked, tours_, qOverload<double>(&TourPlayer::collect));
        }
        catcher->catch_for(tours_->step().prediction.value());
    }
    if (on_limits)
        limits().model().redraw();
    else
        model_.redraw();
}

void MainWindow::end_tour(const QString& id, bool taken_over)
{
    docks_.set_guest(std::nullopt);
    show_tour_picture();
    if (!taken_over) {
        workbench_->choose_view(looks_.view);
        workbench_->show_timeline(false);
        model_.set_shown(search::PlanChoice::Best, looks_.best || model_.choice() == search::PlanChoice::Best);
        if (looks_.page)
            show_page(*looks_.page);
    }
    docks_.show(*active_, room_);
    if (recovery_)
        recovery_->back_in_place();
    if (const auto resumed = TourPlayer::resumes_at(id); resumed && !taken_over)
        notices_->add(QStringLiteral("tour"), tr("The tour waits at step %1: Help > Tours goes on.").arg(*resumed + 1),
                      {{tr("Go on"), [this, id] { start_tour(id); }}});
}

/// The question that was open before is given up, once it is saved or not wanted.
void MainWindow::take_over_tour()
{
    const auto ask = [this] { return settle(losable(document_)) && settle(losable(limits_document_)); };
    if (tours_->with_own_question(ask))
        tours_->take_over();
}

void MainWindow::offer_tour()
{
    QSettings settings;
    if (settings.value(offered_key).toBool())
        return;
    settings.setValue(offered_key, true);
    notices_->add(QStringLiteral("tour"),
                  tr("New here? A tour in small steps: From one GPU to a cluster. All are in Help > Tours."),
                  {{tr("Start"), [this] { start_tour(QString::fromLatin1(first_tour)); }}});
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && tours_->is_playing())
        tours_->leave();
    else
        QMainWindow::keyPressEvent(event);
}

} // namespace plateau::ui
