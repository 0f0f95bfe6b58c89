// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

#include "ui/controls/text.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

namespace {

constexpr std::size_t most_numbered = 64;
constexpr double least_size = 9; ///< of letters in a cell
constexpr double frame_width = 3; ///< around the best one
constexpr double least_on_paper = 6.5; ///< pixels: 5 points
constexpr double row_title_width = 20;

figures::ValueSpan range_of(const figures::HeatMap& map)
{
    figures::ValueSpan range;
    for (const figures::HeatCell& cell : map.cells)
        range.add(cell.value, false);
    return range;
}

double widest(const std::vector<Message>& words, const RenderStyle& style)
{
    double width = 0;
    for (const Message& word : words)
        width = std::max(width, style.width(text(word), 11));
    return width;
}

/// The name of the current plan's cell, with its value where another plan with its choices does better: "current 187".
QString current_words(const figures::HeatMap& map)
{
    const QString word = QCoreApplication::translate("figure", "current");
    const double best = map.current < 0 ? map.current_value : map.cells[static_cast<std::size_t>(map.current)].value;
    const bool is_best = !std::isfinite(map.current_value) || std::abs(map.current_value / best - 1) < 1e-3;
    return is_best ? word : word + QLatin1Char(' ') + short_number(map.current_value, map.unit);
}

QString impossible() { return QCoreApplication::translate("figure", "not possible"); }

/// Rows below the columns' names: their title, and the key of the hatching where both have no room on one.
int foot_rows(const figures::HeatMap& map, const RenderStyle& style, double width)
{
    const double key = style.width(impossible(), 12) + style.text(34);
    return style.width(text(map.column_title), 12) + key <= width ? 1 : 2;
}

QRectF grid_rect(const QRectF& area, const figures::HeatMap& map, const RenderStyle& style)
{
    const double left = style.text(row_title_width) + widest(map.rows, style) + style.text(8);
    return area.adjusted(left, heading_height(style, area.width(), text(map.title), text(map.note)), -style.text(2),
                         -style.text(ticks_row + axis_title_row * foot_rows(map, style, area.width() - left)));
}

class MapPainter : PicturePen {
public:
    MapPainter(QPainter& painter, const QRectF& area, const figures::HeatMap& map, bool earlier,
               const RenderStyle& style)
        : PicturePen(painter, area, style), map_(map), earlier_(earlier), range_(range_of(map)),
          grid_(grid_rect(area, map, style))
    {
    }

    void draw()
    {
        draw_heading(painter_, area_, style_, text(map_.title), text(map_.note));
        if (map_.columns.empty() || map_.rows.empty())
            return;
        painter_.save();
        if (earlier_)
            painter_.setOpacity(0.4);
        for (int cell = 0; cell < static_cast<int>(map_.cells.size()); ++cell)
            draw_cell(cell);
        painter_.restore();
        names();
        frame(map_.current, style_.theme.text, style_.pen(2), true);
        frame(map_.best, style_.theme.text, style_.pen(frame_width), false);
        if (map_.selected != map_.best)
            frame(map_.selected, style_.theme.accent, style_.pen(frame_width), false);
        pins();
    }

private:
    /// Small letters, not cut by their box.
    void write_name(const QRectF& box, Qt::Alignment side, const QString& words, double size)
    {
        write(box, int(side) | Qt::TextDontClip, words, size, 400, style_.theme.text2);
    }

