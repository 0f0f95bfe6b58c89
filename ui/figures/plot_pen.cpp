// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/plot_pen.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

#include "ui/controls/text.h"
#include "ui/figures/panel_items.h"

namespace plateau::ui {

namespace {

constexpr double number_size = 10;

} // namespace

QSizeF size_of(const QFont& font, const QString& words)
{
    const QFontMetricsF metrics(font);
    return {std::ceil(metrics.horizontalAdvance(words)), std::ceil(metrics.height())};
}

PlotPen::PlotPen(const PanelPlace& place, PanelWords& words)
    : place_(place), panel_(*place.panel), style_(*place.style), area_(place.rect->rect()), words_(words),
      space_(area_.adjusted(2, 2, -2, -2), style_.foot ? std::clamp(style_.text(4), 3.0, 8.0) : 6)
{
}

void PlotPen::stroke(const QPolygonF& line, const QColor& ink, double width)
{
    words_.strokes.push_back({line, ink, width});
}

void PlotPen::lead(const QLineF& leader, const QColor& ink, double width)
{
    const QPolygonF line({leader.p1(), leader.p2()});
    space_.occupy(line);
    stroke(line, ink, width);
}

void PlotPen::write(const QRectF& box, const QString& words, double size, int weight, const QColor& ink,
                    Qt::Alignment side, bool backed)
{
    words_.texts.push_back({box, words, side, size, weight, ink, backed});
    space_.occupy(box.adjusted(-style_.text(4), -1, style_.text(4), 1));
}

bool PlotPen::over_hatching(const QRectF& box) const
{
    return std::any_of(panel_.regions.begin(), panel_.regions.end(), [&](const figures::Region& region) {
        return region.hatched && x_pixel(region.to) > box.left() - 3 && x_pixel(region.from) < box.right() + 3;
    });
}

void PlotPen::foot_note(QPointF anchor, const QString& words, bool on_point)
{
    if (!style_.foot)
        return;
    const QString number = QString::number(place_.first_number + words_.numbers);
    const QSizeF size = size_of(font(number_size, 600), number);
    const auto box = space_.place_free(anchor, size, on_point ? style_.text(5) : 0, style_.text(short_reach));
    if (!box) {
        add_foot(style_.letters ? words : text(panel_.title) + QStringLiteral(": ") + words);
        return;
    }
    ++words_.numbers;
    const QLineF leader = leader_to(*box, anchor);
    if (leader.length() > style_.text(7) && !box->contains(anchor))
        lead(leader, style_.theme.text3, style_.pen(0.8));
    write(*box, number, number_size, 600, style_.theme.text, Qt::AlignHCenter, over_hatching(*box));
    add_foot(words, {}, number);
}

bool PlotPen::write_beside_title(const QString& words, int weight, const QColor& ink, const QBrush& sample)
{
    if (words_.texts.empty())
        return false;
    const double bottom = words_.texts.front().box.bottom(); // the title comes first
    double from = 0;
    for (const PlacedText& placed : words_.texts) {
        if (placed.words == words)
            return true;
        if (std::abs(placed.box.bottom() - bottom) < 1)
            from = std::max(from, placed.box.right());
    }
    const QSizeF size = size_of(font(12, weight), words);
    const double side = style_.text(11);
    const QRectF swatch(from + style_.text(18), bottom - size.height() / 2 - side / 2, side, side);
    const double left = sample == QBrush() ? swatch.left() : swatch.right() + style_.text(6);
    if (left + size.width() > place_.right_edge - 2)
        return false;
    if (sample != QBrush())
        words_.swatches.push_back({swatch, sample});
    words_.texts.push_back(
        {QRectF(QPointF(left, bottom - size.height()), size), words, Qt::AlignLeft, 12, weight, ink});
    return true;
}

} // namespace plateau::ui
