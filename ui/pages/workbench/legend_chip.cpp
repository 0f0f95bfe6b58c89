// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/legend_chip.h"

#include <QMouseEvent>
#include <QPainter>

#include <cmath>

#include "ui/controls/appearance.h"
#include "ui/controls/marker.h"

namespace plateau::ui {

namespace {

constexpr int side = 4;
constexpr int most_words = 112; ///< longer ones are cut, the whole name is in the tool tip

} // namespace

LegendChip::LegendChip(QWidget* parent) : QAbstractButton(parent)
{
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setFixedHeight(24);
    setCursor(Qt::PointingHandCursor);
    setFont(interface_font(12));
}

void LegendChip::show_curve(const QString& words, figures::SeriesRole role, bool shown, bool stale)
{
    if (words == words_ && role == role_ && shown == isChecked() && stale == stale_)
        return;
    words_ = words;
    role_ = role;
    stale_ = stale;
    setChecked(shown);
    const QString cut = QFontMetrics(interface_font(12)).elidedText(words, Qt::ElideRight, most_words);
    if (text() != cut) {
        setText(cut);
        updateGeometry();
    }
    setAccessibleName(tr("%1, %2").arg(words, shown ? tr("drawn") : tr("hidden")));
    const QString whole = cut == words ? QString() : words + QLatin1Char('\n');
    setToolTip(whole
               + (shown ? tr("Click to hide this curve, double-click to show it alone")
                        : tr("Click to draw this curve, double-click to show it alone")));
    update();
}

QSize LegendChip::sizeHint() const
{
    return {2 * side + sample_width + after_sample
                + static_cast<int>(std::lround(width_of(text(), interface_font(12)))),
            24};
}

void LegendChip::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(theme.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(underMouse() ? QBrush(theme.hover) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
    }
    const SeriesStyle look = theme.series(role_);
    const QColor hue = stale_ ? theme.stale : look.line;
    const QPointF left(side, height() / 2.0), right(side + sample_width, height() / 2.0);
    const QPointF middle = (left + right) / 2;
    if (isChecked()) {
        QPen line(hue, look.width, Qt::SolidLine, Qt::FlatCap);
        if (!look.dash.isEmpty())
            line.setDashPattern(look.dash);
        painter.setPen(line);
        painter.drawLine(QLineF(left, right));
        draw_marker(painter, look.marker, middle, hue);
    } else {
        painter.setPen(QPen(theme.outline, 1.2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(middle, 3.2, 3.2);
    }
    painter.setFont(interface_font(12));
    painter.setPen(isChecked() ? theme.text : theme.text3);
    painter.drawText(rect().adjusted(side + sample_width + after_sample, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     text());
}

void LegendChip::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        emit isolated();
    else
        QAbstractButton::keyPressEvent(event);
}

void LegendChip::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        emit isolated();
}

} // namespace plateau::ui
