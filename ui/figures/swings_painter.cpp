// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "ui/controls/text.h"
#include "ui/figures/picture.h"
#include "ui/figures/renderer.h"

namespace plateau::ui {

namespace {

constexpr double least_bars = 60; ///< pixels of the longest bars together
constexpr double least_row = 17;

QString change_words(double change)
{
    const double percent = 100 * std::abs(change);
    const QString digits = QString::number(percent, 'f', percent >= 9.95 ? 0 : 1);
    const bool none = digits == QLatin1String("0.0");
    return none ? QStringLiteral("0") : (change < 0 ? QChar(0x2212) : QLatin1Char('+')) + written_here(digits);
}

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

struct Tick {
    double x = 0; ///< pixels
    QString words;
    bool even = false; ///< an even number of steps from 0
};

/// Places names, then bars with their numbers on both sides, below them the axis.
class SwingsLayout {
public:
    QStringList axis_title; ///< lines
    QRectF rows; ///< of the bars, numbers included

    SwingsLayout(const QRectF& area, const figures::Swings& chart, const RenderStyle& style)
        : axis_title(wrapped(text(chart.axis_title), style.font(12), area.width())), chart_(chart), style_(style)
    {
        std::tie(low_, high_) = ends(chart);
        double bars = style.text(least_bars);
        const double names
            = std::min(names_width(), style.on_paper ? area.width() : area.width() - bars - numbers_width(bars));
        rows = area.adjusted(names, head_height(area.width()), 0, -axis_height());
        for (int turn = 0; turn < 3; ++turn) // longer bars leave more room for the numbers of the others
            bars = std::max(bars, rows.width() - numbers_width(bars));
        left_ = rows.left() + numbers_width(true, bars);
        right_ = left_ + bars;
    }

    double x(double change) const { return left_ + (change - low_) / (high_ - low_) * (right_ - left_); }
    QRectF row(std::size_t index) const
    {
        const double height = rows.height() / row_count();
        return {rows.left(), rows.top() + static_cast<double>(index) * height, rows.width(), height};
    }
    QSizeF needs(double width) const
    {
        const double bars = style_.text(least_bars), needed = names_width() + numbers_width(bars) + bars;
        return {needed <= width && !stand_apart(ticks()) ? width + 1 : needed,
                head_height(width) + axis_height(least_row * row_count())};
    }

    std::vector<Tick> ticks() const
    {
        const double step = tick_step();
        std::vector<Tick> ticks;
        for (const double at : multiples(step, low_, high_))
            ticks.push_back({x(at), signed_tick_text(std::round(1000 * at) / 10, units::Unit::None),
                             std::fmod(std::round(at / step), 2) == 0});
        return ticks;
    }
    /// False: the words of two ticks would touch each other.
    bool stand_apart(const std::vector<Tick>& ticks) const
    {
        double end = -std::numeric_limits<double>::infinity();
        for (const Tick& tick : ticks) {
            const double half = style_.width(tick.words, 11) / 2;
            if (tick.x - half < end + style_.text(4))
                return false;
            end = tick.x + half;
        }
        return true;
    }

private:
    double row_count() const { return static_cast<double>(std::max<std::size_t>(1, chart_.swings.size())); }
    double head_height(double width) const
    {
        return heading_height(style_, width, text(chart_.title), text(chart_.note));
    }
    /// The height of the axis, with `more` above it.
    double axis_height(double more = 0) const
    {
        return style_.text(ticks_row + static_cast<double>(axis_title.size() + 1) * axis_title_row + more);
    }
    double names_width() const
    {
        double widest = 0;
        for (const figures::Swing& swing : chart_.swings)
            widest = std::max(widest, style_.width(text(swing.name), 12));
        return widest + style_.text(10);
    }
    /// What the numbers of one side need beyond the longest bar, where all bars together take `bars` pixels. Those of
    /// a shorter bar begin before.
    double numbers_width(bool left, double bars) const
    {
        double widest = 0;
        for (const figures::Swing& swing : chart_.swings) {
            const QString words = less_stands_left(swing) == left ? side_words(swing.less, swing.less_reason)
                                                                  : side_words(swing.more, swing.more_reason);
            const auto [from, to] = ends(swing);
            const double before = bars / (high_ - low_) * (left ? from - low_ : high_ - to);
            widest = std::max(widest, style_.width(words, 11) - before);
        }
        return widest + style_.text(7);
    }
    double numbers_width(double bars) const { return numbers_width(true, bars) + numbers_width(false, bars); }
    /// A round step, as wide as it can be where three ticks have room.
    double tick_step() const
    {
        constexpr int least_ticks = 3, most_parts = 12;
        int parts = std::max(2, static_cast<int>((right_ - left_) / style_.text(46)));
        const double span = high_ - low_;
        const auto ticks
            = [&](double step) { return std::floor(high_ / step + 1e-9) - std::ceil(low_ / step - 1e-9) + 1; };
        for (; parts < most_parts; ++parts)
            for (const double step : {2 * round_step(span, 2 * parts), round_step(span, parts)})
                if (ticks(step) >= least_ticks)
                    return step;
        return round_step(span, parts);
    }

