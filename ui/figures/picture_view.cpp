// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/picture_view.h"

#include <QBuffer>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QImage>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>

#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"

namespace plateau::ui {

PictureView::PictureView(QWidget* parent) : QWidget(parent)
{
    tell_plots();
    setProperty(plot_property, true);
    setAccessibleName(tr("Figure")); // until there is one
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(240, 180);
}

void PictureView::show_figure(const figures::Figure& figure, const RenderStyle& style)
{
    figure_ = figure;
    style_ = style;
    at_ = std::min(at_, part_count(figure_) - 1);
    setAccessibleName(figure.title.empty() ? tr("Figure") : text(figure.title));
    setAccessibleDescription(summary_words(figure));
    update();
}

void PictureView::set_placeholder(const QString& words)
{
    placeholder_ = words;
    update();
}

QRectF PictureView::area() const { return QRectF(rect()).adjusted(4, 4, -4, -4); }

bool PictureView::has_room() const
{
    return picture_needs(figure_, style_, area().width()).height() <= area().height();
}

QRectF PictureView::rect_of(int part) const { return part_rect(area(), figure_, style_, part); }

int PictureView::part_under(QPointF point) const { return part_at(area(), figure_, style_, point); }

int PictureView::columns() const { return parts_across(figure_); }

bool PictureView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int part = part_under(help->pos());
    if (part < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), tip(part_words(figure_, part)), this, rect_of(part).toRect());
    return true;
}

void PictureView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), style_.theme.canvas);
    if (part_count(figure_) == 0) {
        painter.setFont(interface_font(13));
        painter.setPen(style_.theme.text2);
        painter.drawText(rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, placeholder_);
        return;
    }
    draw_picture(painter, area(), figure_, style_);
    if (!hasFocus() || !by_keyboard_)
        return;
    draw_focus_frame(painter, rect(), style_.theme.accent);
    if (at_ >= 0)
        painter.drawRect(rect_of(at_).adjusted(2, 2, -2, -2));
}

void PictureView::mousePressEvent(QMouseEvent* event)
{
    by_keyboard_ = false;
    const int part = part_under(event->position());
    if (event->button() != Qt::LeftButton || part < 0)
        return;
    at_ = part;
    update();
    emit part_clicked(part);
}

void PictureView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int part = part_under(event->position());
    if (event->button() == Qt::LeftButton && part >= 0)
        emit part_activated(part);
}

void PictureView::mouseMoveEvent(QMouseEvent* event)
{
    if (part_under(event->position()) >= 0)
        setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
}

void PictureView::keyPressEvent(QKeyEvent* event)
{
    by_keyboard_ = true;
    const int step = event->key() == Qt::Key_Left ? -1
        : event->key() == Qt::Key_Right           ? 1
        : event->key() == Qt::Key_Up              ? -columns()
        : event->key() == Qt::Key_Down            ? columns()
                                                  : 0;
    const int parts = part_count(figure_);
    if (step != 0 && parts > 0) {
        const int next = at_ < 0 ? 0 : at_ + step;
        if (next < 0 || next >= parts || (std::abs(step) == 1 && at_ >= 0 && next / columns() != at_ / columns()))
            return;
        at_ = next;
        setAccessibleDescription(part_words(figure_, at_));
        update();
        if (figure_.as<figures::HeatMap>())
            emit part_clicked(at_);
        return;
    }
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (enter && at_ >= 0)
        emit part_activated(at_);
    else
        QWidget::keyPressEvent(event);
}

void PictureView::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    emit menu_made(*menu);
    if (menu->isEmpty())
        delete menu;
    else
        menu->popup(event->globalPos());
}

void PictureView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    by_keyboard_ = event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
}

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
    if (hasFocus())
        draw_focus_frame(painter, rect(), style_.theme.accent);
}

} // namespace plateau::ui
