// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/answers/returns.h"
#include "core/views/looks.h"
#include "core/views/scaling_view.h"

namespace plateau::views {

namespace {

using figures::Series;

constexpr double twice_as_much = 2;

/// Divides the throughput of every doubling by that of the count before it.
Series doubling_series(const answers::ScalingCurve& curve)
{
    Series series{.name = {PLATEAU_TEXT("one more doubling"), {}}, .every_value = true};
    const std::vector<answers::CurvePoint> points = answers::doublings(curve.points);
    for (std::size_t i = 1; i < points.size(); ++i)
        if (points[i].parts.fits() && points[i - 1].parts.fits()
            && points[i].gpus == twice_as_much * points[i - 1].gpus) {
            series.x.push_back(points[i].gpus);
            series.y.push_back(points[i].parts.tokens_per_s / points[i - 1].parts.tokens_per_s);
        }
    return series;
}

Drawing draw_doublings(const ViewRequest<Scenario>& request)
{
    const Curves curves(request, false);
    const answers::ScalingCurve& curve = curves.current();
    Series series = doubling_series(curve);
    if (series.x.empty())
        return {{}, curve.estimate.reason};
    figures::Figure figure{.id = "doublings", .title = {PLATEAU_TEXT("What does twice the GPUs bring?"), {}}};
    const auto last = std::find(series.x.begin(), series.x.end(), curve.scenario.cluster.gpus) - series.x.begin();
    if (static_cast<std::size_t>(last) < series.x.size())
        figure.sentence = {PLATEAU_TEXT("The doubling to %1 brings %2 the throughput."),
                           {Quantity{curve.scenario.cluster.gpus, units::Unit::Gpus},
                            Quantity{series.y[static_cast<std::size_t>(last)], units::Unit::Multiplier, 3}}};
    figures::Plot& plot = figure.plot();
    plot.x = {{PLATEAU_TEXT("GPUs, log scale"), {}}, units::Unit::Gpus, true, curve.from, curve.to, {}};
    plot.marker = curve.scenario.cluster.gpus;
    const double low = std::min(1.0, *std::min_element(series.y.begin(), series.y.end()));
    figures::Panel panel = figures::titled_panel(
        "doubling", {PLATEAU_TEXT("What twice the GPUs bring"), {}},
        {PLATEAU_TEXT("times the throughput of half as many"), {}},
        {.unit = units::Unit::Multiplier, .minimum = 0.95 * low, .maximum = 1.05 * twice_as_much});
    Series twice{.name = {PLATEAU_TEXT("nothing lost"), {}},
                 .role = figures::SeriesRole::Reference,
                 .x = {curve.from, curve.to},
                 .y = {twice_as_much, twice_as_much}};
    twice.markers = false;
    panel.series = {std::move(twice), std::move(series)};
    plot.panels = {std::move(panel)};
    return {figures::as_viewed(std::move(figure), request.first().view)};
}

constexpr View doubling_views[] = {{.name = "doublings",
                                    .title = PLATEAU_TEXT("What each doubling of the GPUs brings"),
                                    .make = draw_doublings,
                                    .page = "workbench",
                                    .look = "doublings",
                                    .dock = PLATEAU_TEXT("Doublings")}};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(doublings_view, 24, doubling_views)
