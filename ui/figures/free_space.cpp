// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/labels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/charts/plot.h"

namespace plateau::ui {

namespace {

constexpr double cost_per_cell = 60;
constexpr double halo = 24; ///< around a curve's name, where other curves would make it theirs

/// Whole cells in a distance: 0 to `end`, however long it is.
int cells_in(double distance, int end) { return distance > 0 ? static_cast<int>(std::min(distance, double(end))) : 0; }

/// The first cell that a stretch touches, and the one behind the last.
std::pair<int, int> touched(double low, double high, int end)
{
    return {cells_in(low, end), high < 0 ? 0 : cells_in(high + 1, end)};
}

bool is_somewhere(QPointF point) { return std::isfinite(point.x()) && std::isfinite(point.y()); }

} // namespace

FreeSpace::FreeSpace(const QRectF& area, double cell)
    : area_(area), size_(cell), columns_(std::max(1, static_cast<int>(std::ceil(area.width() / size_)))),
      rows_(std::max(1, static_cast<int>(std::ceil(area.height() / size_)))),
      cells_(static_cast<std::size_t>(columns_ * rows_))
{
}

void FreeSpace::occupy(const QPolygonF& curve, double width)
{
    const double half = width / 2;
    for (qsizetype i = 0; i + 1 < curve.size(); ++i) {
        const QPointF from = curve[i], step = curve[i + 1] - from;
        if (!is_somewhere(from) || !is_somewhere(step))
            continue;
        const double length = std::min(std::hypot(step.x(), step.y()), area_.width() + area_.height());
        const int parts = std::max(1, static_cast<int>(std::ceil(length / size_ * 3)));
        for (int part = 0; part <= parts; ++part) {
            const QPointF point = from + step * (static_cast<double>(part) / parts) - area_.topLeft();
            const auto [top, below] = touched((point.y() - half) / size_, (point.y() + half) / size_, rows_);
            const auto [left, beyond] = touched((point.x() - half) / size_, (point.x() + half) / size_, columns_);
            for (int row = top; row < below; ++row)
                for (int column = left; column < beyond; ++column)
                    cell(column, row) = std::max(cell(column, row), 1);
        }
    }
    sums_.clear();
}

void FreeSpace::occupy(const QRectF& block, int weight)
{
    const QRectF inside = block.translated(-area_.topLeft());
    for (int row = cells_in(inside.top() / size_, rows_); row < rows_ && row * size_ < inside.bottom(); ++row)
        for (int column = cells_in(inside.left() / size_, columns_);
             column < columns_ && column * size_ < inside.right(); ++column)
            cell(column, row) = std::max(cell(column, row), weight);
    sums_.clear();
}

void FreeSpace::sum_up()
{
    const auto width = static_cast<std::size_t>(columns_) + 1;
    sums_.assign(width * (static_cast<std::size_t>(rows_) + 1), 0);
    for (int row = 0; row < rows_; ++row)
        for (int column = 0; column < columns_; ++column) {
            const std::size_t here = (static_cast<std::size_t>(row) + 1) * width + static_cast<std::size_t>(column) + 1;
            sums_[here] = cell(column, row) + sums_[here - 1] + sums_[here - width] - sums_[here - width - 1];
        }
}

int FreeSpace::covered(const QRectF& block) const
{
    const auto width = static_cast<std::size_t>(columns_) + 1;
    const auto column = [this](double x) { return static_cast<std::size_t>(cells_in(x, columns_)); };
    const auto row = [this](double y) { return static_cast<std::size_t>(cells_in(y, rows_)); };
    const QRectF inside = block.translated(-area_.topLeft());
    const std::size_t left = column(std::floor(inside.left() / size_)),
                      right = column(std::ceil(inside.right() / size_));
    const std::size_t top = row(std::floor(inside.top() / size_)), bottom = row(std::ceil(inside.bottom() / size_));
    return sums_[bottom * width + right] - sums_[top * width + right] - sums_[bottom * width + left]
        + sums_[top * width + left];
}

std::optional<QRectF> FreeSpace::place_free(QPointF anchor, QSizeF size, double clearance, double reach)
{
    if (sums_.empty())
        sum_up();
    struct Candidate {
        double cost;
        QRectF block;
    };
    std::vector<Candidate> candidates;
    for (double y = area_.top(); y + size.height() <= area_.bottom(); y += size_)
        for (double x = area_.left(); x + size.width() <= area_.right(); x += size_) {
            const QRectF block(QPointF(x, y), size);
            const double across = std::max({block.left() - anchor.x(), anchor.x() - block.right(), 0.0});
            const double along = std::max({block.top() - anchor.y(), anchor.y() - block.bottom(), 0.0});
            const double distance = std::hypot(across, along);
            if (distance < clearance || distance > reach || covered(block.adjusted(-3, -2, 3, 2)) > 0)
                continue;
            const double off_edge = std::min(std::abs(block.left() - anchor.x()), std::abs(block.right() - anchor.x()));
            candidates.push_back({distance + 0.15 * off_edge, block});
        }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
    for (const Candidate& candidate : candidates)
        if (is_free(leader_to(candidate.block, anchor)))
            return candidate.block;
    return std::nullopt;
}

QRectF FreeSpace::beside(const QPolygonF& curve, QSizeF size, double gap)
{
    if (sums_.empty())
        sum_up();
    const double width = size.width(), height = size.height();
    QRectF best(area_.topLeft(), size);
    double lowest = std::numeric_limits<double>::infinity();
    for (const double away : {gap, 2 * gap, 4 * gap}) {
        const QPointF corners[] = {{away, -height / 2},        {-away - width, -height / 2},
                                   {away / 2, -away - height}, {-width, -away - height},
                                   {away / 2, away},           {-width, away}};
        for (const QPointF& point : curve) {
            if (!is_somewhere(point)) // a rectangle contains what is nowhere, says Qt
                continue;
            for (const QPointF& corner : corners) {
                const QRectF block(point + corner, size);
                if (!area_.contains(block))
                    continue;
                const double cost = covered(block.adjusted(-4, -2, 4, 2)) * cost_per_cell
                    + covered(block.adjusted(-halo, -halo, halo, halo)) + 2 * away;
                if (cost < lowest) {
                    lowest = cost;
                    best = block;
                }
            }
        }
    }
    return best;
}

bool FreeSpace::is_free(const QRectF& block)
{
    if (sums_.empty())
        sum_up();
    return area_.contains(block) && covered(block) == 0;
}

bool FreeSpace::is_free(const QLineF& leader) const
{
    const double length = std::max(1.0, leader.length());
    for (double along = 0; along <= length; along += size_ / 2.0) {
        const QPointF point = leader.pointAt(along / length) - area_.topLeft();
        const double across = point.x() / size_, down = point.y() / size_;
        if (across > -1 && down > -1 && across < columns_ && down < rows_
            && cells_[index(static_cast<int>(across), static_cast<int>(down))] >= 4)
            return false;
    }
    return true;
}

QLineF leader_to(const QRectF& words, QPointF anchor)
{
    const bool beside = anchor.y() > words.top() && anchor.y() < words.bottom();
    const double x = beside ? (anchor.x() < words.left() ? words.left() - 4 : words.right() + 4)
                            : std::clamp(anchor.x(), words.left(), words.right());
    const double y = beside ? anchor.y() : words.top() > anchor.y() ? words.top() - 1 : words.bottom() + 1;
    return {anchor, QPointF(x, y)};
}

std::vector<double> push_apart(const std::vector<double>& wanted, double distance, double low, double high)
{
    std::vector<std::size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return wanted[a] < wanted[b]; });
    struct Cluster {
        double centre;
        std::size_t count;
    };
    const auto half = [&](const Cluster& cluster) { return distance * static_cast<double>(cluster.count - 1) / 2; };
    std::vector<Cluster> clusters;
    for (std::size_t index : order) {
        clusters.push_back({std::clamp(wanted[index], low, std::max(low, high)), 1});
        while (clusters.size() > 1) {
            Cluster& last = clusters.back();
            Cluster& before = clusters[clusters.size() - 2];
            if (last.centre - half(last) - (before.centre + half(before)) >= distance)
                break;
            const double total = static_cast<double>(last.count + before.count);
            before.centre
                = (before.centre * static_cast<double>(before.count) + last.centre * static_cast<double>(last.count))
                / total;
            before.count += last.count;
            before.centre = std::min(std::max(before.centre, low + half(before)), std::max(low, high - half(before)));
            clusters.pop_back();
        }
    }
    std::vector<double> centres(wanted.size());
    std::size_t next = 0;
    for (const Cluster& cluster : clusters)
        for (std::size_t i = 0; i < cluster.count; ++i)
            centres[order[next++]] = cluster.centre - half(cluster) + distance * static_cast<double>(i);
    return centres;
}

