// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_view.h"

#include <algorithm>
#include <cmath>

#include "core/charts/plot.h"
#include "ui/controls/theme.h"

namespace plateau::ui {

namespace {

constexpr double widest_remark = 220;
constexpr double beside_dot = 9;
constexpr double remark_padding = 5;
constexpr double tag_height = 20;
constexpr double waiting_tint = 0.1, strong_waiting_tint = 0.2; ///< of its colour

QFont remark_font(const RenderStyle& style) { return style.font(12); }

} // namespace

PanelItem::PanelItem(QCustomPlot* plot, QCPAxisRect* rect, const QString& layer) : QCPAbstractItem(plot), rect_(rect)
{
    setLayer(layer);
    setClipToAxisRect(false);
    setSelectable(false);
}

void PanelItem::set(const figures::Panel& panel, const figures::Figure& figure, const RenderStyle& style, int index,
                    bool last)
{
    panel_ = &panel;
    figure_ = &figure;
    style_ = &style;
    index_ = index;
    last_ = last;
}

QPointF PanelItem::at(double x, double y) const { return {x_pixel(x), rect_->axis(QCPAxis::atLeft)->coordToPixel(y)}; }

QBrush band_brush(const figures::Region& region, const Theme& theme)
{
    if (region.hatched)
        return {theme.dark ? theme.outline.darker(150) : theme.groove, Qt::BDiagPattern};
    if (!region.waits)
        return region.strong ? theme.grid : theme.tint;
    return with_alpha(theme.segment(figures::SegmentKind::AllGather).fill,
                      region.strong ? strong_waiting_tint : waiting_tint);
}

void RegionItem::draw(QCPPainter* painter)
{
    if (!panel_)
        return;
    const QRectF area = rect_->rect();
    for (const figures::Region& region : panel_->regions) {
        const double left = std::clamp(x_pixel(region.from), area.left(), area.right());
        const double right = std::clamp(x_pixel(region.to), area.left(), area.right());
        if (right - left < 1)
            continue;
        const QRectF box(left, area.top(), right - left, area.height());
        if (!region.hatched) {
            painter->fillRect(box, band_brush(region, style_->theme));
            continue;
        }
        painter->setPen(QPen(band_brush(region, style_->theme).color(), style_->pen(1)));
        painter->drawLines(hatch_lines(box, 8 * style_->text_scale));
    }
}

void MarkerItem::draw(QCPPainter* painter)
{
    if (!panel_)
        return;
    for (const figures::Series& series : panel_->series)
        draw_own_place(painter, series);
    if (plotted().marker <= 0 || !style_->marker)
        return;
    const double x = x_pixel(plotted().marker);
    const QRectF area = rect_->rect();
    if (x < area.left() - 1 || x > area.right() + 1)
        return;
    const double top = area.top() + (panel_->banner.empty() ? 0 : style_->text(banner_height));
    const Theme& theme = style_->theme;
    const bool fits = plotted().marker_fits;
    const QColor accent = fits ? theme.accent : theme.stale;
    painter->setAntialiasing(false);
    painter->setPen(QPen(fits ? theme.text : theme.stale, style_->pen(1)));
    painter->drawLine(QLineF(x, top, x, area.bottom()));
    painter->setAntialiasing(true);
    if (index_ == 0) {
        const double half = style_->text(5), height = style_->text(7);
        painter->setPen(Qt::NoPen);
        painter->setBrush(accent);
        painter->drawPolygon(QPolygonF({{x - half, top - 1}, {x + half, top - 1}, {x, top - 1 + height}}));
    }
    draw_dots(painter, x);
    if (last_)
        draw_tag(painter, x);
}

void MarkerItem::draw_dots(QCPPainter* painter, double x)
{
    const bool log_x = rect_->axis(QCPAxis::atBottom)->scaleType() == QCPAxis::stLogarithmic;
    const bool log_y = rect_->axis(QCPAxis::atLeft)->scaleType() == QCPAxis::stLogarithmic;
    for (const figures::Series& series : panel_->series) {
        if (series.role != plotted().marker_role)
            continue;
        painter->setPen(Qt::NoPen);
        const double y = figures::value_at(series, plotted().marker, log_x, log_y);
        if (!std::isfinite(y))
            continue;
        const double radius = style_->pen(4.5);
        painter->setBrush(plotted().marker_fits ? style_->theme.series(series.role).line : style_->theme.stale);
        painter->drawEllipse(QPointF(x, at(plotted().marker, y).y()), radius, radius);
    }
}

/// Draws where a pinned question stands on its own curve: its marker, larger, on a disc of canvas.
void MarkerItem::draw_own_place(QCPPainter* painter, const figures::Series& series)
{
    if (series.own_x <= 0)
        return;
    const double y = figures::value_at(series, series.own_x, plotted().x.logarithmic, panel_->y.logarithmic);
    if (!std::isfinite(y))
        return;
    const SeriesStyle look = style_->theme.series(series.role);
    const QPointF place = at(series.own_x, y);
    if (!QRectF(rect_->rect()).adjusted(-1, -1, 1, 1).contains(place))
        return; // beyond the part of the axis that is looked at
    painter->setPen(QPen(look.line, style_->pen(1.3)));
    painter->setBrush(style_->theme.canvas);
    painter->drawEllipse(place, style_->pen(7), style_->pen(7));
    draw_marker(*painter, look.marker, place, look.line, style_->pen(3.5));
}

QRectF tag_of(double value, const figures::Axis& axis, const QCPAxisRect& panel, const RenderStyle& style)
{
    const double width = style.width(tick_text(value, axis.unit), 12, 600) + style.text(12);
    return {panel.axis(QCPAxis::atBottom)->coordToPixel(value) - width / 2, panel.rect().bottom() + style.text(6),
            width, style.text(tag_height - 2)};
}

void clear_cut_labels(QPainter& painter, const QCPAxis& axis, const QRectF& tag, const QColor& ground,
                      const QRectF& earlier)
{
    const QFont font = axis.tickLabelFont();
    const QVector<double> ticks = axis.tickVector();
    const QVector<QString> labels = axis.tickVectorLabels();
    for (qsizetype i = 0; i < std::min(ticks.size(), labels.size()); ++i) {
        const double half = width_of(labels[i], font) / 2 + 1, x = axis.coordToPixel(ticks[i]);
        const auto is_cut_by
            = [&](const QRectF& one) { return x + half > one.left() - 2 && x - half < one.right() + 2; };
        if (is_cut_by(tag) && (earlier.isNull() || !is_cut_by(earlier)))
            painter.fillRect(QRectF(x - half, tag.top(), 2 * half, tag.height()), ground);
    }
}

void MarkerItem::draw_tag(QCPPainter* painter, double x)
{
    const QRectF tag = tag_of(plotted().marker, plotted().x, *rect_, *style_);
    clear_cut_labels(*painter, *rect_->axis(QCPAxis::atBottom), tag, style_->theme.canvas);
    painter->setPen(Qt::NoPen);
    painter->setBrush(plotted().marker_fits ? style_->theme.accent : style_->theme.text3);
    painter->drawRect(tag);
    const double tip = style_->text(4);
    painter->drawPolygon(QPolygonF({{x - tip, tag.top() + 0.5}, {x + tip, tag.top() + 0.5}, {x, tag.top() - tip}}));
    painter->setFont(style_->font(12, 600));
    painter->setPen(style_->theme.on_accent);
    painter->drawText(tag, Qt::AlignCenter, tick_text(plotted().marker, plotted().x.unit));
}

void LabelItem::draw(QCPPainter* painter)
{
    if (!panel_)
        return;
    painter->setAntialiasing(true);
    const PanelLabels placed = labels();
    draw_strokes(painter, placed);
    for (const PlacedSwatch& swatch : placed.swatches)
        painter->fillRect(swatch.box, swatch.fill);
    for (const PlacedText& text : placed.texts) {
        if (text.backed)
            painter->fillRect(text.box.adjusted(-3, -1, 3, 1), style_->theme.canvas);
        painter->setFont(style_->font(text.size, text.weight));
        painter->setPen(text.ink);
        painter->drawText(text.box, int(text.side) | Qt::AlignVCenter | Qt::TextDontClip | Qt::TextSingleLine,
                          text.words);
    }
    draw_banner(painter);
    if (last_ && style_->on_paper)
        draw_legend(painter);
}

PanelLabels LabelItem::labels() const
{
    const double right_edge = mParentPlot->viewport().right();
    return place_labels({panel_, figure_, style_, rect_, right_edge, index_, last_, first_number_, without_room_});
}

void LabelItem::draw_strokes(QCPPainter* painter, const PanelLabels& labels)
{
    painter->setBrush(Qt::NoBrush);
    for (const PlacedStroke& stroke : labels.strokes) {
        QPen pen(stroke.ink, stroke.width);
        if (stroke.square) {
            pen.setCapStyle(Qt::FlatCap);
            pen.setJoinStyle(Qt::MiterJoin);
        }
        painter->setPen(pen);
        painter->drawPolyline(stroke.line);
    }
    if (labels.rings.empty())
        return;
    painter->save();
    const double above = style_->text(5); // the title's row stays free
    painter->setClipRect(mParentPlot->viewport().adjusted(0, rect_->rect().top() - int(above), 0, 0));
    painter->setPen(QPen(style_->theme.text, style_->pen(1.5)));
    for (const QPointF& ring : labels.rings)
        painter->drawEllipse(ring, style_->pen(6.5), style_->pen(6.5));
    painter->restore();
}

void LabelItem::draw_legend(QCPPainter* painter)
{
    const QRectF all = mParentPlot->viewport();
    const int panels = static_cast<int>(plotted().panels.size());
    const double height = legend_.height(all.width(), *style_, panels);
    legend_.draw(*painter, QRectF(all.left(), all.bottom() - height, all.width(), height), *style_, panels);
}

void LabelItem::draw_banner(QCPPainter* painter)
{
    if (panel_->banner.empty())
        return;
    const QRectF area = rect_->rect();
    const QRectF strip(area.left() + 1, area.top(), area.width(), style_->text(banner_height));
    painter->fillRect(strip, style_->theme.error_fill);
    const QFont font = style_->font(13);
    painter->setFont(font);
    painter->setPen(style_->theme.error);
    const QRectF inside = strip.adjusted(style_->text(8), 0, -style_->text(8), 0);
    painter->drawText(inside, Qt::AlignVCenter | Qt::AlignLeft,
                      QFontMetricsF(font).elidedText(text(panel_->banner), Qt::ElideRight, inside.width()));
}

QString remark_words(const figures::Remark& remark) { return text(Message{"%1", {Verbatim{remark.text}}}); }

QRectF remark_box(const QString& words, QPointF anchor, const QRectF& area, const RenderStyle& style)
{
    const QFontMetricsF metrics(remark_font(style));
    const double most = std::min(style.text(widest_remark), 0.8 * area.width());
    const QSizeF size = metrics.boundingRect(QRectF(0, 0, most, 1e4), Qt::TextWordWrap, words).size()
        + QSizeF(2 * style.text(remark_padding) + 1, style.text(remark_padding));
    const double away = style.text(beside_dot);
    const bool fits_right = anchor.x() + away + size.width() <= area.right();
    const bool fits_above = anchor.y() - away - size.height() >= area.top();
    const double x = fits_right ? anchor.x() + away : anchor.x() - away - size.width();
    const double y = fits_above ? anchor.y() - away - size.height() : anchor.y() + away;
    return {QPointF(std::max(area.left(), x), y), size};
}

void RemarkItem::draw(QCPPainter* painter)
{
    if (!panel_)
        return;
    const QRectF area = rect_->rect();
    const Theme& theme = style_->theme;
    for (const figures::Remark& remark : panel_->remarks) {
        const QPointF anchor = at(remark.x, remark.y);
        if (!area.adjusted(-1, -1, 1, 1).contains(anchor))
            continue;
        const QString words = remark_words(remark);
        const QRectF box = remark_box(words, anchor, area, *style_);
        painter->setAntialiasing(true);
        painter->setPen(QPen(theme.text2, style_->pen(1)));
        const QPointF corner(box.left() > anchor.x() ? box.left() : box.right(),
                             box.top() > anchor.y() ? box.top() : box.bottom());
        painter->drawLine(QLineF(anchor, corner));
        painter->setBrush(with_alpha(theme.canvas, 0.9));
        painter->drawRoundedRect(box, style_->text(3), style_->text(3));
        painter->setBrush(theme.text);
        painter->setPen(Qt::NoPen);
        painter->drawEllipse(anchor, style_->pen(3), style_->pen(3));
        painter->setFont(remark_font(*style_));
        painter->setPen(theme.text);
        const double padding = style_->text(remark_padding);
        painter->drawText(box.adjusted(padding, padding / 2, -padding + 1, 0), Qt::TextWordWrap, words);
    }
}

} // namespace plateau::ui
