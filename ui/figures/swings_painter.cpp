// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "ui/controls/language.h"
#include "ui/controls/text.h"
#include "ui/controls/theme.h"
#include "ui/figures/foot.h"
#include "ui/figures/picture.h"
#include "ui/figures/tickers.h"

namespace plateau::ui {

namespace {

constexpr double least_bars = 60; ///< pixels of the longest bars together
constexpr double least_row = 17;

struct Layout {
    QRectF rows; ///< of the bars, numbers included
    double low = 0, high = 0; ///< changes at the ends of the bars' room
    double left = 0, right = 0; ///< pixels of those

    double x(double change) const { return left + (change - low) / (high - low) * (right - left); }
};

QString change_words(double change);

QString side_words(double change, const Message& reason)
{
    return std::isfinite(change) ? change_words(change)
        : reason.empty()         ? QCoreApplication::translate("figure", "not possible")
                                 : text(reason);
}

bool less_stands_left(const figures::Swing& swing)
{
    return std::isfinite(swing.less) ? swing.less < 0 || !(swing.more < 0) : !(swing.more < 0);
}

/// The changes of a row, as far as they are possible, and zero.
std::pair<double, double> ends(const figures::Swing& swing)
{
    double low = 0, high = 0;
    for (const double change : {swing.less, swing.more})
        if (std::isfinite(change)) {
            low = std::min(low, change);
            high = std::max(high, change);
        }
    return {low, high};
}

std::pair<double, double> ends(const figures::Swings& chart)
{
    double low = 0, high = 0;
    for (const figures::Swing& swing : chart.swings) {
        low = std::min(low, ends(swing).first);
        high = std::max(high, ends(swing).second);
    }
    return high - low < 1e-6 ? std::pair(-0.01, 0.01) : std::pair(low, high);
}

/// What the words of one side need beyond the longest bar, where all bars together take `bars` pixels. Those of a
/// shorter bar begin before.
double words_room(const figures::Swings& chart, const RenderStyle& style, bool left, double bars)
{
    const QFontMetricsF metrics(interface_font(style.text(11)));
    const auto [low, high] = ends(chart);
    double widest = 0;
    for (const figures::Swing& swing : chart.swings) {
        const bool less = less_stands_left(swing) == left;
        const QString words
            = less ? side_words(swing.less, swing.less_reason) : side_words(swing.more, swing.more_reason);
        const auto [from, to] = ends(swing);
        const double before = bars / (high - low) * (left ? from - low : high - to);
        widest = std::max(widest, metrics.horizontalAdvance(words) - before);
    }
    return widest + style.text(7);
}

double words_room(const figures::Swings& chart, const RenderStyle& style, double bars)
{
    return words_room(chart, style, true, bars) + words_room(chart, style, false, bars);
}

double names_width(const figures::Swings& chart, const RenderStyle& style)
{
    const QFontMetricsF metrics(interface_font(style.text(12)));
    double names = 0;
    for (const figures::Swing& swing : chart.swings)
        names = std::max(names, metrics.horizontalAdvance(text(swing.name)));
    return names + style.text(10);
}

QStringList axis_title_lines(const figures::Swings& chart, const RenderStyle& style, double width)
{
    return wrapped(text(chart.axis_title), interface_font(style.text(12)), width);
}

Layout layout_of(const QRectF& area, const figures::Swings& chart, const RenderStyle& style)
{
    Layout layout;
    std::tie(layout.low, layout.high) = ends(chart);
    double bars = style.text(least_bars);
    const double names = std::min(names_width(chart, style),
                                  style.foot ? area.width() : area.width() - bars - words_room(chart, style, bars));
    const double rows = static_cast<double>(axis_title_lines(chart, style, area.width()).size());
    layout.rows = area.adjusted(names, heading_height(style, area.width(), text(chart.title), text(chart.note)), 0,
                                -style.text(ticks_row + rows * axis_title_row));
    for (int turn = 0; turn < 3; ++turn) // longer bars leave more room for the words of the others
        bars = std::max(bars, layout.rows.width() - words_room(chart, style, bars));
    layout.left = layout.rows.left() + words_room(chart, style, true, bars);
    layout.right = layout.left + bars;
    return layout;
}

double row_height(const Layout& layout, const figures::Swings& chart)
{
    return layout.rows.height() / static_cast<double>(std::max<std::size_t>(1, chart.swings.size()));
}

QString change_words(double change)
{
    const double percent = 100 * std::abs(change);
    const QString digits = QString::number(percent, 'f', percent >= 9.95 ? 0 : 1);
    const bool none = digits == QLatin1String("0.0");
    return none ? QStringLiteral("0") : (change < 0 ? QChar(0x2212) : QLatin1Char('+')) + written_here(digits);
}

/// A round step, as wide as it can be where three ticks have room.
double tick_step(const Layout& layout, const RenderStyle& style)
{
    constexpr int least_ticks = 3, most_parts = 12;
    int parts = std::max(2, static_cast<int>((layout.right - layout.left) / style.text(46)));
    const double span = layout.high - layout.low;
    const auto ticks
        = [&](double step) { return std::floor(layout.high / step + 1e-9) - std::ceil(layout.low / step - 1e-9) + 1; };
    for (; parts < most_parts; ++parts)
        for (const double step : {2 * round_step(span, 2 * parts), round_step(span, parts)})
            if (ticks(step) >= least_ticks)
                return step;
    return round_step(span, parts);
}

struct Tick {
    double x = 0; ///< pixels
    QString words;
    bool even = false; ///< an even number of steps from 0
};

std::vector<Tick> ticks_of(const Layout& layout, const RenderStyle& style)
{
    const double step = tick_step(layout, style);
    std::vector<Tick> ticks;
    for (double index = std::ceil(layout.low / step - 1e-9); index * step <= layout.high + 1e-9; ++index) {
        const double percent = std::round(1000 * index * step) / 10;
        const QString words = tick_text(percent, units::Unit::None);
        ticks.push_back(
            {layout.x(index * step), percent > 0 ? QLatin1Char('+') + words : words, std::fmod(index, 2) == 0});
    }
    return ticks;
}

/// False: the words of two ticks would touch each other.
bool stand_apart(const std::vector<Tick>& ticks, const RenderStyle& style)
{
    const QFontMetricsF metrics(interface_font(style.text(11)));
    double end = -std::numeric_limits<double>::infinity();
    for (const Tick& tick : ticks) {
        const double half = metrics.horizontalAdvance(tick.words) / 2;
        if (tick.x - half < end + style.text(4))
            return false;
        end = tick.x + half;
    }
    return true;
}

bool ticks_fit(const figures::Swings& chart, const RenderStyle& style, double width)
{
    return stand_apart(ticks_of(layout_of(QRectF(0, 0, width, width), chart, style), style), style);
}

class SwingPainter {
public:
    SwingPainter(QPainter& painter, const QRectF& area, const figures::Swings& chart, bool earlier,
                 const RenderStyle& style)
        : painter_(painter), area_(area), chart_(chart), earlier_(earlier), style_(style),
          layout_(layout_of(area, chart, style))
    {
    }

