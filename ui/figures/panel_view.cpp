// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/panel_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/views/figures/value_span.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

constexpr int least_axis_labels = 3;
constexpr double least_rows = 3.2; ///< of labels, as high as a plot is at least
constexpr double most_rows_tried = 12;
constexpr double most_letters_tried = 60;

/// Markers on the edge of the plot stay whole.
class MarkerGraph final : public QCPGraph {
public:
    using QCPGraph::QCPGraph;

protected:
    QRect clipRect() const override { return QCPGraph::clipRect().adjusted(-6, -6, 6, 6); }
};

bool is_power_of_two(double x) { return x >= 1 && std::exp2(std::round(std::log2(x))) == x; }

QCPScatterStyle scatter(const SeriesStyle& style, const QColor& colour, const QColor& fill, double scale)
{
    const double size = style.marker_size * scale;
    const QPen pen(colour, 1.3 * scale);
    const QBrush brush(fill);
    switch (style.marker) {
    case Marker::Disc:
        return {QCPScatterStyle::ssCircle, pen, brush, size};
    case Marker::Diamond:
        return {QCPScatterStyle::ssDiamond, pen, brush, size};
    case Marker::Square:
        return {QCPScatterStyle::ssSquare, pen, brush, size};
    case Marker::Triangle:
        return {QCPScatterStyle::ssTriangle, pen, brush, size};
    case Marker::Cross:
        return {QCPScatterStyle::ssCross, pen, brush, size};
    case Marker::Plus:
        return {QCPScatterStyle::ssPlus, pen, brush, size};
    case Marker::TriangleDown:
        return {QCPScatterStyle::ssTriangleInverted, pen, brush, size};
    case Marker::Ring:
        return {QCPScatterStyle::ssCircle, QPen(colour, style.width * scale), Qt::NoBrush, size};
    case Marker::None:
        break;
    }
    return {QCPScatterStyle::ssNone};
}

/// Room for the curves on a logarithmic axis; from zero to a round number on a linear one.
QCPRange value_range(const figures::Panel& panel)
{
    if (!panel.y.categories.empty())
        return {-0.5, static_cast<double>(panel.y.categories.size()) - 0.5};
    if (panel.y.maximum > panel.y.minimum)
        return {panel.y.minimum, panel.y.maximum};
    figures::ValueSpan bounds;
    for (const figures::Series& series : panel.series) {
        for (double y : series.y)
            bounds.add(y, panel.y.logarithmic);
        for (double y : series.y_low)
            bounds.add(y, panel.y.logarithmic);
    }
    for (const figures::Note& note : panel.notes)
        if (note.ring)
            bounds.add(note.y, panel.y.logarithmic);
    if (!(bounds.high > 0))
        return panel.y.logarithmic ? QCPRange(1, 10) : QCPRange(0, 1);
    if (panel.y.logarithmic)
        return {bounds.low / 1.8, bounds.high * 1.7};
    const double half_step = round_step(bounds.high * 1.03, 5) / 2;
    return {0, std::ceil(bounds.high * 1.03 / half_step) * half_step};
}

constexpr double fewest_doublings = 8; ///< as a factor: shorter axes have ticks between powers of two

/// Axes that count what comes in powers of two.
bool counts_in_doublings(const figures::Axis& axis)
{
    switch (axis.unit) {
    case units::Unit::Gpus:
    case units::Unit::Sequences:
    case units::Unit::Tokens:
        return axis.logarithmic;
    default:
        return false;
    }
}

/// Room left of the plots: as much as the longest category or number of any panel needs.
double left_margin(const figures::Figure& figure, const RenderStyle& style)
{
    double width = style.text(margin_left);
    const QFontMetricsF metrics(style.font(11));
    const auto hold
        = [&](const QString& words) { width = std::max(width, metrics.horizontalAdvance(words) + style.text(14)); };
    for (const figures::Panel& panel : figure.plot().panels) {
        for (const Message& word : panel.y.categories)
            hold(text(word));
        if (!panel.y.categories.empty())
            continue;
        const QCPRange range = value_range(panel);
        if (!panel.y.logarithmic) {
            // As fine as any ticks may get.
            const double step = round_step(range.size(), 6);
            for (double at = std::ceil(range.lower / step) * step; at <= range.upper; at += step)
                hold(panel.y.with_plus ? signed_tick_text(at, panel.y.unit) : tick_text(at, panel.y.unit));
            continue;
        }
        for (double power = std::floor(std::log10(range.lower)); power <= std::log10(range.upper); ++power)
            for (const double factor : {1.0, 2.0, 5.0})
                if (const double at = factor * std::pow(10, power); at >= range.lower && at <= range.upper)
                    hold(tick_text(at, panel.y.unit));
    }
    return width;
}