namespace {

void occupy_series(FreeSpace& space, const LabelledPanel& labelled, const figures::Series& series)
{
    const RenderStyle& style = *labelled.style;
    const auto at = [&](double x, double y) {
        return QPointF(labelled.rect->axis(QCPAxis::atBottom)->coordToPixel(x),
                       labelled.rect->axis(QCPAxis::atLeft)->coordToPixel(y));
    };
    const SeriesStyle look = style.theme.series(series.role);
    const double marker = look.marker == Marker::None ? 0 : style.pen(look.marker_size + 2);
    const auto occupy_point = [&](double x, double y, double size) {
        if (std::isfinite(y) && size > 0)
            space.occupy(QRectF(at(x, y), QSizeF()).adjusted(-size / 2, -size / 2, size / 2, size / 2), 3);
    };
    if (series.form == figures::SeriesForm::Points) {
        for (std::size_t i = 0; i < series.x.size(); ++i) {
            occupy_point(series.x[i], series.y[i], std::max(3.0, 1.5 * marker));
            if (i < series.x_low.size() && i < series.x_high.size())
                space.occupy(QPolygonF({at(series.x_low[i], series.y[i]), at(series.x_high[i], series.y[i])}), 3);
        }
        return;
    }
    if (series.form == figures::SeriesForm::Bars) {
        for (std::size_t i = 0; i < series.x.size(); ++i)
            space.occupy(
                QRectF(at(series.x[i] - series.bar_width / 2, series.y[i]), at(series.x[i] + series.bar_width / 2, 0))
                    .normalized());
        return;
    }
    const bool filled = !series.y_low.empty();
    QPolygonF curve, lower;
    const double width = std::max(1.0, style.pen(look.width)) + 1;
    const auto end_stretch = [&](QPolygonF& line) {
        if (line.size() == 1)
            line << line.front();
        space.occupy(line, width);
        line.clear();
    };
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (std::isfinite(series.y[i])) {
            curve << at(series.x[i], series.y[i]);
            if (series.markers && (series.every_value || std::exp2(std::round(std::log2(series.x[i]))) == series.x[i]))
                occupy_point(series.x[i], series.y[i], filled ? 0 : marker);
        } else
            end_stretch(curve);
        if (i < series.y_low.size() && std::isfinite(series.y_low[i]))
            lower << at(series.x[i], series.y_low[i]);
    }
    end_stretch(curve);
    end_stretch(lower);
    if (series.own_x > 0)
        occupy_point(series.own_x,
                     figures::value_at(series, series.own_x, labelled.figure->plot().x.logarithmic,
                                       labelled.panel->y.logarithmic),
                     style.pen(18));
}

} // namespace

