// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/charts/roles.h"

namespace plateau::ui {

namespace {

constexpr int least_axis_labels = 3;
constexpr double dimmed = 0.5; ///< share of the canvas in curves of an earlier answer
constexpr double least_rows = 3.2; ///< of labels, as high as a plot is at least
constexpr double most_rows_tried = 12;
constexpr double most_letters_tried = 60;

AxisRange axis_range(const QCPAxis& axis)
{
    return {axis.range().lower, axis.range().upper, axis.scaleType() == QCPAxis::stLogarithmic};
}

struct Points {
    QVector<double> x, y;

    void add(double at_x, double at_y)
    {
        x.append(at_x);
        y.append(at_y);
    }
};

void show(QCPGraph& graph, const Points& points, bool sorted = true)
{
    graph.setData(points.x, points.y, sorted);
    graph.setVisible(true);
}

void show_markers(QCPGraph& graph, const Points& points, const QCPScatterStyle& shape, bool sorted = true)
{
    graph.setLineStyle(QCPGraph::lsNone);
    graph.setScatterStyle(shape);
    show(graph, points, sorted);
}

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
    if (panel.y.has_ends())
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
    if (panel.y.logarithmic) {
        using Limits = std::numeric_limits<double>;
        return {std::max(Limits::min(), bounds.low / 1.8), std::min(Limits::max(), bounds.high * 1.7)};
    }
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
    const QFont font = style.font(11);
    const auto hold = [&](const QString& words) { width = std::max(width, width_of(words, font) + style.text(14)); };
    for (const figures::Panel& panel : figure.plot().panels) {
        for (const Message& word : panel.y.categories)
            hold(text(word));
        if (!panel.y.categories.empty())
            continue;
        const QCPRange range = value_range(panel);
        const TickFormat format = tick_format(range.lower, range.upper, panel.y.logarithmic, panel.y.unit);
        if (!panel.y.logarithmic) {
            // As fine as any ticks may get.
            for (const double at : multiples(round_step(range.size(), 6), range.lower, range.upper))
                hold(panel.y.with_plus ? signed_tick_text(at, panel.y.unit, format)
                                       : tick_text(at, panel.y.unit, format));
            continue;
        }
        for (double power = std::floor(std::log10(range.lower)); power <= std::log10(range.upper); ++power)
            for (const double factor : {1.0, 2.0, 5.0})
                if (const double at = factor * std::pow(10, power); at >= range.lower && at <= range.upper)
                    hold(tick_text(at, panel.y.unit, format));
    }
    return width;
}

/// Room right of the plots: for direct labels where there are any, and for the words behind the scale above.
double right_margin(const figures::Figure& figure, const RenderStyle& style, bool ends_below)
{
    const double labels = ends_below ? 0 : end_labels_width(figure, style);
    if (labels <= 0)
        return style.text(margin_right_bare);
    if (style.on_paper)
        return labels + style.text(14);
    return std::clamp(std::max(labels, style.width(text(figure.plot().top_note), 11)) + style.text(12),
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

PanelView::PanelView(QCustomPlot* plot)
    : rect_(new QCPAxisRect(plot, true)), x_(rect_->axis(QCPAxis::atBottom)), y_(rect_->axis(QCPAxis::atLeft)),
      x_ticker_(new PowerOfTwoTicker(x_)), x_values_(new ValueTicker(x_)), y_ticker_(new ValueTicker(y_))
{
    rect_->setAutoMargins(QCP::msNone);
    rect_->setMinimumMargins({0, 0, 0, 0});
    for (auto type : {QCPAxis::atTop, QCPAxis::atRight})
        rect_->axis(type)->setVisible(false);
    x_->setTicker(x_ticker_);
    y_->setTicker(y_ticker_);
    for (QCPAxis* axis : {x_, y_}) {
        axis->grid()->setSubGridVisible(false);
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->grid()->setAntialiased(false);
        axis->setSubTicks(false);
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

template<class Plottable>
Plottable* PanelView::add(SeriesGraphs& graphs)
{
    auto* added = new Plottable(x_, y_);
    added->setSelectable(QCP::stNone);
    graphs.all.push_back(added);
    return added;
}

void PanelView::add_graphs()
{
    SeriesGraphs& graphs = graphs_.emplace_back();
    graphs.line = add<QCPGraph>(graphs);
    graphs.lower = add<QCPGraph>(graphs);
    graphs.beyond = add<QCPGraph>(graphs);
    graphs.markers = add<MarkerGraph>(graphs);
    graphs.hollow_markers = add<MarkerGraph>(graphs);
    for (QCPGraph* graph : {graphs.line, graphs.lower, graphs.beyond, graphs.markers, graphs.hollow_markers})
        graph->setAdaptiveSampling(false);
}

void PanelView::set(const figures::Panel& panel, const figures::Figure& figure, const RenderStyle& style, int index,
                    bool last)
{
    panel_ = &panel;
    figure_ = &figure;
    style_ = &style;
    index_ = index;
    last_ = last;
    set_axes();
    while (graphs_.size() < panel.series.size())
        add_graphs();
    for (std::size_t i = 0; i < graphs_.size(); ++i) {
        SeriesGraphs& graphs = graphs_[i];
        for (QCPAbstractPlottable* plottable : graphs.all)
            plottable->setVisible(false);
        if (i >= panel.series.size())
            continue;
        const figures::Series& series = panel.series[i];
        if (series.form == figures::SeriesForm::Points)
            set_points(graphs, series);
        else if (series.form == figures::SeriesForm::Bars)
            set_bars(graphs, series);
        else if (series.y_low.empty())
            set_curve(graphs, series);
        else
            set_band(graphs, on_paper(series));
    }
    for (PanelItem* item : items_)
        item->set(panel, figure, style, index, last);
}

void PanelView::set_axes()
{
    const figures::Axis& across = figure_->plot().x;
    const figures::Axis& along = panel_->y;
    x_->setScaleType(across.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    y_->setScaleType(along.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    x_->setRange(across.minimum, across.maximum);
    y_->setRange(value_range(*panel_));
    y_->setRangeReversed(!along.categories.empty());
    if (counts_in_doublings(across) && across.maximum >= fewest_doublings * across.minimum)
        x_->setTicker(x_ticker_);
    else
        x_->setTicker(x_values_);
    x_ticker_->set_unit(across.unit);
    x_values_->set_unit(across.unit);
    x_values_->set_spacing(style_->text(across.logarithmic ? 44 : 64));
    x_values_->set_with_plus(across.with_plus);
    y_ticker_->set_with_plus(along.with_plus);
    y_ticker_->set_words(words(along.categories));
    y_ticker_->set_unit(along.unit);
    y_ticker_->set_spacing(style_->text(along.logarithmic ? 18 : style_->compact ? 40 : 24));
    x_->setTickLabels(last_);
    for (QCPAxis* axis : {x_, y_}) {
        const QPen line(style_->theme.outline, style_->pen(1));
        axis->setBasePen(line);
        axis->setTickPen(line);
        axis->setTickLength(0, static_cast<int>(std::lround(style_->text(4))));
        axis->setTickLabelPadding(static_cast<int>(std::lround(style_->text(6))));
        axis->setTickLabelFont(style_->font(11));
        axis->setTickLabelColor(style_->theme.text2);
        axis->grid()->setPen(QPen(style_->theme.grid, style_->pen(1)));
    }
}

void PanelView::set_margins(int width, bool ends_below, double below)
{
    const auto pixels = [](double length) { return static_cast<int>(std::ceil(length)); };
    const figures::Axis& across = figure_->plot().x;
    const int left = pixels(left_margin(*figure_, *style_));
    double right = right_margin(*figure_, *style_, ends_below);
    if (last_)
        right = std::max(right, style_->width(tick_text(across.maximum, across.unit), 11) / 2 + style_->text(6));
    const double room = title_width(left, width - 1, *style_);
    titles_fit_ = plateau::ui::titles_fit(*figure_, *style_, index_, room);
    const double rows = title_rows(*panel_, *style_, index_, room);
    const double above = title_row + (rows - 1) * extra_title_row
        + (index_ == 0 && !figure_->plot().top_marks.empty() ? top_scale : 0);
    const double axis = axis_rows + (axis_title_rows(*figure_, *style_, room) - 1) * extra_axis_row;
    rect_->setMargins({left, pixels(style_->text(above)), pixels(right),
                       pixels(style_->text(last_ ? axis : gap_below) + (last_ ? below : 0))});
}

double PanelView::least_height() const
{
    const double row = style_->text(15);
    if (!panel_->y.categories.empty())
        return row * static_cast<double>(panel_->y.categories.size());
    for (double rows = least_rows; rows < most_rows_tried; rows += 0.4)
        if (y_ticker_->labels_at(rows * row, y_->range()) >= least_axis_labels)
            return rows * row;
    return least_rows * row;
}

double PanelView::least_width() const
{
    const double letter = QFontMetricsF(x_->tickLabelFont()).height();
    LegibleTicker& ticker = x_->ticker() == x_ticker_ ? static_cast<LegibleTicker&>(*x_ticker_) : *x_values_;
    for (double letters = 6; letters < most_letters_tried; ++letters)
        if (ticker.labels_at(letters * letter, x_->range()) >= least_axis_labels)
            return letters * letter;
    return 6 * letter;
}

figures::Series PanelView::on_paper(const figures::Series& series) const
{
    return style_->on_paper ? clipped(series, axis_range(*y_), axis_range(*x_).logarithmic) : series;
}

/// On the screen all: the painter clips.
bool PanelView::shows(double x, double y) const
{
    return !style_->on_paper || (axis_range(*x_).holds(x) && axis_range(*y_).holds(y));
}

QColor PanelView::colour_of(const figures::Series& series) const
{
    const QColor hue = style_->theme.series(series.role).line;
    return !figure_->earlier.has(series.role) ? hue
        : figure_->plot().marker_fits         ? mixed(hue, style_->theme.canvas, dimmed)
                                              : style_->theme.stale;
}

void PanelView::set_curve(SeriesGraphs& graphs, const figures::Series& whole)
{
    const figures::Series series = on_paper(whole);
    const SeriesStyle look = style_->theme.series(series.role);
    const QColor colour = colour_of(series);
    const double limit
        = series.extrapolated_from > 0 ? series.extrapolated_from : std::numeric_limits<double>::infinity();
    Points near, far, markers, hollow_markers;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (series.x[i] <= limit)
            near.add(series.x[i], series.y[i]);
        if (series.x[i] >= limit)
            far.add(series.x[i], series.y[i]);
    }
    // A vector format draws a marker without a place in its corner.
    for (std::size_t i = 0; i < whole.x.size(); ++i)
        if (whole.markers && look.marker != Marker::None && std::isfinite(whole.y[i]) && shows(whole.x[i], whole.y[i])
            && (whole.every_value || is_power_of_two(whole.x[i])))
            (whole.x[i] > limit ? hollow_markers : markers).add(whole.x[i], whole.y[i]);
    QPen pen(colour, style_->pen(look.width > 1 ? look.width : 1), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (!look.dash.isEmpty())
        pen.setDashPattern(look.dash);
    graphs.line->setPen(pen);
    graphs.line->setBrush(Qt::NoBrush);
    graphs.line->setChannelFillGraph(nullptr);
    show(*graphs.line, near);
    QPen dots(colour, pen.widthF(), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    if (look.width > 1)
        dots.setDashPattern({0.67, 1.8});
    graphs.beyond->setPen(dots);
    if (!far.x.isEmpty())
        show(*graphs.beyond, far);
    const double scale = style_->line_scale;
    if (!markers.x.isEmpty())
        show_markers(*graphs.markers, markers, scatter(look, colour, colour, scale));
    if (!hollow_markers.x.isEmpty())
        show_markers(*graphs.hollow_markers, hollow_markers, scatter(look, colour, style_->theme.canvas, scale));
}

void PanelView::set_points(SeriesGraphs& graphs, const figures::Series& series)
{
    SeriesStyle look = style_->theme.series(series.role);
    const QColor colour = colour_of(series);
    if (!series.x_low.empty())
        look.marker_size *= 1.5; // stands alone on its line
    Points points;
    for (std::size_t i = 0; i < series.x.size(); ++i)
        if (shows(series.x[i], series.y[i]))
            points.add(series.x[i], series.y[i]);
    show_markers(*graphs.markers, points, scatter(look, colour, colour, style_->line_scale), false);
    if (series.x_low.empty())
        return;
    if (!graphs.ranges)
        graphs.ranges = add<QCPCurve>(graphs);
    QVector<double> order;
    Points ends; // two of each range, and a gap
    const AxisRange across = axis_range(*x_);
    for (std::size_t i = 0; i < series.x_low.size(); ++i) {
        double low = series.x_low[i], high = series.x_high[i];
        if (style_->on_paper) {
            if (!(low < across.to && high > across.from))
                continue;
            low = std::max(low, across.from);
            high = std::min(high, across.to);
        }
        ends.add(low, series.y[i]);
        ends.add(high, series.y[i]);
        ends.add(high, std::numeric_limits<double>::quiet_NaN());
    }
    for (qsizetype i = 0; i < ends.x.size(); ++i)
        order << static_cast<double>(i);
    graphs.ranges->setPen(QPen(colour, style_->pen(1.75), Qt::SolidLine, Qt::FlatCap));
    graphs.ranges->setData(order, ends.x, ends.y, true);
    graphs.ranges->setVisible(true);
}

void PanelView::set_bars(SeriesGraphs& graphs, const figures::Series& series)
{
    if (!graphs.bars)
        graphs.bars = add<QCPBars>(graphs);
    graphs.bars->setPen(QPen(style_->theme.canvas, style_->pen(1)));
    graphs.bars->setBrush(colour_of(series));
    graphs.bars->setWidthType(QCPBars::wtPlotCoords);
    graphs.bars->setWidth(series.bar_width);
    graphs.bars->setData({series.x.begin(), series.x.end()}, {series.y.begin(), series.y.end()}, true);
    graphs.bars->setVisible(true);
}

void PanelView::set_band(SeriesGraphs& graphs, const figures::Series& series)
{
    const bool grey = figure_->earlier.has(series.role) && !figure_->plot().marker_fits;
    QColor fill
        = series.role == figures::SeriesRole::Reference ? style_->theme.grid : style_->theme.series(series.role).line;
    if (grey)
        fill = with_alpha(style_->theme.stale, fill.alphaF());
    const QVector<double> x(series.x.begin(), series.x.end());
    graphs.lower->setPen(Qt::NoPen);
    show(*graphs.lower, {x, {series.y_low.begin(), series.y_low.end()}});
    graphs.line->setPen(Qt::NoPen);
    graphs.line->setBrush(fill);
    graphs.line->setAntialiasedFill(!(style_->fast && series.area)); // a line lies over its edge
    if (series.area) {
        const SegmentStyle look = style_->theme.segment(*series.area);
        graphs.line->setBrush(grey && !look.hatched ? QBrush(style_->theme.stale) : look.brush());
        graphs.line->setPen(QPen(style_->theme.canvas, style_->pen(1)));
    }
    graphs.line->setChannelFillGraph(graphs.lower);
    show(*graphs.line, {x, {series.y.begin(), series.y.end()}});
}

} // namespace plateau::ui
