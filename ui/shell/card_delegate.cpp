// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/card_delegate.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>

#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

namespace {

constexpr int margin = 6; ///< between cards, half of it on each side
constexpr int padding = 10;
constexpr int curve_height = 62;
constexpr int heading_row_height = 34;

/// As many lines as there is room for, the last one elided.
void draw_lines(QPainter& painter, const QRectF& box, const QString& words, const QFont& font)
{
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const double height = metrics.lineSpacing();
    QTextLayout layout(words, font);
    layout.beginLayout();
    for (double y = box.top(); y + height <= box.bottom() + 1; y += height) {
        const QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        QTextLine(line).setLineWidth(box.width());
        const bool last = y + 2 * height > box.bottom() + 1;
        const QString said = last ? metrics.elidedText(words.mid(line.textStart()), Qt::ElideRight, box.width())
                                  : words.mid(line.textStart(), line.textLength());
        painter.drawText(QRectF(box.left(), y, box.width(), height), Qt::AlignLeft | Qt::AlignVCenter, said);
    }
    layout.endLayout();
}

} // namespace

void CardDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = theme_of(option.widget);
    if (!index.data(card_index_role).isValid()) {
        painter->setFont(interface_font(14, 600));
        painter->setPen(theme.text);
        painter->drawText(option.rect.adjusted(margin, 0, 0, -4), Qt::AlignLeft | Qt::AlignBottom,
                          index.data(Qt::DisplayRole).toString());
        return;
    }
    const ScenarioCard& card = cards_.all()[static_cast<std::size_t>(index.data(card_index_role).toInt())];
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool under = option.state.testFlag(QStyle::State_MouseOver);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(option.rect).adjusted(margin, margin, -margin, -margin);
    painter->setPen(QPen(selected ? theme.accent : theme.divider, selected ? 2 : 1));
    painter->setBrush(under && !selected ? theme.hover : theme.canvas);
    painter->drawRoundedRect(box, 4, 4);
    const QRectF inside = box.adjusted(padding, padding, -padding, -padding);
    const QRectF plot(inside.left(), inside.top(), inside.width(), curve_height);
    const auto say = [&](const QString& words) {
        painter->setFont(interface_font(12));
        painter->setPen(theme.text3);
        painter->drawText(plot, Qt::AlignCenter, words);
    };
    if (!card.curve)
        say(QStringLiteral("…"));
    else if (card.curve->empty())
        say(QCoreApplication::translate("cards", "fits on no number of GPUs"));
    else
        draw_card_curve(*painter, plot, *card.curve, theme);
    QRectF below = inside;
    if (card.curve && !card.curve->empty()) {
        const answers::CardPoint& best
            = *std::max_element(card.curve->begin(), card.curve->end(),
                                [](const auto& a, const auto& b) { return a.utilization < b.utilization; });
        const QFont small = interface_font(11);
        painter->setFont(small);
        painter->setPen(theme.text2);
        const QString where = quantity(best.size, card.training ? units::Unit::Gpus : units::Unit::Flop);
        const QString words = QCoreApplication::translate("cards", "up to %1 of the peak, at %2")
                                  .arg(quantity(best.utilization, units::Unit::Fraction, 2), where);
        constexpr int lowest = Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap;
        QRectF said;
        painter->drawText(inside, lowest, words, &said);
        below.setBottom(said.top() - 2);
    }
    const QFont title = interface_font(13, 600);
    const QRectF head(inside.left(), plot.bottom() + 8, inside.width(), QFontMetricsF(title).lineSpacing());
    painter->setPen(theme.text);
    painter->setFont(title);
    painter->drawText(head, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetricsF(title).elidedText(card.title, Qt::ElideRight, head.width()));
    painter->setPen(theme.text2);
    draw_lines(*painter, QRectF(inside.left(), head.bottom() + 2, inside.width(), below.bottom() - head.bottom() - 2),
               card.line, interface_font(12));
    painter->restore();
}

QSize CardDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* list = qobject_cast<const QAbstractItemView*>(option.widget);
    const bool heading = !index.data(card_index_role).isValid();
    return heading && list ? QSize(std::max(size.width(), list->viewport()->width() - 1), heading_row_height) : size;
}

} // namespace plateau::ui
