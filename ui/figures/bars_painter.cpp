// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/bars_painter.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

#include "core/text/units/durations.h"
#include "ui/controls/language.h"
#include "ui/controls/text.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

namespace {

constexpr double name_row = 20;
constexpr double bar_height = 20;
constexpr double bar_gap = 6;
constexpr double legend_row = 16;
constexpr double legend_part_gap = 4;
constexpr double swatch = 10;
constexpr double legend_gap = 6; ///< on both sides of a name
constexpr double column_gap = 16;
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

/// One unit for the whole chart, that of its longest bar.
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

QString number(double value, const Scale& scale)
{
    const double shown = value * scale.factor;
    if (shown >= 1000)
        return said_text(units::show(std::round(shown), units::Unit::Count).number);
    const int decimals = scale.decimals + (shown < 10 ? 1 : 0);
    const double least = std::pow(10., -decimals);
    if (shown > 0 && shown < least / 2)
        return QLatin1Char('<') + written_here(QString::number(least, 'f', decimals));
    return written_here(shown >= 100 || shown == 0 ? QString::number(std::round(shown))
                                                   : QString::number(shown, 'f', decimals));
}

/// One value of the legend: the first bar's, on paper every bar's in turn.
QString values(const figures::Bars& chart, const figures::Segment& of, const RenderStyle& style, const Scale& scale)
{
    if (!style.foot || chart.bars.size() < 2)
        return number(of.value, scale);
    QStringList all;
    for (const figures::Bar& bar : chart.bars) {
        double value = 0;
        for (const figures::Segment& segment : bar.segments)
            value += segment.name == of.name ? segment.value : 0;
        all << number(value, scale);
    }
    return all.join(QStringLiteral(" · "));
}

QString sums(const figures::Bars& chart, const figures::Bar& told, bool waiting, const RenderStyle& style,
             const Scale& scale)
{
    if (!style.foot || chart.bars.size() < 2)
        return number(sum_of(told, waiting), scale);
    QStringList all;
    for (const figures::Bar& bar : chart.bars)
        all << number(sum_of(bar, waiting), scale);
    return all.join(QStringLiteral(" · "));
}

QString limit_words(const figures::Bars& chart, const Scale& scale)
{
    return text(chart.limit_name) + QStringLiteral(": ") + number(chart.limit, scale) + QChar(0x00A0) + scale.unit;
}

void fill(QPainter& painter, const QRectF& box, const SegmentStyle& look, double pen)
{
    painter.fillRect(box, look.fill);
    if (look.hatched) {
        painter.setPen(QPen(look.edge, pen));
        painter.drawLines(hatch_lines(box, 6));
    }
    if (look.edge.isValid()) {
        painter.setPen(QPen(look.edge, pen));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

/// Of one piece of a bar that is `width` long; empty where it is too thin to be seen.
QRectF segment_box(const figures::Bar& bar, std::size_t segment, const QRectF& row, double width,
                   const RenderStyle& style)
{
    const double name = style.text(name_row);
    const double scale = total(bar) > 0 ? width / total(bar) : 0;
    double x = row.left();
    for (std::size_t i = 0; i < segment; ++i)
        x += bar.segments[i].value * scale;
    const double length = bar.segments[segment].value * scale;
    if (length <= 0.2)
        return {};
    return {x, row.top() + name, std::max(1.0, length - 1), row.height() - name};
}

/// What a bar as long as the area stands for.
double full_length(const figures::Bars& chart)
{
    double longest = chart.limit;
    for (const figures::Bar& bar : chart.bars)
        longest = std::max(longest, total(bar));
    return longest;
}

/// What the legend tells: the segments of the first bar, then those that only others have.
figures::Bar told(const figures::Bars& chart)
{
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

QColor mixed(const QColor& one, const QColor& other, double share)
{
    const auto mix = [share](int from, int to) { return static_cast<int>(std::lround(from + share * (to - from))); };
    return {mix(one.red(), other.red()), mix(one.green(), other.green()), mix(one.blue(), other.blue())};
}

/// Segments of one kind differ in their shade; `told`: all of the figure.
SegmentStyle look_of(const Theme& theme, const figures::Bar& told, const figures::Segment& segment)
{
    SegmentStyle look = theme.segment(segment.kind);
    int alike = 0;
    for (const figures::Segment& other : told.segments) {
        if (other.name == segment.name)
            break;
        alike += other.kind == segment.kind ? 1 : 0;
    }
    if (alike == 0)
        return look;
    look.fill = mixed(look.fill, look.edge.isValid() ? look.edge : theme.canvas, std::min(0.8, 0.25 * alike));
    look.hatched = look.hatched && segment.kind != figures::SegmentKind::Idle;
    return look;
}

class BarPainter {
public:
    BarPainter(QPainter& painter, const RenderStyle& style, const figures::Bars& chart, figures::Roles earlier,
               double line)
        : painter_(painter), style_(style), chart_(chart), earlier_(earlier), told_(told(chart)),
          scale_(scale_of(chart)), line_(line)
    {
    }

    void bar(const figures::Bar& bar, const QRectF& area, double longest)
    {
        const double width = longest > 0 ? area.width() * total(bar) / longest : 0;
        const bool grey = !bar.fits || earlier_.has(bar.role);
        const QColor ink = grey ? style_.theme.text3 : style_.theme.text;
        write(area.adjusted(0, 0, 0, style_.text(name_row) - area.height()), Qt::AlignLeft, text(bar.name), 12, 600,
              grey ? style_.theme.text3 : style_.theme.series(bar.role).label);
        write(area.adjusted(0, 0, 0, style_.text(name_row) - area.height()), Qt::AlignRight,
              number(total(bar), scale_) + QChar(0x00A0) + scale_.unit, 12, 600, ink);
        for (std::size_t i = 0; i < bar.segments.size(); ++i)
            if (const QRectF box = segment_box(bar, i, area, width, style_); box.width() > 0)
                piece(bar.segments[i], box, grey);
    }

    /// Returns how far down it reaches.
    double legend(const figures::Bar& bar, const QRectF& area, bool waiting)
    {
        QRectF row(area.left(), area.top(), area.width(), style_.text(legend_row + 2));
        const Message& given = waiting ? chart_.waiting_head : chart_.plain_head;
        const QString head = !given.empty() ? text(given)
            : waiting                       ? QCoreApplication::translate("figure", "Waiting")
                                            : QCoreApplication::translate("figure", "Computing");
        write(row, Qt::AlignLeft, head, 12, 600, style_.theme.text);
        write(row, Qt::AlignRight, sums(chart_, bar, waiting, style_, scale_), 12, 600, style_.theme.text);
        row.translate(0, style_.text(legend_row + 2));
        row.setHeight(line_);
        for (const figures::Segment& segment : bar.segments) {
            if (figures::is_waiting(segment.kind) != waiting)
                continue;
            const double side = style_.text(swatch);
            fill(painter_, QRectF(row.left(), row.center().y() - side / 2, side, side),
                 look_of(style_.theme, told_, segment), style_.pen(1));
            const QString value = values(chart_, segment, style_, scale_);
            const double number_width
                = QFontMetricsF(interface_font(style_.text(12))).horizontalAdvance(value) + style_.text(legend_gap);
            write(row.adjusted(style_.text(swatch + legend_gap), 0, -number_width, 0), Qt::AlignLeft,
                  text(segment.name), 12, 400, style_.theme.text);
            write(row, Qt::AlignRight, value, 12, 400, style_.theme.text2);
            row.translate(0, line_);
        }
        return row.top();
    }

    /// What the line across the bars is.
    void limit_name(const QRectF& row)
    {
        const double side = style_.text(swatch);
        painter_.setPen(QPen(style_.theme.text, style_.pen(1.5)));
        painter_.drawLine(QLineF(row.left() + side / 2, row.center().y() - side / 2, row.left() + side / 2,
                                 row.center().y() + side / 2));
        write(row.adjusted(style_.text(swatch + 6), 0, 0, 0), Qt::AlignLeft, limit_words(chart_, scale_), 12, 400,
              style_.theme.text);
    }

    /// Where the bars' limit lies, across the bar of one row.
    void limit(const QRectF& row, double full)
    {
        const double x = row.left() + row.width() * chart_.limit / full;
        painter_.setPen(QPen(style_.theme.text, style_.pen(1.5)));
        painter_.drawLine(QLineF(x, row.top() + style_.text(name_row - 2), x, row.bottom() + style_.text(2)));
    }

private:
    void piece(const figures::Segment& segment, const QRectF& box, bool grey)
    {
        SegmentStyle look = look_of(style_.theme, told_, segment);
        if (grey)
            painter_.setOpacity(0.45);
        fill(painter_, box, look, style_.pen(1));
        const QString words = number(segment.value, scale_);
        const QFont font = interface_font(style_.text(11));
        const double width = QFontMetricsF(font).horizontalAdvance(words);
        if (box.width() >= std::max(style_.text(smallest_numbered), width + 4)) {
            if (look.hatched) {
                const QRectF behind(box.center().x() - width / 2 - 2, box.top() + 2, width + 4, box.height() - 4);
                painter_.fillRect(behind, look.fill);
            }
            write(box, Qt::AlignHCenter, words, 11, 400, look.ink);
        }
        painter_.setOpacity(1);
    }

    void write(const QRectF& box, Qt::Alignment side, const QString& words, double size, int weight,
               const QColor& colour)
    {
        const QFont font = interface_font(style_.text(size), weight);
        painter_.setFont(font);
        painter_.setPen(colour);
        painter_.drawText(box, side | Qt::AlignVCenter | Qt::TextSingleLine,
                          QFontMetricsF(font).elidedText(words, Qt::ElideRight, std::ceil(box.width()) + 1));
    }

    QPainter& painter_;
    const RenderStyle& style_;
    const figures::Bars& chart_;
    figures::Roles earlier_;
    figures::Bar told_;
    Scale scale_;
    double line_; ///< height of the legend's
};

/// What one legend column needs so that nothing in it is cut.
double legend_width(const figures::Bars& chart, const RenderStyle& style)
{
    const Scale scale = scale_of(chart);
    const QFontMetricsF metrics(interface_font(style.text(12))), strong(interface_font(style.text(12), 600));
    const figures::Bar all = told(chart);
    double widest = 0;
    for (const figures::Segment& segment : all.segments)
        widest = std::max(widest,
                          style.text(swatch + 6) + metrics.horizontalAdvance(text(segment.name)) + style.text(8)
                              + metrics.horizontalAdvance(values(chart, segment, style, scale)));
    for (const bool waiting : {false, true}) {
        const Message& given = waiting ? chart.waiting_head : chart.plain_head;
        const QString head = !given.empty() ? text(given) : QStringLiteral("Computing");
        widest = std::max(widest,
                          strong.horizontalAdvance(head) + style.text(8)
                              + strong.horizontalAdvance(sums(chart, all, waiting, style, scale)));
    }
    return widest + 4;
}

/// The legend's two parts: side by side, or one above the other.
struct LegendShape {
    bool stacked = false;
    double column = 0; ///< width
    double rows[2] = {}; ///< of computing and of waiting, without heads

    double lines() const { return stacked ? rows[0] + rows[1] : std::max(rows[0], rows[1]); }
    double height(const RenderStyle& style) const
    {
        const double head = legend_row + 2;
        return style.text((stacked ? 2 * head + legend_part_gap : head) + lines() * legend_row);
    }
    double second(const RenderStyle& style, double line) const
    {
        return style.text(legend_row + 2 + legend_part_gap) + rows[0] * line;
    }
};

LegendShape legend_shape(const figures::Bars& chart, const RenderStyle& style, double width)
{
    LegendShape shape;
    if (chart.bars.empty())
        return shape;
    const figures::Bar all = told(chart);
    for (const figures::Segment& segment : all.segments)
        ++shape.rows[figures::is_waiting(segment.kind) ? 1 : 0];
    const double half = (width - style.text(column_gap)) / 2;
    shape.stacked = legend_width(chart, style) > half;
    shape.column = shape.stacked ? width : half;
    return shape;
}

/// How high bars and lines are; on paper they share what an area has beyond their need.
struct Rows {
    double bar = 0, line = 0;
};

Rows rows_of(const QRectF& area, const figures::Bars& chart, const RenderStyle& style)
{
    Rows rows{style.text(bar_height), style.text(legend_row)};
    const double spare = style.foot ? area.height() - needs(chart, style, area.width()).height() : 0;
    if (spare <= 0)
        return rows;
    const double lines = legend_shape(chart, style, area.width()).lines() + (chart.limit > 0 ? 1 : 0);
    const double most = style.text(static_cast<double>(chart.bars.size()) * most_bar_more + lines * most_line_more);
    const double share = std::min(1.0, spare / most);
    rows.bar += share * style.text(most_bar_more);
    rows.line += share * style.text(most_line_more);
    return rows;
}

QRectF bar_row(const QRectF& area, std::size_t bar, const Rows& rows, const RenderStyle& style)
{
    const double height = style.text(name_row) + rows.bar;
    return {area.left(), area.top() + static_cast<double>(bar) * (height + style.text(bar_gap)), area.width(), height};
}

/// The bar that a part of the figure belongs to, and its place in it.
std::pair<std::size_t, std::size_t> place_of(const figures::Bars& chart, int part)
{
    std::size_t bar = 0;
    auto segment = static_cast<std::size_t>(part);
    while (segment >= chart.bars[bar].segments.size())
        segment -= chart.bars[bar++].segments.size();
    return {bar, segment};
}

} // namespace

double bars_height(const figures::Bars& chart, const RenderStyle& style, double width)
{
    const double bars = static_cast<double>(chart.bars.size()) * (name_row + bar_height + bar_gap);
    return style.text(bars + 4) + legend_shape(chart, style, width).height(style);
}

bool bars_fit(const QSizeF& size, const figures::Bars& chart, const RenderStyle& style)
{
    return chart.bars.empty()
        || (legend_width(chart, style) <= legend_shape(chart, style, size.width()).column
            && bars_height(chart, style, size.width()) <= size.height());
}

void draw(QPainter& painter, const QRectF& area, const figures::Bars& chart, figures::Roles earlier,
          const RenderStyle& style)
{
    if (chart.bars.empty())
        return;
    const Rows rows = rows_of(area, chart, style);
    BarPainter bars(painter, style, chart, earlier, rows.line);
    const double full = full_length(chart);
    for (std::size_t i = 0; i < chart.bars.size(); ++i) {
        bars.bar(chart.bars[i], bar_row(area, i, rows, style), full);
        if (chart.limit > 0)
            bars.limit(bar_row(area, i, rows, style), full);
    }
    const double below = bar_row(area, chart.bars.size(), rows, style).top();
    const LegendShape shape = legend_shape(chart, style, area.width());
    const QRectF legend(area.left(), below + style.text(2), shape.column, area.bottom() - below);
    const figures::Bar all = told(chart);
    const double end = std::max(bars.legend(all, legend, false),
                                bars.legend(all,
                                            shape.stacked ? legend.translated(0, shape.second(style, rows.line))
                                                          : legend.translated(shape.column + style.text(column_gap), 0),
                                            true));
    if (style.foot && chart.limit > 0)
        bars.limit_name(QRectF(area.left(), end, area.width(), rows.line));
}

QSizeF needs(const figures::Bars& chart, const RenderStyle& style, double width)
{
    if (chart.bars.empty())
        return {};
    const Scale scale = scale_of(chart);
    const QFontMetricsF strong(interface_font(style.text(12), 600));
    double widest = legend_width(chart, style);
    for (const figures::Bar& bar : chart.bars)
        widest = std::max(widest,
                          strong.horizontalAdvance(text(bar.name)) + style.text(12)
                              + strong.horizontalAdvance(number(total(bar), scale) + QChar(0x00A0) + scale.unit));
    if (chart.limit > 0)
        widest = std::max(widest, style.text(swatch + 8) + strong.horizontalAdvance(limit_words(chart, scale)));
    return {widest, bars_height(chart, style, width) + style.text(chart.limit > 0 ? legend_row : 0)};
}

bool has_own_height(const figures::Bars& chart) { return !chart.bars.empty(); }

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
    const auto [bar, segment] = place_of(chart, part);
    const figures::Bar& of = chart.bars[bar];
    const double full = full_length(chart);
    return segment_box(of, segment, bar_row(area, bar, rows_of(area, chart, style), style),
                       full > 0 ? area.width() * total(of) / full : 0, style);
}

const figures::Segment& bar_segment(const figures::Bars& chart, int part)
{
    const auto [bar, segment] = place_of(chart, part);
    return chart.bars[bar].segments[segment];
}

const figures::Bar& bar_of_part(const figures::Bars& chart, int part)
{
    return chart.bars[place_of(chart, part).first];
}

QString part_words(const figures::Bars& chart, int part)
{
    const auto [bar, segment] = place_of(chart, part);
    const figures::Segment& shown = chart.bars[bar].segments[segment];
    const double all = total(chart.bars[bar]);
    return QStringLiteral("%1, %2: %3, %4")
        .arg(text(chart.bars[bar].name), text(shown.name), quantity(shown.value, chart.unit),
             quantity(all > 0 ? shown.value / all : 0, units::Unit::Fraction));
}

} // namespace plateau::ui
