// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_view.h"

#include <QHelpEvent>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>

namespace plateau::ui {

constexpr double grab_zone = 8;
constexpr double point_reach = 7;
constexpr double mark_height = 48; ///< strokes with their words, stacked
constexpr double drag_slack = 4; ///< a press that moves less is a click
constexpr double reading_reach = 2; ///< pixels either side of the pointer that a rounder number may lie in

FigureView::FigureView(QWidget* parent) : QCustomPlot(parent), renderer_(*this), editor_(new RemarkEditor(this))
{
    tell_plots();
    setProperty(plot_property, true);
    setAccessibleName(tr("Figure")); // until there is one
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setNoAntialiasingOnDrag(false);
    setMinimumSize(480, 360);
    connect(this, &QCustomPlot::afterReplot, this, [this] { behind_ = false; });
    build_actions();
    connect(editor_, &RemarkEditor::written, this, &FigureView::remark_changed);
}

void FigureView::show_figure(const figures::Figure& figure, const RenderStyle& style)
{
    if (!whole_.id.empty() && whole_.id != figure.id) { // another figure altogether
        history_.set({});
        history_.forget();
    }
    whole_ = figure;
    style_ = style;
    setAccessibleName(figure.title.empty() ? tr("Figure") : text(figure.title));
    render();
}

void FigureView::render()
{
    renderer_.set(figures::seen(whole_, view()), style_);
    if (!crosshair_)
        setAccessibleDescription(summary_words(whole_));
    refresh_actions();
    draw_when_painted();
}

/// Draws once, however much moves until then. Where nobody sees it, it is drawn at the next turn of the event loop.
void FigureView::draw_when_painted()
{
    if (isVisible())
        update();
    else
        QTimer::singleShot(0, this, [this] {
            if (behind_ && !isVisible())
                replot();
        });
    behind_ = true;
}

bool FigureView::near_marker(QPointF position) const
{
    const figures::Plot& plot = renderer_.plot();
    return plot.marker > 0 && plot.marker >= plot.x.minimum && plot.marker <= plot.x.maximum
        && renderer_.marker_area().contains(position.toPoint())
        && std::abs(position.x() - renderer_.pixel_of(plot.marker)) <= grab_zone;
}

bool FigureView::in_plots(QPointF position) const
{
    const std::size_t panels = renderer_.plot().panels.size();
    if (panels == 0)
        return false;
    const QRectF first = renderer_.plot_rect(0), last = renderer_.plot_rect(panels - 1);
    return QRectF(first.topLeft(), last.bottomRight()).contains(position);
}

std::string FigureView::point_near(QPointF position) const
{
    const auto found = renderer_.point_at(position, point_reach);
    return found ? renderer_.plot().panels[found->panel].series[found->series].names[found->point] : std::string();
}

std::string FigureView::mark_near(QPointF position) const
{
    const auto& panels = renderer_.plot().panels;
    for (int i = 0; i < std::min(axisRectCount(), static_cast<int>(panels.size())); ++i) {
        const double above = axisRect(i)->bottom() - position.y();
        if (above < -4 || above > mark_height)
            continue;
        const figures::Mark* nearest = nullptr;
        const auto distance
            = [&](const figures::Mark& mark) { return std::abs(renderer_.pixel_of(mark.x) - position.x()); };
        for (const figures::Mark& mark : panels[static_cast<std::size_t>(i)].marks)
            if (distance(mark) <= point_reach && (!nearest || distance(mark) < distance(*nearest)))
                nearest = &mark;
        if (nearest)
            return english(nearest->text);
    }
    return {};
}

void FigureView::show_hint(QMouseEvent* event)
{
    std::string name = point_hint_ ? point_near(event->position()) : std::string();
    if (name.empty() && point_hint_)
        name = mark_near(event->position());
    if (name == hinted_)
        return;
    hinted_ = name;
    if (name.empty())
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPosition().toPoint(), tip(point_hint_(name)), this);
}

Message FigureView::region_hint(QPointF position) const
{
    if (!in_plots(position))
        return {};
    const double x = renderer_.x_at(position.x());
    for (const figures::Region& region : renderer_.plot().panels[renderer_.panel_at(position.y())].regions)
        if (!region.hint.empty() && x >= region.from && x <= region.to)
            return region.hint;
    return {};
}

/// Shows a tip where the pointer rests.
bool FigureView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || !hinted_.empty())
        return QCustomPlot::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const Message hint = region_hint(help->pos());
    if (hint.empty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), tip(text(hint)), this);
    return true;
}

FigureView::Drag FigureView::drag_from(const QMouseEvent& event)
{
    if (event.button() == Qt::LeftButton && (held_ = remark_near(event.position())))
        return Drag::Remark;
    if (event.button() == Qt::LeftButton && near_marker(event.position()))
        return Drag::Marker;
    if (!in_plots(event.position()))
        return Drag::None;
    if (event.button() == Qt::MiddleButton
        || (event.button() == Qt::LeftButton && event.modifiers().testFlag(Qt::ShiftModifier)))
        return Drag::Pan;
    return event.button() == Qt::LeftButton ? Drag::Band : Drag::None;
}

