// SPDX-License-Identifier: GPL-3.0-or-later

#include <QPainterPath>

#include <algorithm>

#include "ui/controls/text.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

namespace {

using figures::SegmentKind;
using mechanisms::Actor;
using mechanisms::Key;
using mechanisms::Mechanism;
using mechanisms::Role;
using mechanisms::Shape;
using mechanisms::sheet_height;
using mechanisms::sheet_width;

constexpr double corner = 0.09, line_width = 0.035; ///< of the sheet
constexpr double least_frame = 250, gap = 14, still_row = 18, still_letters = 11; ///< pixels of stills
constexpr double sheet_letters = 0.38; ///< of the sheet, of the smallest words on it

SegmentStyle plain(const QColor& fill) { return {fill, {}, false, ink_on(fill)}; }

SegmentStyle look_of(Role role, const Theme& theme)
{
    using figures::SeriesRole;
    switch (role) {
    case Role::Text:
        return plain(theme.text);
    case Role::Muted:
        return plain(theme.text2);
    case Role::Track:
        return plain(mixed(theme.canvas, theme.outline, 0.24));
    case Role::Computing:
        return theme.segment(SegmentKind::MatrixMultiply);
    case Role::Backward:
        return theme.segment(SegmentKind::OtherKernels);
    case Role::Traffic:
        return theme.segment(SegmentKind::OtherTraffic);
    case Role::Exposed:
        return theme.segment(SegmentKind::AllGather);
    case Role::Idle:
        return theme.segment(SegmentKind::Idle);
    case Role::Weights:
        return plain(theme.series(SeriesRole::Current).line);
    case Role::Gradients:
        return plain(theme.series(SeriesRole::PinB).line);
    case Role::States:
        return plain(theme.series(SeriesRole::PinC).line);
    case Role::Activations:
        return plain(theme.series(SeriesRole::PinF).line);
    case Role::Paper:
        return plain(theme.canvas);
    case Role::Limit:
        return plain(theme.error);
    }
    return plain(theme.text);
}

class FramePainter {
public:
    FramePainter(QPainter& painter, const QRectF& sheet, const RenderStyle& style)
        : painter_(painter), sheet_(sheet), style_(style), unit_(sheet.width() / sheet_width)
    {
    }

    void draw(const Actor& actor, const Key& at)
    {
        if (at.opacity <= 0)
            return;
        painter_.setOpacity(at.opacity);
        const SegmentStyle look = look_of(actor.role, style_.theme);
        switch (actor.shape) {
        case Shape::Box:
            box(actor, at, look);
            break;
        case Shape::Disc:
            painter_.setPen(edge_of(look));
            painter_.setBrush(look.fill);
            painter_.drawEllipse(rect_of(at));
            break;
        case Shape::Arrow:
            arrow(at, look.fill);
            break;
        case Shape::Words:
            words(actor, at, look.fill);
            break;
        }
    }

private:
    double pixels(double length) const { return length * unit_; }
    QPointF point(double x, double y) const { return {sheet_.left() + pixels(x), sheet_.top() + pixels(y)}; }
    QRectF rect_of(const Key& at) const { return {point(at.x, at.y), QSizeF(pixels(at.width), pixels(at.height))}; }
    QPen edge_of(const SegmentStyle& look) const
    {
        return look.edge.isValid() ? QPen(look.edge, std::max(0.7, pixels(line_width / 2))) : QPen(Qt::NoPen);
    }

    void box(const Actor& actor, const Key& at, const SegmentStyle& look)
    {
        QRectF rect = rect_of(at);
        if (rect.width() <= 0 || rect.height() <= 0)
            return;
        rect.setWidth(std::max(1.0, rect.width())); // what is there can be seen
        rect.setHeight(std::max(1.0, rect.height()));
        const double round = std::min({pixels(corner), rect.width() / 4, rect.height() / 4});
        const bool thin = std::min(rect.width(), rect.height()) < 2;
        painter_.setPen(thin ? QPen(Qt::NoPen) : edge_of(look));
        painter_.setBrush(look.fill);
        painter_.drawRoundedRect(rect, round, round);
        if (look.hatched && !thin) {
            painter_.setPen(QPen(look.edge, std::max(0.6, pixels(line_width / 2))));
            painter_.drawLines(hatch_lines(rect, std::max(4.0, pixels(0.16))));
        }
        const QString inside = text(actor.words);
        if (inside.isEmpty())
            return;
        const QFont font = font_of(actor);
        const QFontMetricsF metrics(font);
        if (metrics.horizontalAdvance(inside) + 4 > rect.width() || metrics.height() > rect.height() * 1.2)
            return;
        painter_.setFont(font);
        painter_.setPen(look.ink.isValid() ? look.ink : style_.theme.text);
        painter_.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine | Qt::TextDontClip, inside);
    }

