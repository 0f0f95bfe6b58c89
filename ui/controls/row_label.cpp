// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/row_label.h"

#include <QTextLayout>

#include "ui/controls/theme.h"

namespace plateau::ui {

namespace {

/// Line by line, broken between words.
QString broken(const QString& words, const QFont& font, int width)
{
    QStringList lines;
    QTextLayout layout(words, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines << words.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines.join(QLatin1Char('\n'));
}

} // namespace

RowLabel::RowLabel(const QString& words, QWidget* parent) : QLabel(parent), words_(words)
{
    setTextFormat(Qt::PlainText);
    setText(words_);
}

void RowLabel::set_width(int pixels)
{
    setFixedWidth(pixels);
    const QFont usual = interface_font(13), small = interface_font(12);
    const bool whole = QFontMetrics(usual).horizontalAdvance(words_) <= pixels;
    setFont(whole ? usual : small);
    setText(whole ? words_ : broken(words_, small, pixels));
}

void RowLabel::mouseDoubleClickEvent(QMouseEvent*) { emit double_clicked(); }

} // namespace plateau::ui
