// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace plateau::ui {

/// A number that can be marked and copied. QLabel lays marked text out as a document, several times for each new text:
/// that is kept for the label under the pointer.
class ValueLabel final : public QLabel {
public:
    explicit ValueLabel(QWidget* parent = nullptr) : QLabel(parent)
    {
        setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        setTextFormat(Qt::PlainText);
    }

protected:
    void enterEvent(QEnterEvent* event) override
    {
        setTextInteractionFlags(Qt::TextSelectableByMouse);
        QLabel::enterEvent(event);
    }
    void leaveEvent(QEvent* event) override
    {
        if (!hasSelectedText())
            setTextInteractionFlags(Qt::NoTextInteraction);
        QLabel::leaveEvent(event);
    }
};

} // namespace plateau::ui
