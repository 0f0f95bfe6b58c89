// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/classroom/class_canvas.h"

#include <QLabel>
#include <QVBoxLayout>
#include <QtMath>

#include <algorithm>

#include "core/teaching/tours/shown_figures.h"
#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/mechanism_player.h"
#include "ui/figures/picture.h"
#include "ui/figures/picture_view.h"
#include "ui/figures/schematic_view.h"
#include "ui/pages/panels/page.h"
#include "ui/teaching/tours/guess_catcher.h"
#include "ui/teaching/tours/tour_player.h"

namespace plateau::ui {

namespace {

constexpr double asked_share = 2.4; ///< height of the plot a guess is made in, over the others'
constexpr int plot_height = 500, chart_height = 300, moving_height = 800; ///< shares

} // namespace

ClassCanvas::ClassCanvas(TourPlayer& player, QWidget* parent)
    : QWidget(parent), player_(player), column_(new QVBoxLayout(this)), plot_(new FigureView(this)),
      chart_(new PictureView(this)), schematic_(new SchematicView(this)), covered_(new QLabel(this))
{
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(0);
    covered_->setAlignment(Qt::AlignCenter);
    covered_->setWordWrap(true);
    covered_->setText(tr("The picture comes with the answer."));
    catcher_ = catcher_for(*plot_);
    all_ = {plot_, chart_, schematic_, covered_};
    for (QWidget* part : all_) {
        part->setFocusPolicy(Qt::NoFocus);
        part->setMinimumSize(1, 1);
        column_->addWidget(part);
        part->hide();
    }
}

GuessCatcher* ClassCanvas::catcher_for(FigureView& plot)
{
    auto* catcher = new GuessCatcher(plot, this);
    connect(catcher, &GuessCatcher::guessed, &player_, &TourPlayer::set_guess);
    connect(catcher, &GuessCatcher::marked, &player_, qOverload<double>(&TourPlayer::collect));
    return catcher;
}

void ClassCanvas::catch_guesses(GuessCatcher& catcher, const figures::Figure& figure)
{
    if (player_.is_playing() && player_.hides_curve() && tours::asks_about(figure, *player_.step().prediction))
        catcher.catch_for(*player_.step().prediction);
    else
        catcher.stop();
}

std::vector<std::string> ClassCanvas::seen() const
{
    std::vector<std::string> all;
    for (const auto& [widget, region] : shown_) {
        if (!widget->isVisible() || widget->height() < look_.pixels(3))
            continue;
        all.push_back(region);
        if (const auto* view = qobject_cast<const FigureView*>(widget))
            for (const figures::Panel& panel : view->figure().panels())
                all.push_back(region + "." + panel.id);
    }
    return all;
}

/// The height of a chart: as much as its words need.
int ClassCanvas::height_of(const figures::Figure& figure) const
{
    return std::max(1, qCeil(picture_needs(figure, look_.figure_style(), width()).height()));
}

std::vector<std::string> ClassCanvas::cut() const
{
    std::vector<std::string> all;
    for (const auto& [widget, region] : shown_)
        if (const auto* chart = qobject_cast<const PictureView*>(widget); chart && !chart->has_room())
            all.push_back(region);
    return all;
}

MechanismPlayer* ClassCanvas::moving() const
{
    for (const auto& [widget, region] : shown_)
        if (auto* player = qobject_cast<MechanismPlayer*>(widget))
            return player;
    return nullptr;
}

void ClassCanvas::let_mouse_in(bool plots)
{
    for (QWidget* part : all_)
        part->setAttribute(Qt::WA_TransparentForMouseEvents, !plots && !qobject_cast<MechanismPlayer*>(part));
}

void ClassCanvas::put(QWidget& widget, int height, const std::string& region)
{
    column_->removeWidget(&widget);
    column_->insertWidget(static_cast<int>(shown_.size()), &widget, height);
    shown_.emplace_back(&widget, region);
    widget.show();
}

/// The plots of the step, and of them nothing that is asked for; the page has left that out of its own.
figures::Figure ClassCanvas::as_asked(figures::Figure figure, bool of_page) const
{
    figure = tours::for_class(std::move(figure), player_.step());
    if (!player_.hides_names())
        figure = tours::named(std::move(figure), player_.step(), player_.question());
    if (!of_page || !player_.is_on_page())
        player_.ask_about(figure);
    if (const auto& prediction = player_.step().prediction)
        for (figures::Panel& panel : figure.panels())
            panel.height = panel.id == prediction->panel ? asked_share : 1;
    return figure;
}

void ClassCanvas::show_own(const figures::Figure& figure, const std::string& region)
{
    const bool is_plot = !is_picture(figure);
    catch_guesses(*catcher_, figure);
    if (is_plot)
        plot_->show_figure(figure, look_.figure_style());
    else
        chart_->show_figure(figure, look_.figure_style());
    put(is_plot ? static_cast<QWidget&>(*plot_) : *chart_, is_plot ? plot_height : height_of(figure), region);
}

ClassCanvas::Slot& ClassCanvas::slot_of(const std::string& view)
{
    for (const auto& slot : slots_)
        if (slot->view == view)
            return *slot;
    slots_.push_back(std::make_unique<Slot>());
    Slot& slot = *slots_.back();
    slot.view = view;
    slot.plot = new FigureView(this);
    slot.catcher = catcher_for(*slot.plot);
    slot.chart = new PictureView(this);
    slot.player = new MechanismPlayer(this);
    slot.words = new QLabel(this);
    slot.words->setAlignment(Qt::AlignCenter);
    slot.words->setWordWrap(true);
    for (QWidget* part : std::initializer_list<QWidget*>{slot.plot, slot.chart, slot.words}) {
        part->setFocusPolicy(Qt::NoFocus);
        part->setMinimumSize(1, 1);
        part->hide();
        all_.push_back(part);
    }
    slot.player->hide();
    all_.push_back(slot.player);
    slot.picture = std::make_unique<answers::Watch<views::Picture>>(
        static_cast<ScenarioDocument&>(player_.document()).answers(), [this](answers::News) { emit figure_shown(); });
    return slot;
}

void ClassCanvas::show_slot(Slot& slot)
{
    std::vector<std::shared_ptr<const Scenario>> beside;
    for (const tours::Beside& one : player_.step().beside)
        beside.push_back(std::make_shared<const Scenario>(std::get<Scenario>(one.question)));
    slot.picture->ask({slot.view, static_cast<ScenarioDocument&>(player_.document()).shared_scenario(), beside});
    const views::Drawing* drawing = slot.picture->answer();
    if (!drawing || !drawing->no_answer.empty()) {
        slot.words->setText(drawing ? text(drawing->no_answer) : tr("Searching …"));
        put(*slot.words, chart_height, slot.view);
        return;
    }
    figures::Figure figure = as_asked(drawing->figure, false);
    if (!slot.picture->is_current())
        figure.earlier = figures::Roles::all();
    if (const auto* moving = figure.as<figures::Mechanism>()) {
        slot.player->show_mechanism(*moving, look_.figure_style());
        put(*slot.player, moving_height, slot.view);
    } else if (is_picture(figure)) {
        slot.chart->show_figure(figure, look_.figure_style());
        put(*slot.chart, height_of(figure), slot.view);
    } else {
        catch_guesses(*slot.catcher, figure);
        slot.plot->show_figure(figure, look_.figure_style());
        put(*slot.plot, plot_height, slot.view);
    }
}

void ClassCanvas::show_drawn(const std::string& view)
{
    const std::vector<NamedFigure> all = page_->figures();
    const auto own
        = std::find_if(all.begin(), all.end(), [&](const NamedFigure& named) { return named.shown == view; });
    if (own != all.end() && !own->figure.as<figures::Bars>() && !own->figure.as<figures::Mechanism>()) {
        figure_ = as_asked(own->figure, true);
        show_own(figure_, view);
    } else if (is_training(player_.step().question)) {
        show_slot(slot_of(view));
    }
}

void ClassCanvas::show_page(Page& page, const ClassroomLook& look)
{
    page_ = &page;
    look_ = look;
    const auto before = std::exchange(shown_, {});
    if (!player_.is_playing()) {
        if (const std::vector<NamedFigure> all = page.figures(); !all.empty()) {
            figure_ = all.front().figure;
            show_own(figure_, figure_.id);
        }
    } else {
        show_question();
    }
    for (QWidget* part : all_)
        part->setVisible(
            std::any_of(shown_.begin(), shown_.end(), [&](const auto& shown) { return shown.first == part; }));
}

void ClassCanvas::show_question()
{
    if (player_.hides_picture()) {
        put(*covered_, 1, "covered");
        return;
    }
    if (const auto drawn = player_.schematic()) {
        schematic_->show_schematic(*drawn, look_.figure_style());
        put(*schematic_, plot_height, "picture");
    } else if (auto own = player_.picture()) {
        figure_ = *own;
        show_own(figure_, "picture");
    }
    for (const std::string& view : tours::drawn_views(player_.step()))
        show_drawn(view);
}

} // namespace plateau::ui
