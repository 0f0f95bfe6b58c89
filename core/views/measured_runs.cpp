// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/measured_runs.h"

#include "core/evidence/alike.h"
#include "core/views/words.h"

namespace plateau::narrate {

using evidence::Known;
using units::Unit;

namespace {

constexpr double told_ratio = 1.5; ///< the ratio of GPU counts from which on it is told
constexpr double told_distance = 0.05; ///< the logarithm of step times from which on a difference is told

/// Names a run and how it differs from what is asked: "Mixtral 8x7B on 32 H100 SXM, 64 times fewer GPUs".
Message run_words(const evidence::Nearest& nearest)
{
    Message words{PLATEAU_TEXT("%1 on %2 %3"),
                  {Verbatim{nearest.model}, count(nearest.gpus), Verbatim{nearest.hardware_title}}};
    const auto add = [&](const Message& difference) { words = {"%1, %2", {words, difference}}; };
    const double ratio = nearest.asked_gpus / nearest.gpus;
    const evidence::OtherWork& other = nearest.other;
    const bool network = nearest.distance.machine > told_distance && !nearest.other_hardware;
    const bool software = nearest.distance.software > told_distance;
    if (other.format)
        add({PLATEAU_TEXT("in %1"), {Verbatim{other.format_name}}});
    if (other.model && other.size >= told_ratio)
        add({PLATEAU_TEXT("%1 times larger"), {Quantity{other.size, Unit::Count, 2}}});
    else if (other.model && other.size <= 1 / told_ratio)
        add({PLATEAU_TEXT("%1 times smaller"), {Quantity{1 / other.size, Unit::Count, 2}}});
    else if (other.model)
        add({PLATEAU_TEXT("another model"), {}});
    for (const auto& [differs, what] :
         {std::pair(other.sequence, PLATEAU_TEXT("other sequences")),
          std::pair(other.batch, PLATEAU_TEXT("another batch")), std::pair(other.plan, PLATEAU_TEXT("another plan")),
          std::pair(other.recomputation, PLATEAU_TEXT("other recomputation"))})
        if (differs)
            add({what, {}});
    if (ratio >= told_ratio)
        add({PLATEAU_TEXT("%1 times fewer GPUs"), {Quantity{ratio, Unit::Count, 2}}});
    else if (ratio <= 1 / told_ratio)
        add({PLATEAU_TEXT("%1 times as many GPUs"), {Quantity{1 / ratio, Unit::Count, 2}}});
    if (network)
        add({PLATEAU_TEXT("another network"), {}});
    if (software)
        add({PLATEAU_TEXT("other software"), {}});
    if (!other.any() && !network && !software && !nearest.other_hardware && nearest.gpus != nearest.asked_gpus)
        add({PLATEAU_TEXT("otherwise the same"), {}});
    return words;
}

Message how_known(const evidence::Nearest& nearest, int published)
{
    switch (nearest.known) {
    case Known::Measured:
        return {PLATEAU_TEXT("Measured"), {}};
    case Known::Interpolated:
        return {nearest.least_near < nearest.most_near ? PLATEAU_TEXT("Interpolated among runs on %1 to %2 GPUs")
                                                       : PLATEAU_TEXT("Interpolated among runs on %1 GPUs"),
                {count(nearest.least_near), count(nearest.most_near)}};
    case Known::Extrapolated:
        return {PLATEAU_TEXT("Extrapolated in %1"), {nearest.beyond}};
    case Known::Assumption:
        break;
    }
    if (published > 0)
        return {PLATEAU_TEXT("Assumed: none of the %1 published runs on this hardware gives a step time and the layout "
                             "it was measured with"),
                {count(published)}};
    return {PLATEAU_TEXT("Assumed: no measured run on this hardware"), {}};
}

} // namespace

Message known_words(const evidence::Nearest& nearest, int published)
{
    const Message known = how_known(nearest, published);
    if (nearest.run.empty() || !std::isfinite(nearest.doubt.step))
        return {"%1.", {known}};
    const ReachBand step = band_of(nearest.doubt.step * nearest.doubt.step);
    if (1 / step.low > many_times)
        return {
            PLATEAU_TEXT("%1; expect 1/%3 to %4 times the tokens/s. Nearest measurement: %2."),
            {known, run_words(nearest), Quantity{step.high, Unit::Count, 2}, Quantity{1 / step.low, Unit::Count, 2}}};
    return {nearest.known == Known::Measured
                ? PLATEAU_TEXT("%1; expect %3 less to %4 more tokens/s. A run like this one: %2.")
                : PLATEAU_TEXT("%1; expect %3 less to %4 more tokens/s. Nearest measurement: %2."),
            {known, run_words(nearest), Quantity{1 - 1 / step.high, Unit::Fraction, 2},
             Quantity{1 / step.low - 1, Unit::Fraction, 2}}};
}

Message chance_words(double chance)
{
    const double of_hundred = std::round(100 * chance);
    if (of_hundred < 1)
        return {PLATEAU_TEXT("under 1 in 100"), {}};
    if (of_hundred > 99)
        return {PLATEAU_TEXT("over 99 in 100"), {}};
    return {PLATEAU_TEXT("%1 in 100"), {count(of_hundred)}};
}

Message doubt_words(const evidence::Nearest& nearest, const std::string& hardware)
{
    if (nearest.known <= Known::Interpolated)
        return {};
    if (nearest.known == Known::Extrapolated)
        return {PLATEAU_TEXT("extrapolated in %1"), {nearest.beyond}};
    return {PLATEAU_TEXT("an assumption: no measured run on %1"), {Verbatim{hardware}}};
}

Message best_known_words(const answers::Solution& solution, const evidence::Nearest& nearest, const std::string& title)
{
    const char* said = nearest.known <= Known::Interpolated
        ? PLATEAU_TEXT("Best with measured runs near it: %1 %2, %3 for %4 (%5)")
        : PLATEAU_TEXT("Best with measured runs on its hardware: %1 %2, %3 for %4 (%5)");
    return {said,
            {count(solution.parts.gpus), Verbatim{title}, Quantity{solution.run.seconds, Unit::Seconds},
             in_prose(solution.run.usd, Unit::Usd), name(nearest.known)}};
}

} // namespace plateau::narrate

