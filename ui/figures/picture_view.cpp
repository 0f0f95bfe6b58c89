// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/picture_view.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>

#include "ui/controls/text.h"
#include "ui/figures/plot_accessibility.h"

namespace plateau::ui {

PictureView::PictureView(QWidget* parent) : QWidget(parent)
{
    tell_plots();
    setProperty(plot_property, true);
    setAccessibleName(tr("Figure")); // until there is one
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(240, 180);
}

void PictureView::show_figure(const figures::Figure& figure, const RenderStyle& style)
{
    figure_ = figure;
    style_ = style;
    at_ = std::min(at_, part_count(figure_) - 1);
    setAccessibleName(figure.title.empty() ? tr("Figure") : text(figure.title));
    setAccessibleDescription(summary_words(figure));
    update();
}

void PictureView::set_placeholder(const QString& words)
{
    placeholder_ = words;
    update();
}

QRectF PictureView::area() const { return QRectF(rect()).adjusted(4, 4, -4, -4); }

bool PictureView::has_room() const
{
    return picture_needs(figure_, style_, area().width()).height() <= area().height();
}

QRectF PictureView::rect_of(int part) const { return part_rect(area(), figure_, style_, part); }

int PictureView::part_under(QPointF point) const { return part_at(area(), figure_, style_, point); }

int PictureView::columns() const { return parts_across(figure_); }

bool PictureView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int part = part_under(help->pos());
    if (part < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), tip(part_words(figure_, part)), this, rect_of(part).toRect());
    return true;
}

void PictureView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), style_.theme.canvas);
    if (part_count(figure_) == 0) {
        painter.setFont(interface_font(13));
        painter.setPen(style_.theme.text2);
        painter.drawText(rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, placeholder_);
        return;
    }
    draw_picture(painter, area(), figure_, style_);
    if (!hasFocus() || !by_keyboard_)
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style_.theme.accent, 2));
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    if (at_ >= 0)
        painter.drawRect(rect_of(at_).adjusted(2, 2, -2, -2));
}

void PictureView::mousePressEvent(QMouseEvent* event)
{
    by_keyboard_ = false;
    const int part = part_under(event->position());
    if (event->button() != Qt::LeftButton || part < 0)
        return;
    at_ = part;
    update();
    emit part_clicked(part);
}

void PictureView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int part = part_under(event->position());
    if (event->button() == Qt::LeftButton && part >= 0)
        emit part_activated(part);
}

void PictureView::mouseMoveEvent(QMouseEvent* event)
{
    if (part_under(event->position()) >= 0)
        setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
}

void PictureView::keyPressEvent(QKeyEvent* event)
{
    by_keyboard_ = true;
    const int step = event->key() == Qt::Key_Left ? -1
        : event->key() == Qt::Key_Right           ? 1
        : event->key() == Qt::Key_Up              ? -columns()
        : event->key() == Qt::Key_Down            ? columns()
                                                  : 0;
    const int parts = part_count(figure_);
    if (step != 0 && parts > 0) {
        const int next = at_ < 0 ? 0 : at_ + step;
        if (next < 0 || next >= parts || (std::abs(step) == 1 && at_ >= 0 && next / columns() != at_ / columns()))
            return;
        at_ = next;
        setAccessibleDescription(part_words(figure_, at_));
        update();
        if (figure_.as<figures::HeatMap>())
            emit part_clicked(at_);
        return;
    }
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (enter && at_ >= 0)
        emit part_activated(at_);
    else
        QWidget::keyPressEvent(event);
}

void PictureView::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    emit menu_made(*menu);
    if (menu->isEmpty())
        delete menu;
    else
        menu->popup(event->globalPos());
}

void PictureView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    by_keyboard_ = event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
    update();
}

void PictureView::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

} // namespace plateau::ui
