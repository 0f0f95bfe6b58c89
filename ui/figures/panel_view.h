// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <qcustomplot.h>

#include "core/charts/figure.h"
#include "ui/figures/labels.h"
#include "ui/figures/render_style.h"
#include "ui/figures/tickers.h"

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

/// One panel on the plot: an axis rect, a fixed set of graphs per series, and the items around them. set() swaps
/// data and pens; graphs are made once and kept as long as the panel has as many series.
class PanelView {
public:
    explicit PanelView(QCustomPlot* plot);

    /// What is handed over lives as long as it is shown.
    void set(const figures::Panel& panel, const figures::Figure& figure, const RenderStyle& style, int index,
             bool last);
    QCPAxisRect* rect() const { return rect_; }
    LabelItem& labels() { return *labels_; }
    /// Space around its plot; `below`: more of it under the axis rows.
    void set_margins(int width, bool ends_below, double below);
    /// The size its plot will have.
    void set_extent(QSizeF size)
    {
        x_ticker_->set_extent(size.width());
        x_values_->set_extent(size.width());
        y_ticker_->set_extent(size.height());
    }
    /// The least height at which its axis has room for its labels, and the least width.
    double least_height() const;
    double least_width() const;
    /// False: a word above or below is longer than a row.
    bool titles_fit() const { return titles_fit_; }

private:
    /// What one series may be drawn with; what it does not need is hidden.
    struct SeriesGraphs {
        QCPGraph* line = nullptr;
        QCPGraph* lower = nullptr; ///< lower edge of a band
        QCPGraph* beyond = nullptr; ///< dotted, beyond the evidence
        QCPGraph* markers = nullptr;
        QCPGraph* hollow_markers = nullptr;
        QCPCurve* ranges = nullptr; ///< of points; made when first needed
        QCPBars* bars = nullptr; ///< made when first needed
        std::vector<QCPAbstractPlottable*> all;
    };

    template<class Plottable>
    Plottable* add(SeriesGraphs& graphs);
    void add_graphs();
    void set_axes();
    figures::Series on_paper(const figures::Series& series) const;
    bool shows(double x, double y) const;
    QColor colour_of(const figures::Series& series) const;
    void set_curve(SeriesGraphs& graphs, const figures::Series& whole);
    void set_points(SeriesGraphs& graphs, const figures::Series& series);
    void set_bars(SeriesGraphs& graphs, const figures::Series& series);
    void set_band(SeriesGraphs& graphs, const figures::Series& series);

    const figures::Panel* panel_ = nullptr;
    const figures::Figure* figure_ = nullptr;
    const RenderStyle* style_ = nullptr;
    int index_ = 0;
    bool last_ = false, titles_fit_ = true;
    QCPAxisRect* rect_;
    QCPAxis *x_, *y_;
    QSharedPointer<PowerOfTwoTicker> x_ticker_;
    QSharedPointer<ValueTicker> x_values_; ///< where powers of two are not what people count in
    QSharedPointer<ValueTicker> y_ticker_;
    std::vector<SeriesGraphs> graphs_;
    LabelItem* labels_;
    std::vector<PanelItem*> items_; ///< all of them
};

} // namespace plateau::ui
