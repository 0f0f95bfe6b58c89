// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include "core/views/figures/figure.h"
#include "ui/figures/panel_words.h"
#include "ui/figures/render_style.h"

/// What stands around and over the curves of one panel, drawn by items of our own: QCustomPlot's text items know one
/// font each and cannot make room for one another.
namespace plateau::ui {

/// Common to all: an item bound to one axis rect, drawn whole, never selectable.
class PanelItem : public QCPAbstractItem {
public:
    PanelItem(QCustomPlot* plot, QCPAxisRect* rect, const QString& layer);
    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }
    void set(const figures::Panel* panel, const figures::Figure* figure, const RenderStyle* style);

protected:
    QPointF at(double x, double y) const;
    const figures::Plot& plotted() const { return figure_->plot(); }
    double x_pixel(double x) const { return rect_->axis(QCPAxis::atBottom)->coordToPixel(x); }

    QCPAxisRect* rect_;
    const figures::Panel* panel_ = nullptr;
    const figures::Figure* figure_ = nullptr;
    const RenderStyle* style_ = nullptr;
};

/// What a range of x is filled with; where nothing is possible, a pattern for a small sample of its hatching.
QBrush band_brush(const figures::Region& region, const Theme& theme);

/// Tinted and hatched ranges of x, below the grid.
class RegionItem final : public PanelItem {
public:
    using PanelItem::PanelItem;

protected:
    void draw(QCPPainter* painter) override;
};

/// Title, direct labels, words, notes, brackets, banner, the axis title's row and what stands below the figure.
class AnnotationItem final : public PanelItem {
public:
    using PanelItem::PanelItem;
    void set_place(int index, bool last)
    {
        index_ = index;
        last_ = last;
    }
    /// What the figure's layout has found: words without room, the number its footnotes start from.
    void set_below(Below below, int first_number)
    {
        place_.below = std::move(below);
        place_.first_number = first_number;
    }
    void set_foot(Foot foot) { foot_ = std::move(foot); }
    PanelPlace place() const;

protected:
    void draw(QCPPainter* painter) override;

private:
    void draw_strokes(QCPPainter* painter, const PanelWords& words);
    void draw_foot(QCPPainter* painter);
    void draw_banner(QCPPainter* painter);

    int index_ = 0;
    bool last_ = false;
    PanelPlace place_;
    Foot foot_;
};

/// Takes away the labels of an axis that a tag over it would cut.
void clear_cut_labels(QPainter& painter, const QCPAxis& axis, const QRectF& tag, const QColor& ground);

/// The line through the current point with its handle, its tag over the x axis and a dot on the current curve.
class MarkerItem final : public PanelItem {
public:
    using PanelItem::PanelItem;
    void set_place(bool first, bool last)
    {
        first_ = first;
        last_ = last;
    }

protected:
    void draw(QCPPainter* painter) override;

private:
    void draw_tag(QCPPainter* painter, double x);
    void draw_dots(QCPPainter* painter, double x);
    void draw_own_place(QCPPainter* painter, const figures::Series& series);

    bool first_ = false;
    bool last_ = false;
};

/// Where labels of the given heights go so that they do not touch: as close as possible to `wanted` (any order),
/// at least `distance` apart, inside [low, high]. Returns centres in the order given.
std::vector<double> push_apart(const std::vector<double>& wanted, double distance, double low, double high);

} // namespace plateau::ui
