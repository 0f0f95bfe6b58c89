// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/picture.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

#include "ui/controls/language.h"
#include "ui/controls/text.h"
#include "ui/controls/theme.h"
#include "ui/figures/foot.h"

namespace plateau::ui {

void draw_picture(QPainter& painter, const QRectF& area, const figures::Figure& figure, const RenderStyle& style)
{
    figures::of_picture(figure, 0, [&](const auto& chart) {
        draw(painter, area, chart, figure.earlier, style);
        return 0;
    });
}

QSizeF picture_needs(const figures::Figure& figure, const RenderStyle& style, double width)
{
    return figures::of_picture(figure, QSizeF(), [&](const auto& chart) { return needs(chart, style, width); });
}

bool has_own_height(const figures::Figure& figure)
{
    return figures::of_picture(figure, false, [](const auto& chart) { return has_own_height(chart); });
}

namespace {

/// Lines of a heading, and whether its note stands beside the title.
struct HeadingLines {
    QStringList title, note;
    bool beside = false;
};

HeadingLines heading_lines(const RenderStyle& style, double width, const QString& title, const QString& note)
{
    const QFont strong = interface_font(style.text(13), 600), normal = interface_font(style.text(12));
    const double both = QFontMetricsF(strong).horizontalAdvance(title) + style.text(8)
        + QFontMetricsF(normal).horizontalAdvance(note);
    return {wrapped(title, strong, width), wrapped(note, normal, width), both <= width};
}

} // namespace

double heading_height(const RenderStyle& style, double width, const QString& title, const QString& note)
{
    const HeadingLines lines = heading_lines(style, width, title, note);
    const auto rows = static_cast<double>(lines.title.size() + (lines.beside ? 0 : lines.note.size()));
    return style.text(title_row + std::max(0.0, rows - 1) * extra_title_row);
}

void draw_heading(QPainter& painter, const QRectF& area, const RenderStyle& style, const QString& title,
                  const QString& note)
{
    const HeadingLines lines = heading_lines(style, area.width(), title, note);
    const QFont strong = interface_font(style.text(13), 600), normal = interface_font(style.text(12));
    QRectF row(area.left(), area.top(), area.width(), style.text(title_row - 8));
    const auto write = [&](const QRectF& box, const QString& words, const QFont& font, const QColor& ink) {
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, words);
    };
    for (const QString& line : lines.title) {
        write(row, line, strong, style.theme.text);
        row.translate(0, style.text(extra_title_row));
    }
    if (lines.beside) {
        const double lead = QFontMetricsF(strong).horizontalAdvance(title) + style.text(8);
        write(row.translated(lead, -style.text(extra_title_row)), note, normal, style.theme.text2);
        return;
    }
    for (const QString& line : lines.note) {
        write(row, line, normal, style.theme.text2);
        row.translate(0, style.text(extra_title_row));
    }
}

int part_count(const figures::Figure& figure)
{
    return figures::of_picture(figure, 0, [](const auto& chart) { return part_count(chart); });
}

int parts_across(const figures::Figure& figure)
{
    return figures::of_picture(figure, 1, [](const auto& chart) { return parts_across(chart); });
}

QRectF part_rect(const QRectF& area, const figures::Figure& figure, const RenderStyle& style, int part)
{
    if (part < 0 || part >= part_count(figure))
        return {};
    return figures::of_picture(figure, QRectF(),
                               [&](const auto& chart) { return part_rect(area, chart, style, part); });
}

int part_at(const QRectF& area, const figures::Figure& figure, const RenderStyle& style, QPointF point)
{
    for (int part = 0; part < part_count(figure); ++part)
        if (part_rect(area, figure, style, part).contains(point))
            return part;
    return -1;
}

QString part_words(const figures::Figure& figure, int part)
{
    if (part < 0 || part >= part_count(figure))
        return {};
    return figures::of_picture(figure, QString(), [&](const auto& chart) { return part_words(chart, part); });
}

QColor ink_on(const QColor& fill)
{
    const QColor black(0x0E, 0x11, 0x13), white(Qt::white);
    return contrast(fill, black) >= contrast(fill, white) ? black : white;
}

QVector<QLineF> hatch_lines(const QRectF& box, double step)
{
    QVector<QLineF> lines;
    for (double x = box.left() - box.height(); x < box.right(); x += step) {
        const double from = std::max(0.0, box.left() - x), to = std::min(box.height(), box.right() - x);
        if (to > from)
            lines.append(QLineF(x + from, box.bottom() - from, x + to, box.bottom() - to));
    }
    return lines;
}

void hatch(QPainter& painter, const QRectF& box, const QColor& colour, double pen)
{
    painter.setPen(QPen(colour, pen));
    painter.drawLines(hatch_lines(box, 7 * std::max(1.0, pen)));
}

QString short_number(double value, units::Unit unit)
{
    if (!std::isfinite(value))
        return QString(QChar(0x2013));
    const double shown = unit == units::Unit::Fraction ? 100 * value : unit == units::Unit::Bytes ? value / 1e9 : value;
    const double size = std::abs(shown);
    if (size >= 1e6)
        return said_text(units::show(shown, units::Unit::None).number + units::show(shown, units::Unit::None).unit);
    const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    QString words = QLocale::c().toString(size, 'f', decimals);
    const qsizetype whole = words.indexOf(QLatin1Char('.'));
    for (qsizetype at = (whole < 0 ? words.size() : whole) - 3; at > 0; at -= 3)
        words.insert(at, QLatin1Char(','));
    return shown < 0 ? QChar(0x2212) + written_here(words) : written_here(words);
}

} // namespace plateau::ui
