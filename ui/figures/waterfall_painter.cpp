// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/controls/text.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

namespace {

constexpr double name_slack = 14; ///< between the longest name and the bars
constexpr double value_slack = 12; ///< before each column of values
constexpr double least_length = 60; ///< pixels of the longest bar
constexpr double step_row = 18, two_bars_row = 26; ///< least height
constexpr double name_above_row = 16, low_bar_row = 10, low_bars_row = 14; ///< of a name above its bar, and of that
constexpr double head_row = 18;
constexpr double word_size = 12, least_letters = 8;
constexpr double thickest = 22, thickest_pinned = 9;

const figures::WaterfallValue& value_of(const figures::WaterfallStep& step, bool pinned)
{
    return pinned ? step.pinned : step.own;
}

QString words_of(const figures::WaterfallValue& value, units::Unit unit)
{
    if (!value.words.empty())
        return text(value.words);
    return std::isfinite(value.value) ? quantity(value.value, unit) : QString(QChar(0x2013));
}

const Message& name_of(const figures::Waterfall& chart, bool pinned)
{
    return pinned ? chart.pinned_name : chart.own_name;
}

/// Totals are strong, what lies between them is not.
int weight_of(const figures::Waterfall& chart, const figures::WaterfallStep& step)
{
    return step.total && !std::ranges::all_of(chart.steps, &figures::WaterfallStep::total) ? 600 : 400;
}

double names_width(const figures::Waterfall& chart, const RenderStyle& style)
{
    double widest = 0;
    for (const figures::WaterfallStep& step : chart.steps)
        widest = std::max(widest, style.width(text(step.name), word_size, weight_of(chart, step)));
    return widest + style.text(name_slack);
}

/// The width of a column of values with its head.
double values_width(const figures::Waterfall& chart, const RenderStyle& style, bool pinned)
{
    double widest = chart.has_pinned() ? style.width(text(name_of(chart, pinned)), word_size, 600) : 0;
    for (const figures::WaterfallStep& step : chart.steps)
        widest = std::max(widest, style.width(words_of(value_of(step, pinned), chart.unit), word_size, 600));
    return widest + style.text(value_slack);
}

double values_of_all(const figures::Waterfall& chart, const RenderStyle& style)
{
    return values_width(chart, style, false) + (chart.has_pinned() ? values_width(chart, style, true) : 0);
}

/// Names stand beside the bars, or where these had no room left then, above them.
bool names_above(const figures::Waterfall& chart, const RenderStyle& style, double width)
{
    return width < names_width(chart, style) + style.text(least_length) + values_of_all(chart, style);
}

constexpr double beside_value = 8; ///< between a name and the value at the end of its row

/// The least width where names stand above their bars.
double least_width(const figures::Waterfall& chart, const RenderStyle& style)
{
    double widest = style.text(least_length);
    for (const figures::WaterfallStep& step : chart.steps)
        widest = std::max(widest,
                          style.width(text(step.name), word_size, weight_of(chart, step)) + style.text(beside_value)
                              + style.width(words_of(step.own, chart.unit), word_size, weight_of(chart, step)));
    return widest + (chart.has_pinned() ? values_width(chart, style, true) : 0);
}

struct Columns {
    QRectF names, bars, own, pinned; ///< all rows
    double low = 0, high = 0; ///< at the ends of the bars' room
    double name_height = 0; ///< above each bar; 0: beside it