void FigureView::mousePressEvent(QMouseEvent* event)
{
    editor_->finish();
    setFocus(Qt::MouseFocusReason);
    at_panel_ = renderer_.panel_at(event->position().y());
    refresh_actions();
    if (event->button() == Qt::LeftButton && renderer_.plot().marker <= 0)
        if (const std::string name = point_near(event->position()); !name.empty()) {
            emit point_clicked(QString::fromStdString(name));
            return;
        }
    if (drag_ != Drag::None)
        return; // another button of the same hand
    drag_ = drag_from(*event);
    pressed_ = reached_ = event->position();
    pressed_view_ = view();
    if (drag_ != Drag::Marker)
        return;
    drop_crosshair();
    grab_offset_ = event->position().x() - renderer_.pixel_of(renderer_.plot().marker);
    emit marker_pressed();
    setCursor(Qt::SplitHCursor);
}

void FigureView::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF to = event->position();
    const bool moved = (to - pressed_).manhattanLength() > drag_slack || reached_ != pressed_;
    if (drag_ == Drag::None) {
        follow_pointer(event);
        return;
    }
    if (drag_ == Drag::Marker) {
        emit marker_wanted(renderer_.x_at(to.x() - grab_offset_), event->modifiers().testFlag(Qt::ShiftModifier));
        return;
    }
    if (!moved)
        return;
    if (drag_ == Drag::Pan) {
        setCursor(Qt::ClosedHandCursor);
        pan_by(to - pressed_);
    } else if (drag_ == Drag::Remark)
        move_remark(to);
    drop_crosshair();
    reached_ = to;
    update();
}

void FigureView::follow_pointer(QMouseEvent* event)
{
    const QPointF at = event->position();
    show_hint(event);
    if (near_marker(at))
        setCursor(Qt::SplitHCursor);
    else if (remark_near(at))
        setCursor(Qt::SizeAllCursor);
    else if (!hinted_.empty() && renderer_.plot().marker <= 0)
        setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
    if (!reads_)
        return;
    if (!in_plots(at)) {
        if (!crosshair_by_key_)
            drop_crosshair();
        return;
    }
    crosshair_by_key_ = false;
    const double x = renderer_.x_at(at.x());
    emit crosshair_wanted(x, std::abs(renderer_.x_at(at.x() + reading_reach) - x));
}

void FigureView::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag ended = std::exchange(drag_, Drag::None);
    if (ended == Drag::Marker)
        emit marker_released();
    else if (ended == Drag::Band && reached_ != pressed_)
        zoom_to_band();
    else if (ended == Drag::Band)
        click_marker(event->position());
    else if (ended == Drag::Remark && held_ && reached_ != pressed_)
        emit remark_changed(text(figures::key_of(whole_.plot().panels[held_->panel])), held_->remark);
    held_.reset();
    if (ended != Drag::None && !near_marker(event->position()))
        unsetCursor();
    update();
}

/// Sends the marker to where was clicked, unless that has words of its own.
void FigureView::click_marker(QPointF at)
{
    before_click_ = renderer_.plot().marker;
    if (before_click_ > 0 && point_near(at).empty())
        emit marker_clicked(crosshair_ ? crosshair_->x : renderer_.x_at(at.x()), false);
}

void FigureView::mouseDoubleClickEvent(QMouseEvent* event)
{
    drag_ = Drag::None;
    if (event->button() != Qt::LeftButton)
        return;
    if (const double before = std::exchange(before_click_, 0); before > 0 && in_plots(event->position()))
        emit marker_clicked(before, true);
    if (const auto remark = remark_near(event->position()))
        edit_remark(*remark);
    else if (!in_plots(event->position()))
        return;
    else if (takes_remarks_) {
        const std::size_t panel = renderer_.panel_at(event->position().y());
        write_at(panel, renderer_.x_at(event->position().x()), renderer_.y_at(panel, event->position().y()));
    } else
        actions_.all->trigger();
}

/// Moves the crosshair, or with Ctrl the marker. Returns false for another key.
bool FigureView::move_by_key(const QKeyEvent& event)
{
    const bool fine = event.modifiers().testFlag(Qt::ShiftModifier);
    const bool marker = !reads_ || event.modifiers().testFlag(Qt::ControlModifier);
    const auto step = [&](int stops, bool finely) {
        crosshair_by_key_ = crosshair_by_key_ || !marker;
        marker ? emit marker_stepped(stops, finely) : emit crosshair_stepped(stops, finely);
        return true;
    };
    const auto send = [&](bool to_end) {
        crosshair_by_key_ = crosshair_by_key_ || !marker;
        marker ? emit marker_sent(to_end) : emit crosshair_sent(to_end);
        return true;
    };
    switch (event.key()) {
    case Qt::Key_Left:
        return step(-1, fine);
    case Qt::Key_Right:
        return step(1, fine);
    case Qt::Key_PageDown:
        return step(-3, false);
    case Qt::Key_PageUp:
        return step(3, false);
    case Qt::Key_Home:
        return send(false);
    case Qt::Key_End:
        return send(true);
    default:
        return false;
    }
}