/// Room right of the plots: for direct labels where there are any, and for the words behind the scale above.
double right_margin(const figures::Figure& figure, const RenderStyle& style, bool ends_below)
{
    const double labels = ends_below ? 0 : end_labels_width(figure, style);
    if (labels <= 0)
        return style.text(margin_right_bare);
    const QFontMetricsF small(style.font(11));
    if (style.on_paper)
        return labels + style.text(14);
    return std::clamp(std::max(labels, small.horizontalAdvance(text(figure.plot().top_note))) + style.text(12),
                      style.text(style.compact ? margin_right_compact : margin_right), style.text(margin_right_most));
}

QStringList words(const std::vector<Message>& messages)
{
    QStringList list;
    for (const Message& message : messages)
        list << text(message);
    return list;
}

} // namespace

PanelView::PanelView(QCustomPlot* plot) : rect_(new QCPAxisRect(plot, true))
{
    rect_->setAutoMargins(QCP::msNone);
    rect_->setMinimumMargins({0, 0, 0, 0});
    for (auto type : {QCPAxis::atTop, QCPAxis::atRight})
        rect_->axis(type)->setVisible(false);
    QCPAxis* x = rect_->axis(QCPAxis::atBottom);
    QCPAxis* y = rect_->axis(QCPAxis::atLeft);
    x_ticker_.reset(new PowerOfTwoTicker(x));
    x_values_.reset(new ValueTicker(x));
    y_ticker_.reset(new ValueTicker(y));
    x->setTicker(x_ticker_);
    y->setTicker(y_ticker_);
    for (QCPAxis* axis : {x, y}) {
        axis->grid()->setSubGridVisible(false);
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->grid()->setAntialiased(false);
        axis->setTickLength(0, 4);
        axis->setSubTicks(false);
        axis->setTickLabelPadding(6);
        axis->setPadding(0);
        axis->setSelectableParts(QCPAxis::spNone);
        axis->setLayer(QStringLiteral("axes"));
        axis->grid()->setLayer(QStringLiteral("grid"));
    }
    const QString above = QStringLiteral("overlay");
    items_.push_back(new RegionItem(plot, rect_, QStringLiteral("background")));
    items_.push_back(labels_ = new LabelItem(plot, rect_, QStringLiteral("axes")));
    items_.push_back(new RemarkItem(plot, rect_, above));
    items_.push_back(new MarkerItem(plot, rect_, above));
}

void PanelView::add_graphs()
{
    QCPAxis* x = rect_->axis(QCPAxis::atBottom);
    QCPAxis* y = rect_->axis(QCPAxis::atLeft);
    graphs_.push_back(
        {new QCPGraph(x, y), new QCPGraph(x, y), new QCPGraph(x, y), new MarkerGraph(x, y), new MarkerGraph(x, y)});
    const SeriesGraphs& graphs = graphs_.back();
    for (QCPGraph* graph : {graphs.line, graphs.lower, graphs.beyond, graphs.markers, graphs.hollow_markers}) {
        graph->setSelectable(QCP::stNone);
        graph->setAdaptiveSampling(false);
    }
}

