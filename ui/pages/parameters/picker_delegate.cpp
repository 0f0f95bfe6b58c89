// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/picker_delegate.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/controls/appearance.h"

namespace plateau::ui {

namespace {

constexpr int entry_height = 42;
constexpr int head_height = 26;
constexpr int thumbnail_width = 76;
constexpr int thumbnail_height = 28;
constexpr int margin = 10;

void draw(QPainter& painter, const QRectF& box, const HardwareThumbnail& shown, const Theme& theme)
{
    constexpr double bar = 7, gap = 4;
    const double room = box.width();
    const double top = box.center().y() - bar - gap / 2;
    painter.setPen(Qt::NoPen);
    const auto draw_bar = [&](double y, double share, const QColor& colour) {
        painter.fillRect(QRectF(box.left(), y, room, bar), theme.groove);
        painter.fillRect(QRectF(box.left(), y, std::max(1.0, room * share), bar), colour);
    };
    draw_bar(top, shown.peak, theme.accent);
    draw_bar(top + bar + gap, shown.memory, theme.text2);
}

void draw(QPainter& painter, const QRectF& box, const ModelThumbnail& shown, const Theme& theme)
{
    constexpr double layer = 3;
    const QSizeF size(std::max(4.0, box.width() * std::sqrt(shown.width)),
                      std::max(4.0, box.height() * std::sqrt(shown.layers)));
    const QRectF block(QPointF(box.left(), box.bottom() - size.height()), size);
    painter.fillRect(block, shown.experts > 0 ? theme.groove : theme.accent);
    if (shown.experts > 0)
        painter.fillRect(QRectF(block.topLeft(), QSizeF(std::max(2.0, size.width() * shown.active), size.height())),
                         theme.accent);
    painter.setPen(QPen(theme.canvas, 1));
    for (double y = block.bottom() - layer; y > block.top() + 1; y -= layer)
        painter.drawLine(QLineF(block.left(), y, block.right(), y));
}

} // namespace

QSize PickerDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    return {100, index.data(picker_entry_role).isValid() ? entry_height : head_height};
}

void PickerDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = theme_of(option.widget);
    const QVariant which = index.data(picker_entry_role);
    const QRect box = option.rect;
    painter->save();
    if (!which.isValid()) {
        painter->setFont(interface_font(12, 600));
        painter->setPen(theme.text2);
        painter->drawText(box.adjusted(margin, 4, -margin, 0), Qt::AlignLeft | Qt::AlignVCenter,
                          index.data(Qt::DisplayRole).toString());
        painter->restore();
        return;
    }
    const PickerEntry& entry = entries_[static_cast<std::size_t>(which.toInt())];
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(box, theme.selected);
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(box, theme.hover);
    const QRectF thumbnail(box.left() + margin, box.center().y() - thumbnail_height / 2.0, thumbnail_width,
                           thumbnail_height);
    std::visit([&](const auto& shown) { draw(*painter, thumbnail, shown, theme); }, entry.thumbnail);
    const QRect words = box.adjusted(2 * margin + thumbnail_width, 4, -margin, -4);
    const auto write = [&](Qt::Alignment side, const QString& said, int pixels, int weight, const QColor& colour) {
        const QFont font = interface_font(pixels, weight);
        painter->setFont(font);
        painter->setPen(colour);
        painter->drawText(words, side | Qt::AlignLeft,
                          QFontMetrics(font).elidedText(said, Qt::ElideRight, words.width()));
    };
    const bool checked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    write(Qt::AlignTop, entry.title, 13, checked ? 600 : 400, checked ? theme.accent : theme.text);
    write(Qt::AlignBottom, entry.detail, 12, 400, theme.text2);
    painter->restore();
}

} // namespace plateau::ui