    void draw()
    {
        titles();
        if (chart_.swings.empty())
            return;
        grid();
        painter_.save();
        if (earlier_)
            painter_.setOpacity(0.4);
        for (std::size_t i = 0; i < chart_.swings.size(); ++i)
            row(i);
        painter_.restore();
        painter_.setPen(QPen(style_.theme.text, style_.pen(1)));
        painter_.drawLine(QLineF(layout_.x(0), layout_.rows.top(), layout_.x(0), layout_.rows.bottom()));
    }

private:
    void write(const QRectF& box, int flags, const QString& words, double size, int weight, const QColor& colour)
    {
        const QFont font = interface_font(style_.text(size), weight);
        painter_.setFont(font);
        painter_.setPen(colour);
        painter_.drawText(box, flags | Qt::AlignVCenter | Qt::TextSingleLine,
                          QFontMetricsF(font).elidedText(words, Qt::ElideRight, std::ceil(box.width()) + 1));
    }

    void titles()
    {
        draw_heading(painter_, area_, style_, text(chart_.title), text(chart_.note));
        const QStringList lines = axis_title_lines(chart_, style_, area_.width());
        QRectF row(area_.left(), area_.bottom() - static_cast<double>(lines.size()) * style_.text(axis_title_row),
                   area_.width(), style_.text(axis_title_row));
        const double wide = QFontMetricsF(interface_font(style_.text(12))).horizontalAdvance(lines.value(0));
        if (lines.size() == 1 && layout_.rows.left() + wide <= area_.right())
            row.setLeft(layout_.rows.left());
        for (const QString& line : lines) {
            write(row, Qt::AlignLeft, line, 12, 400, style_.theme.text2);
            row.translate(0, style_.text(axis_title_row));
        }
    }

    void grid()
    {
        const double bottom = layout_.rows.bottom();
        painter_.setPen(QPen(style_.theme.outline, style_.pen(1)));
        painter_.drawLine(QLineF(layout_.rows.left(), bottom, layout_.rows.right(), bottom));
        const std::vector<Tick> ticks = ticks_of(layout_, style_);
        const bool all = stand_apart(ticks, style_); // a window may be narrower than paper
        for (const auto& [x, words, even] : ticks) {
            painter_.setPen(QPen(style_.theme.grid, style_.pen(1)));
            painter_.drawLine(QLineF(x, layout_.rows.top(), x, bottom));
            painter_.setPen(QPen(style_.theme.outline, style_.pen(1)));
            painter_.drawLine(QLineF(x, bottom, x, bottom + style_.text(4)));
            if (all || even)
                write(QRectF(x - style_.text(30), bottom + style_.text(5), style_.text(60), style_.text(16)),
                      Qt::AlignHCenter, words, 11, 400, style_.theme.text2);
        }
    }

