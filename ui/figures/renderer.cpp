// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/renderer.h"

#include "ui/figures/figure_view.h"
#include "ui/figures/script_plan.h"

namespace plateau::ui {

namespace {

constexpr double widest_end_labels = 0.22; ///< of a figure's width on paper: wider ones go below

void take_names_away(figures::Figure& figure)
{
    for (figures::Panel& panel : figure.plot().panels) {
        panel.labels.clear();
        for (figures::Series& series : panel.series) {
            series.label_at_end = false;
            series.name = series.beside = {};
        }
    }
}

/// `all`: also those that stand beside their curves.
void send_names_below(const figures::Panel& panel, WithoutRoom& without_room, bool all)
{
    for (std::size_t i = 0; i < panel.series.size(); ++i)
        if (panel.series[i].label_at_end)
            without_room.insert({LabelKind::End, i});
        else if (all && !panel.series[i].beside.empty())
            without_room.insert({LabelKind::Beside, i});
}

} // namespace

FigureRenderer::FigureRenderer(QCustomPlot& plot) : plot_(plot)
{
    plot_.plotLayout()->clear();
    plot_.plotLayout()->setRowSpacing(0);
    plot_.setLocale(QLocale::c());
    plot_.setPlottingHint(QCP::phImmediateRefresh, false); // painted once, with all that a change moves
}

FigureRenderer::~FigureRenderer() = default;

void FigureRenderer::set(figures::Figure figure, const RenderStyle& style)
{
    figure_ = std::move(figure);
    style_ = style;
    style_.letters = style.letters && plot().panels.size() > 1;
    if (style.names == figures::NamePlace::None)
        take_names_away(figure_);
    plot_.setBackground(QBrush(style.ground()));
    plot_.setPlottingHint(QCP::phFastPolylines, style.fast);
    if (panels_.size() != plot().panels.size()) {
        panels_.clear();
        plot_.clearPlottables();
        plot_.clearItems();
        plot_.plotLayout()->clear();
        for (std::size_t row = 0; row < plot().panels.size(); ++row) {
            panels_.push_back(std::make_unique<PanelView>(&plot_));
            plot_.plotLayout()->addElement(static_cast<int>(row), 0, panels_.back()->rect());
        }
    }
    for (std::size_t i = 0; i < panels_.size(); ++i)
        panels_[i]->set(plot().panels[i], figure_, style_, static_cast<int>(i), i + 1 == panels_.size());
    fit(plot_.size());
}

void FigureRenderer::share(QSize size, bool ends_below, double below)
{
    double shares = 0, margins = 0, least = 0;
    short_of_width_ = false;
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        panels_[i]->set_margins(size.width(), ends_below, below);
        const QMargins around = panels_[i]->rect()->margins();
        shares += plot().panels[i].height;
        margins += around.top() + around.bottom();
        least += style_.on_paper ? panels_[i]->least_height() : 0;
    }
    // The axis rows and the right margin are those of the figure.
    int right = 0;
    for (const auto& panel : panels_)
        right = std::max(right, panel->rect()->margins().right());
    const double room = std::max(1.0, size.height() - margins);
    short_of_height_ = std::max(0.0, margins + least - size.height());
    QList<double> heights;
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        QMargins around = panels_[i]->rect()->margins();
        around.setRight(right);
        panels_[i]->rect()->setMargins(around);
        const double own = style_.on_paper ? panels_[i]->least_height() : 0;
        const double height = std::max(
            1.0, (short_of_height_ > 0 ? 0 : own) + std::max(0.0, room - least) * plot().panels[i].height / shares);
        heights.append(height + around.top() + around.bottom());
        const double width = size.width() - around.left() - around.right();
        short_of_width_
            = style_.on_paper && (short_of_width_ || width < panels_[i]->least_width() || !panels_[i]->titles_fit());
        panels_[i]->set_extent(QSizeF(width, height));
    }
    plot_.plotLayout()->setRowStretchFactors(heights);
}

