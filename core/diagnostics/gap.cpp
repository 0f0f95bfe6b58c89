// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/gap.h"

#include <algorithm>
#include <cmath>

#include "core/answers/needed_value.h"
#include "core/answers/plans.h"
#include "core/answers/step.h"
#include "core/question/scenario/parameter_table.h"

namespace plateau::answers {

namespace {

/// A measured run beside what is predicted for it.
struct Judged {
    Scenario scenario; ///< with the plan that is asked about
    const Metric& metric;
    Parts parts; ///< predicted
    double predicted = 0; ///< of the metric, as `measured`
    double measured = 0;

    /// Measured step time over predicted.
    double ratio() const { return metric.better == Better::Lower ? measured / predicted : predicted / measured; }
};

/// A run that a cause does not suit: with it, more than left_by_cause of the run's gap stays, and more than
/// as_predicted of its step.
struct Objection {
    std::size_t run = 0;
    double predicted = 0; ///< of that run's metric, with the cause
};
// What alone may explain that a run is not as predicted

constexpr const char* peak_key = "peak_flops";
constexpr const char* batch_key = "global_batch";

/// How to find out in a minute whether a suspect of presets/physics is the cause.
struct SuspectCheck {
    const char* key; ///< of the parameter
    const char* check;
};
constexpr SuspectCheck suspect_checks[] = {
    {"scale_up_bandwidth",
     PLATEAU_TEXT("`nvidia-smi topo -m` says NV between all GPUs of a host; all_reduce_perf -b 1G -g 8 on one host")},
    {"scale_out_bandwidth",
     PLATEAU_TEXT("NCCL_DEBUG=INFO says NET/IB and not NET/Socket; all_reduce_perf -b 1G over two hosts; ib_write_bw")},
    {"scale_out_latency", PLATEAU_TEXT("all_reduce_perf -b 8 -e 64K over all hosts; ib_write_lat")},
    {"kernel_efficiency",
     PLATEAU_TEXT("`nvidia-smi -q -d PERFORMANCE,CLOCK` under load: clocks held back by power or heat")},
    {"memory_passes",
     PLATEAU_TEXT("A trace: element-wise kernels between the products; is the model compiled, are norms and rotary "
                  "embedding fused?")},
    {"layer_launch_seconds",
     PLATEAU_TEXT("A trace: gaps between kernels while the CPU is busy; one slow host, a debugger, a synchronisation")},
    {"step_fixed_seconds",
     PLATEAU_TEXT("Time the loop on random data: data loader, logging, evaluation or checkpoints inside the step")},
    {"jitter_per_doubling",
     PLATEAU_TEXT("Step time of each rank: one host that is slower than the others sets the pace")},
    {"expert_imbalance", PLATEAU_TEXT("Tokens per expert from the router's statistics")},
    {"fsdp_overlap_penalty",
     PLATEAU_TEXT("A trace: gathers beside the products or between them; CUDA_DEVICE_MAX_CONNECTIONS, prefetch")},
    {"data_overlap",
     PLATEAU_TEXT("A trace: are gradients reduced beside the backward pass? --overlap-grad-reduce, overlap_comm")},
    {"reduction_bytes", PLATEAU_TEXT("Are gradients reduced in 32 bit? --grad-reduce-in-bf16")},
    {batch_key, PLATEAU_TEXT("Count the micro-batches of a step: a pipeline that has few of them starves")},
};

/// A choice that may be another than one thinks. Each of its options is tried.
struct Choice {
    const char* key;
    const char* check;
};
constexpr Choice choices[] = {
    {"attention",
     PLATEAU_TEXT("A trace: kernels named flash, fmha or cudnn...sdpa; without one, attention is unfused")},
    {"recompute", PLATEAU_TEXT("The log's arguments: recompute granularity, activation checkpointing")},
    {"precision",
     PLATEAU_TEXT("The dtype of the weights: print(next(model.parameters()).dtype); tf32 or fp32 products")},
    {"loss", PLATEAU_TEXT("Is the loss fused, in chunks or on whole logits?")},
    {"schedule", PLATEAU_TEXT("Which pipeline schedule the program was started with")},
    {"nvlink_domain", PLATEAU_TEXT("`nvidia-smi topo -m`; NCCL_P2P_DISABLE and NCCL_DEBUG=INFO: P2P or SHM")},
};

const char* const peak_check = PLATEAU_TEXT("Data sheets print peaks with sparsity, twice what dense products reach: "
                                            "which peak was the MFU divided by?");

const char* const memory_check
    = PLATEAU_TEXT("torch.cuda.memory._record_memory_history() and _dump_snapshot(), opened at "
                   "pytorch.org/memory_viz");

GapCause cause_of(const TrainingParameter& row, const Value& now, const Value& needed, const char* check,
                  double strangeness)
{
    return {row.key, {row.label, {}}, now, needed, value_words(row, now), value_words(row, needed), check, strangeness};
}

constexpr double sparse = 2; ///< peak with sparsity, in dense ones
constexpr double about_sparse = 0.15; ///< of the logarithm

GapCause sparse_peak(double peak, double ratio)
{
    const auto flops = [](double value) { return Quantity{value, units::Unit::FlopPerSecond}; };
    return {peak_key,    {PLATEAU_TEXT("Peak of the accelerator"), {}},
            peak,        peak * ratio,
            flops(peak), flops(peak * ratio),
            peak_check,  std::abs(std::log(ratio / sparse))};
}

const catalog::PhysicsValues& values(Work& work) { return catalog::values_of(work.catalog().physics); }

/// How far the logarithm of the step stays from what was measured.
double left_over(const Judged& run, double step_seconds)
{
    return std::abs(std::log(step_seconds / (run.parts.step_seconds * run.ratio())));
}

double gap_of(const Judged& run) { return std::abs(std::log(run.ratio())); }

const TrainingParameter* row_of(const Scenario& scenario, const char* key)
{
    const TrainingParameter* row = training_parameters().find(key);
    return row && (!row->applies || row->applies(scenario)) ? row : nullptr;
}

/// The value at which the metric is as measured; none where it only turns because the plan becomes impossible.
std::optional<double> needed_value(Work& work, const Judged& run, const std::string& key)
{
    answers::Goal goal;
    goal.metric = run.metric.key;
    goal.value = run.measured;
    search::SearchOptions options;
    options.stop = work.stop();
    const answers::Needed needed
        = answers::needed(work.catalog(), run.scenario, {}, key, goal, work.tool<search::PlanSearch>(), options);
    if (!needed.found || !std::isfinite(needed.value) || !needed.parts.possible())
        return std::nullopt;
    const double left = std::abs(std::log(run.metric.value(needed.parts) / run.measured));
    return left <= values(work).left_by_cause * std::abs(std::log(run.predicted / run.measured))
        ? std::optional(needed.value)
        : std::nullopt;
}

const catalog::Suspect* suspect_of(Work& work, const std::string& key)
{
    for (const catalog::Suspect& suspect : work.catalog().physics->suspects)
        if (suspect.key == key)
            return &suspect;
    return nullptr;
}

/// Nothing where no value within the suspect's limits brings the metric to what was measured.
std::optional<GapCause> number_cause(Work& work, const Judged& run, const SuspectCheck& checked)
{
    const TrainingParameter* row = row_of(run.scenario, checked.key);
    const catalog::Suspect* suspect = suspect_of(work, checked.key);
    if (!row || row->kind == ParameterKind::Choice || !suspect)
        return std::nullopt;
    const auto needed = needed_value(work, run, checked.key);
    if (!needed)
        return std::nullopt;
    const Value value = row->get(run.scenario);
    const double now = std::get<double>(value);
    double strangeness = 0;
    if (suspect->as_factor) {
        const double factor = *needed / now;
        if (!(factor >= suspect->least && factor <= suspect->most))
            return std::nullopt;
        strangeness = std::log(factor) / std::log(factor < 1 ? suspect->least : suspect->most);
    } else {
        if (*needed < suspect->least || *needed > suspect->most)
            return std::nullopt;
        strangeness = std::abs(*needed - now) / (suspect->most - suspect->least);
    }
    return cause_of(*row, now, *needed, checked.check, strangeness);
}

/// The run with one parameter changed; nothing where that is refused or impossible.
std::optional<Parts> changed_parts(Work& work, const Judged& run, const std::string& key, const Value& value)
{
    const auto changed = with_value(work.catalog(), run.scenario, key, value);
    if (!changed)
        return std::nullopt;
    const Parts parts = search::best_plan(work.tool<search::PlanSearch>(), *prepare(*changed), {}, {});
    return parts.possible() ? std::optional(parts) : std::nullopt;
}

std::vector<Value> other_values(const TrainingParameter& row, const Value& now)
{
    std::vector<Value> values;
    if (row.kind != ParameterKind::Choice)
        values.emplace_back(1.0);
    else
        for (const auto& option : row.options)
            values.emplace_back(option.value);
    std::erase_if(values, [&](const Value& value) { return value == now || is_auto(value); });
    return values;
}

void add_choices(std::vector<GapCause>& causes, Work& work, const Judged& run, const Choice& choice)
{
    const TrainingParameter* row = row_of(run.scenario, choice.key);
    if (!row)
        return;
    const Value now = row->get(run.scenario);
    for (const Value& other : other_values(*row, now)) {
        // By the step, not the metric: a choice of precision moves the peak that an MFU counts from.
        const auto parts = changed_parts(work, run, choice.key, other);
        const double left = parts ? left_over(run, parts->step_seconds) : gap_of(run);
        if (left <= std::max(values(work).left_by_cause * gap_of(run), values(work).as_predicted)
            && left <= gap_of(run) / 2)
            causes.push_back(cause_of(*row, now, other, choice.check, left / gap_of(run)));
    }
}

/// How far a run stays from what was measured of it when a parameter has another value.
struct Misfit {
    double share = 0; ///< of what is allowed: PhysicsValues::as_predicted, or left_by_cause of its gap
    double predicted = 0; ///< of the metric
};
Misfit misfit(Work& work, const Judged& run, const std::string& key, const Value& value)
{
    const auto parts = changed_parts(work, run, key, value);
    const double step = parts ? parts->step_seconds : run.parts.step_seconds;
    return {left_over(run, step) / std::max(values(work).as_predicted, values(work).left_by_cause * gap_of(run)),
            parts ? run.metric.value(*parts) : run.predicted};
}

/// Values of a number that may suit all runs: the one that each run would need, and one between the extremes.
std::vector<double> candidates(Work& work, const GapCause& cause, const std::vector<Judged>& runs, std::size_t of)
{
    std::vector<double> values = {std::get<double>(cause.needed)};
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (const auto value = i == of ? std::nullopt : needed_value(work, runs[i], cause.key))
            values.push_back(*value);
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    if (values.size() > 1)
        values.push_back(*least > 0 ? std::sqrt(*least * *most) : (*least + *most) / 2);
    return values;
}

/// Only an MFU is divided by a peak.
std::optional<Objection> objection_to_peak(const std::vector<Judged>& runs, std::size_t of)
{
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const bool by_peak = std::string(runs[i].metric.key).starts_with("mfu");
        const double expected = by_peak ? runs[of].ratio() : 1;
        if (std::abs(std::log(runs[i].ratio() / expected)) > about_sparse)
            return Objection{i, by_peak ? runs[i].predicted / runs[of].ratio() : runs[i].predicted};
    }
    return std::nullopt;
}

/// Causes of a step that is not as predicted: suspects of presets/physics, each within its limits, and choices, each
/// option by itself. A suspect leaves PhysicsValues::left_by_cause of the gap; a choice, which cannot be turned, leaves
/// that or as_predicted of the step, and closes half of the gap. None for a step within nothing_to_explain.
std::vector<GapCause> step_causes(Work& work, const Judged& run)
{
    std::vector<GapCause> causes;
    if (gap_of(run) < values(work).nothing_to_explain)
        return causes;
    for (const SuspectCheck& checked : suspect_checks)
        if (auto cause = number_cause(work, run, checked))
            causes.push_back(std::move(*cause));
    for (const Choice& choice : choices)
        add_choices(causes, work, run, choice);
    if (std::string(run.metric.key).starts_with("mfu") && std::abs(std::log(run.ratio() / sparse)) < about_sparse)
        causes.push_back(sparse_peak(run.parts.peak_flops, run.ratio()));
    return causes;
}

/// To a cause of the run `of`, by any of them, whichever value of it is taken. Where there is none, the cause has a
/// value that suits all.
std::optional<Objection> objection(Work& work, GapCause& cause, const std::vector<Judged>& runs, std::size_t of)
{
    if (cause.key == peak_key)
        return objection_to_peak(runs, of);
    if (cause.key == batch_key)
        return std::nullopt; // each run has its own
    const TrainingParameter& row = *training_parameters().find(cause.key);
    const auto worst = [&](const Value& value) {
        Objection objection;
        double share = 0;
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (const Misfit found = misfit(work, runs[i], cause.key, value); found.share > share) {
                share = found.share;
                objection = {i, found.predicted};
            }
        return std::pair(share, objection);
    };
    const auto [share, first] = worst(cause.needed);
    if (share <= 1)
        return std::nullopt;
    if (suspect_of(work, cause.key) && std::holds_alternative<double>(cause.needed))
        for (const double value : candidates(work, cause, runs, of))
            if (worst(Value(value)).first <= 1) {
                cause.needed = value;
                cause.needed_text = value_words(row, cause.needed);
                return std::nullopt;
            }
    return first;
}

/// Which part of the memory alone would have to be how large.
std::vector<GapCause> memory_causes(const Parts& parts, double missing)
{
    std::vector<GapCause> causes;
    for (int number = int(first_memory_part); number < int(first_power_part); ++number) {
        const Part part = Part(number);
        const double needed = parts[part] + missing;
        if (parts[part] <= 0 || needed <= 0)
            continue;
        causes.push_back({name(part),
                          {label(part), {}},
                          parts[part],
                          needed,
                          Quantity{parts[part], units::Unit::Bytes},
                          Quantity{needed, units::Unit::Bytes},
                          memory_check,
                          std::abs(std::log(needed / parts[part]))});
    }
    return causes;
}

// The answer

constexpr const char* metrics_of_a_gap[]
    = {"step_time_s", "tokens_per_s", "tokens_per_s_per_gpu", "mfu", "mfu_causal", "mfu_6n", memory_metric};

/// Counts what share of the other runs of its kind took less of their predicted time.
void place_among_runs(Gap::Value& gap, const evidence::KnownSteps& known, const Scenario& scenario, double ratio)
{
    const bool experts = scenario.workload.shape.experts > 0;
    const bool adapters = scenario.workload.fine_tune != FineTune::None;
    const evidence::Evidence& all = known.evidence();
    int quicker = 0;
    const auto count = [&](bool same_accelerator) {
        gap.runs = quicker = 0;
        for (std::size_t i = 0; i < all.predictions.size(); ++i) {
            const evidence::Prediction& prediction = all.predictions[i];
            const evidence::Row& row = all.sample.rows[i];
            if (!prediction.predicted() || !row.measured_step_seconds())
                continue;
            const Scenario& posed = all.sample.cases[i].posed.scenario;
            if ((posed.workload.shape.experts > 0) != experts
                || (posed.workload.fine_tune != FineTune::None) != adapters
                || (same_accelerator && posed.cluster.accelerator.id != scenario.cluster.accelerator.id))
                continue;
            ++gap.runs;
            quicker += *row.measured_step_seconds() / prediction.step_seconds < ratio;
        }
    };
    constexpr int enough = 10;
    count(true);
    if (gap.runs < enough)
        count(false);
    gap.percentile = gap.runs > 0 ? double(quicker) / gap.runs : 0;
}

/// What is predicted for a measured run, with eight in ten.
RunBeside beside(Work& work, const TrainingQuestion& question, const Measured& measured, const Parts& parts)
{
    const Metric& metric = plateau::metric(measured.metric);
    RunBeside run{metric.value(parts), 0, 0, measured.value};
    const auto nearest = work.get<NearestRun>(question);
    if (measured.metric == memory_metric) {
        const ReachBand band = band_of(nearest->nearest.doubt.memory * nearest->nearest.doubt.memory);
        run.low = run.predicted * band.low;
        run.high = run.predicted * band.high;
        return run;
    }
    const auto scenario = answers::with_plan(work.catalog(), *question.scenario, parts.plan);
    if (!scenario)
        return run;
    const ReachBand band = evidence::step_band(nearest->nearest, *scenario, parts);
    const bool lower = metric.better == Better::Lower;
    run.low = lower ? run.predicted * band.low : run.predicted / band.high;
    run.high = lower ? run.predicted * band.high : run.predicted / band.low;
    return run;
}

/// Finds what may explain the run that is furthest off, and sets aside what another run speaks against.
void find_causes(Gap::Value& gap, Work& work, const std::vector<Judged>& runs)
{
    const auto further = [](const Judged& a, const Judged& b) {
        return std::abs(std::log(a.ratio())) < std::abs(std::log(b.ratio()));
    };
    gap.furthest = std::size_t(std::max_element(runs.begin(), runs.end(), further) - runs.begin());
    for (GapCause& cause : step_causes(work, runs[gap.furthest])) {
        const auto against = runs.size() > 1 ? objection(work, cause, runs, gap.furthest) : std::optional<Objection>();
        if (against)
            gap.ruled_out.push_back({std::move(cause), against->run, against->predicted});
        else
            gap.causes.push_back(std::move(cause));
    }
}

} // namespace

