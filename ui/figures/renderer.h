// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QPointF>
#include <QRect>
#include <QSize>
#include <qcustomplot.h>

#include "core/charts/figure.h"
#include "core/text/units/quantity.h"
#include "ui/figures/labels.h"
#include "ui/figures/picture.h"

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

/// How all numbers of one axis are written.
struct TickFormat {
    int prefix = -1; ///< all in thousands (1), millions (2) ...; -1: each in its own
    double prefixed_from = 1e4; ///< smaller ones stand in full
    bool powers = false; ///< of ten
};
/// The format of an axis between two values: "5,000" beside "10,000", "50 k" beside "100 k", never both.
TickFormat tick_format(double low, double high, bool logarithmic, units::Unit unit);

/// "100 k", "10 M", "2,048", "37" for a fraction: the unit stands in the panel's title.
QString tick_text(double value, units::Unit unit, const TickFormat& format = {});
/// The text of a tick, with a plus before what is above zero.
QString signed_tick_text(double value, units::Unit unit, const TickFormat& format = {});

/// Ticks whose labels do not touch.
class LegibleTicker : public QCPAxisTicker {
public:
    explicit LegibleTicker(const QCPAxis* axis) : axis_(axis) { }
    void set_unit(units::Unit unit) { unit_ = unit; }
    /// Length of the axis in pixels; QCustomPlot asks for ticks before it lays the axis out.
    void set_extent(double pixels) { extent_ = pixels < 1 ? 1 : pixels; }
    /// How many labels it would have at a length.
    qsizetype labels_at(double pixels, const QCPRange& range);

protected:
    int getSubTickCount(double) override { return 0; }
    /// As many decimals in all of a linear axis as one of them needs.
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale& locale, QChar format,
                                       int precision) override;
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return tick_text(tick, unit_, format()); }
    TickFormat format() const
    {
        return tick_format(axis_->range().lower, axis_->range().upper, axis_->scaleType() == QCPAxis::stLogarithmic,
                           unit_);
    }
    /// The first of the choices whose labels stand apart and are at least three; else the one with most labels.
    QVector<double> best_ticks(const QVector<QVector<double>>& choices, const QCPRange& range);

    const QCPAxis* axis_;
    double extent_ = 400;
    units::Unit unit_ = units::Unit::None;

private:
    bool stand_apart(const QVector<double>& ticks, const QCPRange& range);
};

/// Powers of two on a logarithmic axis: each one, or every second, fourth ...
class PowerOfTwoTicker final : public LegibleTicker {
public:
    using LegibleTicker::LegibleTicker;

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override;
};

/// Decades on a logarithmic axis (1-2-5 when there are few), round steps on a linear one, at a legible distance.
class ValueTicker final : public LegibleTicker {
public:
    using LegibleTicker::LegibleTicker;
    void set_spacing(double pixels) { spacing_ = pixels; }
    void set_with_plus(bool with_plus) { with_plus_ = with_plus; }
    /// Words at 0, 1, 2 ... instead of numbers; none: numbers.
    void set_words(QStringList words) { words_ = std::move(words); }

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale&, QChar, int) override;

private:
    QVector<QVector<double>> logarithmic(const QCPRange& range) const;
    QVector<QVector<double>> linear(const QCPRange& range) const;

    double spacing_ = 26;
    bool with_plus_ = false;
    QStringList words_;
};

/// What a step divides without rest, from one value to another; 100 values at most.
QVector<double> multiples(double step, double from, double to);

/// The round step (1, 2, 2.5, 5 x 10^n) that divides `span` into at most `parts`.
double round_step(double span, int parts);

} // namespace plateau::ui