    void arrow(const Key& at, const QColor& ink)
    {
        const QPointF from = point(at.x, at.y), to = point(at.x + at.width, at.y + at.height);
        painter_.setPen(QPen(ink, std::max(1.0, pixels(line_width)), Qt::SolidLine, Qt::RoundCap));
        painter_.drawLine(from, to);
    }

    QFont font_of(const Actor& actor, double scale = 1) const
    {
        return interface_font(std::max(1.0, scale * pixels(actor.letters)), actor.strong ? 600 : 400);
    }

    /// Smaller where the line would leave the sheet.
    void words(const Actor& actor, const Key& at, const QColor& ink)
    {
        using Align = Actor::Align;
        const QString line = text(actor.words);
        const double room = actor.align == Align::Left ? sheet_width - at.x
            : actor.align == Align::Right              ? at.x
                                                       : 2 * std::min(at.x, sheet_width - at.x);
        const double wide = QFontMetricsF(font_of(actor)).horizontalAdvance(line);
        const QFont font = font_of(actor, wide > pixels(room) ? pixels(room) / wide : 1);
        const QPointF anchor = point(at.x, at.y);
        const double high = QFontMetricsF(font).height(), width = pixels(2 * sheet_width);
        const double left = actor.align == Align::Left ? anchor.x()
            : actor.align == Align::Right              ? anchor.x() - width
                                                       : anchor.x() - width / 2;
        const int flag = actor.align == Align::Left ? Qt::AlignLeft
            : actor.align == Align::Right           ? Qt::AlignRight
                                                    : Qt::AlignHCenter;
        painter_.setFont(font);
        painter_.setPen(ink);
        painter_.drawText(QRectF(left, anchor.y() - high / 2, width, high),
                          flag | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, line);
    }

    QPainter& painter_;
    QRectF sheet_;
    const RenderStyle& style_;
    double unit_;
};

double smallest_words(const Mechanism& chart)
{
    double least = sheet_height;
    for (const Actor& actor : chart.actors)
        if (!actor.words.empty())
            least = std::min(least, actor.letters);
    return least;
}

/// The width of a still whose words can be read like the rest of the figure.
double readable_width(const Mechanism& chart, const RenderStyle& style)
{
    return style.text(still_letters) / smallest_words(chart) * sheet_width;
}

/// Letters of stills on paper have 5 points or more.
double least_width(const RenderStyle& style)
{
    constexpr double five_points = 5 * 96.0 / 72;
    return std::max(style.text(least_frame), style.on_paper ? five_points / sheet_letters * sheet_width : 0);
}

/// Stills side by side in rows, each with what is to be seen below it. Where paper has no room for all, as many as can
/// be read like the rest of it, the last among them.
class StillsLayout {
public:
    StillsLayout(const Mechanism& chart, const RenderStyle& style, double width)
        : all_(static_cast<int>(chart.stills.size())), count_(all_), width_(width), least_(least_width(style)),
          row_(chart.has_clock ? style.text(still_row) : 0), gap_(style.text(gap)),
          readable_(readable_width(chart, style)), on_paper_(style.on_paper)
    {
    }

    /// Into an area of a height: as many columns as let the frames be largest.
    void fit(double height)
    {
        constexpr double slack = 0.99;
        arrange(height);
        if (!on_paper_ || frame_ >= slack * least_)
            return;
        while (count_ > 1 && frame_ < readable_) {
            --count_;
            arrange(height);
        }
    }

    double label() const { return row_; }

    /// Empty: it has no room.
    QRectF frame(const QRectF& area, int still) const
    {
        for (int i = 0; i < count_; ++i) {
            if ((i + 1) * all_ / count_ - 1 != still)
                continue;
            const double high = frame_ * sheet_height / sheet_width;
            const double indent = (area.width() - columns_ * (frame_ + gap_) + gap_) / 2;
            const int column = i % columns_, row = i / columns_;
            return {area.left() + indent + column * (frame_ + gap_), area.top() + row * (high + row_ + gap_), frame_,
                    high};
        }
        return {};
    }

private:
    int rows(int columns) const { return (count_ + columns - 1) / columns; }

