// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/measured_overlay.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

#include "core/estimate/reach.h"
#include "ui/text.h"

namespace plateau::ui {

namespace {

QString words(const char* english) { return QCoreApplication::translate("known", english); }

/// The runs a stack was calibrated on say more than any published one.
QString calibrated_words(const ScalingCurve& curve)
{
    const catalog::Calibrated& record = *curve.scenario.assumptions.stack.calibrated;
    const ReachBand band = reach_band(curve.scenario, curve.here().plan);
    const auto percent = [](double factor) { return quantity(std::abs(factor - 1), units::Unit::Fraction, 2); };
    return (record.runs == 1 ? words("Known by: one run of our own on %2; eight in ten within −%4 to +%5")
                             : words("Known by: %1 runs of our own on %3 to %2; eight in ten within −%4 to +%5"))
        .arg(record.runs)
        .arg(quantity(record.most_gpus, units::Unit::Gpus), quantity(record.least_gpus, units::Unit::Count),
             percent(band.low), percent(band.high));
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
        result.points.push_back({row.id, *row.gpus, prediction.tokens_per_s_per_gpu * slower,
                                 prediction.parts.mfu() * slower});
    }
    std::stable_sort(result.points.begin(), result.points.end(),
                     [](const auto& a, const auto& b) { return a.gpus < b.gpus; });
    return result;
}

void add_measured(Figure& figure, const MeasuredRuns& runs, ThroughputView view)
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
            const double all = view == ThroughputView::Total ? point.gpus : 1;
            series.x.push_back(point.gpus);
            series.y.push_back(throughput ? point.tokens_per_s_per_gpu * all : point.mfu);
            series.names.push_back(point.id);
        }
        panel.series.push_back(std::move(series));
    }
}

QString known_words(const ScalingCurve& curve, const MeasuredRuns& runs)
{
    using evidence::Known;
    const double gpus = curve.scenario.cluster.gpus;
    if (curve.scenario.assumptions.stack.calibrated && curve.here().possible())
        return calibrated_words(curve);
    const QString covered = quantity(curve.covered_gpus, units::Unit::Gpus);
    if (!runs.known)
        return curve.covered_gpus <= 0 ? words("Known by: extrapolation, no measured runs on this hardware")
            : gpus <= curve.covered_gpus
            ? words("Known by: model, within measured cluster sizes (up to %1)").arg(covered)
            : words("Known by: extrapolation beyond %1").arg(covered);
    switch (evidence::how_known(runs.support, gpus)) {
    case Known::Measured:
        return words("Known by: measured; runs like this one at this very GPU count");
    case Known::Interpolated:
        return words("Known by: interpolation between measured runs with this hardware and parallelism, %1 to %2")
            .arg(quantity(runs.support.least_gpus, units::Unit::Count),
                 quantity(runs.support.most_gpus, units::Unit::Gpus));
    case Known::Extrapolated:
        return runs.support.most_gpus > 0
            ? words("Known by: extrapolation beyond measured runs with this hardware and parallelism, %1 to %2")
                  .arg(quantity(runs.support.least_gpus, units::Unit::Count),
                       quantity(runs.support.most_gpus, units::Unit::Gpus))
            : words("Known by: extrapolation; no measured run on this hardware used this parallelism");
    case Known::Assumption:
        break;
    }
    return words("Known by: assumption; no measured run on this hardware");
}

} // namespace plateau::ui
