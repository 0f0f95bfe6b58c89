// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/picture.h"

#include <QLocale>

#include <cmath>

#include "ui/base/text.h"
#include "ui/base/theme.h"
#include "ui/figures/step_bar.h"

namespace plateau::ui {

void draw_picture(QPainter& painter, const QRectF& area, const figures::Figure& figure, const RenderStyle& style)
{
    if (figure.heat_map)
        draw_heat_map(painter, area, *figure.heat_map, style);
    else if (figure.swings)
        draw_swings(painter, area, *figure.swings, style);
    else
        draw_step_bars(painter, area, figure, style);
}

int part_count(const figures::Figure& figure)
{
    if (figure.heat_map)
        return static_cast<int>(figure.heat_map->cells.size());
    return figure.swings ? 2 * static_cast<int>(figure.swings->swings.size()) : bar_part_count(figure);
}

QRectF part_rect(const QRectF& area, const figures::Figure& figure, const RenderStyle& style, int part)
{
    if (part < 0 || part >= part_count(figure))
        return {};
    return figure.heat_map ? heat_cell_rect(area, *figure.heat_map, style, part)
        : figure.swings    ? swing_rect(area, *figure.swings, style, part)
                           : bar_part_rect(area, figure, style, part);
}

int part_at(const QRectF& area, const figures::Figure& figure, const RenderStyle& style, QPointF point)
{
    for (int part = 0; part < part_count(figure); ++part)
        if (part_rect(area, figure, style, part).contains(point))
            return part;
    return -1;
}

QString part_words(const figures::Figure& figure, int part)
{
    if (part < 0 || part >= part_count(figure))
        return {};
    return figure.heat_map ? heat_cell_words(*figure.heat_map, part)
        : figure.swings    ? swing_words(*figure.swings, part)
                           : bar_part_words(figure, part);
}

QColor ink_on(const QColor& fill)
{
    const QColor black(0x0E, 0x11, 0x13), white(Qt::white);
    return contrast(fill, black) >= contrast(fill, white) ? black : white;
}

void hatch(QPainter& painter, const QRectF& box, const QColor& colour, double pen)
{
    painter.save();
    painter.setClipRect(box, Qt::IntersectClip);
    painter.setPen(QPen(colour, pen));
    const double step = 7 * std::max(1.0, pen);
    for (double x = box.left() - box.height(); x < box.right(); x += step)
        painter.drawLine(QLineF(x, box.bottom(), x + box.height(), box.top()));
    painter.restore();
}

QString short_number(double value, units::Unit unit)
{
    if (!std::isfinite(value))
        return QString(QChar(0x2013));
    const double shown = unit == units::Unit::Fraction ? 100 * value : unit == units::Unit::Bytes ? value / 1e9 : value;
    const double size = std::abs(shown);
    if (size >= 1e6)
        return text(units::show(shown, units::Unit::None).number + units::show(shown, units::Unit::None).unit);
    const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    QString words = QLocale::c().toString(size, 'f', decimals);
    const qsizetype whole = words.indexOf(QLatin1Char('.'));
    for (qsizetype at = (whole < 0 ? words.size() : whole) - 3; at > 0; at -= 3)
        words.insert(at, QLatin1Char(','));
    return shown < 0 ? QChar(0x2212) + words : words;
}

} // namespace plateau::ui
