// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

#include "ui/pages/parameters/picker_entries.h"

namespace plateau::ui {

/// Where an item of the list keeps its entry's index; a group's head has none.
inline constexpr int picker_entry_role = Qt::UserRole;

/// Draws heads of groups, and entries: picture, title, figures. An accelerator is a bar of its peak above one of its
/// memory, and how many are wired together; a model a block of its layers by its width (square roots, so that small
/// ones can be told), in a mixture of experts filled as far as a token passes through it.
class PickerDelegate final : public QStyledItemDelegate {
public:
    PickerDelegate(const std::vector<PickerEntry>& entries, QObject* parent)
        : QStyledItemDelegate(parent), entries_(entries)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const std::vector<PickerEntry>& entries_;
};

} // namespace plateau::ui
