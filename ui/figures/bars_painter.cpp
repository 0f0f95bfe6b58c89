// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/picture.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

#include "core/text/units/quantity.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

constexpr double name_row = 20;
constexpr double bar_height = 20;
constexpr double bar_gap = 6;
constexpr double legend_row = 16, legend_head = 18;
constexpr double legend_part_gap = 4;
constexpr double swatch = 10;
constexpr double legend_gap = 6; ///< on both sides of a name
constexpr double column_gap = 16;
constexpr double between_values = 12; ///< of several bars
constexpr double smallest_numbered = 20;
constexpr double most_bar_more = 100, most_line_more = 18; ///< what a bar and a line of the legend take of spare room

double total(const figures::Bar& bar)
{
    double sum = 0;
    for (const figures::Segment& segment : bar.segments)
        sum += segment.value;
    return sum;
}

double sum_of(const figures::Bar& bar, bool waiting)
{
    double sum = 0;
    for (const figures::Segment& segment : bar.segments)
        sum += figures::is_waiting(segment.kind) == waiting ? segment.value : 0;
    return sum;
}

/// The chart has one unit, that of its longest bar.
struct Scale {
    double factor = 1;
    QString unit;
    int decimals = 0; ///< of numbers from ten on; smaller ones have one more
};

Scale scale_of(const figures::Bars& chart)
{
    double longest = 0;
    for (const figures::Bar& bar : chart.bars)
        longest = std::max(longest, total(bar));
    const auto words = [](const char* unit) { return QCoreApplication::translate("units", unit); };
    if (chart.unit == units::Unit::Bytes)
        return {1e-9, QStringLiteral("GB"), 0};
    if (chart.unit != units::Unit::Seconds)
        return {1, {}, 0};
    return longest < 10             ? Scale{1e3, QStringLiteral("ms"), 0}
        : longest < 2 * units::hour ? Scale{1, QStringLiteral("s"), 1}
        : longest < 2 * units::day  ? Scale{1 / units::hour, words("hours"), 1}
                                    : Scale{1 / units::day, words("days"), 1};
}

/// The segments of the first bar, then those that only others have.
figures::Bar legend_of(const figures::Bars& chart)
{
    if (chart.bars.empty())
        return {};
    figures::Bar all = chart.bars.front();
    for (const figures::Bar& bar : chart.bars)
        for (const figures::Segment& segment : bar.segments)
            if (std::none_of(all.segments.begin(), all.segments.end(),
                             [&](const figures::Segment& known) { return known.name == segment.name; })) {
                all.segments.push_back(segment);
                all.segments.back().value = 0;
            }
    return all;
}

/// Places bars and legend. The legend has two parts, computing and waiting, side by side or one above the other.
class BarsLayout {
public:
    BarsLayout(const figures::Bars& chart, const RenderStyle& style, double width)
        : chart_(chart), style_(style), scale_(scale_of(chart)), legend_(legend_of(chart)), width_(width)
    {
        for (const figures::Segment& segment : legend_.segments)
            ++lines_[figures::is_waiting(segment.kind) ? 1 : 0];
        const double half = (width - style.text(column_gap)) / 2;
        all_in_turn_ = chart.bars.size() > 1;
        lettered_ = all_in_turn_ && style.on_paper;
        if (!style.on_paper && legend_width() > width)
            all_in_turn_ = false;
        stacked_ = !chart.bars.empty() && legend_width() > half;
        column_ = stacked_ ? width : half;
        for (const figures::Bar& bar : chart.bars)
            full_ = std::max(full_, total(bar));
    }

    const figures::Bar& legend() const { return legend_; }
    double column() const { return column_; }
    double line() const { return line_; }

    QString number(double value) const
    {
        const double shown = value * scale_.factor;
        if (shown >= 1000)
            return text(Quantity{std::round(shown), units::Unit::Count, 3, Quantity::Style::Number});
        const int decimals = scale_.decimals + (shown < 10 ? 1 : 0);
        const double least = std::pow(10., -decimals);
        if (shown > 0 && shown < least / 2)
            return QLatin1Char('<') + written_here(QString::number(least, 'f', decimals));
        return written_here(shown >= 100 || shown == 0 ? QString::number(std::round(shown))
                                                       : QString::number(shown, 'f', decimals));
    }
    QString with_unit(double value) const { return number(value) + QChar(0x00A0) + scale_.unit; }
    QString limit_words() const { return text(chart_.limit_name); }

