// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <vector>

#include "ui/figures/clipped_curve.h"
#include "ui/figures/panel_items.h"
#include "ui/figures/remark_item.h"
#include "ui/figures/tickers.h"

namespace plateau::ui {

/// One panel on the plot: an axis rect, a fixed set of graphs per series, and the items around them. set() swaps
/// data and pens; graphs are made once and kept as long as the panel has as many series.
class PanelView {
public:
    explicit PanelView(QCustomPlot* plot);

    void set(const figures::Panel& panel, const figures::Figure& figure, const RenderStyle& style, int index,
             bool last);
    QCPAxisRect* rect() const { return rect_; }
    LabelItem& labels() { return *labels_; }
    /// Space around its plot; `below`: more of it under the axis rows.
    void set_margins(const figures::Figure& figure, const RenderStyle& style, int width, bool ends_below, double below);
    /// The size its plot will have.
    void set_extent(QSizeF size)
    {
        x_ticker_->set_extent(size.width());
        x_values_->set_extent(size.width());
        y_ticker_->set_extent(size.height());
    }
    /// The least height at which its axis has room for its labels, and the least width.
    double least_height(const RenderStyle& style) const;
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
    };

    void add_graphs();
    void set_axes(const figures::Panel& panel, const figures::Figure& figure, const RenderStyle& style, bool last);
    AxisRange axis_range(QCPAxis::AxisType type) const;
    figures::Series on_paper(const figures::Series& series, const RenderStyle& style) const;
    bool shows(double x, double y, const RenderStyle& style) const;
    void set_curve(SeriesGraphs& graphs, const figures::Series& whole, const RenderStyle& style);
    void set_points(SeriesGraphs& graphs, const figures::Series& series, const RenderStyle& style);
    void set_bars(SeriesGraphs& graphs, const figures::Series& series, const RenderStyle& style);
    void set_band(SeriesGraphs& graphs, const figures::Series& series, const RenderStyle& style);

    const figures::Panel* panel_ = nullptr;
    figures::Roles earlier_; ///< of the figure
    int index_ = 0;
    bool last_ = false, titles_fit_ = true;
    QCPAxisRect* rect_;
    QSharedPointer<PowerOfTwoTicker> x_ticker_;
    QSharedPointer<ValueTicker> x_values_; ///< where powers of two are not what people count in
    QSharedPointer<ValueTicker> y_ticker_;
    std::vector<SeriesGraphs> graphs_;
    LabelItem* labels_;
    std::vector<PanelItem*> items_; ///< all of them
};

} // namespace plateau::ui
