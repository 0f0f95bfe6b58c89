// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

#include "ui/shell/scenario_cards.h"

namespace plateau::ui {

/// Which card; of a heading, none.
inline constexpr int card_index_role = Qt::UserRole;

/// Draws one scenario as a card: its curve, its title, one line; an item without a card is a heading.
class CardDelegate final : public QStyledItemDelegate {
public:
    CardDelegate(ScenarioCards& cards, QObject* parent) : QStyledItemDelegate(parent), cards_(cards) { }

    static constexpr QSize size{252, 192};
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    ScenarioCards& cards_;
};

} // namespace plateau::ui
