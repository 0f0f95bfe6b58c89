// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/note_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plateau::ui {

namespace {

constexpr double curve_cost = 40;
constexpr double overlap_cost = 4000;
constexpr double clearance = 6;
constexpr double walk = 4; ///< pixels between two looks along a curve

double crossings(const QRectF& block, const std::vector<QPolygonF>& curves)
{
    double count = 0;
    for (const QPolygonF& curve : curves)
        for (qsizetype i = 0; i + 1 < curve.size(); ++i) {
            const QPointF from = curve[i], step = curve[i + 1] - from;
            const int parts = std::max(1, static_cast<int>(std::hypot(step.x(), step.y()) / walk));
            for (int part = 0; part < parts; ++part)
                count += block.contains(from + step * (static_cast<double>(part) / parts)) ? 1 : 0;
        }
    return count;
}

} // namespace

QRectF place_note(QPointF anchor, QSizeF size, const QRectF& area, const std::vector<QPolygonF>& curves,
                  const std::vector<QRectF>& taken, double distance)
{
    QRectF best;
    double lowest = std::numeric_limits<double>::infinity();
    for (double reach : { 1.0, 1.8, 2.8, 4.0 })
        for (double side : { -1.0, 1.0 })
            for (double rise : { 1.0, -1.0, 0.0 }) {
                const double x = side < 0 ? anchor.x() - distance * (rise == 0 ? reach : 0.4) - size.width()
                                          : anchor.x() + distance * (rise == 0 ? reach : 0.4);
                const double y = anchor.y() + rise * distance * reach - size.height() / 2 + rise * size.height() / 2;
                const QRectF block(QPointF(x, y), size);
                if (!area.contains(block))
                    continue;
                const QRectF wide = block.adjusted(-clearance, -clearance, clearance, clearance);
                double cost = curve_cost * crossings(wide, curves) + reach * 12 + (side < 0 ? 3 : 0) + (rise < 0 ? 2 : 0);
                for (const QRectF& other : taken)
                    cost += other.intersects(wide) ? overlap_cost : 0;
                if (cost < lowest) {
                    lowest = cost;
                    best = block;
                }
            }
    if (!best.isNull())
        return best;
    const double x = std::clamp(anchor.x() + distance, area.left(), std::max(area.left(), area.right() - size.width()));
    const double y = std::clamp(anchor.y() + distance, area.top(), std::max(area.top(), area.bottom() - size.height()));
    return { QPointF(x, y), size };
}

} // namespace plateau::ui
