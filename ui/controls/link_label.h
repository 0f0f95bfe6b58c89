// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace plateau::ui {

/// A label with links that Tab goes through. QLabel never lets go of the keyboard backwards where a link stands first.
class LinkLabel final : public QLabel {
public:
    explicit LinkLabel(QWidget* parent = nullptr) : QLabel(parent)
    {
        setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    }

protected:
    bool focusNextPrevChild(bool next) override
    {
        if (next || selectionStart() != 0)
            return QLabel::focusNextPrevChild(next);
        return QWidget::focusNextPrevChild(next); // NOLINT(bugprone-parent-virtual-call): past what QLabel does
    }
};

} // namespace plateau::ui
