// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/equal_figure.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/question/scenario/scenario_file.h"
#include "core/views/equal_words.h"
#include "core/views/scaling_figure.h"

namespace plateau::figures {

namespace {

using explore::EqualAnswer;
using explore::EqualCluster;

Figure started(const EqualAnswer& answer, const Scenario& scenario, const char* id)
{
    return Figure{.id = id,
                  .title = {PLATEAU_TEXT("Which hardware for the same money, power or count?"), {}},
                  .sentence = narrate::equal_sentence(answer),
                  .scenario = write_scenario(scenario),
                  .seen = narrate::equal_outcome(answer)};
}

/// Stretches the step's bar to the length of the run. What failures take stands idle at its end.
Bar run_bar(const EqualCluster& cluster, const Message& name, SeriesRole role)
{
    Bar bar = step_bar(cluster.parts, name, role);
    const double steps = cluster.parts.run_seconds * cluster.parts.goodput / cluster.parts.step_seconds;
    for (Segment& segment : bar.segments)
        segment.value *= steps;
    bar.segments.push_back({{PLATEAU_TEXT("Interruptions"), {}},
                            SegmentKind::Idle,
                            cluster.parts.run_seconds * (1 - cluster.parts.goodput)});
    return bar;
}

} // namespace

SeriesRole equal_role(std::size_t cluster) { return role_of_slot(static_cast<int>(cluster)); }

Figure equal_bars_figure(const EqualAnswer& answer, const Scenario& scenario)
{
    Figure figure = started(answer, scenario, "equal");
    Bars& chart = figure.chart.emplace<Bars>();
    chart.title = {PLATEAU_TEXT("Time of the run"), {}};
    if (!answer.clusters.empty())
        chart.note = narrate::equal_note(answer, scenario.workload.tokens);
    std::vector<Bar>& bars = chart.bars;
    for (const EqualCluster* cluster : narrate::quickest_first(answer)) {
        const Message name = narrate::cluster_words(*cluster, answer.basis);
        const SeriesRole role = equal_role(static_cast<std::size_t>(cluster - answer.clusters.data()));
        if (cluster->parts.fits() && cluster->parts.run_seconds > 0)
            bars.push_back(run_bar(*cluster, name, role));
        else
            bars.push_back({name, role, {}, false});
    }
    return figure;
}

Figure equal_curves_figure(const EqualAnswer& answer, const Scenario& scenario)
{
    const explore::BasisRow& held = explore::row(answer.basis);
    Figure figure = started(answer, scenario, "equal-curves");
    Plot& plot = figure.plot();
    plot.x = {{PLATEAU_TEXT("%1, log scale"), {held.axis}}, held.unit, true, 0, 0, {}};
    Panel panel{.id = "throughput",
                .title = {PLATEAU_TEXT("Throughput"), {}},
                .unit = {PLATEAU_TEXT("tokens/s, each with its best plan"), {}},
                .y = {.logarithmic = true}};
    double low = std::numeric_limits<double>::infinity(), high = 0, least = low, most = 0;
    for (std::size_t i = 0; i < answer.curves.size(); ++i) {
        Series series{.name = {"%1", {Verbatim{answer.curves[i].title}}},
                      .role = equal_role(i),
                      .every_value = true,
                      .own_x = answer.clusters[i].value};
        for (const explore::CurvePoint& point : answer.curves[i].points) {
            if (!point.parts.fits() || !(held.value(point.parts) > 0)) // free hardware has no place on the axis
                continue;
            series.x.push_back(held.value(point.parts));
            series.y.push_back(point.parts.tokens_per_s);
            low = std::min(low, series.x.back());
            high = std::max(high, series.x.back());
            least = std::min(least, series.y.back());
            most = std::max(most, series.y.back());
        }
        panel.series.push_back(std::move(series));
    }
    if (high > 0) {
        Series held_equal{.role = SeriesRole::Reference, .x = {answer.amount, answer.amount}, .y = {least, most}};
        held_equal.markers = held_equal.label_at_end = false;
        panel.series.insert(panel.series.begin(), std::move(held_equal));
        panel.notes.push_back({answer.amount, least, {"%1", {narrate::amount_words(answer.basis, answer.amount)}}, {}});
        plot.x.minimum = low / 1.2;
        plot.x.maximum = high * 1.2;
    }
    plot.panels = {panel};
    return figure;
}

} // namespace plateau::figures
