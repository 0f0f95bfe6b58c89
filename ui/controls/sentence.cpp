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
    kept_ = std::max(kept_, heightForWidth(width()));
}

int Sentence::heightForWidth(int width) const
{
    if (measured_words_ != text()) {
        measured_words_ = text();
        measured_.clear();
    }
    const auto [needed, is_new] = measured_.try_emplace(width);
    if (is_new)
        needed->second = QLabel::heightForWidth(width);
    return width == kept_at_ ? std::max(needed->second, kept_) : needed->second;
}

void Sentence::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measured_.clear();
}

void Sentence::mouseReleaseEvent(QMouseEvent* event)
{
    QLabel::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
        emit clicked();
}

} // namespace plateau::ui