std::span<const char* const> gap_metrics() { return metrics_of_a_gap; }

Gap::Value Gap::compute(const Key& key, Work& work)
{
    Value gap;
    std::vector<Judged> judged;
    std::vector<MeasuredRun> runs = {{key.question, key.measured}};
    runs.insert(runs.end(), key.others.begin(), key.others.end());
    for (const MeasuredRun& run : runs) {
        const auto parts = work.get<StepParts>(run.question);
        if (&run == &runs.front())
            gap.parts = *parts;
        auto scenario = parts->possible() ? answers::with_plan(work.catalog(), *run.question.scenario, parts->plan)
                                          : tl::unexpected(Error());
        if (!scenario) {
            gap.impossible = std::size_t(&run - runs.data());
            return gap;
        }
        gap.runs_beside.push_back(beside(work, run.question, run.measured, *parts));
        judged.push_back({std::move(*scenario), plateau::metric(run.measured.metric), *parts,
                          gap.runs_beside.back().predicted, run.measured.value});
    }
    if (key.measured.metric == memory_metric) {
        gap.causes = memory_causes(gap.parts, gap.first().measured - gap.first().predicted);
    } else {
        if (const auto published = work.get<Runs>({}); *published)
            place_among_runs(gap, **published, judged.front().scenario, judged.front().ratio());
        find_causes(gap, work, judged);
    }
    const auto by_strangeness = [](const GapCause& a, const GapCause& b) { return a.strangeness < b.strangeness; };
    std::stable_sort(gap.causes.begin(), gap.causes.end(), by_strangeness);
    std::stable_sort(gap.ruled_out.begin(), gap.ruled_out.end(),
                     [&](const RuledOut& a, const RuledOut& b) { return by_strangeness(a.cause, b.cause); });
    return gap;
}

} // namespace plateau::answers
