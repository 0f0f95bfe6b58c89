// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/check_box.h"

#include <QPainter>

#include "ui/controls/appearance.h"

namespace plateau::ui {

namespace {

constexpr int box = 14;
constexpr int words_gap = 7;

} // namespace

CheckBox::CheckBox(const QString& text, QWidget* parent) : QCheckBox(text, parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
}

QSize CheckBox::sizeHint() const
{
    const int words = text().isEmpty() ? 0 : words_gap + fontMetrics().horizontalAdvance(text());
    return {box + 2 + words + 2, 22};
}

void CheckBox::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF square(1, (height() - box) / 2.0, box, box);
    const QColor filled = isEnabled() ? theme.accent : theme.groove;
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(square.adjusted(-1, -1, 1, 1), 3, 3);
    }
    painter.setPen(QPen(isChecked() ? filled : theme.outline, 1));
    painter.setBrush(isChecked() ? filled : underMouse() ? theme.hover : theme.field);
    painter.drawRoundedRect(square.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    if (isChecked()) {
        painter.setPen(QPen(theme.on_accent, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        const QPointF corner = square.topLeft();
        painter.drawPolyline(
            QPolygonF({corner + QPointF(3.6, 7.2), corner + QPointF(6.1, 9.8), corner + QPointF(10.6, 4.4)}));
    }
    if (text().isEmpty())
        return;
    painter.setPen(isEnabled() ? theme.text : theme.text3);
    painter.drawText(QRect(box + 2 + words_gap, 0, width() - box - words_gap - 2, height()),
                     Qt::AlignVCenter | Qt::AlignLeft,
                     fontMetrics().elidedText(text(), Qt::ElideRight, width() - box - words_gap - 2));
}

} // namespace plateau::ui
