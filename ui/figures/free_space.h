// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QPolygonF>
#include <QRectF>

#include <optional>
#include <vector>

namespace plateau::ui {

/// Where in a plot nothing is drawn yet: a coarse grid of cells with prefix sums, so that every place for a block of
/// text can be tried. A cell counts as taken when a stroke touches it.
class FreeSpace {
public:
    explicit FreeSpace(const QRectF& area, double cell = 6);

    /// A stroke `width` wide.
    void occupy(const QPolygonF& curve, double width = 1);
    /// `weight` up to 3: a line that leaders may cross; from 4 on: words.
    void occupy(const QRectF& block, int weight = 4);
    /// The nearest place where nothing is, at most `reach` away and with a leader that crosses no words; none: nullopt.
    std::optional<QRectF> place_free(QPointF anchor, QSizeF size, double clearance, double reach);
    /// The place for a curve's name: next to it, `gap` away, where it is furthest from everything else.
    QRectF beside(const QPolygonF& curve, QSizeF size, double gap);
    /// Whether nothing is drawn there, and it lies inside.
    bool is_free(const QRectF& block);
    /// Whether a leader crosses no block of text; it may cross curves.
    bool is_free(const QLineF& leader) const;

private:
    void sum_up();
    std::size_t index(int column, int row) const
    {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
    }
    int& cell(int column, int row) { return cells_[index(column, row)]; }
    int covered(const QRectF& block) const;

    QRectF area_;
    double size_;
    int columns_ = 0;
    int rows_ = 0;
    std::vector<int> cells_;
    std::vector<int> sums_; ///< (columns + 1) x (rows + 1)
};

/// From a point to the nearest edge of its words.
QLineF leader_to(const QRectF& words, QPointF anchor);

/// Where labels of the given heights go so that they do not touch: as close as possible to `wanted` (any order),
/// at least `distance` apart, inside [low, high]. Returns centres in the order given.
std::vector<double> push_apart(const std::vector<double>& wanted, double distance, double low, double high);

} // namespace plateau::ui
