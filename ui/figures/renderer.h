// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QSize>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/figures/figure.h"
#include "ui/figures/render_style.h"

class QCustomPlot;

namespace plateau::ui {

class PanelView;

/// Puts a figure of panels onto a plot. The only place where curves, axes and notes become pens and pixels: the
/// window and every export go through it. Axis rects and graphs are kept between figures of the same shape.
class FigureRenderer {
public:
    explicit FigureRenderer(QCustomPlot& plot);
    ~FigureRenderer();

    /// Takes over the figure; does not replot.
    void set(figures::Figure figure, const RenderStyle& style);
    /// Only the marker moved. Cheap: the caller replots the overlay layer.
    void set_marker(double x);
    /// Shares `size` between the panels. Call before drawing at a new size.
    void fit(QSize size);

    const figures::Figure& figure() const { return figure_; }
    /// The named point that is drawn nearest to a pixel, at most `reach` away.
    struct PointAt {
        std::size_t panel = 0;
        std::size_t series = 0;
        std::size_t point = 0;
        QPointF pixel;
    };
    std::optional<PointAt> point_at(QPointF pixel, double reach) const;
    /// x of a pixel, and pixel of an x, in the shared x axis.
    double x_at(double pixel) const;
    double pixel_of(double x) const;
    /// From the top of the first plot to the bottom of the tag below the last.
    QRect marker_area() const;
    /// The plot of a panel; the panel whose plot is on the height of a pixel, the nearest one between two.
    QRectF plot_rect(std::size_t panel) const;
    std::size_t panel_at(double pixel_y) const;
    double y_at(std::size_t panel, double pixel) const;
    double pixel_of(std::size_t panel, double y) const;
    /// What the axis of a panel shows.
    std::pair<double, double> y_range(std::size_t panel) const;
    const RenderStyle& style() const { return style_; }

private:
    QCustomPlot& plot_;
    figures::Figure figure_;
    RenderStyle style_;
    std::vector<std::unique_ptr<PanelView>> panels_;
};

} // namespace plateau::ui
