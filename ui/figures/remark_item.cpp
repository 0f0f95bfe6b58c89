// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/remark_item.h"

#include <algorithm>

#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

constexpr double widest_remark = 220;
constexpr double beside_dot = 9;
constexpr double remark_padding = 5;

QFont remark_font(const RenderStyle& style) { return style.font(12); }

} // namespace

QString remark_words(const figures::Remark& remark) { return text(Message{"%1", {remark.text}}); }

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
        QColor fill = theme.canvas;
        fill.setAlphaF(0.9F);
        painter->setBrush(fill);
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
