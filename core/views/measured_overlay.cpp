// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/measured_overlay.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/evidence/alike.h"
#include "core/model/reach.h"
#include "core/views/known_words.h"
#include "core/views/readout.h"
#include "core/views/throughput_axis.h"
#include "core/views/times.h"

namespace plateau::figures {

namespace {

/// The runs a stack was calibrated on say more than any published one.
Message calibrated_words(const answers::ScalingCurve& curve)
{
    const catalog::Calibrated& record = *curve.scenario.assumptions.stack.calibrated;
    const ReachBand band = reach_band(curve.scenario, curve.here().plan);
    const auto percent = [](double factor) { return Quantity{std::abs(factor - 1), units::Unit::Fraction, 2}; };
    const char* said = record.runs == 1
        ? PLATEAU_TEXT("Known by: one run of our own on %2; eight in ten within −%4 to +%5")
        : PLATEAU_TEXT("Known by: %1 runs of our own on %3 to %2; eight in ten within −%4 to +%5");
    return {said,
            {Verbatim{std::to_string(record.runs)}, Quantity{record.most_gpus, units::Unit::Gpus},
             narrate::count(record.least_gpus), percent(band.low), percent(band.high)}};
}

} // namespace

MeasuredRuns measured_runs(const evidence::Evidence& evidence, const Scenario& scenario)
{
    MeasuredRuns result{.known = true};
    for (const std::size_t i : evidence::alike_runs(evidence.sample, scenario)) {
        const evidence::Row& row = evidence.sample.rows[i];
        const evidence::Prediction& prediction = evidence.predictions[i];
        const double slower = prediction.step_seconds / *row.measured_step_seconds();
        result.points.push_back(
            {row.id, *row.gpus, prediction.tokens_per_s_per_gpu * slower, prediction.parts.mfu() * slower});
    }
    std::stable_sort(result.points.begin(), result.points.end(),
                     [](const auto& a, const auto& b) { return a.gpus < b.gpus; });
    return result;
}

namespace {

/// Finds by what a measured rate per GPU is multiplied to stand in the first plot.
std::optional<double> throughput_factor(const answers::ScalingCurve& curve, ThroughputView view, double gpus)
{
    switch (scaling_axis(view).measured) {
    case Measured::No:
        return std::nullopt;
    case Measured::PerGpu:
        return 1;
    case Measured::AllGpus:
        return gpus;
    case Measured::AtCurve:
        break;
    }
    const auto distance = [gpus](const explore::CurvePoint& point) {
        return point.parts.fits() ? std::abs(std::log(point.gpus / gpus)) : std::numeric_limits<double>::infinity();
    };
    const auto nearest = std::min_element(curve.points.begin(), curve.points.end(),
                                          [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
    if (nearest == curve.points.end() || !nearest->parts.fits())
        return std::nullopt;
    return throughput_axis(view, curve.scenario).value(nearest->parts) / nearest->parts.tokens_per_s_per_gpu();
}

} // namespace

void add_measured(Figure& figure, const MeasuredRuns& runs, const answers::ScalingCurve& curve, ThroughputView view)
{
    for (Panel& panel : figure.panels()) {
        const bool throughput = panel.id == "throughput";
        if (runs.points.empty() || (!throughput && panel.id != "mfu"))
            continue;
        Series series{.name = {PLATEAU_TEXT("measured runs"), {}},
                      .role = SeriesRole::Published,
                      .label_at_end = false,
                      .form = SeriesForm::Points};
        for (const MeasuredRuns::Point& point : runs.points) {
            if (point.gpus < figure.plot().x.minimum || point.gpus > figure.plot().x.maximum)
                continue;
            const std::optional<double> factor = throughput_factor(curve, view, point.gpus);
            if (throughput && !factor)
                continue;
            series.x.push_back(point.gpus);
            series.y.push_back(throughput ? point.tokens_per_s_per_gpu * *factor : point.mfu);
            series.names.push_back(point.id);
        }
        panel.series.push_back(std::move(series));
    }
}

Message known_words(const answers::ScalingCurve& curve)
{
    if (curve.scenario.assumptions.stack.calibrated && curve.here().possible())
        return calibrated_words(curve);
    const evidence::Nearest* here = curve.known_here();
    if (!here)
        return {PLATEAU_TEXT("Known by: model; measured runs are not read yet"), {}};
    return narrate::known_words(*here, curve.published);
}

narrate::Status curve_status(const answers::ScalingCurve& curve)
{
    narrate::Status status = narrate::estimate_status(curve.here());
    status.known = known_words(curve);
    if (const evidence::Nearest* here = curve.known_here())
        status.run = here->run;
    const Quantity milliseconds = narrate::fixed(1e3 * curve.seconds, 1);
    status.work = curve.estimates == 1
        ? Message{PLATEAU_TEXT("1 estimate, %1 ms"), {milliseconds}}
        : Message{PLATEAU_TEXT("%1 estimates, %2 ms"), {Verbatim{std::to_string(curve.estimates)}, milliseconds}};
    return status;
}

} // namespace plateau::figures
