// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRect>
#include <QSize>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/charts/figure.h"
#include "ui/figures/labels.h"
#include "ui/figures/render_style.h"

class QCPPainter;
class QCustomPlot;

namespace plateau::ui {

class PanelView;
struct TracedPage;

/// A stretch of an axis.
struct AxisRange {
    double from = 0;
    double to = 0;
    bool logarithmic = false;

    bool holds(double value) const { return value >= from && value <= to; }
};

/// A line or band as far as its values lie on the axis: it ends, or runs along, where it leaves. On paper, for a
/// drawing in SVG shows all of a curve, whatever the painter's clip.
figures::Series clipped(figures::Series series, const AxisRange& y, bool logarithmic_x);

/// Puts a figure of panels onto a plot. The only place where curves, axes and notes become pens and pixels: the
/// window and every export go through it. Axis rects and graphs are kept between figures of the same shape.
class FigureRenderer {
public:
    explicit FigureRenderer(QCustomPlot& plot);
    ~FigureRenderer();

    /// Takes over the figure; does not replot.
    void set(figures::Figure figure, const RenderStyle& style);
    /// Shares `size` between the panels. Call before drawing at a new size. What `elsewhere` names has no place in this
    /// figure's own legend.
    void fit(QSize size, const Legend& elsewhere = {});

    /// On paper: pixels of height that the axes and the words below lack, and whether the plots are too narrow.
    double short_of_height() const { return short_of_height_; }
    bool short_of_width() const { return short_of_width_; }
    /// The height of what stands below the axis rows.
    double legend_height() const { return legend_height_; }
    const Legend& legend() const { return legend_; }

    const figures::Figure& figure() const { return figure_; }
    const figures::Plot& plot() const { return figure_.plot(); }
    std::size_t panel_count() const { return panels_.size(); }
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

    /// For scripts that draw axes and curves themselves: draws only what stands below and over these; what they show
    /// goes into `apart`, whose pieces point into `whole`, the figure it was set to. Nothing is drawn after that.
    void take_apart(QCPPainter& painter, QSize size, const figures::Figure& whole, TracedPage& apart);

private:
    void share(QSize size, bool ends_below, double below);
    Legend place_all(QSize size, const Legend& elsewhere);
    double height_of(std::size_t panel) const;

    QCustomPlot& plot_;
    figures::Figure figure_;
    RenderStyle style_;
    std::vector<std::unique_ptr<PanelView>> panels_;
    std::vector<WithoutRoom> without_room_; ///< of each panel
    double short_of_height_ = 0;
    Legend legend_;
    double legend_height_ = 0;
    bool short_of_width_ = false;
};

} // namespace plateau::ui
