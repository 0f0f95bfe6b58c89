// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/sentence.h"

#include <QMouseEvent>

#include <algorithm>

namespace plateau::ui {

Sentence::Sentence(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
}

void Sentence::say(const QString& words)
{
    if (words == text())
        return;
    setText(words);
    if (kept_at_ != width())
        kept_ = 0;
    kept_at_ = width();
    kept_ = std::max(kept_, QLabel::heightForWidth(width()));
}

int Sentence::heightForWidth(int width) const
{
    const int needed = QLabel::heightForWidth(width);
    return width == kept_at_ ? std::max(needed, kept_) : needed;
}

void Sentence::mouseReleaseEvent(QMouseEvent* event)
{
    QLabel::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
        emit clicked();
}

} // namespace plateau::ui