    void names()
    {
        const double cell_width = grid_.width() / static_cast<double>(map_.columns.size());
        const double cell_height = grid_.height() / static_cast<double>(map_.rows.size());
        for (std::size_t i = 0; i < map_.columns.size(); ++i)
            write_name(QRectF(grid_.left() + static_cast<double>(i) * cell_width, grid_.bottom() + style_.text(4),
                              cell_width, style_.text(16)),
                       Qt::AlignHCenter, text(map_.columns[i]), 11);
        const double left = area_.left() + style_.text(row_title_width);
        for (std::size_t i = 0; i < map_.rows.size(); ++i)
            write_name(QRectF(left, grid_.top() + static_cast<double>(i) * cell_height,
                              grid_.left() - left - style_.text(6), cell_height),
                       Qt::AlignRight, text(map_.rows[i]), 11);
        const int rows = foot_rows(map_, style_, area_.right() - style_.text(2) - grid_.left());
        const QRectF last(grid_.left(), area_.bottom() - style_.text(axis_title_row), grid_.width(),
                          style_.text(axis_title_row));
        write_name(last.translated(0, -(rows - 1) * style_.text(axis_title_row)), Qt::AlignLeft,
                   text(map_.column_title), 12);
        painter_.save();
        painter_.translate(area_.left(), grid_.center().y());
        painter_.rotate(-90);
        write_name(QRectF(-grid_.height() / 2, 0, grid_.height(), style_.text(row_title_width - 4)), Qt::AlignHCenter,
                   text(map_.row_title), 12);
        painter_.restore();
        if (std::none_of(map_.cells.begin(), map_.cells.end(),
                         [](const figures::HeatCell& c) { return !std::isfinite(c.value); }))
            return;
        const double side = style_.text(12);
        const QRectF box(last.right() - style_.width(impossible(), 12) - style_.text(18),
                         last.center().y() - style_.text(6), side, side);
        hatch(painter_, box, style_.theme.outline, style_.pen(1));
        painter_.setPen(QPen(style_.theme.outline, style_.pen(1)));
        painter_.drawRect(box);
        write_name(last, Qt::AlignRight, impossible(), 12);
    }

    /// Writes the letters of pins from the right corner of each cell.
    void pins()
    {
        std::map<int, double> used;
        const double side = style_.text(14);
        for (const figures::HeatMap::Pin& pin : map_.pins) {
            const QRectF cell = part_rect(area_, map_, style_, pin.cell);
            double& offset = used[pin.cell];
            const QRectF tag(cell.right() - style_.pen(3) - side - offset, cell.top() + style_.pen(3), side, side);
            offset += side + 1;
            painter_.setPen(Qt::NoPen);
            painter_.setBrush(style_.theme.canvas);
            painter_.drawRoundedRect(tag, 2, 2);
            write(tag, int(Qt::AlignHCenter) | Qt::TextDontClip, text(pin.letter), 11, 600,
                  style_.theme.series(pin.role).label);
        }
    }

    void draw_cell(int index)
    {
        const figures::HeatCell& cell = map_.cells[static_cast<std::size_t>(index)];
        const double gap = style_.pen(1);
        const QRectF box = part_rect(area_, map_, style_, index).adjusted(gap, gap, -gap, -gap);
        if (!std::isfinite(cell.value)) {
            painter_.fillRect(box, style_.theme.canvas);
            hatch(painter_, box, style_.theme.divider, style_.pen(1));
            reason(box, text(cell.reason));
            return;
        }
        const double span = range_.high - range_.low;
        const QColor colour = style_.theme.heat(span > 0 ? (cell.value - range_.low) / span : 1);
        painter_.fillRect(box, colour);
        if (map_.cells.size() > most_numbered)
            return;
        const double clear = style_.pen(frame_width - 1); // of the frame, whose outer pixel lies in the gap
        const QRectF room = box.adjusted(clear, 0, -clear, 0);
        const bool named = (index == map_.best || index == map_.current) && box.height() >= style_.text(30);
        const QRectF number = named ? room.adjusted(0, -style_.text(4), 0, -style_.text(10)) : room;
        write_if_it_fits(number, short_number(cell.value, map_.unit), 12, 600, ink_on(colour));
        if (!named)
            return;
        const QString word = index == map_.best ? QCoreApplication::translate("figure", "best") : current_words(map_);
        const QRectF below(room.left(), room.center().y() + style_.text(3), room.width(), style_.text(12));
        write_if_it_fits(below, word, 11, 400, ink_on(colour));
    }

    /// In smaller letters where a cell is narrow.
    void write_if_it_fits(const QRectF& box, const QString& words, double size, int weight, const QColor& colour)
    {
        for (; size >= least_size && (!style_.on_paper || style_.text(size) >= least_on_paper); --size) {
            if (style_.width(words, size, weight) > box.width() || style_.text(size) > box.height())
                continue;
            write(box, int(Qt::AlignHCenter) | Qt::TextDontClip, words, size, weight, colour);
            return;
        }
    }