    void row(std::size_t index)
    {
        const figures::Swing& swing = chart_.swings[index];
        const double height = row_height(layout_, chart_);
        const QRectF line(area_.left(), layout_.rows.top() + static_cast<double>(index) * height,
                          layout_.rows.left() - area_.left() - style_.text(8), height);
        write(line, Qt::AlignRight, text(swing.name), 12, 400, style_.theme.text);
        // The shorter of two bars to the same side lies on top.
        const bool less_on_top = std::abs(swing.less) < std::abs(swing.more);
        side(line, less_on_top ? swing.more : swing.less, less_on_top, swing);
        side(line, less_on_top ? swing.less : swing.more, !less_on_top, swing);
        numbers(line, swing);
    }

    void side(const QRectF& line, double change, bool more, const figures::Swing&)
    {
        if (!std::isfinite(change))
            return;
        const double thick = std::min(style_.text(16), 0.62 * line.height());
        const double from = std::min(layout_.x(0), layout_.x(change)), to = std::max(layout_.x(0), layout_.x(change));
        const QRectF bar(from, line.center().y() - thick / 2, std::max(to - from, 0.5), thick);
        painter_.fillRect(bar, more ? style_.theme.accent : style_.theme.stale);
    }

    void numbers(const QRectF& line, const figures::Swing& swing)
    {
        const auto [low, high] = ends(swing);
        const auto label = [&, low = low, high = high](double change, bool left, const Message& reason) {
            const double gap = style_.text(5);
            const QRectF box = left
                ? QRectF(QPointF(layout_.rows.left(), line.top()), QPointF(layout_.x(low) - gap, line.bottom()))
                : QRectF(QPointF(layout_.x(high) + gap, line.top()), QPointF(layout_.rows.right(), line.bottom()));
            write(box, left ? Qt::AlignRight : Qt::AlignLeft, side_words(change, reason), 11, 400,
                  std::isfinite(change) ? style_.theme.text : style_.theme.text2);
        };
        label(swing.less, less_stands_left(swing), swing.less_reason);
        label(swing.more, !less_stands_left(swing), swing.more_reason);
    }

    QPainter& painter_;
    QRectF area_;
    const figures::Swings& chart_;
    bool earlier_; ///< grey
    const RenderStyle& style_;
    Layout layout_;
};

} // namespace

QSizeF needs(const figures::Swings& chart, const RenderStyle& style, double width)
{
    const double rows = static_cast<double>(axis_title_lines(chart, style, width).size());
    const double needed
        = names_width(chart, style) + words_room(chart, style, style.text(least_bars)) + style.text(least_bars);
    return {needed <= width && !ticks_fit(chart, style, width) ? width + 1 : needed,
            heading_height(style, width, text(chart.title), text(chart.note))
                + style.text(ticks_row + rows * axis_title_row
                             + least_row * static_cast<double>(std::max<std::size_t>(1, chart.swings.size())))};
}

bool has_own_height(const figures::Swings&) { return false; }

int part_count(const figures::Swings& chart) { return 2 * static_cast<int>(chart.swings.size()); }

int parts_across(const figures::Swings&) { return 2; }

void draw(QPainter& painter, const QRectF& area, const figures::Swings& chart, figures::Roles earlier,
          const RenderStyle& style)
{
    SwingPainter(painter, area, chart, earlier.has(figures::SeriesRole::Current), style).draw();
}

/// Each half of a row, from its name or its end to zero: small bars are hard to hit.
QRectF part_rect(const QRectF& area, const figures::Swings& chart, const RenderStyle& style, int part)
{
    const Layout layout = layout_of(area, chart, style);
    const double height = row_height(layout, chart);
    const int row = part / 2;
    const double top = layout.rows.top() + row * height;
    const figures::Swing& swing = chart.swings[static_cast<std::size_t>(row)];
    const bool left = (part % 2 == 0) == (!(swing.less > 0) || swing.more < 0);
    return left ? QRectF(QPointF(area.left(), top), QPointF(layout.x(0), top + height))
                : QRectF(QPointF(layout.x(0), top), QPointF(area.right(), top + height));
}

QString part_words(const figures::Swings& chart, int part)
{
    const figures::Swing& swing = chart.swings[static_cast<std::size_t>(part / 2)];
    const bool more = part % 2 == 1;
    const double change = more ? swing.more : swing.less;
    const QString side = text(more ? chart.more_name : chart.less_name);
    if (!std::isfinite(change)) {
        const Message& reason = more ? swing.more_reason : swing.less_reason;
        return QStringLiteral("%1 %2: %3")
            .arg(text(swing.name), side,
                 reason.empty() ? QCoreApplication::translate("figure", "not possible") : text(reason));
    }
    return QStringLiteral("%1 %2: %3%4%").arg(text(swing.name), side, change_words(change), QString(QChar(0x00A0)));
}

} // namespace plateau::ui
