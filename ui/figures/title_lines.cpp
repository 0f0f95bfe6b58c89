// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/title_lines.h"

#include <QFontMetricsF>

#include <algorithm>

namespace plateau::ui {

QStringList wrapped(const QString& words, const QFont& font, double width)
{
    const QFontMetricsF metrics(font);
    QStringList lines;
    for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QString longer = lines.isEmpty() ? word : lines.back() + QLatin1Char(' ') + word;
        if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= width)
            lines.back() = longer;
        else
            lines << word;
    }
    return lines;
}

TitleLines::TitleLines(const QString& title_words, const QFont& title_font, const QString& note_words,
                       const QFont& note_font, double gap, double width)
    : title(wrapped(title_words, title_font, width)), note(wrapped(note_words, note_font, width))
{
    const QFontMetricsF strong(title_font), normal(note_font);
    beside = strong.horizontalAdvance(title_words) + gap + normal.horizontalAdvance(note_words) <= width;
    widest = 0;
    for (const QString& line : title)
        widest = std::max(widest, strong.horizontalAdvance(line));
    for (const QString& line : note)
        widest = std::max(widest, normal.horizontalAdvance(line));
}

} // namespace plateau::ui