    const figures::Swings& chart_;
    const RenderStyle& style_;
    double low_ = 0, high_ = 0; ///< changes at the ends of the bars' room
    double left_ = 0, right_ = 0; ///< pixels of those
};

class SwingsPainter : PicturePen {
public:
    SwingsPainter(QPainter& painter, const QRectF& area, const figures::Swings& chart, bool earlier,
                  const RenderStyle& style)
        : PicturePen(painter, area, style), chart_(chart), earlier_(earlier), layout_(area, chart, style)
    {
    }

    void draw()
    {
        draw_heading(painter_, area_, style_, text(chart_.title), text(chart_.note));
        axis_title();
        if (chart_.swings.empty())
            return;
        key();
        grid();
        painter_.save();
        if (earlier_)
            painter_.setOpacity(0.4);
        for (std::size_t i = 0; i < chart_.swings.size(); ++i)
            swing(chart_.swings[i], layout_.row(i));
        painter_.restore();
        draw_line({layout_.x(0), layout_.rows.top(), layout_.x(0), layout_.rows.bottom()}, style_.theme.text);
    }

private:
    void axis_title()
    {
        const QStringList& lines = layout_.axis_title;
        const double high = style_.text(axis_title_row);
        QRectF row(area_.left(), area_.bottom() - static_cast<double>(lines.size() + 1) * high, area_.width(), high);
        if (lines.size() == 1 && layout_.rows.left() + style_.width(lines.front(), 12) <= area_.right())
            row.setLeft(layout_.rows.left());
        for (const QString& line : lines) {
            write(row, Qt::AlignLeft, line, 12, 400, style_.theme.text2);
            row.translate(0, high);
        }
    }

    /// Says in the last row which colour is which change.
    void key()
    {
        const double high = style_.text(axis_title_row), side = style_.text(9);
        QRectF row(layout_.rows.left(), area_.bottom() - high, area_.width(), high);
        for (const bool more : {false, true}) {
            const QString words = text(more ? chart_.more_name : chart_.less_name);
            painter_.fillRect(QRectF(row.left(), row.center().y() - side / 2, side, side),
                              more ? style_.theme.accent : style_.theme.stale);
            write(row.adjusted(side + style_.text(5), 0, 0, 0), Qt::AlignLeft, words, 12, 400, style_.theme.text);
            row.setLeft(row.left() + side + style_.text(5 + 14) + style_.width(words, 12));
        }
    }

