// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_view.h"

#include <QToolTip>

#include <algorithm>
#include <cmath>

#include "ui/base/text.h"

namespace plateau::ui {

namespace {

constexpr double grab_zone = 8;
constexpr double point_reach = 7;
constexpr double mark_height = 48; ///< strokes with their words, stacked

} // namespace

FigureView::FigureView(QWidget* parent) : QCustomPlot(parent), renderer_(*this)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setNoAntialiasingOnDrag(false);
    setMinimumSize(480, 360);
}

void FigureView::show_figure(const figures::Figure& figure, const RenderStyle& style)
{
    focus_colour_ = style.theme.accent;
    renderer_.set(figure, style);
    setAccessibleName(text(figure.title));
    setAccessibleDescription(text(figure.sentence));
    replot(QCustomPlot::rpQueuedReplot);
}

bool FigureView::near_marker(QPointF position) const
{
    const double marker = renderer_.figure().marker;
    return marker > 0 && renderer_.marker_area().contains(position.toPoint())
        && std::abs(position.x() - renderer_.pixel_of(marker)) <= grab_zone;
}

std::string FigureView::point_near(QPointF position) const
{
    const auto found = renderer_.point_at(position, point_reach);
    return found ? renderer_.figure().panels[found->panel].series[found->series].names[found->point] : std::string();
}

std::string FigureView::mark_near(QPointF position) const
{
    const auto& panels = renderer_.figure().panels;
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

void FigureView::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    if (event->button() == Qt::LeftButton && renderer_.figure().marker <= 0)
        if (const std::string name = point_near(event->position()); !name.empty()) {
            emit point_clicked(QString::fromStdString(name));
            return;
        }
    const bool in_plots = renderer_.marker_area().contains(event->position().toPoint());
    if (event->button() != Qt::LeftButton || !in_plots || renderer_.figure().marker <= 0)
        return;
    dragging_ = true;
    const bool grabbed = near_marker(event->position());
    grab_offset_ = grabbed ? event->position().x() - renderer_.pixel_of(renderer_.figure().marker) : 0;
    emit marker_pressed();
    if (!grabbed)
        emit marker_wanted(renderer_.x_at(event->position().x()), event->modifiers().testFlag(Qt::ShiftModifier));
    setCursor(Qt::SplitHCursor);
}

void FigureView::mouseMoveEvent(QMouseEvent* event)
{
    if (dragging_)
        emit marker_wanted(renderer_.x_at(event->position().x() - grab_offset_),
                           event->modifiers().testFlag(Qt::ShiftModifier));
    else if (near_marker(event->position()))
        setCursor(Qt::SplitHCursor);
    else {
        show_hint(event);
        if (!hinted_.empty() && renderer_.figure().marker <= 0)
            setCursor(Qt::PointingHandCursor);
        else
            unsetCursor();
    }
}

void FigureView::mouseReleaseEvent(QMouseEvent* event)
{
    if (!dragging_ || event->button() != Qt::LeftButton)
        return;
    dragging_ = false;
    emit marker_released();
    if (!near_marker(event->position()))
        unsetCursor();
}

void FigureView::keyPressEvent(QKeyEvent* event)
{
    const bool fine = event->modifiers().testFlag(Qt::ShiftModifier);
    by_keyboard_ = true;
    switch (event->key()) {
    case Qt::Key_Left:
        emit marker_stepped(-1, fine);
        return;
    case Qt::Key_Right:
        emit marker_stepped(1, fine);
        return;
    case Qt::Key_PageDown:
        emit marker_stepped(-3, false);
        return;
    case Qt::Key_PageUp:
        emit marker_stepped(3, false);
        return;
    case Qt::Key_Home:
        emit marker_sent(false);
        return;
    case Qt::Key_End:
        emit marker_sent(true);
        return;
    default:
        QCustomPlot::keyPressEvent(event);
    }
}

void FigureView::resizeEvent(QResizeEvent* event)
{
    renderer_.fit(event->size());
    QCustomPlot::resizeEvent(event);
}

void FigureView::focusInEvent(QFocusEvent* event)
{
    QCustomPlot::focusInEvent(event);
    by_keyboard_ = event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
    update();
}

void FigureView::focusOutEvent(QFocusEvent* event)
{
    QCustomPlot::focusOutEvent(event);
    update();
}

void FigureView::paintEvent(QPaintEvent* event)
{
    QCustomPlot::paintEvent(event);
    if (!hasFocus() || !by_keyboard_)
        return;
    QPainter painter(this);
    painter.setPen(QPen(focus_colour_, 2));
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

} // namespace plateau::ui
