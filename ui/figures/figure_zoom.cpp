// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "ui/figures/figure_view.h"

/// Which part of a figure is looked at: zoom, pan, scales, history.
namespace plateau::ui {

namespace {

constexpr double zoom_notch = 1.25; ///< of the wheel
constexpr double pan_key = 0.25; ///< of what is shown
constexpr double thin_band = 14; ///< pixels: a band no higher means the x axis alone, no wider the y axis alone
constexpr double least_share = 1e-3; ///< of the whole axis that may fill the plot
constexpr quint64 burst = 400; ///< ms: turns of the wheel that follow each other so soon are one step

double scaled(double value, bool logarithmic) { return logarithmic ? std::log(value) : value; }
double unscaled(double place, bool logarithmic) { return logarithmic ? std::exp(place) : place; }

/// [from, to] drawn towards `about` by a factor, on the axis' own scale.
std::pair<double, double> drawn_together(std::pair<double, double> range, double about, double factor, bool log)
{
    const double at = scaled(about, log);
    return {unscaled(at + (scaled(range.first, log) - at) / factor, log),
            unscaled(at + (scaled(range.second, log) - at) / factor, log)};
}

std::pair<double, double> shifted(std::pair<double, double> range, double share, bool log)
{
    const double by = share * (scaled(range.second, log) - scaled(range.first, log));
    return {unscaled(scaled(range.first, log) + by, log), unscaled(scaled(range.second, log) + by, log)};
}

} // namespace

void FigureView::set_view(const figures::PlotView& view)
{
    if (view == history_.now())
        return;
    history_.set(view);
    render();
}

void FigureView::look(figures::PlotView view, bool joins)
{
    if (!history_.look(std::move(view), joins))
        return;
    render();
    emit view_changed();
}

void FigureView::forget_history()
{
    history_.forget();
    refresh_actions();
}

void FigureView::go(bool forward)
{
    forward ? history_.forward() : history_.back();
    render();
    emit view_changed();
}

/// A range of x inside the whole axis; all of it: none in particular.
figures::PlotView FigureView::with_x(double from, double to) const
{
    const figures::Axis& all = whole_.plot().x;
    const bool log = renderer_.plot().x.logarithmic;
    const auto place = [log](double value) { return scaled(value, log); };
    const double room = place(all.maximum) - place(all.minimum);
    const double width = std::clamp(place(to) - place(from), least_share * room, room);
    const double middle_place = (place(from) + place(to)) / 2;
    const double first = std::clamp(middle_place - width / 2, place(all.minimum), place(all.maximum) - width);
    figures::PlotView next = view();
    next.x.from = next.x.to = 0;
    if (width < room * (1 - 1e-6)) {
        next.x.from = unscaled(first, log);
        next.x.to = unscaled(first + width, log);
    }
    return next;
}

/// A range of a panel's axis; one that leaves nothing out: none in particular.
figures::PlotView FigureView::with_y(figures::PlotView view, std::size_t panel, double from, double to) const
{
    figures::AxisView& axis = view.y[figures::key_of(whole_.plot().panels[panel])];
    if (std::isfinite(from) && std::isfinite(to) && to > from) {
        axis.from = from;
        axis.to = to;
    } else
        axis.from = axis.to = 0;
    if (axis == figures::AxisView())
        view.y.erase(figures::key_of(whole_.plot().panels[panel]));
    return view;
}

void FigureView::zoom_x(double factor, double about, bool joins)
{
    const figures::Axis& x = renderer_.plot().x;
    if (!x.has_ends())
        return;
    const auto [from, to] = drawn_together({x.minimum, x.maximum}, about, factor, x.logarithmic);
    look(with_x(from, to), joins);
}

void FigureView::zoom_y(std::size_t panel, double factor, double about, bool joins)
{
    const figures::Panel& shown = renderer_.plot().panels[panel];
    if (!shown.y.categories.empty())
        return;
    auto [from, to] = drawn_together(renderer_.y_range(panel), about, factor, shown.y.logarithmic);
    if (!shown.y.logarithmic && renderer_.y_range(panel).first >= 0)
        from = std::max(0.0, from);
    look(with_y(view(), panel, from, to), joins);
}

void FigureView::pan_x(double share, bool joins)
{
    const figures::Axis& x = renderer_.plot().x;
    if (!view().x.is_part())
        return;
    const auto [from, to] = shifted({x.minimum, x.maximum}, share, x.logarithmic);
    look(with_x(from, to), joins);
}

/// Pans from where the drag began.
void FigureView::pan_by(QPointF pixels)
{
    const bool joins = reached_ != pressed_;
    history_.set(joins ? history_.now() : pressed_view_);
    const QRectF plot = renderer_.plot_rect(at_panel_);
    const figures::Plot& shown = renderer_.plot();
    figures::PlotView next = view();
    const auto step = pixels - (joins ? reached_ - pressed_ : QPointF());
    if (view().x.is_part()) {
        const auto [from, to]
            = shifted({shown.x.minimum, shown.x.maximum}, -step.x() / std::max(1.0, plot.width()), shown.x.logarithmic);
        next = with_x(from, to);
    }
    const figures::Panel& panel = shown.panels[at_panel_];
    const auto zoomed = view().y.find(figures::key_of(panel));
    if (zoomed != view().y.end() && zoomed->second.is_part()) {
        const auto [from, to]
            = shifted(renderer_.y_range(at_panel_), step.y() / std::max(1.0, plot.height()), panel.y.logarithmic);
        next = with_y(next, at_panel_, from, to);
    }
    look(next, joins);
}

/// The box that the pointer has drawn: a stretch of x over all panels, of y over one, or a part of one panel.
QRectF FigureView::band() const
{
    const std::size_t panel = renderer_.panel_at(pressed_.y());
    const QRectF plot = renderer_.plot_rect(panel);
    QRectF drawn = QRectF(pressed_, reached_).normalized().intersected(plot);
    const double width = std::abs(reached_.x() - pressed_.x()), height = std::abs(reached_.y() - pressed_.y());
    if (height < thin_band) {
        drawn.setTop(renderer_.plot_rect(0).top());
        drawn.setBottom(renderer_.plot_rect(renderer_.plot().panels.size() - 1).bottom());
        drawn.setLeft(std::max(plot.left(), std::min(pressed_.x(), reached_.x())));
        drawn.setRight(std::min(plot.right(), std::max(pressed_.x(), reached_.x())));
    } else if (width < thin_band) {
        drawn.setLeft(plot.left());
        drawn.setRight(plot.right());
    }
    return drawn;
}

void FigureView::zoom_to_band()
{
    const double width = std::abs(reached_.x() - pressed_.x()), height = std::abs(reached_.y() - pressed_.y());
    const QRectF drawn = band();
    const std::size_t panel = renderer_.panel_at(pressed_.y());
    if (std::max(width, height) < thin_band / 2 || drawn.isEmpty())
        return;
    figures::PlotView next = view();
    if (width >= thin_band || height < thin_band)
        next = with_x(renderer_.x_at(drawn.left()), renderer_.x_at(drawn.right()));
    if (height >= thin_band && renderer_.plot().panels[panel].y.categories.empty())
        next = with_y(next, panel, renderer_.y_at(panel, drawn.bottom()), renderer_.y_at(panel, drawn.top()));
    look(next);
}

void FigureView::wheelEvent(QWheelEvent* event)
{
    const double notches = (event->angleDelta().y() + event->angleDelta().x()) / 120.0;
    if (renderer_.plot().panels.empty() || notches == 0)
        return;
    const QPointF at = event->position();
    at_panel_ = renderer_.panel_at(at.y());
    const QRectF plot = renderer_.plot_rect(at_panel_);
    const bool joins = last_wheel_ && event->timestamp() - *last_wheel_ < burst;
    last_wheel_ = event->timestamp();
    if (event->modifiers().testFlag(Qt::ShiftModifier))
        pan_x(-notches * pan_key / 2, joins);
    else if (at.x() < plot.left() || event->modifiers().testFlag(Qt::ControlModifier))
        zoom_y(at_panel_, std::pow(zoom_notch, notches),
               renderer_.y_at(at_panel_, std::clamp(at.y(), plot.top(), plot.bottom())), joins);
    else
        zoom_x(std::pow(zoom_notch, notches), renderer_.x_at(std::clamp(at.x(), plot.left(), plot.right())), joins);
    event->accept();
}

/// The x that keys zoom about: of the crosshair, else of the marker, else the middle.
double FigureView::middle() const
{
    const figures::Plot& plot = renderer_.plot();
    const auto shown = [&](double x) { return x >= plot.x.minimum && x <= plot.x.maximum; };
    if (crosshair_ && shown(crosshair_->x))
        return crosshair_->x;
    if (plot.marker > 0 && shown(plot.marker))
        return plot.marker;
    const bool log = plot.x.logarithmic;
    return unscaled((scaled(plot.x.minimum, log) + scaled(plot.x.maximum, log)) / 2, log);
}

void FigureView::change_scale(bool of_x)
{
    const figures::Plot& shown = renderer_.plot();
    figures::PlotView next = view();
    if (of_x) {
        const bool wanted = !shown.x.logarithmic;
        next.x.logarithmic = wanted == whole_.plot().x.logarithmic ? std::nullopt : std::optional(wanted);
    } else {
        const figures::Panel& panel = whole_.plot().panels[at_panel_];
        figures::AxisView& axis = next.y[figures::key_of(panel)];
        const bool wanted = !shown.panels[at_panel_].y.logarithmic;
        axis = {0, 0, wanted == panel.y.logarithmic ? std::nullopt : std::optional(wanted)};
        if (axis == figures::AxisView())
            next.y.erase(figures::key_of(panel));
    }
    look(next);
}

/// Changes what is looked at. Returns false for another key.
bool FigureView::look_by_key(const QKeyEvent& event)
{
    const auto panels = renderer_.plot().panels.size();
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom_x(key_factor, middle());
        return true;
    case Qt::Key_Minus:
        zoom_x(1 / key_factor, middle());
        return true;
    case Qt::Key_BracketLeft:
        pan_x(-pan_key);
        return true;
    case Qt::Key_BracketRight:
        pan_x(pan_key);
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (panels == 0)
            return false;
        at_panel_
            = event.key() == Qt::Key_Up ? (at_panel_ > 0 ? at_panel_ - 1 : 0) : std::min(at_panel_ + 1, panels - 1);
        refresh_actions();
        update();
        return true;
    case Qt::Key_0:
        actions_.all->trigger();
        return true;
    case Qt::Key_X:
        actions_.scale_x->trigger();
        return true;
    case Qt::Key_Y:
        actions_.scale_y->trigger();
        return true;
    case Qt::Key_N:
        if (!takes_remarks_)
            return false;
        write_by_key();
        return true;
    case Qt::Key_Delete:
        if (const auto remark = remark_by_crosshair()) {
            emit remark_changed(QString::fromStdString(figures::key_of(whole_.plot().panels[remark->panel])),
                                {remark->remark.x, remark->remark.y, {}, remark->remark.number});
            return true;
        }
        return false;
    default:
        return false;
    }
}

} // namespace plateau::ui
