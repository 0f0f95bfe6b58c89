// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/picture.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

#include "ui/controls/language.h"
#include "ui/controls/text.h"
#include "ui/controls/theme.h"
#include "ui/figures/bars_painter.h"
#include "ui/figures/picture_pen.h"
#include "ui/figures/title_lines.h"

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
    const auto* bars = figure.as<figures::Bars>();
    return bars && !bars->bars.empty();
}

std::vector<std::string> part_subjects(const figures::Figure& figure, int part)
{
    if (const auto* bars = figure.as<figures::Bars>())
        return bar_segment(*bars, part).terms;
    if (const auto* waterfall = figure.as<figures::Waterfall>())
        return waterfall->steps[static_cast<std::size_t>(part / parts_across(*waterfall))].subjects;
    return {};
}

namespace {

TitleLines heading_lines(const RenderStyle& style, double width, const QString& title, const QString& note)
{
    return {title, style.font(13, 600), note, style.font(12), style.text(8), width};
}

} // namespace

double heading_height(const RenderStyle& style, double width, const QString& title, const QString& note)
{
    const int rows = heading_lines(style, width, title, note).rows();
    return style.text(title_row + std::max(0, rows - 1) * extra_title_row);
}

void draw_heading(QPainter& painter, const QRectF& area, const RenderStyle& style, const QString& title,
                  const QString& note)
{
    const TitleLines lines = heading_lines(style, area.width(), title, note);
    const QFont strong = style.font(13, 600), normal = style.font(12);
    QRectF row(area.left(), area.top(), area.width(), style.text(title_row - 8));
    const auto write = [&](const QString& words, const QFont& font, const QColor& ink) {
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, words);
        row.translate(0, style.text(extra_title_row));
    };
    for (const QString& line : lines.title)
        write(line, strong, style.theme.text);
    if (lines.beside)
        row.translate(style.width(title, 13, 600) + style.text(8), -style.text(extra_title_row));
    for (const QString& line : lines.beside ? QStringList{note} : lines.note)
        write(line, normal, style.theme.text2);
}

void PicturePen::write(const QRectF& box, int flags, const QString& words, double size, int weight, const QColor& ink)
{
    const QFont font = style_.font(size, weight);
    painter_.setFont(font);
    painter_.setPen(ink);
    painter_.drawText(box, flags | Qt::AlignVCenter | Qt::TextSingleLine,
                      QFontMetricsF(font).elidedText(words, Qt::ElideRight, std::ceil(box.width()) + 1));
}

void PicturePen::draw_line(const QLineF& line, const QColor& ink, double width)
{
    painter_.setPen(QPen(ink, style_.pen(width)));
    painter_.drawLine(line);
}

void PicturePen::fill_segment(const QRectF& box, const SegmentStyle& look)
{
    painter_.fillRect(box, look.fill);
    painter_.setPen(QPen(look.edge, style_.pen(1)));
    if (look.hatched)
        painter_.drawLines(hatch_lines(box, 6));
    if (look.edge.isValid()) {
        painter_.setBrush(Qt::NoBrush);
        painter_.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
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
        return quantity(shown, units::Unit::None).remove(QChar(0x00A0));
    const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    QString words = QLocale::c().toString(size, 'f', decimals);
    const qsizetype whole = words.indexOf(QLatin1Char('.'));
    for (qsizetype at = (whole < 0 ? words.size() : whole) - 3; at > 0; at -= 3)
        words.insert(at, QLatin1Char(','));
    return shown < 0 ? QChar(0x2212) + written_here(words) : written_here(words);
}

} // namespace plateau::ui