void occupy_drawing(FreeSpace& space, const LabelledPanel& labelled)
{
    const figures::Panel& panel = *labelled.panel;
    const RenderStyle& style = *labelled.style;
    const QRectF area = labelled.rect->rect();
    const QCPAxis &across = *labelled.rect->axis(QCPAxis::atBottom), &along = *labelled.rect->axis(QCPAxis::atLeft);
    for (const figures::Series& series : panel.series)
        occupy_series(space, labelled, series);
    if (const double marker = labelled.figure->plot().marker; marker > 0 && style.marker)
        space.occupy(QRectF(across.coordToPixel(marker) - 3, area.top(), 6, area.height()), 3);
    const auto occupy_around = [&](double x, double y, double half_width, double half_height) {
        const QPointF point(across.coordToPixel(x), along.coordToPixel(y));
        space.occupy(QRectF(point, QSizeF()).adjusted(-half_width, -half_height, half_width, half_height), 3);
    };
    const double ring = style.pen(8);
    for (const figures::Bracket& bracket : panel.brackets)
        occupy_around(bracket.x_to, bracket.y_to, ring, ring);
    for (const figures::Note& note : panel.notes) {
        if (note.ring)
            occupy_around(note.x, note.y, ring, ring);
        if (note.tick)
            occupy_around(note.x, note.y, 2, style.text(7));
    }
    if (!panel.banner.empty())
        space.occupy(QRectF(area.left(), area.top(), area.width(), style.text(banner_height)));
}

} // namespace plateau::ui
