// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/marker.h"

namespace plateau::ui {

void draw_marker(QPainter& painter, Marker marker, QPointF centre, const QColor& colour, double half)
{
    painter.setPen(QPen(colour, 1.3));
    painter.setBrush(colour);
    const double inner = half - 1;
    switch (marker) {
    case Marker::Diamond:
        painter.drawPolygon(QPolygonF({centre + QPointF(0, -half - 1), centre + QPointF(half + 1, 0),
                                       centre + QPointF(0, half + 1), centre + QPointF(-half - 1, 0)}));
        return;
    case Marker::Square:
        painter.drawRect(QRectF(centre - QPointF(inner, inner), QSizeF(2 * inner, 2 * inner)));
        return;
    case Marker::Triangle:
        painter.drawPolygon(
            QPolygonF({centre + QPointF(0, -half), centre + QPointF(half, inner), centre + QPointF(-half, inner)}));
        return;
    case Marker::TriangleDown:
        painter.drawPolygon(
            QPolygonF({centre + QPointF(0, half), centre + QPointF(half, -inner), centre + QPointF(-half, -inner)}));
        return;
    case Marker::Cross:
        painter.drawLine(QLineF(centre - QPointF(inner, inner), centre + QPointF(inner, inner)));
        painter.drawLine(QLineF(centre - QPointF(inner, -inner), centre + QPointF(inner, -inner)));
        return;
    case Marker::Plus:
        painter.drawLine(QLineF(centre - QPointF(half, 0), centre + QPointF(half, 0)));
        painter.drawLine(QLineF(centre - QPointF(0, half), centre + QPointF(0, half)));
        return;
    case Marker::Ring:
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(centre, half, half);
        return;
    case Marker::Disc:
        painter.drawEllipse(centre, half - 0.5, half - 0.5);
        return;
    case Marker::None:
        return;
    }
}

void draw_line_sample(QPainter& painter, const QLineF& line, const SeriesStyle& look, const QColor& colour)
{
    QPen pen(colour, look.width, Qt::SolidLine, Qt::FlatCap);
    if (!look.dash.isEmpty())
        pen.setDashPattern(look.dash);
    painter.setPen(pen);
    painter.drawLine(line);
    draw_marker(painter, look.marker, line.center(), colour);
}

} // namespace plateau::ui
