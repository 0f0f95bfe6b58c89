// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/spare_words.h"

#include <QPainter>

#include "ui/controls/appearance.h"

namespace plateau::ui {

namespace {

constexpr int word_wrap = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

} // namespace

SpareWords::SpareWords(QWidget* parent) : QWidget(parent)
{
    setFont(interface_font(11));
    setContentsMargins(panel_margin, 0, panel_margin, 6);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
}

void SpareWords::say(const QString& words)
{
    words_ = words;
    update();
}

bool SpareWords::are_shown() const
{
    const QRect room = contentsRect();
    return !words_.isEmpty() && room.contains(fontMetrics().boundingRect(room, word_wrap, words_));
}

void SpareWords::paintEvent(QPaintEvent*)
{
    if (!are_shown())
        return;
    QPainter painter(this);
    painter.setPen(theme_of(this).text2);
    painter.drawText(contentsRect(), word_wrap, words_);
}

} // namespace plateau::ui