    QString head(bool waiting) const
    {
        const Message& given = waiting ? chart_.waiting_head : chart_.plain_head;
        const QString words = !given.empty() ? text(given)
            : waiting                        ? QCoreApplication::translate("figure", "Waiting")
                                             : QCoreApplication::translate("figure", "Computing");
        return chart_.bars.size() > 1 && !all_in_turn_
            ? QCoreApplication::translate("figure", "%1, upper bar").arg(words)
            : words;
    }
    /// On paper each of several bars has a letter, and its numbers stand in a column below it.
    bool lettered() const { return lettered_; }
    QString letter(std::size_t bar) const { return QString(QChar(u'A' + static_cast<int>(bar))); }
    QString name(std::size_t bar) const
    {
        const QString words = text(chart_.bars[bar].name);
        return lettered_ ? letter(bar) + QStringLiteral("  ") + words : words;
    }
    QStringList sums(bool waiting) const
    {
        return values(sum_of(legend_, waiting), [&](const figures::Bar& bar) { return sum_of(bar, waiting); });
    }
    QStringList values(const figures::Segment& of) const
    {
        return values(of.value, [&](const figures::Bar& bar) {
            double value = 0;
            for (const figures::Segment& segment : bar.segments)
                value += segment.name == of.name ? segment.value : 0;
            return value;
        });
    }
    /// Pixels of a number's column, with the room before it.
    double value_column(int weight) const
    {
        double widest = 0;
        const auto hold = [&](const QStringList& all) {
            for (const QString& words : all)
                widest = std::max(widest, style_.width(words, 12, weight));
        };
        for (const figures::Segment& segment : legend_.segments)
            hold(values(segment));
        for (const bool waiting : {false, true})
            hold(sums(waiting));
        return widest + style_.text(between_values);
    }
    double values_width(const QStringList& all, int weight) const
    {
        return lettered_ ? static_cast<double>(all.size()) * value_column(600) - style_.text(between_values)
                         : style_.width(all.join(QStringLiteral(" · ")), 12, weight);
    }

    /// The width at which nothing in one part of the legend is cut.
    double legend_width() const
    {
        double widest = 0;
        for (const figures::Segment& segment : legend_.segments)
            widest = std::max(widest,
                              style_.text(swatch + 6) + style_.width(text(segment.name), 12) + style_.text(8)
                                  + values_width(values(segment), 400));
        for (const bool waiting : {false, true})
            widest = std::max(widest,
                              style_.width(head(waiting), 12, 600) + style_.text(8) + values_width(sums(waiting), 600));
        return widest + 4;
    }
    double needed_width() const
    {
        double widest = legend_width();
        if (!style_.on_paper)
            return widest; // names of bars end in dots there
        for (std::size_t i = 0; i < chart_.bars.size(); ++i)
            widest = std::max(widest,
                              style_.width(name(i), 12, 600) + style_.text(12)
                                  + style_.width(with_unit(total(chart_.bars[i])), 12, 600));
        return chart_.limit > 0 ? std::max(widest, style_.text(swatch + 8) + style_.width(limit_words(), 12, 600))
                                : widest;
    }
    /// The height of bars and legend.
    double height() const
    {
        const double bars = static_cast<double>(chart_.bars.size()) * (name_row + bar_height + bar_gap);
        const double head = legend_head + (lettered_ ? legend_row : 0);
        const double heads = stacked_ ? 2 * head + legend_part_gap : head;
        return heading() + style_.text(bars + 4) + style_.text(heads + legend_lines() * legend_row);
    }
    /// The height of the heading above the bars.
    double heading() const
    {
        return chart_.title.empty() ? 0 : heading_height(style_, width_, text(chart_.title), text(chart_.note));
    }
    double needed_height() const
    {
        return height() + style_.text(style_.on_paper && chart_.limit > 0 ? legend_row : 0);
    }

