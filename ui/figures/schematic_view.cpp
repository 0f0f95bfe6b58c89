// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/schematic_view.h"

#include <QBuffer>
#include <QImage>

#include <cmath>

#include "ui/controls/text.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

namespace {

using Tone = figures::Schematic::Tone;

constexpr double letters_inside = 11, letters_beside = 12; ///< pixels in the window
constexpr double head = 5; ///< of an arrow
constexpr double edge = 16;

struct Fill {
    QColor fill;
    QColor edge;
};

Fill fill_of(Tone tone, const Theme& theme)
{
    switch (tone) {
    case Tone::Outline:
        return {theme.canvas, theme.outline};
    case Tone::Pale:
        return {theme.selected, theme.canvas};
    case Tone::Strong:
        return {theme.accent, theme.canvas};
    case Tone::Computing:
        return {theme.segment(figures::SegmentKind::MatrixMultiply).fill, theme.canvas};
    case Tone::Waiting:
        return {theme.segment(figures::SegmentKind::AllGather).fill,
                theme.segment(figures::SegmentKind::AllGather).edge};
    case Tone::Idle:
        return {theme.canvas, theme.outline};
    }
    return {};
}

/// Maps the sheet to pixels, as large as there is room.
struct Map {
    QRectF area;
    double width, height;

    QPointF point(double x, double y) const
    {
        return {area.left() + x / width * area.width(), area.top() + y / height * area.height()};
    }
    QRectF rect(const figures::Schematic::Box& box) const
    {
        return {point(box.x, box.y), point(box.x + box.width, box.y + box.height)};
    }
};

void draw_box(QPainter& painter, const QRectF& rect, const figures::Schematic::Box& box, const RenderStyle& style)
{
    const Fill fill = fill_of(box.tone, style.theme);
    const bool thin = std::min(rect.width(), rect.height()) < 4 * style.line_scale;
    painter.setPen(thin ? QPen(Qt::NoPen) : QPen(fill.edge, style.pen(1)));
    painter.setBrush(fill.fill);
    painter.drawRect(rect);
    if (box.tone == Tone::Idle)
        hatch(painter, rect, style.theme.outline, style.pen(0.7));
    const QString words = text(box.words);
    const QFont font = style.font(letters_inside);
    const QFontMetricsF metrics(font);
    if (words.isEmpty() || metrics.horizontalAdvance(words) + 4 > rect.width() || metrics.height() > rect.height())
        return;
    painter.setFont(font);
    painter.setPen(ink_on(fill.fill));
    painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine, words);
}

void draw_arrow(QPainter& painter, QPointF from, QPointF to, bool both, const RenderStyle& style)
{
    painter.setPen(QPen(style.theme.text2, style.pen(1.25), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawLine(from, to);
    const auto draw_head = [&](QPointF at, QPointF away) {
        const QLineF line(at, away);
        if (line.length() < 1)
            return;
        for (const double turn : {30.0, -30.0}) {
            QLineF wing = line;
            wing.setLength(head * style.line_scale);
            wing.setAngle(line.angle() + turn);
            painter.drawLine(wing);
        }
    };
    draw_head(to, from);
    if (both)
        draw_head(from, to);
}

} // namespace

void draw_schematic(QPainter& painter, const QRectF& area, const figures::Schematic& sheet, const RenderStyle& style)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const double title = heading_height(style, area.width(), text(sheet.title), text(sheet.sentence));
    draw_heading(painter, area, style, text(sheet.title), text(sheet.sentence));
    const Map map{area.adjusted(0, title + style.text(8), 0, 0), sheet.width, sheet.height};
    for (const auto& box : sheet.boxes)
        draw_box(painter, map.rect(box), box, style);
    for (const auto& arrow : sheet.arrows)
        draw_arrow(painter, map.point(arrow.x_from, arrow.y_from), map.point(arrow.x_to, arrow.y_to), arrow.both,
                   style);
    for (const auto& word : sheet.words) {
        painter.setFont(style.font(letters_beside, word.strong ? 600 : 400));
        painter.setPen(word.strong ? style.theme.text : style.theme.text2);
        const QPointF at = map.point(word.x, word.y);
        const double high = QFontMetricsF(painter.font()).height();
        painter.drawText(QRectF(at.x(), at.y() - high / 2, area.right() - at.x(), high),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, text(word.text));
    }
}

QByteArray schematic_png(const figures::Schematic& sheet)
{
    constexpr QSize pixels{1950, 1090};
    constexpr double letters = 30; // as large as those of the figures
    QImage image(pixels, QImage::Format_RGB32);
    image.fill(Qt::white);
    RenderStyle style;
    style.theme = print_theme();
    style.text_scale = style.line_scale = letters / letters_inside;
    QPainter painter(&image);
    draw_schematic(painter, QRectF(image.rect()).adjusted(edge, edge, -edge, -edge), sheet, style);
    painter.end();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data();
}

SchematicView::SchematicView(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setMinimumSize(240, 180);
}

void SchematicView::show_schematic(const figures::Schematic& sheet, const RenderStyle& style)
{
    sheet_ = sheet;
    style_ = style;
    setAccessibleName(text(sheet_.title));
    setAccessibleDescription(text(sheet_.sentence));
    update();
}

void SchematicView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), style_.theme.canvas);
    draw_schematic(painter, QRectF(rect()).adjusted(edge, edge, -edge, -edge), sheet_, style_);
    if (!hasFocus())
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style_.theme.accent, 2));
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

} // namespace plateau::ui
