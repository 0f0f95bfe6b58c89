// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/views/looks.h"
#include "core/views/scaling_view.h"

namespace plateau::views {

namespace {

using figures::Panel;
using figures::Series;

/// Holds the seconds of one kind of traffic in a step.
using Seconds = double (*)(const Parts& parts, Part part);

double exposed(const Parts& parts, Part part) { return parts[part]; }
double hidden(const Parts& parts, Part part)
{
    return std::max(0.0, parts.busy[static_cast<std::size_t>(part)] - parts[part]);
}

/// Stacks the kinds that take time anywhere on the curve. Where the plan does not fit, there is nothing.
Panel stacked(const char* id, const char* title, const answers::ScalingCurve& curve, Seconds seconds)
{
    Panel panel = figures::titled_panel(id, {title, {}}, {PLATEAU_TEXT("seconds of a step"), {}},
                                        {.unit = units::Unit::Seconds});
    std::vector<const Parts*> fitting;
    for (const answers::CurvePoint& point : curve.points)
        if (point.parts.fits())
            fitting.push_back(&point.parts);
    std::vector<double> below(fitting.size(), 0);
    for (int number = 0; number < time_part_count; ++number) {
        const Part part = Part(number);
        const auto takes_time = [&](const Parts* parts) { return seconds(*parts, part) > 0; };
        if (kind(part) != PartKind::Communication || std::none_of(fitting.begin(), fitting.end(), takes_time))
            continue;
        Series series{
            .name = {label(part), {}}, .role = figures::SeriesRole::Band, .area = figures::segment_kind(part)};
        for (std::size_t i = 0; i < fitting.size(); ++i) {
            series.x.push_back(fitting[i]->gpus);
            series.y_low.push_back(below[i]);
            below[i] += seconds(*fitting[i], part);
            series.y.push_back(below[i]);
        }
        panel.series.push_back(std::move(series));
    }
    return panel;
}

Drawing traffic(const ViewRequest<Scenario>& request)
{
    const Curves curves(request, false);
    const answers::ScalingCurve& curve = curves.current();
    if (!curve.fits_anywhere())
        return {{}, curve.estimate.reason};
    figures::Figure figure{.id = "traffic", .title = {PLATEAU_TEXT("Which traffic does a step wait for?"), {}}};
    const Parts& here = curve.here();
    if (here.fits())
        figure.sentence
            = {PLATEAU_TEXT("On %1, %2 of traffic stay hidden behind arithmetic and a step waits for %3."),
               {Quantity{here.gpus, units::Unit::Gpus},
                Quantity{here.communication_busy_seconds() - here.communication_seconds(), units::Unit::Seconds},
                Quantity{here.communication_seconds(), units::Unit::Seconds}}};
    figures::Plot& plot = figure.plot();
    plot.x = {{PLATEAU_TEXT("GPUs, log scale"), {}}, units::Unit::Gpus, true, curve.from, curve.to, {}};
    plot.marker = curve.scenario.cluster.gpus;
    figure.main_panel = "exposed";
    plot.panels = {stacked("exposed", PLATEAU_TEXT("Exposed traffic"), curve, exposed)};
    if (Panel panel = stacked("hidden", PLATEAU_TEXT("Hidden traffic"), curve, hidden); !panel.series.empty())
        plot.panels.push_back(std::move(panel));
    return {figures::as_viewed(std::move(figure), request.first().view)};
}

constexpr View traffic_views[]
    = {{.name = "traffic",
        .title = PLATEAU_TEXT("Hidden and exposed seconds of each kind of traffic against the GPU count"),
        .make = traffic,
        .page = "workbench",
        .look = "traffic",
        .dock = PLATEAU_TEXT("Traffic")}};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(traffic_view, 22, traffic_views)
