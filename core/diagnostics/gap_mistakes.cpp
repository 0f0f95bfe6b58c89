// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/diagnostics/gap_causes.h"
#include "core/question/scenario/parameter_table.h"

namespace plateau::answers {

namespace {

/// A peak that a share may have been divided by.
struct OtherPeak {
    double flop_per_s = 0;
    Argument of;
};

/// Those that programs are known to take, and the accelerator's own.
std::vector<OtherPeak> usual_peaks(Work& work, const Judged& run)
{
    constexpr double sparse = 2;
    const double own = run.parts.peak_flops;
    std::vector<OtherPeak> peaks;
    for (const catalog::UsualPeak& usual : work.catalog().physics->peaks)
        peaks.push_back({usual.flop_per_s, Word{usual.of}});
    peaks.push_back({sparse * own, PLATEAU_TEXT("this accelerator with sparsity")});
    for (const double peak : run.scenario.cluster.accelerator.peak_flops)
        if (peak > 0 && peak != own)
            peaks.push_back({peak, PLATEAU_TEXT("this accelerator in another format")});
    return peaks;
}

/// Of the vendor's other accelerators.
std::vector<OtherPeak> peaks_of_others(Work& work, const Judged& run)
{
    std::vector<OtherPeak> peaks;
    for (const catalog::Accelerator& other : work.catalog().accelerators)
        if (const double peak = other.peak_flops[std::size_t(run.scenario.workload.precision)];
            peak > 0 && other.vendor == run.scenario.cluster.accelerator.vendor)
            peaks.push_back({peak, Verbatim{other.title}});
    return peaks;
}

GapCause peak_cause(Work& work, const Judged& run, const OtherPeak& peak, double left)
{
    const auto flops = [](double value) { return Quantity{value, units::Unit::FlopPerSecond}; };
    const double own = run.parts.peak_flops;
    return {GapCause::peak_key,
            {PLATEAU_TEXT("the peak of %1; of this one it is %2"),
             {peak.of, metric_text(run.metric, run.measured * peak.flop_per_s / own)}},
            own,
            peak.flop_per_s,
            flops(own),
            flops(peak.flop_per_s),
            check_of(work, run, GapCause::peak_key),
            left};
}

/// Peaks with which the run comes within `reach`, a logarithm, of what is predicted, in the order of the list.
std::vector<OtherPeak> peaks_near(const std::vector<OtherPeak>& peaks, const Judged& run, double reach)
{
    constexpr double about_same = 0.02; // of logarithms
    constexpr std::size_t most = 3;
    const auto left = [&](const OtherPeak& peak) {
        return std::abs(std::log(run.ratio() * run.parts.peak_flops / peak.flop_per_s));
    };
    std::vector<OtherPeak> near;
    for (const OtherPeak& peak : peaks) {
        const auto same
            = [&](const OtherPeak& one) { return std::abs(std::log(one.flop_per_s / peak.flop_per_s)) < about_same; };
        if (near.size() < most && left(peak) < std::min(reach, run.gap() / 2) && std::ranges::none_of(near, same))
            near.push_back(peak);
    }
    return near;
}

/// What a share was divided by. One that can be must come close to what is predicted, another one into its reach.
void add_peaks(std::vector<GapCause>& causes, Work& work, const Judged& run, bool can_be)
{
    constexpr double close = 0.15, in_reach = 0.5; // of logarithms
    std::vector<OtherPeak> near = peaks_near(usual_peaks(work, run), run, can_be ? close : in_reach);
    if (near.empty() && !can_be)
        near = peaks_near(peaks_of_others(work, run), run, close);
    for (std::size_t i = 0; i < near.size(); ++i)
        causes.push_back(peak_cause(work, run, near[i], double(i) / double(near.size()) - (can_be ? 0 : 1)));
}

/// The metric counts attention as the scenario says: another program may do it otherwise.
void add_conventions(std::vector<GapCause>& causes, Work& work, const Judged& run)
{
    const TrainingParameter& row = *training_parameters().find("counted_flop");
    const Value now = row.get(run.scenario);
    for (const Option& option : row.options) {
        const auto changed = with_value(work.catalog(), run.scenario, row.key, option.value);
        if (Value(option.value) == now || !changed)
            continue;
        const Parts parts = search::best_plan(work.tool<search::PlanSearch>(), *prepare(*changed), {}, {});
        const double left = std::abs(std::log(run.metric.value(parts) / run.measured));
        if (left < catalog::values_of(work.catalog().physics).as_predicted / 2 && left < run.gap() / 2)
            causes.push_back({row.key,
                              {row.label, {}},
                              now,
                              option.value,
                              value_words(row, now),
                              value_words(row, option.value),
                              check_of(work, run, row.key),
                              left / run.gap()});
    }
}

/// By what a number may be off because of its unit.
std::vector<double> unit_factors(const Judged& run)
{
    constexpr double thousand = 1000, hundred = 100;
    if (is_share(run.metric.key))
        return {hundred, 1 / hundred};
    const std::string_view key = run.metric.key;
    const double gpus = run.parts.gpus_used;
    std::vector<double> factors{thousand, 1 / thousand};
    if (key == "tokens_per_s_per_gpu")
        factors.push_back(1 / gpus);
    if (key == "tokens_per_s")
        factors.push_back(gpus);
    return factors;
}

void add_units(std::vector<GapCause>& causes, Work& work, const Judged& run)
{
    constexpr double in_reach = 2, far = 4;
    for (const double factor : unit_factors(run)) {
        const double left = std::abs(std::log(run.measured * factor / run.predicted));
        if (run.gap() < std::log(far) || left > std::log(in_reach))
            continue;
        causes.push_back({GapCause::unit_key,
                          {PLATEAU_TEXT("Unit of the number"), {}},
                          run.measured,
                          run.measured * factor,
                          metric_text(run.metric, run.measured),
                          metric_text(run.metric, run.measured * factor),
                          check_of(work, run, GapCause::unit_key),
                          -1});
    }
}

} // namespace

std::vector<GapCause> mistakes(Work& work, const Judged& run, bool can_be)
{
    std::vector<GapCause> causes;
    if (run.gap() < catalog::values_of(work.catalog().physics).nothing_to_explain)
        return causes;
    add_units(causes, work, run);
    if (is_share(run.metric.key)) {
        add_peaks(causes, work, run, can_be);
        if (can_be)
            add_conventions(causes, work, run);
    }
    return causes;
}

} // namespace plateau::answers
