// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/charts/plot.h"
#include "ui/figures/free_space.h"
#include "ui/figures/labels.h"

namespace plateau::ui {

namespace {

void occupy_series(FreeSpace& space, const LabelledPanel& labelled, const figures::Series& series)
{
    const RenderStyle& style = *labelled.style;
    const auto at = [&](double x, double y) {
        return QPointF(labelled.rect->axis(QCPAxis::atBottom)->coordToPixel(x),
                       labelled.rect->axis(QCPAxis::atLeft)->coordToPixel(y));
    };
    const SeriesStyle look = style.theme.series(series.role);
    const double marker = look.marker == Marker::None ? 0 : style.pen(look.marker_size + 2);
    const auto occupy_point = [&](double x, double y, double size) {
        if (std::isfinite(y) && size > 0)
            space.occupy(QRectF(at(x, y), QSizeF()).adjusted(-size / 2, -size / 2, size / 2, size / 2), 3);
    };
    if (series.form == figures::SeriesForm::Points) {
        for (std::size_t i = 0; i < series.x.size(); ++i) {
            occupy_point(series.x[i], series.y[i], std::max(3.0, 1.5 * marker));
            if (i < series.x_low.size() && i < series.x_high.size())
                space.occupy(QPolygonF({at(series.x_low[i], series.y[i]), at(series.x_high[i], series.y[i])}), 3);
        }
        return;
    }
    if (series.form == figures::SeriesForm::Bars) {
        for (std::size_t i = 0; i < series.x.size(); ++i)
            space.occupy(
                QRectF(at(series.x[i] - series.bar_width / 2, series.y[i]), at(series.x[i] + series.bar_width / 2, 0))
                    .normalized());
        return;
    }
    const bool filled = !series.y_low.empty();
    QPolygonF curve, lower;
    const double width = std::max(1.0, style.pen(look.width)) + 1;
    const auto end_stretch = [&](QPolygonF& line) {
        if (line.size() == 1)
            line << line.front();
        space.occupy(line, width);
        line.clear();
    };
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (std::isfinite(series.y[i])) {
            curve << at(series.x[i], series.y[i]);
            if (series.markers && (series.every_value || std::exp2(std::round(std::log2(series.x[i]))) == series.x[i]))
                occupy_point(series.x[i], series.y[i], filled ? 0 : marker);
        } else
            end_stretch(curve);
        if (i < series.y_low.size() && std::isfinite(series.y_low[i]))
            lower << at(series.x[i], series.y_low[i]);
    }
    end_stretch(curve);
    end_stretch(lower);
    if (series.own_x > 0)
        occupy_point(series.own_x,
                     figures::value_at(series, series.own_x, labelled.figure->plot().x.logarithmic,
                                       labelled.panel->y.logarithmic),
                     style.pen(18));
}

} // namespace

void occupy_drawing(FreeSpace& space, const LabelledPanel& labelled)
{
    const figures::Panel& panel = *labelled.panel;
    const RenderStyle& style = *labelled.style;
    const QRectF area = labelled.rect->rect();
    const QCPAxis &across = *labelled.rect->axis(QCPAxis::atBottom), &along = *labelled.rect->axis(QCPAxis::atLeft);
    for (const figures::Series& series : panel.series)
        occupy_series(space, labelled, series);
    if (const double marker = labelled.figure->plot().marker; marker > 0 && style.marker)
        space.occupy(QRectF(across.coordToPixel(marker) - 3, area.top(), 6, area.height()), 3);
    const auto occupy_around = [&](double x, double y, double half_width, double half_height) {
        const QPointF point(across.coordToPixel(x), along.coordToPixel(y));
        space.occupy(QRectF(point, QSizeF()).adjusted(-half_width, -half_height, half_width, half_height), 3);
    };
    const double ring = style.pen(8);
    for (const figures::Bracket& bracket : panel.brackets)
        occupy_around(bracket.x_to, bracket.y_to, ring, ring);
    for (const figures::Note& note : panel.notes) {
        if (note.ring)
            occupy_around(note.x, note.y, ring, ring);
        if (note.tick)
            occupy_around(note.x, note.y, 2, style.text(7));
    }
    if (!panel.banner.empty())
        space.occupy(QRectF(area.left(), area.top(), area.width(), style.text(banner_height)));
}

} // namespace plateau::ui