Legend FigureRenderer::place_all(QSize size, const Legend& elsewhere)
{
    plot_.setViewport(QRect(QPoint(), size));
    for (const auto phase : {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
        plot_.plotLayout()->update(phase);
    Legend legend;
    int number = 1;
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        LabelItem& item = panels_[i]->labels();
        item.set_layout(without_room_[i], number);
        const PanelLabels labels = item.labels();
        without_room_[i] = labels.without_room;
        item.set_layout(without_room_[i], number);
        number += labels.numbers;
        for (const LegendEntry& entry : labels.below)
            if (!elsewhere.has(entry))
                legend.add(entry);
    }
    return legend;
}

void FigureRenderer::fit(QSize size, const Legend& elsewhere)
{
    if (panels_.empty())
        return;
    if (!style_.on_paper) {
        share(size, false, 0);
        return;
    }
    constexpr int most_rounds = 16;
    const int panels = static_cast<int>(panels_.size());
    const bool legend = style_.names == figures::NamePlace::Legend;
    const bool ends_below = legend || end_labels_width(figure_, style_) > widest_end_labels * size.width();
    without_room_.assign(panels_.size(), {});
    double below = style_.least_legend;
    for (int round = 0; round < most_rounds; ++round) {
        share(size, ends_below, below);
        for (std::size_t i = 0; i < panels_.size(); ++i)
            if (ends_below || end_labels_height(plot().panels[i], style_) > height_of(i))
                send_names_below(plot().panels[i], without_room_[i], legend);
        const std::vector<WithoutRoom> before = without_room_;
        legend_ = place_all(size, elsewhere);
        const double height = legend_.height(size.width(), style_, panels);
        const bool settled = before == without_room_ && height <= below + 0.5;
        below = std::max(below, height);
        legend_height_ = below;
        panels_.back()->labels().set_legend(legend_);
        if (settled)
            break;
    }
}

double FigureRenderer::height_of(std::size_t panel) const
{
    const QMargins around = panels_[panel]->rect()->margins();
    return plot_.plotLayout()->rowStretchFactors()[static_cast<qsizetype>(panel)] - around.top() - around.bottom();
}

std::optional<FigureRenderer::PointAt> FigureRenderer::point_at(QPointF pixel, double reach) const
{
    std::optional<PointAt> nearest;
    double least = reach;
    for (std::size_t p = 0; p < panels_.size(); ++p) {
        const QCPAxisRect* rect = panels_[p]->rect();
        if (!QRectF(rect->rect()).adjusted(-reach, -reach, reach, reach).contains(pixel))
            continue;
        const QCPAxis* x = rect->axis(QCPAxis::atBottom);
        const QCPAxis* y = rect->axis(QCPAxis::atLeft);
        for (std::size_t s = 0; s < plot().panels[p].series.size(); ++s) {
            const figures::Series& series = plot().panels[p].series[s];
            for (std::size_t i = 0; i < series.names.size() && i < series.x.size(); ++i) {
                if (series.names[i].empty())
                    continue;
                const QPointF at(x->coordToPixel(series.x[i]), y->coordToPixel(series.y[i]));
                const double distance = std::hypot(at.x() - pixel.x(), at.y() - pixel.y());
                if (distance <= least) { // of two in one place the one drawn last
                    least = distance;
                    nearest = PointAt{p, s, i, at};
                }
            }
        }
    }
    return nearest;
}

double FigureRenderer::x_at(double pixel) const
{
    return panels_.empty() ? 0 : panels_.front()->rect()->axis(QCPAxis::atBottom)->pixelToCoord(pixel);
}

double FigureRenderer::pixel_of(double x) const
{
    return panels_.empty() ? 0 : panels_.front()->rect()->axis(QCPAxis::atBottom)->coordToPixel(x);
}

QRect FigureRenderer::marker_area() const
{
    if (panels_.empty())
        return {};
    const QRect first = panels_.front()->rect()->rect(), last = panels_.back()->rect()->rect();
    return {QPoint(first.left(), first.top() - 8), QPoint(last.right(), last.bottom() + 28)};
}

QRectF FigureRenderer::plot_rect(std::size_t panel) const
{
    return panel < panels_.size() ? QRectF(panels_[panel]->rect()->rect()) : QRectF();
}

std::size_t FigureRenderer::panel_at(double pixel_y) const
{
    std::size_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        const QRectF rect = plot_rect(i);
        const double distance = std::max({0.0, rect.top() - pixel_y, pixel_y - rect.bottom()});
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

double FigureRenderer::y_at(std::size_t panel, double pixel) const
{
    return panels_[panel]->rect()->axis(QCPAxis::atLeft)->pixelToCoord(pixel);
}

double FigureRenderer::pixel_of(std::size_t panel, double y) const
{
    return panels_[panel]->rect()->axis(QCPAxis::atLeft)->coordToPixel(y);
}

namespace {

TracedAxis traced_axis(const QCPAxis& axis)
{
    TracedAxis traced{axis.range().lower, axis.range().upper, axis.scaleType() == QCPAxis::stLogarithmic};
    if (axis.rangeReversed())
        std::swap(traced.low, traced.high);
    const QVector<double> ticks = axis.tickVector();
    const QVector<QString> labels = axis.tickVectorLabels();
    for (qsizetype i = 0; i < std::min(ticks.size(), labels.size()); ++i)
        if (axis.range().contains(ticks[i]))
            traced.ticks.push_back({ticks[i] == 0 ? 0 : ticks[i], axis.tickLabels() ? labels[i] : QString()});
    return traced;
}

/// Tells when curves would be drawn.
class PlaceOfCurves final : public QCPAbstractItem {
public:
    PlaceOfCurves(QCustomPlot& plot, std::function<void()> reached)
        : QCPAbstractItem(&plot), reached_(std::move(reached))
    {
        setLayer(QStringLiteral("main"));
        setClipToAxisRect(false);
    }
    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }

protected:
    void draw(QCPPainter*) override { reached_(); }

private:
    std::function<void()> reached_;
};

} // namespace

void FigureRenderer::take_apart(QCPPainter& painter, QSize size, const figures::Figure& whole, TracedPage& apart)
{
    for (int i = 0; i < plot_.plottableCount(); ++i)
        plot_.plottable(i)->setVisible(false);
    for (const auto& panel : panels_)
        for (const auto type : {QCPAxis::atBottom, QCPAxis::atLeft})
            panel->rect()->axis(type)->setVisible(false);
    std::size_t below = 0;
    new PlaceOfCurves(plot_, [&] { below = apart.shapes.size(); }); // the plot's
    plot_.toPainter(&painter, size.width(), size.height());
    for (std::size_t i = below; i < apart.shapes.size(); ++i)
        apart.shapes[i].above = true;
    for (std::size_t i = 0; i < panels_.size(); ++i)
        apart.panels.push_back({&whole.plot().panels[i], &whole,
                                plot_rect(i).translated(0, -1), // as coordToPixel() counts
                                traced_axis(*panels_[i]->rect()->axis(QCPAxis::atBottom)),
                                traced_axis(*panels_[i]->rect()->axis(QCPAxis::atLeft))});
}

std::pair<double, double> FigureRenderer::y_range(std::size_t panel) const
{
    const QCPRange range = panels_[panel]->rect()->axis(QCPAxis::atLeft)->range();
    return {range.lower, range.upper};
}

namespace {

/// The share of the way from one value to the next at which the limit is crossed; 0: nowhere between.
double crossing(double one, double other, double limit, bool logarithmic)
{
    if (!std::isfinite(one) || !std::isfinite(other) || (one < limit) == (other < limit) || one == limit
        || other == limit)
        return 0;
    if (!logarithmic)
        return (limit - one) / (other - one);
    return one > 0 && other > 0 ? std::log(limit / one) / std::log(other / one) : 0;
}

double between(double one, double other, double share, bool logarithmic)
{
    return logarithmic && one > 0 && other > 0 ? one * std::pow(other / one, share) : one + share * (other - one);
}

/// Adds a sample at each crossing of the axis' ends.
figures::Series with_crossings(const figures::Series& series, const AxisRange& y, bool logarithmic_x)
{
    const bool band = !series.y_low.empty();
    figures::Series all = series;
    all.x.clear();
    all.y.clear();
    all.y_low.clear();
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (i > 0) {
            std::vector<double> shares;
            for (const double limit : {y.from, y.to}) {
                shares.push_back(crossing(series.y[i - 1], series.y[i], limit, y.logarithmic));
                if (band)
                    shares.push_back(crossing(series.y_low[i - 1], series.y_low[i], limit, y.logarithmic));
            }
            std::sort(shares.begin(), shares.end());
            for (const double share : shares) {
                if (!(share > 0 && share < 1))
                    continue;
                all.x.push_back(between(series.x[i - 1], series.x[i], share, logarithmic_x));
                all.y.push_back(between(series.y[i - 1], series.y[i], share, y.logarithmic));
                if (band)
                    all.y_low.push_back(between(series.y_low[i - 1], series.y_low[i], share, y.logarithmic));
            }
        }
        all.x.push_back(series.x[i]);
        all.y.push_back(series.y[i]);
        if (band)
            all.y_low.push_back(series.y_low[i]);
    }
    return all;
}

} // namespace

figures::Series clipped(figures::Series series, const AxisRange& y, bool logarithmic_x)
{
    const auto outside = [&](double value) { return std::isfinite(value) && !y.holds(value); };
    if (std::none_of(series.y.begin(), series.y.end(), outside)
        && std::none_of(series.y_low.begin(), series.y_low.end(), outside))
        return series;
    series = with_crossings(series, y, logarithmic_x);
    constexpr double nearly = 1e-9; // a crossing lies on the end but for rounding
    const double slack = nearly * (y.to - y.from);
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (!series.y_low.empty()) {
            series.y[i] = std::clamp(series.y[i], y.from, y.to);
            series.y_low[i] = std::clamp(series.y_low[i], y.from, y.to);
        } else if (series.y[i] < y.from - slack || series.y[i] > y.to + slack)
            series.y[i] = std::numeric_limits<double>::quiet_NaN();
    }
    return series;
}

} // namespace plateau::ui