    /// On paper bars and lines share what there is beyond their need.
    void grow_to(double height)
    {
        const double spare = style_.on_paper ? height - needed_height() : 0;
        if (spare <= 0)
            return;
        const double lines = legend_lines() + (chart_.limit > 0 ? 1 : 0);
        const double most
            = style_.text(static_cast<double>(chart_.bars.size()) * most_bar_more + lines * most_line_more);
        const double share = std::min(1.0, spare / most);
        bar_ += share * style_.text(most_bar_more);
        line_ += share * style_.text(most_line_more);
    }
    QRectF bar_row(const QRectF& area, std::size_t bar) const
    {
        const double high = style_.text(name_row) + bar_;
        return {area.left(), area.top() + heading() + static_cast<double>(bar) * (high + style_.text(bar_gap)),
                area.width(), high};
    }
    /// The offset of the second part of the legend from the first.
    QPointF second_part() const
    {
        const double head = legend_head + (lettered_ ? legend_row : 0);
        return stacked_ ? QPointF(0, style_.text(head + legend_part_gap) + lines_[0] * line_)
                        : QPointF(column_ + style_.text(column_gap), 0);
    }
    double limit_x(const QRectF& row) const { return row.left() + row.width() * chart_.limit / full_; }

    /// The result is empty where the segment is too thin to be seen.
    QRectF segment_box(const figures::Bar& bar, std::size_t segment, const QRectF& row) const
    {
        const double name = style_.text(name_row), all = total(bar);
        const double scale = all > 0 && full_ > 0 ? width_ * all / full_ / all : 0;
        double x = row.left();
        for (std::size_t i = 0; i < segment; ++i)
            x += bar.segments[i].value * scale;
        const double length = bar.segments[segment].value * scale;
        return length <= 0.2 ? QRectF() : QRectF(x, row.top() + name, std::max(1.0, length - 1), row.height() - name);
    }

    /// Segments of one kind differ in their shade.
    SegmentStyle look_of(const figures::Segment& segment) const
    {
        SegmentStyle look = style_.theme.segment(segment.kind);
        int alike = 0;
        for (const figures::Segment& other : legend_.segments) {
            if (other.name == segment.name)
                break;
            alike += other.kind == segment.kind ? 1 : 0;
        }
        if (alike == 0)
            return look;
        look.fill
            = mixed(look.fill, look.edge.isValid() ? look.edge : style_.theme.canvas, std::min(0.8, 0.25 * alike));
        look.hatched = look.hatched && segment.kind != figures::SegmentKind::Idle;
        return look;
    }

private:
    /// In the legend: every bar's value in turn, on a screen that is too narrow the first's.
    template<class ValueOf>
    QStringList values(double first, ValueOf value_of) const
    {
        if (!all_in_turn_)
            return {number(first)};
        QStringList all;
        for (const figures::Bar& bar : chart_.bars)
            all << number(value_of(bar));
        return all;
    }
    double legend_lines() const { return stacked_ ? lines_[0] + lines_[1] : std::max(lines_[0], lines_[1]); }

    const figures::Bars& chart_;
    const RenderStyle& style_;
    Scale scale_;
    figures::Bar legend_;
    double width_;
    double full_ = chart_.limit; ///< what a bar as long as the area stands for
    bool all_in_turn_ = false, lettered_ = false;
    bool stacked_ = false;
    double column_ = 0; ///< width of a part of the legend
    double lines_[2] = {}; ///< of computing and of waiting, without heads
    double bar_ = style_.text(bar_height), line_ = style_.text(legend_row);
};

class BarsPainter : PicturePen {
public:
    BarsPainter(QPainter& painter, const QRectF& area, const figures::Bars& chart, figures::Roles earlier,
                const RenderStyle& style)
        : PicturePen(painter, area, style), chart_(chart), earlier_(earlier), layout_(chart, style, area.width())
    {
        layout_.grow_to(area.height());
    }