    double x(double value) const { return bars.left() + (value - low) / (high - low) * bars.width(); }
};

Columns columns_of(const QRectF& area, const figures::Waterfall& chart, const RenderStyle& style)
{
    Columns columns;
    const double head = heading_height(style, area.width(), text(chart.title), text(chart.note))
        + (chart.has_pinned() ? style.text(head_row) : 0);
    const QRectF rows = area.adjusted(0, std::min(head, area.height()), 0, 0);
    const double own = values_width(chart, style, false);
    const double pinned = chart.has_pinned() ? values_width(chart, style, true) : 0;
    const bool above = names_above(chart, style, area.width());
    const double names = above ? 0 : names_width(chart, style);
    columns.name_height = above ? style.text(name_above_row) : 0;
    columns.pinned = QRectF(rows.right() - pinned, rows.top(), pinned, rows.height());
    columns.own = QRectF(columns.pinned.left() - own, rows.top(), own, rows.height());
    const double bars = (above ? rows.right() : columns.own.left()) - (rows.left() + names);
    columns.bars = QRectF(rows.left() + names, rows.top(), std::max(1.0, bars), rows.height());
    columns.names = QRectF(rows.left(), rows.top(), above ? columns.own.left() - rows.left() : names, rows.height());
    for (const bool of_pinned : {false, true})
        for (const figures::WaterfallSpan& span : waterfall_spans(chart, of_pinned))
            if (std::isfinite(span.to)) {
                columns.low = std::min({columns.low, span.from, span.to});
                columns.high = std::max({columns.high, span.from, span.to});
            }
    for (const figures::WaterfallStep& step : chart.steps)
        for (const bool of_pinned : {false, true})
            if (const auto& value = value_of(step, of_pinned); value.is_range()) {
                columns.low = std::min(columns.low, value.range.first);
                columns.high = std::max(columns.high, value.range.second);
            }
    if (columns.high <= columns.low)
        columns.high = columns.low + 1;
    return columns;
}

QRectF row_of(const QRectF& column, const figures::Waterfall& chart, std::size_t step)
{
    const double height = column.height() / static_cast<double>(chart.steps.size());
    return {column.left(), column.top() + static_cast<double>(step) * height, column.width(), height};
}

QRectF bar_row(const Columns& columns, const figures::Waterfall& chart, std::size_t step)
{
    return row_of(columns.bars, chart, step).adjusted(0, columns.name_height, 0, 0);
}

class WaterfallPainter : PicturePen {
public:
    WaterfallPainter(QPainter& painter, const QRectF& area, const figures::Waterfall& chart, figures::Roles earlier,
                     const RenderStyle& style)
        : PicturePen(painter, area, style), chart_(chart), earlier_(earlier), columns_(columns_of(area, chart, style))
    {
    }

    void draw()
    {
        draw_heading(painter_, area_, style_, text(chart_.title), text(chart_.note));
        if (chart_.steps.empty())
            return;
        heads();
        const double zero = columns_.x(0);
        if (columns_.name_height == 0) // else it would cross the names
            draw_line({zero, columns_.bars.top(), zero, columns_.bars.bottom()}, style_.theme.outline);
        bars(false);
        if (chart_.has_pinned())
            bars(true);
        for (std::size_t i = 0; i + every_ <= chart_.steps.size(); i += every_)
            words(i);
    }

private:
    QColor ink(bool pinned, const QColor& usual) const
    {
        return earlier_.has(pinned ? chart_.pinned_role : chart_.own_role) ? style_.theme.text3 : usual;
    }

    void heads()
    {
        if (!chart_.has_pinned() || columns_.bars.height() <= 0)
            return;
        const double height = style_.text(head_row);
        for (const bool pinned : {false, true}) {
            const QRectF& column = pinned ? columns_.pinned : columns_.own;
            const figures::SeriesRole role = pinned ? chart_.pinned_role : chart_.own_role;
            write(
                QRectF(column.left() + style_.text(4), column.top() - height, column.width() - style_.text(4), height),
                Qt::AlignRight, text(name_of(chart_, pinned)), word_size, 600,
                ink(pinned, style_.theme.series(role).label));
        }
    }

    /// Draws the bars of one question, each joined to the next where it ends.
    void bars(bool pinned)
    {
        const std::vector<figures::WaterfallSpan> spans = waterfall_spans(chart_, pinned);
        const figures::SeriesRole role = pinned ? chart_.pinned_role : chart_.own_role;
        painter_.save();
        if (earlier_.has(role))
            painter_.setOpacity(0.45);
        QRectF before;
        double ended = 0;
        for (std::size_t i = 0; i < spans.size(); ++i) {
            if (!std::isfinite(spans[i].to))
                continue;
            const QRectF box = bar(bar_row(columns_, chart_, i), spans[i], pinned);
            const bool joins = !chart_.steps[i].total || std::abs(spans[i].to - ended) < 1e-9; // else it stands alone
            if (!before.isNull() && !pinned && joins && columns_.name_height == 0)
                draw_line({columns_.x(ended), before.bottom(), columns_.x(ended), box.top()}, style_.theme.outline);
            const auto& kind = chart_.steps[i].kind;
            if (kind && !pinned)
                fill_segment(box, style_.theme.segment(*kind));
            else
                painter_.fillRect(box, style_.theme.series(role).line);
            if (const auto& value = value_of(chart_.steps[i], pinned); value.is_range()) {
                const double low = columns_.x(value.range.first), high = columns_.x(value.range.second);
                draw_line({low, box.center().y(), high, box.center().y()}, style_.theme.text);
                for (const double x : {low, high})
                    draw_line({x, box.center().y() - 3, x, box.center().y() + 3}, style_.theme.text);
            }
            before = box;
            ended = spans[i].to;
        }
        painter_.restore();
    }