void PanelView::set(const figures::Panel& panel, const figures::Figure& figure, const RenderStyle& style, int index,
                    bool last)
{
    panel_ = &panel;
    earlier_ = figure.earlier;
    index_ = index;
    last_ = last;
    set_axes(panel, figure, style, last);
    while (graphs_.size() < panel.series.size())
        add_graphs();
    for (std::size_t i = 0; i < graphs_.size(); ++i) {
        SeriesGraphs& graphs = graphs_[i];
        for (QCPGraph* graph : {graphs.line, graphs.lower, graphs.beyond, graphs.markers, graphs.hollow_markers})
            graph->setVisible(false);
        if (graphs.ranges)
            graphs.ranges->setVisible(false);
        if (graphs.bars)
            graphs.bars->setVisible(false);
        if (i >= panel.series.size())
            continue;
        const figures::Series& series = panel.series[i];
        if (series.form == figures::SeriesForm::Points)
            set_points(graphs, series, style);
        else if (series.form == figures::SeriesForm::Bars)
            set_bars(graphs, series, style);
        else if (series.y_low.empty())
            set_curve(graphs, series, style);
        else
            set_band(graphs, on_paper(series, style), style);
    }
    for (PanelItem* item : items_)
        item->set(panel, figure, style, index, last);
}

