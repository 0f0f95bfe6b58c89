// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/text.h"
#include "ui/figures/panel_items.h"
#include "ui/figures/panel_words.h"

namespace plateau::ui {

void AnnotationItem::draw(QCPPainter* painter)
{
    if (!panel_)
        return;
    painter->setAntialiasing(true);
    const PanelWords words = place_words(place());
    draw_strokes(painter, words);
    for (const PlacedSwatch& swatch : words.swatches)
        painter->fillRect(swatch.box, swatch.fill);
    for (const PlacedText& text : words.texts) {
        if (text.backed)
            painter->fillRect(text.box.adjusted(-3, -1, 3, 1), style_->theme.canvas);
        painter->setFont(interface_font(style_->text(text.size), text.weight));
        painter->setPen(text.ink);
        painter->drawText(text.box, int(text.side) | Qt::AlignVCenter | Qt::TextDontClip | Qt::TextSingleLine,
                          text.words);
    }
    draw_banner(painter);
    if (last_ && style_->foot)
        draw_foot(painter);
}

PanelPlace AnnotationItem::place() const
{
    PanelPlace place = place_;
    place.panel = panel_;
    place.figure = figure_;
    place.style = style_;
    place.rect = rect_;
    place.right_edge = mParentPlot->viewport().right();
    place.index = index_;
    place.last = last_;
    return place;
}

void AnnotationItem::draw_strokes(QCPPainter* painter, const PanelWords& words)
{
    painter->setBrush(Qt::NoBrush);
    for (const PlacedStroke& stroke : words.strokes) {
        QPen pen(stroke.ink, stroke.width);
        if (stroke.square) {
            pen.setCapStyle(Qt::FlatCap);
            pen.setJoinStyle(Qt::MiterJoin);
        }
        painter->setPen(pen);
        painter->drawPolyline(stroke.line);
    }
    if (words.rings.empty())
        return;
    painter->save();
    const double above = style_->text(5); // the title's row stays free
    painter->setClipRect(mParentPlot->viewport().adjusted(0, rect_->rect().top() - int(above), 0, 0));
    painter->setPen(QPen(style_->theme.text, style_->pen(1.5)));
    for (const QPointF& ring : words.rings)
        painter->drawEllipse(ring, style_->pen(6.5), style_->pen(6.5));
    painter->restore();
}

void AnnotationItem::draw_foot(QCPPainter* painter)
{
    const QRectF all = mParentPlot->viewport();
    const int panels = static_cast<int>(plotted().panels.size());
    const double height = foot_.height(all.width(), *style_, panels);
    foot_.draw(*painter, QRectF(all.left(), all.bottom() - height, all.width(), height), *style_, panels);
}

void AnnotationItem::draw_banner(QCPPainter* painter)
{
    if (panel_->banner.empty())
        return;
    const QRectF area = rect_->rect();
    const QRectF strip(area.left() + 1, area.top(), area.width(), style_->text(banner_height));
    painter->fillRect(strip, style_->theme.error_fill);
    const QFont font = interface_font(style_->text(13));
    painter->setFont(font);
    painter->setPen(style_->theme.error);
    const QRectF inside = strip.adjusted(style_->text(8), 0, -style_->text(8), 0);
    painter->drawText(inside, Qt::AlignVCenter | Qt::AlignLeft,
                      QFontMetricsF(font).elidedText(text(panel_->banner), Qt::ElideRight, inside.width()));
}

} // namespace plateau::ui