void FigureView::keyPressEvent(QKeyEvent* event)
{
    by_keyboard_ = true;
    if (event->key() == Qt::Key_Escape && (drag_ == Drag::Band || crosshair_)) {
        drag_ = Drag::None;
        drop_crosshair();
        update();
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && crosshair_) {
        emit marker_set(crosshair_->x);
        return;
    }
    const bool plain = !event->modifiers().testFlag(Qt::AltModifier);
    if (!plain || (!move_by_key(*event) && !look_by_key(*event)))
        QCustomPlot::keyPressEvent(event);
}

void FigureView::show_crosshair(std::optional<Crosshair> crosshair)
{
    crosshair_ = std::move(crosshair);
    if (!crosshair_)
        setAccessibleDescription(summary_words(whole_));
    refresh_actions();
    update();
}

void FigureView::drop_crosshair()
{
    crosshair_by_key_ = false;
    if (!crosshair_)
        return;
    show_crosshair({});
    emit crosshair_dropped();
}

void FigureView::paint_crosshair(QPainter& painter) const
{
    const figures::Plot& plot = renderer_.plot();
    const QRectF last = renderer_.plot_rect(plot.panels.size() - 1);
    const double x = renderer_.pixel_of(crosshair_->x);
    if (x < last.left() - 1 || x > last.right() + 1)
        return;
    const Theme& theme = style_.theme;
    QPen line(theme.text2, style_.pen(1), Qt::CustomDashLine);
    line.setDashPattern({4, 3});
    for (std::size_t panel = 0; panel < plot.panels.size(); ++panel) {
        const QRectF rect = renderer_.plot_rect(panel);
        painter.setPen(line);
        painter.drawLine(QLineF(x, rect.top(), x, rect.bottom()));
        for (const Crosshair::Reading& reading : crosshair_->readings) {
            const double y = panel < reading.y.size() ? reading.y[panel] : 0;
            if (!std::isfinite(y) || (y <= 0 && plot.panels[panel].y.logarithmic))
                continue;
            const QPointF dot(x, renderer_.pixel_of(panel, y));
            if (!rect.adjusted(-2, -2, 2, 2).contains(dot))
                continue;
            painter.setPen(QPen(theme.series(reading.role).line, style_.pen(2)));
            painter.setBrush(theme.canvas);
            painter.drawEllipse(dot, style_.pen(4), style_.pen(4));
        }
    }
    const QCPAxisRect& lowest = *axisRect(axisRectCount() - 1);
    const QRectF tag = tag_of(crosshair_->x, plot.x, lowest, style_);
    clear_cut_labels(painter, *lowest.axis(QCPAxis::atBottom), tag, theme.canvas,
                     plot.marker > 0 ? tag_of(plot.marker, plot.x, lowest, style_) : QRectF());
    painter.setFont(style_.font(12, 600));
    painter.setPen(QPen(theme.text2, 1));
    painter.setBrush(theme.canvas);
    painter.drawRect(tag);
    painter.setPen(theme.text);
    painter.drawText(tag, Qt::AlignCenter, tick_text(crosshair_->x, plot.x.unit));
}

void FigureView::leaveEvent(QEvent* event)
{
    QCustomPlot::leaveEvent(event);
    if (!crosshair_by_key_)
        drop_crosshair();
}

void FigureView::resizeEvent(QResizeEvent* event)
{
    renderer_.fit(event->size());
    way_out_->resize(way_out_->sizeHint());
    way_out_->move(width() - way_out_->width() - 4, 0);
    setViewport(rect());
    behind_ = true;
    update();
}

void FigureView::focusInEvent(QFocusEvent* event)
{
    QCustomPlot::focusInEvent(event);
    by_keyboard_ = event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
}

void FigureView::paintEvent(QPaintEvent* event)
{
    if (behind_) {
        setAttribute(Qt::WA_UpdatesDisabled); // it is being painted as it is
        replot();
        setAttribute(Qt::WA_UpdatesDisabled, false);
    }
    QCustomPlot::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (crosshair_ && !renderer_.plot().panels.empty())
        paint_crosshair(painter);
    if (drag_ == Drag::Band && reached_ != pressed_) {
        painter.setPen(QPen(style_.theme.accent, 1));
        painter.setBrush(with_alpha(style_.theme.accent, 0.12));
        painter.drawRect(band());
    }
    if (!hasFocus() || !by_keyboard_)
        return;
    draw_focus_frame(painter, rect(), style_.theme.accent);
    if (renderer_.plot().panels.size() > 1) { // whose axis keys change
        const QRectF plot = renderer_.plot_rect(at_panel_);
        painter.fillRect(QRectF(plot.left() - style_.text(4), plot.top(), style_.pen(3), plot.height()),
                         style_.theme.accent);
    }
}

} // namespace plateau::ui