    void draw()
    {
        if (!chart_.title.empty())
            draw_heading(painter_, area_, style_, text(chart_.title), text(chart_.note));
        for (std::size_t i = 0; i < chart_.bars.size(); ++i) {
            const QRectF row = layout_.bar_row(area_, i);
            const double x = layout_.limit_x(row);
            bar(chart_.bars[i], layout_.name(i), row, chart_.limit > 0 ? x : -1);
            if (chart_.limit > 0)
                draw_line({x, row.top() + style_.text(name_row - 2), x, row.bottom() + style_.text(2)},
                          style_.theme.text, 1.5);
        }
        const double below = layout_.bar_row(area_, chart_.bars.size()).top();
        const QRectF first(area_.left(), below + style_.text(2), layout_.column(), area_.bottom() - below);
        const double end_of_computing = legend_part(first, false);
        const double end = std::max(end_of_computing, legend_part(first.translated(layout_.second_part()), true));
        if (style_.on_paper && chart_.limit > 0)
            limit_name(QRectF(area_.left(), end, area_.width(), layout_.line()));
    }

private:
    void bar(const figures::Bar& bar, const QString& name, const QRectF& row, double limit_x)
    {
        const bool grey = !bar.fits || earlier_.has(bar.role);
        const QRectF head = row.adjusted(0, 0, 0, style_.text(name_row) - row.height());
        write(head, Qt::AlignLeft, name, 12, 600, grey ? style_.theme.text3 : style_.theme.series(bar.role).label);
        write(head, Qt::AlignRight, layout_.with_unit(total(bar)), 12, 600,
              grey ? style_.theme.text3 : style_.theme.text);
        for (std::size_t i = 0; i < bar.segments.size(); ++i)
            if (const QRectF box = layout_.segment_box(bar, i, row); box.width() > 0)
                segment(bar.segments[i], box, grey, limit_x);
    }

    /// The wider side of a box that a line crosses; the whole box where none does.
    static QRectF beside_line(const QRectF& box, double x)
    {
        if (x <= box.left() || x >= box.right())
            return box;
        QRectF side = box;
        x - box.left() > box.right() - x ? side.setRight(x) : side.setLeft(x);
        return side;
    }

    void segment(const figures::Segment& segment, const QRectF& box, bool grey, double limit_x)
    {
        const SegmentStyle look = layout_.look_of(segment);
        if (grey)
            painter_.setOpacity(0.45);
        fill_segment(box, look);
        const QString words = layout_.number(segment.value);
        const double width = style_.width(words, 11);
        const bool crossed = std::abs(limit_x - box.center().x()) < width / 2 + style_.text(3);
        const QRectF room = crossed ? beside_line(box, limit_x) : box;
        if (room.width() >= std::max(style_.text(smallest_numbered), width + 4)) {
            if (look.hatched)
                painter_.fillRect(
                    QRectF(room.center().x() - width / 2 - 2, room.top() + 2, width + 4, room.height() - 4), look.fill);
            write(room, Qt::AlignHCenter, words, 11, 400, look.ink);
        }
        painter_.setOpacity(1);
    }

    /// Returns how far down it reaches.
    double legend_part(const QRectF& area, bool waiting)
    {
        QRectF row(area.left(), area.top(), area.width(), style_.text(legend_head));
        if (layout_.lettered()) {
            QStringList letters;
            for (std::size_t i = 0; i < chart_.bars.size(); ++i)
                letters << layout_.letter(i);
            write_values(row, letters, 600,
                         [&](std::size_t i) { return style_.theme.series(chart_.bars[i].role).label; });
            row.translate(0, style_.text(legend_row));
        }
        const auto plain = [&](std::size_t) { return style_.theme.text; };
        write(row, Qt::AlignLeft, layout_.head(waiting), 12, 600, style_.theme.text);
        write_values(row, layout_.sums(waiting), 600, plain);
        row.translate(0, style_.text(legend_head));
        row.setHeight(layout_.line());
        for (const figures::Segment& segment : layout_.legend().segments) {
            if (figures::is_waiting(segment.kind) != waiting)
                continue;
            const double side = style_.text(swatch);
            fill_segment(QRectF(row.left(), row.center().y() - side / 2, side, side), layout_.look_of(segment));
            const QStringList values = layout_.values(segment);
            write(row.adjusted(style_.text(swatch + legend_gap), 0,
                               -(layout_.values_width(values, 400) + style_.text(legend_gap)), 0),
                  Qt::AlignLeft, text(segment.name), 12, 400, style_.theme.text);
            write_values(row, values, 400, [&](std::size_t) { return style_.theme.text2; });
            row.translate(0, layout_.line());
        }
        return row.top();
    }

