// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/measured_overlay.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/estimate/reach.h"
#include "core/figures/throughput_axis.h"
#include "core/narrate/readout.h"
#include "core/units/steady.h"

namespace plateau::figures {

namespace {

std::string gpus(double value) { return units::format(value, units::Unit::Gpus); }
std::string count(double value) { return units::format(value, units::Unit::Count); }

/// The runs a stack was calibrated on say more than any published one.
Message calibrated_words(const ScalingCurve& curve)
{
    const catalog::Calibrated& record = *curve.scenario.assumptions.stack.calibrated;
    const ReachBand band = reach_band(curve.scenario, curve.here().plan);
    const auto percent = [](double factor) { return units::format(std::abs(factor - 1), units::Unit::Fraction, 2); };
    const char* said = record.runs == 1
        ? PLATEAU_TEXT("Known by: one run of our own on %2; eight in ten within −%4 to +%5")
        : PLATEAU_TEXT("Known by: %1 runs of our own on %3 to %2; eight in ten within −%4 to +%5");
    return {said,
            {std::to_string(record.runs), gpus(record.most_gpus), count(record.least_gpus), percent(band.low),
             percent(band.high)}};
}

} // namespace

MeasuredRuns measured_runs(const evidence::Evidence& evidence, const Scenario& scenario)
{
    MeasuredRuns result;
    result.known = true;
    result.support = evidence::supported(evidence.sample, scenario);
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

/// What the first plot shows for each measured token per second and GPU: the GPUs, or what the curve's price makes of
/// it. Watts were not measured, nor losses, nor failures.
std::optional<double> throughput_factor(const ScalingCurve& curve, ThroughputView view, double gpus)
{
    if (view == ThroughputView::PerWatt || view == ThroughputView::ToLoss || view == ThroughputView::Goodput)
        return std::nullopt;
    if (view != ThroughputView::PerUsd)
        return view == ThroughputView::Total ? gpus : 1;
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

void add_measured(Figure& figure, const MeasuredRuns& runs, const ScalingCurve& curve, ThroughputView view)
{
    for (Panel& panel : figure.panels) {
        const bool throughput = panel.id == "throughput";
        if (runs.points.empty() || (!throughput && panel.id != "mfu"))
            continue;
        Series series;
        series.name = {PLATEAU_TEXT("measured runs"), {}};
        series.role = SeriesRole::Published;
        series.form = SeriesForm::Points;
        series.label_at_end = false;
        for (const MeasuredRuns::Point& point : runs.points) {
            if (point.gpus < figure.x.minimum || point.gpus > figure.x.maximum)
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

evidence::Known known_at(const ScalingCurve& curve, const MeasuredRuns& runs, const evidence::MeasuredRanges* reached)
{
    using evidence::Known;
    const double gpus = curve.scenario.cluster.gpus;
    const std::string& hardware = curve.scenario.cluster.accelerator.id;
    if (!reached)
        return curve.covered_gpus <= 0   ? Known::Assumption
            : gpus <= curve.covered_gpus ? Known::Interpolated
                                         : Known::Extrapolated;
    if (!reached->any(hardware))
        return Known::Assumption;
    const auto& alike = runs.support.alike_gpus;
    if (!curve.searched && std::binary_search(alike.begin(), alike.end(), gpus))
        return Known::Measured;
    const evidence::MeasuredRanges::Gpus range = reached->of(hardware, curve.here().plan);
    return range.most > 0 && gpus >= range.least && gpus <= range.most ? Known::Interpolated : Known::Extrapolated;
}

Message known_words(const ScalingCurve& curve, const MeasuredRuns& runs, const evidence::MeasuredRanges* reached)
{
    using evidence::Known;
    if (curve.scenario.assumptions.stack.calibrated && curve.here().possible())
        return calibrated_words(curve);
    const Known known = known_at(curve, runs, reached);
    if (known == Known::Assumption)
        return {PLATEAU_TEXT("Known by: assumption; no measured run on this hardware"), {}};
    if (!reached)
        return {known == Known::Interpolated ? PLATEAU_TEXT("Known by: model, within measured cluster sizes (up to %1)")
                                             : PLATEAU_TEXT("Known by: extrapolation beyond %1"),
                {gpus(curve.covered_gpus)}};
    if (known == Known::Measured)
        return {PLATEAU_TEXT("Known by: measured; runs like this one at this very GPU count"), {}};
    const evidence::MeasuredRanges::Gpus range = reached->of(curve.scenario.cluster.accelerator.id, curve.here().plan);
    if (range.most <= 0)
        return {PLATEAU_TEXT("Known by: extrapolation; no measured run on this hardware used this parallelism"), {}};
    const char* said = known == Known::Interpolated
        ? PLATEAU_TEXT("Known by: interpolation between measured runs with this hardware and parallelism, %1 to %2")
        : PLATEAU_TEXT("Known by: extrapolation beyond measured runs with this hardware and parallelism, %1 to %2");
    return {said, {count(range.least), gpus(range.most)}};
}

narrate::Status curve_status(const ScalingCurve& curve, const MeasuredRuns& runs,
                             const evidence::MeasuredRanges* reached)
{
    narrate::Status status = narrate::estimate_status(curve.here());
    status.known = known_words(curve, runs, reached);
    status.work = {PLATEAU_TEXT("%1 estimates, %2 ms"),
                   {std::to_string(curve.estimates), units::fixed(1e3 * curve.seconds, 1)}};
    return status;
}

} // namespace plateau::figures