void PanelView::set_axes(const figures::Panel& panel, const figures::Figure& figure, const RenderStyle& style,
                         bool last)
{
    const figures::Axis& across = figure.plot().x;
    QCPAxis* x = rect_->axis(QCPAxis::atBottom);
    QCPAxis* y = rect_->axis(QCPAxis::atLeft);
    x->setScaleType(across.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    y->setScaleType(panel.y.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    x->setRange(across.minimum, across.maximum);
    y->setRange(value_range(panel));
    y->setRangeReversed(!panel.y.categories.empty());
    if (counts_in_doublings(across) && across.maximum >= fewest_doublings * across.minimum)
        x->setTicker(x_ticker_);
    else
        x->setTicker(x_values_);
    x_ticker_->set_unit(across.unit);
    x_values_->set_unit(across.unit);
    x_values_->set_spacing(style.text(across.logarithmic ? 44 : 64));
    x_values_->set_with_plus(across.with_plus);
    y_ticker_->set_with_plus(panel.y.with_plus);
    y_ticker_->set_words(words(panel.y.categories));
    y_ticker_->set_unit(panel.y.unit);
    y_ticker_->set_spacing(style.text(panel.y.logarithmic ? 18 : style.compact ? 40 : 24));
    x->setTickLabels(last);
    for (QCPAxis* axis : {x, y}) {
        const QPen line(style.theme.outline, style.pen(1));
        axis->setBasePen(line);
        axis->setTickPen(line);
        axis->setTickLength(0, static_cast<int>(std::lround(style.text(4))));
        axis->setTickLabelPadding(static_cast<int>(std::lround(style.text(6))));
        axis->setTickLabelFont(style.font(11));
        axis->setTickLabelColor(style.theme.text2);
        axis->grid()->setPen(QPen(style.theme.grid, style.pen(1)));
    }
}

void PanelView::set_margins(const figures::Figure& figure, const RenderStyle& style, int width, bool ends_below,
                            double below)
{
    const auto pixels = [](double length) { return static_cast<int>(std::ceil(length)); };
    const int left = pixels(left_margin(figure, style));
    double right = right_margin(figure, style, ends_below);
    if (last_) {
        const QFontMetricsF metrics(style.font(11));
        right = std::max(right,
                         metrics.horizontalAdvance(tick_text(figure.plot().x.maximum, figure.plot().x.unit)) / 2
                             + style.text(6));
    }
    const double room = title_width(left, width - 1, style);
    titles_fit_ = plateau::ui::titles_fit(figure, style, index_, room);
    const double rows = title_rows(*panel_, style, index_, room);
    const double above
        = title_row + (rows - 1) * extra_title_row + (index_ == 0 && !figure.plot().top_marks.empty() ? top_scale : 0);
    const double axis = axis_rows + (axis_title_rows(figure, style, room) - 1) * extra_axis_row;
    rect_->setMargins({left, pixels(style.text(above)), pixels(right),
                       pixels(style.text(last_ ? axis : gap_below) + (last_ ? below : 0))});
}

double PanelView::least_height(const RenderStyle& style) const
{
    const double row = style.text(15);
    if (!panel_->y.categories.empty())
        return row * static_cast<double>(panel_->y.categories.size());
    const QCPRange range = rect_->axis(QCPAxis::atLeft)->range();
    for (double rows = least_rows; rows < most_rows_tried; rows += 0.4)
        if (y_ticker_->labels_at(rows * row, range) >= least_axis_labels)
            return rows * row;
    return least_rows * row;
}

double PanelView::least_width() const
{
    const QCPAxis* x = rect_->axis(QCPAxis::atBottom);
    const double letter = QFontMetricsF(x->tickLabelFont()).height();
    LegibleTicker& ticker = x->ticker() == x_ticker_ ? static_cast<LegibleTicker&>(*x_ticker_) : *x_values_;
    for (double letters = 6; letters < most_letters_tried; ++letters)
        if (ticker.labels_at(letters * letter, x->range()) >= least_axis_labels)
            return letters * letter;
    return 6 * letter;
}

AxisRange PanelView::axis_range(QCPAxis::AxisType type) const
{
    const QCPAxis* axis = rect_->axis(type);
    return {axis->range().lower, axis->range().upper, axis->scaleType() == QCPAxis::stLogarithmic};
}

figures::Series PanelView::on_paper(const figures::Series& series, const RenderStyle& style) const
{
    return style.on_paper ? clipped(series, axis_range(QCPAxis::atLeft), axis_range(QCPAxis::atBottom).logarithmic)
                          : series;
}

/// On the screen all: the painter clips.
bool PanelView::shows(double x, double y, const RenderStyle& style) const
{
    return !style.on_paper || (axis_range(QCPAxis::atBottom).holds(x) && axis_range(QCPAxis::atLeft).holds(y));
}

void PanelView::set_curve(SeriesGraphs& graphs, const figures::Series& whole, const RenderStyle& style)
{
    const figures::Series series = on_paper(whole, style);
    SeriesStyle look = style.theme.series(series.role);
    const QColor colour = earlier_.has(series.role) ? style.theme.stale : look.line;
    QVector<double> x, y, far_x, far_y, at_x, at_y, hollow_x, hollow_y;
    const double limit
        = series.extrapolated_from > 0 ? series.extrapolated_from : std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (series.x[i] <= limit) {
            x.append(series.x[i]);
            y.append(series.y[i]);
        }
        if (series.x[i] >= limit) {
            far_x.append(series.x[i]);
            far_y.append(series.y[i]);
        }
    }
    for (std::size_t i = 0; i < whole.x.size(); ++i) {
        const bool beyond = whole.x[i] > limit;
        // A vector format draws a marker without a place in its corner.
        if (whole.markers && look.marker != Marker::None && std::isfinite(whole.y[i])
            && shows(whole.x[i], whole.y[i], style) && (whole.every_value || is_power_of_two(whole.x[i]))) {
            (beyond ? hollow_x : at_x).append(whole.x[i]);
            (beyond ? hollow_y : at_y).append(whole.y[i]);
        }
    }
    QPen pen(colour, look.width > 1 ? style.pen(look.width) : style.pen(1), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (!look.dash.isEmpty())
        pen.setDashPattern(look.dash);
    graphs.line->setPen(pen);
    graphs.line->setBrush(Qt::NoBrush);
    graphs.line->setChannelFillGraph(nullptr);
    graphs.line->setData(x, y, true);
    graphs.line->setVisible(true);

    QPen dots(colour, pen.widthF(), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    if (look.width > 1)
        dots.setDashPattern({0.67, 1.8});
    graphs.beyond->setPen(dots);
    graphs.beyond->setData(far_x, far_y, true);
    graphs.beyond->setVisible(!far_x.isEmpty());

    const auto points
        = [](QCPGraph* graph, const QVector<double>& px, const QVector<double>& py, const QCPScatterStyle& shape) {
              graph->setLineStyle(QCPGraph::lsNone);
              graph->setScatterStyle(shape);
              graph->setData(px, py, true);
              graph->setVisible(!px.isEmpty());
          };
    points(graphs.markers, at_x, at_y, scatter(look, colour, colour, style.line_scale));
    points(graphs.hollow_markers, hollow_x, hollow_y, scatter(look, colour, style.theme.canvas, style.line_scale));
}

void PanelView::set_points(SeriesGraphs& graphs, const figures::Series& series, const RenderStyle& style)
{
    SeriesStyle look = style.theme.series(series.role);
    const QColor colour = earlier_.has(series.role) ? style.theme.stale : look.line;
    if (!series.x_low.empty())
        look.marker_size *= 1.5; // stands alone on its line
    graphs.markers->setLineStyle(QCPGraph::lsNone);
    graphs.markers->setScatterStyle(scatter(look, colour, colour, style.line_scale));
    QVector<double> at_x, at_y;
    for (std::size_t i = 0; i < series.x.size(); ++i)
        if (shows(series.x[i], series.y[i], style)) {
            at_x << series.x[i];
            at_y << series.y[i];
        }
    graphs.markers->setData(at_x, at_y, false);
    graphs.markers->setVisible(!series.x.empty());
    if (series.x_low.empty())
        return;
    if (!graphs.ranges) {
        graphs.ranges = new QCPCurve(rect_->axis(QCPAxis::atBottom), rect_->axis(QCPAxis::atLeft));
        graphs.ranges->setSelectable(QCP::stNone);
    }
    QVector<double> order, x, y; // two ends and a gap per point
    const AxisRange across = axis_range(QCPAxis::atBottom);
    for (std::size_t i = 0; i < series.x_low.size(); ++i) {
        double low = series.x_low[i], high = series.x_high[i];
        if (style.on_paper && low < across.to && high > across.from) {
            low = std::max(low, across.from);
            high = std::min(high, across.to);
        } else if (style.on_paper)
            continue;
        x << low << high << high;
        y << series.y[i] << series.y[i] << std::numeric_limits<double>::quiet_NaN();
        for (int end = 0; end < 3; ++end)
            order << static_cast<double>(order.size());
    }
    graphs.ranges->setPen(QPen(colour, style.pen(1.75), Qt::SolidLine, Qt::FlatCap));
    graphs.ranges->setData(order, x, y, true);
    graphs.ranges->setVisible(true);
}

void PanelView::set_bars(SeriesGraphs& graphs, const figures::Series& series, const RenderStyle& style)
{
    if (!graphs.bars) {
        graphs.bars = new QCPBars(rect_->axis(QCPAxis::atBottom), rect_->axis(QCPAxis::atLeft));
        graphs.bars->setSelectable(QCP::stNone);
    }
    graphs.bars->setPen(QPen(style.theme.canvas, style.pen(1)));
    graphs.bars->setBrush(earlier_.has(series.role) ? style.theme.stale : style.theme.series(series.role).line);
    graphs.bars->setWidthType(QCPBars::wtPlotCoords);
    graphs.bars->setWidth(series.bar_width);
    graphs.bars->setData({series.x.begin(), series.x.end()}, {series.y.begin(), series.y.end()}, true);
    graphs.bars->setVisible(true);
}

void PanelView::set_band(SeriesGraphs& graphs, const figures::Series& series, const RenderStyle& style)
{
    QVector<double> x, high, low;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        x.append(series.x[i]);
        high.append(series.y[i]);
        low.append(series.y_low[i]);
    }
    QColor fill
        = series.role == figures::SeriesRole::Reference ? style.theme.grid : style.theme.series(series.role).line;
    if (earlier_.has(series.role)) {
        const float alpha = fill.alphaF();
        fill = style.theme.stale;
        fill.setAlphaF(alpha);
    }
    graphs.lower->setPen(Qt::NoPen);
    graphs.lower->setData(x, low, true);
    graphs.lower->setVisible(true);
    graphs.line->setPen(Qt::NoPen);
    graphs.line->setBrush(fill);
    if (series.area) {
        const SegmentStyle look = style.theme.segment(*series.area);
        graphs.line->setBrush(earlier_.has(series.role) && !look.hatched ? QBrush(style.theme.stale) : look.brush());
        graphs.line->setPen(QPen(style.theme.canvas, style.pen(1)));
    }
    graphs.line->setData(x, high, true);
    graphs.line->setChannelFillGraph(graphs.lower);
    graphs.line->setVisible(true);
}

} // namespace plateau::ui
