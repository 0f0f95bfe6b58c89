// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/diagnostics/gap.h"
#include "core/diagnostics/gap_causes.h"
#include "core/views/words.h"

namespace plateau::narrate {

using answers::Gap;

namespace {

const Metric& metric_of(const Gap::Key& asked, std::size_t run) { return metric(asked.run(run).measured.metric); }

const char* position(const answers::RunBeside& run, const Metric& metric)
{
    if (!run.can_be())
        return PLATEAU_TEXT("impossible");
    if (run.inside())
        return PLATEAU_TEXT("as expected");
    const bool below = run.measured < run.low;
    if (std::string_view(metric.key) == answers::memory_metric)
        return below ? PLATEAU_TEXT("less than expected") : PLATEAU_TEXT("more than expected");
    return below == (metric.better == Better::Lower) ? PLATEAU_TEXT("faster than expected")
                                                     : PLATEAU_TEXT("slower than expected");
}

/// "FLOP per token": how a share counts attention.
Argument counted(const Metric& metric, const Scenario& scenario)
{
    const std::string_view key = metric.key;
    if (key == "mfu_causal")
        return PLATEAU_TEXT("half of attention");
    if (key == "mfu_6n")
        return PLATEAU_TEXT("no attention");
    const char* const words = counted_words(scenario);
    return key == "hfu" ? Argument(Message{PLATEAU_TEXT("%1 and what is computed again"), {words}}) : Argument(words);
}

Argument number_of(const answers::RunBeside& run, const Metric& metric)
{
    return Message{"%1 %2", {Word{metric.label}, metric_text(metric, run.measured)}};
}

Message impossible_words(const answers::RunBeside& run, const Scenario& scenario)
{
    return {PLATEAU_TEXT("This cannot be: the model's products alone would take %1 of the peak of %2. The number is "
                         "divided by something else or has another unit, or batch, GPUs, hardware or model are other "
                         "than said"),
            {Quantity{run.least_share, units::Unit::Fraction}, Verbatim{scenario.cluster.accelerator.title}}};
}

} // namespace

Message gap_words(const answers::RunBeside& run, const Metric& metric)
{
    return {PLATEAU_TEXT("%1: measured %2, predicted %3, eight in ten %4 to %5: %6"),
            {metric.label, metric_text(metric, run.measured), metric_text(metric, run.predicted),
             metric_text(metric, run.low), metric_text(metric, run.high), position(run, metric)}};
}

Message denominator_words(const answers::RunBeside& run, const Metric& metric, const Scenario& scenario)
{
    if (!answers::is_share(metric.key))
        return {};
    return {PLATEAU_TEXT("%1 is a share of %2, the dense %3 peak of %4; counted are the matrix products with %5"),
            {Word{metric.label}, Quantity{run.peak, units::Unit::FlopPerSecond},
             Verbatim{name(scenario.workload.precision)}, Verbatim{scenario.cluster.accelerator.title},
             counted(metric, scenario)}};
}

Message gap_place(const Gap::Value& gap)
{
    if (gap.runs == 0)
        return {};
    return {PLATEAU_TEXT("Of %1 published runs like it, %2 were quicker beside their prediction"),
            {Verbatim{std::to_string(gap.runs)}, Quantity{gap.percentile, units::Unit::Fraction}}};
}

Message gap_room(const Gap::Value& gap)
{
    if (gap.parts.fits())
        return {};
    return {
        PLATEAU_TEXT("The plan would not fit into memory: it needs %1 of %2. Since it ran, sharding, batch, model or "
                     "hardware are other than said"),
        {Quantity{gap.parts.memory_bytes, units::Unit::Bytes},
         Quantity{gap.parts.memory_limit_bytes, units::Unit::Bytes}}};
}

Message gap_verdict(const Gap::Key& asked, const Gap::Value& gap)
{
    const bool several = gap.runs_beside.size() > 1;
    const answers::RunBeside& run = gap.runs_beside[gap.furthest];
    if (gap.contradicting != Gap::Value::no_run)
        return {PLATEAU_TEXT("%1 and %2 contradict one another: of one run both cannot be"),
                {number_of(run, metric_of(asked, gap.furthest)),
                 number_of(gap.runs_beside[gap.contradicting], metric_of(asked, gap.contradicting))}};
    if (!run.can_be())
        return impossible_words(run, *asked.run(gap.furthest).question.scenario);
    if (!gap.causes.empty())
        return several
            ? Message{PLATEAU_TEXT("Each of these alone would explain all runs, the most plausible first"), {}}
            : Message{PLATEAU_TEXT("Each of these alone would explain it, the most plausible first"), {}};
    if (run.inside())
        return {PLATEAU_TEXT("Nothing is left to explain"), {}};
    return several
        ? Message{PLATEAU_TEXT("Nothing within its known range explains all runs, nor do two choices together"), {}}
        : Message{PLATEAU_TEXT("Nothing within its known range explains it, nor do two choices together"), {}};
}

Message cause_words(const answers::GapCause& cause)
{
    if (cause.key == answers::GapCause::peak_key)
        return {PLATEAU_TEXT("Divided by %1 instead of %2, %3"), {cause.needed_text, cause.now_text, cause.label}};
    const Message words{PLATEAU_TEXT("%1: %2 instead of %3"), {cause.label, cause.needed_text, cause.now_text}};
    return cause.with.empty() ? words
                              : Message{PLATEAU_TEXT("%1, and with it %2"), {words, cause_words(cause.with.front())}};
}

Message ruled_out_words(const answers::RuledOut& ruled_out, const std::string& run, const Gap::Key& asked,
                        const Gap::Value& gap)
{
    const Metric& metric = metric_of(asked, ruled_out.by);
    return {PLATEAU_TEXT("%1; %2 of %3 would then be %4, measured %5"),
            {cause_words(ruled_out.cause), metric.label, Verbatim{run}, metric_text(metric, ruled_out.predicted),
             metric_text(metric, gap.runs_beside[ruled_out.by].measured)}};
}

} // namespace plateau::narrate

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
            causes.push_back(cause_of(work, run, row, option.value, left / run.gap()));
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
