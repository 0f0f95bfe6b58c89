// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/title_lines.h"

#include <algorithm>

#include "ui/controls/theme.h"

namespace plateau::ui {

QStringList wrapped(const QString& words, const QFont& font, double width)
{
    QStringList lines;
    for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QString longer = lines.isEmpty() ? word : lines.back() + QLatin1Char(' ') + word;
        if (!lines.isEmpty() && width_of(longer, font) <= width)
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
    beside = width_of(title_words, title_font) + gap + width_of(note_words, note_font) <= width;
    widest = 0;
    for (const QString& line : title)
        widest = std::max(widest, width_of(line, title_font));
    for (const QString& line : note)
        widest = std::max(widest, width_of(line, note_font));
}

} // namespace plateau::ui