    void reason(const QRectF& box, const QString& words)
    {
        const double width = style_.width(words, 11);
        if (words.isEmpty() || width + style_.text(4) > box.width() || style_.text(12) > box.height())
            return;
        const double pad = style_.text(3);
        painter_.fillRect(QRectF(box.center().x() - width / 2 - pad, box.center().y() - style_.text(7), width + 2 * pad,
                                 style_.text(14)),
                          style_.theme.canvas);
        write_name(box, Qt::AlignHCenter, words, 11);
    }

    void frame(int index, const QColor& colour, double width, bool dashed)
    {
        if (index < 0 || index >= static_cast<int>(map_.cells.size()))
            return;
        const double into_gap = style_.pen(1); // leaves more room for the number
        const QRectF box = part_rect(area_, map_, style_, index).adjusted(-into_gap, -into_gap, into_gap, into_gap);
        QPen pen(colour, width, dashed ? Qt::CustomDashLine : Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
        if (dashed)
            pen.setDashPattern({2.5, 1.5});
        painter_.setPen(pen);
        painter_.setBrush(Qt::NoBrush);
        painter_.drawRect(box.adjusted(width / 2, width / 2, -width / 2, -width / 2));
    }

    const figures::HeatMap& map_;
    bool earlier_; ///< grey
    figures::ValueSpan range_;
    QRectF grid_;
};

} // namespace

QRectF part_rect(const QRectF& area, const figures::HeatMap& map, const RenderStyle& style, int cell)
{
    if (map.columns.empty() || map.rows.empty())
        return {};
    const QRectF grid = grid_rect(area, map, style);
    const int across = static_cast<int>(map.columns.size());
    const double width = grid.width() / across;
    const double height = grid.height() / static_cast<double>(map.rows.size());
    const int column = cell % across, row = cell / across;
    return {grid.left() + column * width, grid.top() + row * height, width, height};
}

QString part_words(const figures::HeatMap& map, int index)
{
    const figures::HeatCell& cell = map.cells[static_cast<std::size_t>(index)];
    const std::size_t across = map.columns.size();
    const QString place = QStringLiteral("%1 %2, %3 %4")
                              .arg(text(map.column_title), text(map.columns[static_cast<std::size_t>(index) % across]),
                                   text(map.row_title), text(map.rows[static_cast<std::size_t>(index) / across]));
    const QString words = !cell.hint.empty() ? text(cell.hint)
        : std::isfinite(cell.value)          ? quantity(cell.value, map.unit)
                                             : text(cell.reason);
    QString pins;
    for (const figures::HeatMap::Pin& pin : map.pins)
        if (pin.cell == index)
            pins += QLatin1Char('\n') + QCoreApplication::translate("figure", "Pinned: %1").arg(text(pin.letter));
    return place + QStringLiteral("\n") + words + pins;
}

QSizeF needs(const figures::HeatMap& map, const RenderStyle& style, double width)
{
    double cell = widest(map.columns, style);
    double row = 14;
    if (map.cells.size() <= most_numbered) {
        for (const figures::HeatCell& each : map.cells)
            cell = std::max(cell,
                            std::isfinite(each.value) ? style.width(short_number(each.value, map.unit), 12, 600)
                                                      : style.width(text(each.reason), 11) + style.text(4));
        for (const int named : {map.best, map.current})
            if (named >= 0 && !style.on_paper) { // there its frame says it, and the note above
                row = 34;
                cell = std::max(cell, style.width(current_words(map), 11));
            }
    }
    const double left = style.text(row_title_width) + widest(map.rows, style) + style.text(10);
    const double title = style.width(text(map.row_title), 12);
    const double frames = 2 * style.pen(4); // the letters may be small where lines are not
    const double height = std::max((style.text(row) + frames) * static_cast<double>(map.rows.size()), title + 2);
    return {left + (cell + style.text(5) + frames) * static_cast<double>(map.columns.size()),
            heading_height(style, width, text(map.title), text(map.note)) + height
                + style.text(ticks_row + axis_title_row * foot_rows(map, style, width - left))};
}

int part_count(const figures::HeatMap& map) { return static_cast<int>(map.cells.size()); }

int parts_across(const figures::HeatMap& map) { return static_cast<int>(map.columns.size()); }

void draw(QPainter& painter, const QRectF& area, const figures::HeatMap& map, figures::Roles earlier,
          const RenderStyle& style)
{
    MapPainter(painter, area, map, earlier.has(figures::SeriesRole::Current), style).draw();
}

} // namespace plateau::ui