    QRectF bar(const QRectF& row, const figures::WaterfallSpan& span, bool pinned) const
    {
        const double from = columns_.x(std::min(span.from, span.to)), to = columns_.x(std::max(span.from, span.to));
        const double thick = std::min(style_.text(thickest), row.height() * (chart_.has_pinned() ? 0.5 : 0.66));
        const double thin = std::min(style_.text(thickest_pinned), row.height() * 0.22);
        const double top = row.center().y() - (thick + (chart_.has_pinned() ? thin + 1 : 0)) / 2;
        return {from, pinned ? top + thick + 1 : top, std::max(to - from, 1.0), pinned ? thin : thick};
    }

    void words(std::size_t index)
    {
        const figures::WaterfallStep& step = chart_.steps[index];
        const double slack = style_.text(4);
        const double more
            = columns_.name_height > 0 ? columns_.name_height - row_ : row_ * static_cast<double>(every_ - 1);
        QRectF name = row_of(columns_.names, chart_, index).adjusted(0, 0, -slack, more);
        if (columns_.name_height > 0) // as far as its own value
            name.setRight(columns_.own.right() - style_.text(beside_value)
                          - style_.width(words_of(step.own, chart_.unit), size_, weight_of(chart_, step)));
        write(name, Qt::AlignLeft, text(step.name), size_, weight_of(chart_, step), ink(false, style_.theme.text));
        for (const bool pinned : {false, true}) {
            if (pinned && !chart_.has_pinned())
                continue;
            const figures::WaterfallValue& value = value_of(step, pinned);
            write(row_of(pinned ? columns_.pinned : columns_.own, chart_, index).adjusted(slack, 0, 0, more),
                  Qt::AlignRight, words_of(value, chart_.unit), size_, weight_of(chart_, step),
                  ink(pinned, std::isfinite(value.value) ? style_.theme.text : style_.theme.text2));
        }
    }

    const figures::Waterfall& chart_;
    figures::Roles earlier_;
    Columns columns_;
    // Low rows have smaller letters, lower ones words for every other row, every third ...
    double row_ = columns_.bars.height() / static_cast<double>(std::max<std::size_t>(1, chart_.steps.size()));
    double size_ = std::clamp((columns_.name_height > 0 ? columns_.name_height : row_) / style_.text(1.3),
                              least_letters, word_size);
    std::size_t every_ = row_ > 0 ? static_cast<std::size_t>(std::ceil(style_.text(size_) * 1.3 / row_)) : 1000;
};

} // namespace

QSizeF needs(const figures::Waterfall& chart, const RenderStyle& style, double width)
{
    const double row = names_above(chart, style, width)
        ? name_above_row + (chart.has_pinned() ? low_bars_row : low_bar_row)
        : (chart.has_pinned() ? two_bars_row : step_row);
    return {least_width(chart, style),
            heading_height(style, width, text(chart.title), text(chart.note))
                + style.text((chart.has_pinned() ? head_row : 0) + row * static_cast<double>(chart.steps.size()))};
}

void draw(QPainter& painter, const QRectF& area, const figures::Waterfall& chart, figures::Roles earlier,
          const RenderStyle& style)
{
    WaterfallPainter(painter, area, chart, earlier, style).draw();
}

/// Counts the parts: every step's current value, then the pinned one.
int part_count(const figures::Waterfall& chart) { return static_cast<int>(chart.steps.size()) * parts_across(chart); }

int parts_across(const figures::Waterfall& chart) { return chart.has_pinned() ? 2 : 1; }

/// The place of a part: the whole row, or half of it.
QRectF part_rect(const QRectF& area, const figures::Waterfall& chart, const RenderStyle& style, int part)
{
    const Columns columns = columns_of(area, chart, style);
    const int across = parts_across(chart);
    QRectF row = row_of(QRectF(QPointF(area.left(), columns.bars.top()), area.bottomRight()), chart,
                        static_cast<std::size_t>(part / across));
    row.setHeight(row.height() / across);
    return row.translated(0, part % across * row.height());
}

QString part_words(const figures::Waterfall& chart, int part)
{
    const bool pinned = part % parts_across(chart) == 1;
    const figures::WaterfallStep& step = chart.steps[static_cast<std::size_t>(part / parts_across(chart))];
    const QString name = chart.has_pinned()
        ? QStringLiteral("%1, %2").arg(text(step.name), text(name_of(chart, pinned)))
        : text(step.name);
    const figures::WaterfallValue& value = value_of(step, pinned);
    return QStringLiteral("%1: %2").arg(
        name, std::isfinite(value.value) ? quantity(value.value, chart.unit) : words_of(value, chart.unit));
}

} // namespace plateau::ui
