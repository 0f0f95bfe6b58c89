// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/card_picture.h"

#include <algorithm>
#include <cmath>

namespace plateau::ui {

namespace {

constexpr double upper_edge = 0.8; ///< utilization

} // namespace

void draw_card_curve(QPainter& painter, const QRectF& box, const std::vector<answers::CardPoint>& curve,
                     const Theme& theme, const std::optional<answers::CardPoint>& own)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.outline, 1));
    painter.drawLine(box.bottomLeft(), box.bottomRight());
    if (!curve.empty()) {
        const double from = std::log2(curve.front().size), to = std::max(from + 1, std::log2(curve.back().size));
        const auto at = [&](const answers::CardPoint& point) {
            const double share = std::clamp((std::log2(point.size) - from) / (to - from), 0.0, 1.0);
            return QPointF(box.left() + share * box.width(),
                           box.bottom() - std::min(1.0, point.utilization / upper_edge) * box.height());
        };
        QPolygonF line;
        for (const answers::CardPoint& point : curve)
            line << at(point);
        QPolygonF area = line;
        area << QPointF(line.back().x(), box.bottom()) << QPointF(line.front().x(), box.bottom());
        painter.setPen(Qt::NoPen);
        painter.setBrush(with_alpha(theme.accent, 0.12));
        painter.drawPolygon(area);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, box.height() > 40 ? 2 : 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(line);
        if (own) {
            painter.setBrush(theme.accent);
            painter.drawEllipse(at(*own), 2, 2);
        }
    }
    painter.restore();
}

} // namespace plateau::ui