    /// Writes at the right end of a row: in columns, else one after the other.
    template<class Ink>
    void write_values(const QRectF& row, const QStringList& values, int weight, Ink ink)
    {
        if (!layout_.lettered()) {
            write(row, Qt::AlignRight, values.join(QStringLiteral(" · ")), 12, weight, ink(0));
            return;
        }
        const double column = layout_.value_column(600);
        for (qsizetype i = 0; i < values.size(); ++i)
            write(row.adjusted(0, 0, -column * static_cast<double>(values.size() - 1 - i), 0), Qt::AlignRight,
                  values[i], 12, weight, ink(static_cast<std::size_t>(i)));
    }

    /// Names the line across the bars.
    void limit_name(const QRectF& row)
    {
        const double half = style_.text(swatch) / 2, x = row.left() + half, y = row.center().y();
        draw_line({x, y - half, x, y + half}, style_.theme.text, 1.5);
        write(row.adjusted(style_.text(swatch + 6), 0, 0, 0), Qt::AlignLeft, layout_.limit_words(), 12, 400,
              style_.theme.text);
    }

    const figures::Bars& chart_;
    figures::Roles earlier_;
    BarsLayout layout_;
};

/// The bar that a part of the picture belongs to, and the segment's index in it.
std::pair<std::size_t, std::size_t> segment_at(const figures::Bars& chart, int part)
{
    std::size_t bar = 0;
    auto segment = static_cast<std::size_t>(part);
    while (segment >= chart.bars[bar].segments.size())
        segment -= chart.bars[bar++].segments.size();
    return {bar, segment};
}

} // namespace

void draw(QPainter& painter, const QRectF& area, const figures::Bars& chart, figures::Roles earlier,
          const RenderStyle& style)
{
    if (!chart.bars.empty())
        BarsPainter(painter, area, chart, earlier, style).draw();
}

QSizeF needs(const figures::Bars& chart, const RenderStyle& style, double width)
{
    const BarsLayout layout(chart, style, width);
    return chart.bars.empty() ? QSizeF() : QSizeF(layout.needed_width(), layout.needed_height());
}

int parts_across(const figures::Bars&) { return 2; }

int part_count(const figures::Bars& chart)
{
    std::size_t count = 0;
    for (const figures::Bar& bar : chart.bars)
        count += bar.segments.size();
    return static_cast<int>(count);
}

QRectF part_rect(const QRectF& area, const figures::Bars& chart, const RenderStyle& style, int part)
{
    const auto [bar, segment] = segment_at(chart, part);
    BarsLayout layout(chart, style, area.width());
    layout.grow_to(area.height());
    return layout.segment_box(chart.bars[bar], segment, layout.bar_row(area, bar));
}

const figures::Segment& bar_segment(const figures::Bars& chart, int part)
{
    const auto [bar, segment] = segment_at(chart, part);
    return chart.bars[bar].segments[segment];
}

const figures::Bar& bar_of_part(const figures::Bars& chart, int part)
{
    return chart.bars[segment_at(chart, part).first];
}

QString part_words(const figures::Bars& chart, int part)
{
    const figures::Segment& segment = bar_segment(chart, part);
    const figures::Bar& bar = bar_of_part(chart, part);
    const double all = total(bar);
    return QStringLiteral("%1, %2: %3, %4")
        .arg(text(bar.name), text(segment.name), quantity(segment.value, chart.unit),
             quantity(all > 0 ? segment.value / all : 0, units::Unit::Fraction));
}

} // namespace plateau::ui