    void grid()
    {
        const double top = layout_.rows.top(), bottom = layout_.rows.bottom();
        draw_line({layout_.rows.left(), bottom, layout_.rows.right(), bottom}, style_.theme.outline);
        const std::vector<Tick> ticks = layout_.ticks();
        const bool all = layout_.stand_apart(ticks); // a window may be narrower than paper
        for (const auto& [x, words, even] : ticks) {
            draw_line({x, top, x, bottom}, style_.theme.grid);
            draw_line({x, bottom, x, bottom + style_.text(4)}, style_.theme.outline);
            if (all || even)
                write(QRectF(x - style_.text(30), bottom + style_.text(5), style_.text(60), style_.text(16)),
                      Qt::AlignHCenter, words, 11, 400, style_.theme.text2);
        }
    }

    void swing(const figures::Swing& swing, const QRectF& row)
    {
        write(QRectF(area_.left(), row.top(), row.left() - area_.left() - style_.text(8), row.height()), Qt::AlignRight,
              text(swing.name), 12, 400, style_.theme.text);
        // The shorter of two bars to the same side lies on top.
        const bool less_on_top = std::abs(swing.less) < std::abs(swing.more);
        for (const bool more : {less_on_top, !less_on_top})
            bar(more ? swing.more : swing.less, more ? style_.theme.accent : style_.theme.stale, row);
        const auto [low, high] = ends(swing);
        for (const bool less : {true, false}) {
            const bool left = less_stands_left(swing) == less;
            const double change = less ? swing.less : swing.more, gap = style_.text(5);
            QRectF box = row;
            left ? box.setRight(layout_.x(low) - gap) : box.setLeft(layout_.x(high) + gap);
            write(box, left ? Qt::AlignRight : Qt::AlignLeft,
                  side_words(change, less ? swing.less_reason : swing.more_reason), 11, 400,
                  std::isfinite(change) ? style_.theme.text : style_.theme.text2);
        }
    }

    void bar(double change, const QColor& colour, const QRectF& row)
    {
        if (!std::isfinite(change))
            return;
        const double thick = std::min(style_.text(16), 0.62 * row.height());
        const double from = std::min(layout_.x(0), layout_.x(change)), to = std::max(layout_.x(0), layout_.x(change));
        painter_.fillRect(QRectF(from, row.center().y() - thick / 2, std::max(to - from, 0.5), thick), colour);
    }

    const figures::Swings& chart_;
    bool earlier_; ///< grey
    SwingsLayout layout_;
};

} // namespace

QSizeF needs(const figures::Swings& chart, const RenderStyle& style, double width)
{
    return SwingsLayout(QRectF(0, 0, width, width), chart, style).needs(width);
}

int part_count(const figures::Swings& chart) { return 2 * static_cast<int>(chart.swings.size()); }

int parts_across(const figures::Swings&) { return 2; }

void draw(QPainter& painter, const QRectF& area, const figures::Swings& chart, figures::Roles earlier,
          const RenderStyle& style)
{
    SwingsPainter(painter, area, chart, earlier.has(figures::SeriesRole::Current), style).draw();
}

/// Each half of a row, from its name or its end to zero: small bars are hard to hit.
QRectF part_rect(const QRectF& area, const figures::Swings& chart, const RenderStyle& style, int part)
{
    const SwingsLayout layout(area, chart, style);
    const auto index = static_cast<std::size_t>(part / 2);
    const figures::Swing& swing = chart.swings[index];
    QRectF half = layout.row(index);
    half.setLeft(area.left());
    half.setRight(area.right());
    if ((part % 2 == 0) == (!(swing.less > 0) || swing.more < 0))
        half.setRight(layout.x(0));
    else
        half.setLeft(layout.x(0));
    return half;
}

QString part_words(const figures::Swings& chart, int part)
{
    const figures::Swing& swing = chart.swings[static_cast<std::size_t>(part / 2)];
    const bool more = part % 2 == 1;
    const double change = more ? swing.more : swing.less;
    const QString value = side_words(change, more ? swing.more_reason : swing.less_reason);
    return QStringLiteral("%1 %2: %3").arg(text(swing.name), text(more ? chart.more_name : chart.less_name), value)
        + (std::isfinite(change) ? QString(QChar(0x00A0)) + QLatin1Char('%') : QString());
}

} // namespace plateau::ui
