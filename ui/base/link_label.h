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
        return !next && selectionStart() == 0 ? QWidget::focusNextPrevChild(next) : QLabel::focusNextPrevChild(next);
    }
};

} // namespace plateau::ui