namespace plateau::figures {

namespace {

using narrate::count;
using narrate::steady;

/// "4,812 tokens/s per GPU; Megatron-LM, 512 sequences of 2,048, micro-batch 2"
Message setup_words(const evidence::Evidence& evidence, std::size_t run)
{
    const Scenario& scenario = evidence.sample.cases[run].posed.scenario;
    const auto rate = evidence.sample.rows[run].measured_tokens_per_s_per_gpu();
    return {PLATEAU_TEXT("%1 tokens/s per GPU; %2, %3 sequences of %4, micro-batch %5"),
            {rate ? Argument(steady(*rate, 4)) : narrate::dash, catalog::title_of(scenario.assumptions.stack),
             count(scenario.workload.global_batch), count(scenario.workload.sequence),
             Verbatim{std::to_string(scenario.plan.micro_batch)}}};
}

} // namespace

std::string hardware_family(const catalog::Accelerator& accelerator)
{
    return accelerator.title.substr(0, accelerator.title.find(' '));
}

std::optional<Compared> compared(const evidence::Evidence& evidence, std::size_t run, EvidenceQuantity quantity)
{
    const evidence::Row& row = evidence.sample.rows[run];
    const evidence::Prediction& prediction = evidence.predictions[run];
    const std::optional<double> measured
        = quantity == EvidenceQuantity::StepTime ? row.measured_step_seconds() : row.memory_bytes;
    if (!measured || !prediction.predicted())
        return std::nullopt;
    return Compared{*measured,
                    quantity == EvidenceQuantity::StepTime ? prediction.step_seconds : prediction.memory_bytes};
}

Message run_title(const evidence::Evidence& evidence, std::size_t run)
{
    const Scenario& scenario = evidence.sample.cases[run].posed.scenario;
    const std::string& model = evidence.sample.rows[run].model;
    return {PLATEAU_TEXT("%1 on %2 %3"),
            {Verbatim{model.empty() ? scenario.workload.shape.title : model},
             Quantity{scenario.cluster.gpus, units::Unit::Count, 3, Quantity::Style::Number},
             Verbatim{hardware_family(scenario.cluster.accelerator)}}};
}

std::vector<Message> run_hint(const evidence::Evidence& evidence, const evidence::Claims& claims, std::size_t run,
                              EvidenceQuantity quantity)
{
    const auto value = compared(evidence, run, quantity);
    if (!value)
        return {};
    const bool is_time = quantity == EvidenceQuantity::StepTime;
    const double scale = is_time ? 1 : 1e-9;
    return {{"%1, %2",
             {run_title(evidence, run), Verbatim{evidence::source_label(claims, evidence.sample.rows[run].source)}}},
            {PLATEAU_TEXT("measured %1 %3, predicted %2 %3: %4 %"),
             {steady(value->measured * scale, 4), steady(value->predicted * scale, 4), is_time ? "s" : "GB",
              narrate::signed_percent(value->error())}}};
}

std::vector<Message> measured_hint(const evidence::Evidence& evidence, const evidence::Claims& claims, std::size_t run)
{
    std::vector<Message> lines = run_hint(evidence, claims, run, EvidenceQuantity::StepTime);
    lines.push_back(setup_words(evidence, run));
    return lines;
}

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
             count(record.least_gpus), percent(band.low), percent(band.high)}};
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
std::optional<double> throughput_factor(const answers::ScalingCurve& curve, const ScalingAxis& axis, double gpus)
{
    switch (axis.measured) {
    case Measured::No:
        return std::nullopt;
    case Measured::PerGpu:
        return 1;
    case Measured::AllGpus:
        return gpus;
    case Measured::AtCurve:
        break;
    }
    const auto distance = [gpus](const answers::CurvePoint& point) {
        return point.parts.fits() ? std::abs(std::log(point.gpus / gpus)) : std::numeric_limits<double>::infinity();
    };
    const auto nearest = std::min_element(curve.points.begin(), curve.points.end(),
                                          [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
    if (nearest == curve.points.end() || !nearest->parts.fits())
        return std::nullopt;
    return throughput_axis(axis, curve.scenario).value(nearest->parts) / nearest->parts.tokens_per_s_per_gpu();
}

} // namespace

void add_measured(Figure& figure, const MeasuredRuns& runs, const answers::ScalingCurve& curve, const ScalingAxis& axis)
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
            const std::optional<double> factor = throughput_factor(curve, axis, point.gpus);
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
    status.known = narrate::stand_ins_line(curve.scenario);
    if (curve.here().fits()) // else there is no throughput to be sure of
        status.known
            = status.known.empty() ? known_words(curve) : Message{"%1 · %2", {status.known, known_words(curve)}};
    if (const evidence::Nearest* here = curve.known_here())
        status.run = here->run;
    return status;
}

} // namespace plateau::figures
