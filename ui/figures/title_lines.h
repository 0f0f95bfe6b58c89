// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QStringList>

namespace plateau::ui {

/// The words in lines no wider than `width`, broken at spaces; a longer word stays whole.
QStringList wrapped(const QString& words, const QFont& font, double width);

/// A title with its note or unit: beside it, else on lines of its own.
struct TitleLines {
    TitleLines(const QString& title, const QFont& title_font, const QString& note, const QFont& note_font, double gap,
               double width);
    int rows() const { return static_cast<int>(title.size() + (beside ? 0 : note.size())); }

    QStringList title, note;
    bool beside; ///< `gap` after the end of the title
    double widest; ///< of the lines
};

} // namespace plateau::ui
