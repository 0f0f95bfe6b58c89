// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
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

    /// A single line is measured once for each text.
    QSize sizeHint() const override
    {
        if (wordWrap())
            return QLabel::sizeHint();
        if (measured_words_ != text() || measured_.isEmpty()) {
            ensurePolished();
            const QRect line = fontMetrics().boundingRect(QRect(0, 0, 2000, 2000), Qt::AlignRight, text());
            measured_words_ = text();
            measured_ = line.size().grownBy(contentsMargins());
        }
        return measured_.expandedTo(minimumSize());
    }
    QSize minimumSizeHint() const override { return wordWrap() ? QLabel::minimumSizeHint() : sizeHint(); }

protected:
    void changeEvent(QEvent* event) override
    {
        QLabel::changeEvent(event);
        measured_ = {};
    }
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

private:
    mutable QString measured_words_;
    mutable QSize measured_;
};

} // namespace plateau::ui
