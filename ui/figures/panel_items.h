// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include "core/charts/figure.h"
#include "ui/figures/labels.h"
#include "ui/figures/render_style.h"

/// What stands around and over the curves of one panel, drawn by items of our own: QCustomPlot's text items know one
/// font each and cannot make room for one another.
namespace plateau::ui {

/// Common to all: an item bound to one axis rect, drawn whole, never selectable.
class PanelItem : public QCPAbstractItem {
public:
    PanelItem(QCustomPlot* plot, QCPAxisRect* rect, const QString& layer);
    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }
    /// `index` among the figure's panels.
    void set(const figures::Panel& panel, const figures::Figure& figure, const RenderStyle& style, int index,
             bool last);

protected:
    QPointF at(double x, double y) const;
    const figures::Plot& plotted() const { return figure_->plot(); }
    double x_pixel(double x) const { return rect_->axis(QCPAxis::atBottom)->coordToPixel(x); }

    QCPAxisRect* rect_;
    const figures::Panel* panel_ = nullptr;
    const figures::Figure* figure_ = nullptr;
    const RenderStyle* style_ = nullptr;
    int index_ = 0;
    bool last_ = false;
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

/// The labels of a panel, its banner, and below the last one the figure's legend.
class LabelItem final : public PanelItem {
public:
    using PanelItem::PanelItem;
    /// What the figure's layout has found.
    void set_layout(WithoutRoom without_room, int first_number)
    {
        without_room_ = std::move(without_room);
        first_number_ = first_number;
    }
    void set_legend(Legend legend) { legend_ = std::move(legend); }
    PanelLabels labels() const;

protected:
    void draw(QCPPainter* painter) override;

private:
    void draw_strokes(QCPPainter* painter, const PanelLabels& labels);
    void draw_legend(QCPPainter* painter);
    void draw_banner(QCPPainter* painter);

    WithoutRoom without_room_;
    int first_number_ = 1; ///< of the panel's footnotes
    Legend legend_;
};

/// Takes away the labels of an axis that a tag over it would cut.
void clear_cut_labels(QPainter& painter, const QCPAxis& axis, const QRectF& tag, const QColor& ground);

/// The line through the current point with its handle, its tag over the x axis and a dot on the current curve.
class MarkerItem final : public PanelItem {
public:
    using PanelItem::PanelItem;

protected:
    void draw(QCPPainter* painter) override;

private:
    void draw_tag(QCPPainter* painter, double x);
    void draw_dots(QCPPainter* painter, double x);
    void draw_own_place(QCPPainter* painter, const figures::Series& series);
};

/// What people wrote on one plot: a dot where it belongs, the words in a box above it.
class RemarkItem final : public PanelItem {
public:
    using PanelItem::PanelItem;

protected:
    void draw(QCPPainter* painter) override;
};

/// The box of a remark's words, inside `area` beside its dot at `anchor`.
QRectF remark_box(const QString& words, QPointF anchor, const QRectF& area, const RenderStyle& style);
/// As it is shown: one line's worth of harmless characters.
QString remark_words(const figures::Remark& remark);

} // namespace plateau::ui