    void arrange(double height)
    {
        frame_ = 0;
        for (int tried = 1; tried <= count_; ++tried) {
            const double wide = std::min((width_ + gap_) / tried - gap_,
                                         ((height + gap_) / rows(tried) - gap_ - row_) * sheet_width / sheet_height);
            if (wide > frame_) {
                frame_ = wide;
                columns_ = tried;
            }
        }
    }

    int all_, count_; ///< stills, and those that are drawn
    double width_, least_, row_, gap_, readable_;
    bool on_paper_;
    int columns_ = 1;
    double frame_ = 0;
};

double head_height(const Mechanism& chart, const RenderStyle& style, double width)
{
    return heading_height(style, width, text(chart.title), text(chart.caption));
}

struct Placed {
    QRectF area;
    StillsLayout layout;
};

Placed placed(const QRectF& area, const Mechanism& chart, const RenderStyle& style)
{
    Placed result{area.adjusted(0, head_height(chart, style, area.width()), 0, 0), {chart, style, area.width()}};
    result.layout.fit(result.area.height());
    return result;
}

} // namespace

QRectF sheet_in(const QRectF& area)
{
    const double width = std::min(area.width(), area.height() * sheet_width / sheet_height);
    const double height = width * sheet_height / sheet_width;
    return {area.center().x() - width / 2, area.center().y() - height / 2, width, height};
}

void draw_frame(QPainter& painter, const QRectF& sheet, const Mechanism& mechanism, double time,
                const RenderStyle& style)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    FramePainter frame(painter, sheet, style);
    for (const Actor& actor : mechanism.actors)
        frame.draw(actor, mechanisms::at(actor, time));
    painter.restore();
}

void draw(QPainter& painter, const QRectF& area, const Mechanism& chart, figures::Roles earlier,
          const RenderStyle& style)
{
    draw_heading(painter, area, style, text(chart.title), text(chart.caption));
    const auto [below, layout] = placed(area, chart, style);
    painter.save();
    if (earlier.has(figures::SeriesRole::Current))
        painter.setOpacity(0.4);
    for (int i = 0; i < part_count(chart); ++i) {
        const mechanisms::Still& still = chart.stills[static_cast<std::size_t>(i)];
        const QRectF frame = layout.frame(below, i);
        if (frame.isEmpty())
            continue;
        draw_frame(painter, frame, chart, still.time, style);
        if (!chart.has_clock)
            continue; // each says itself what it is
        painter.setFont(style.font(12));
        painter.setPen(style.theme.text2);
        painter.drawText(QRectF(frame.left(), frame.bottom(), frame.width(), layout.label()),
                         Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip,
                         part_words(chart, i));
    }
    painter.restore();
}

/// Room for one still: more of them come where there is more.
QSizeF needs(const Mechanism& chart, const RenderStyle& style, double width)
{
    const double still = readable_width(chart, style);
    return {still,
            head_height(chart, style, width) + still * sheet_height / sheet_width
                + (chart.has_clock ? style.text(still_row) : 0)};
}

double all_stills_height(const Mechanism& mechanism, const RenderStyle& style, double width)
{
    const double wide = least_width(style), space = style.text(gap);
    if (2 * wide + space > width)
        return 0;
    const double row = wide * sheet_height / sheet_width + (mechanism.has_clock ? style.text(still_row) : 0) + space;
    const int rows = (part_count(mechanism) + 1) / 2;
    return head_height(mechanism, style, width) + rows * row;
}

int part_count(const Mechanism& chart) { return static_cast<int>(chart.stills.size()); }

int parts_across(const Mechanism& chart) { return std::max(1, part_count(chart)); }

QRectF part_rect(const QRectF& area, const Mechanism& chart, const RenderStyle& style, int part)
{
    const auto [below, layout] = placed(area, chart, style);
    return layout.frame(below, part);
}

QString part_words(const Mechanism& chart, int part)
{
    const mechanisms::Still& still = chart.stills[static_cast<std::size_t>(part)];
    const QString words = text(still.words);
    return chart.has_clock ? quantity(still.time, units::Unit::Seconds) + QStringLiteral(": ") + words : words;
}

} // namespace plateau::ui
