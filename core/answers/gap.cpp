// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/gap.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/answers/explore/adopt.h"
#include "core/answers/explore/needed.h"
#include "core/answers/runs.h"
#include "core/answers/step.h"
#include "core/question/scenario/parameter_table.h"

namespace plateau::answers {

namespace {

constexpr const char* memory_key = "memory_bytes_per_gpu";
constexpr const char* metrics_of_a_gap[]
    = {"step_time_s", "tokens_per_s", "tokens_per_s_per_gpu", "mfu", "mfu_causal", "mfu_6n", memory_key};

/// A parameter that may be other than it is thought to be, and how far it was ever seen to be off.
struct Suspect {
    const char* key;
    double least; ///< of its value, as a share; of one that is 0 or a share itself: the value
    double most;
    bool is_share;
    const char* check;
};

/// Rates and latencies: PCIe in place of NVLink, one rail of eight, gigabit Ethernet in place of RDMA at 400 Gb/s.
/// Shares as their rows.
constexpr Suspect suspects[] = {
    {"scale_up_bandwidth", 1. / 40, 2, false,
     PLATEAU_TEXT("`nvidia-smi topo -m` says NV between all GPUs of a host; all_reduce_perf -b 1G -g 8 on one host")},
    {"scale_out_bandwidth", 1. / 400, 2, false,
     PLATEAU_TEXT("NCCL_DEBUG=INFO says NET/IB and not NET/Socket; all_reduce_perf -b 1G over two hosts; ib_write_bw")},
    {"scale_out_latency", 1. / 4, 40, false, PLATEAU_TEXT("all_reduce_perf -b 8 -e 64K over all hosts; ib_write_lat")},
    {"kernel_efficiency", 0.5, 1.25, false,
     PLATEAU_TEXT("`nvidia-smi -q -d PERFORMANCE,CLOCK` under load: clocks held back by power or heat")},
    {"memory_passes", 0.5, 4, false,
     PLATEAU_TEXT("a trace: element-wise kernels between the products; is the model compiled, are norms and rotary "
                  "embedding fused?")},
    {"layer_launch_seconds", 0.2, 8, false,
     PLATEAU_TEXT("a trace: gaps between kernels while the CPU is busy; one slow host, a debugger, a synchronisation")},
    {"step_fixed_seconds", 0, 10, true,
     PLATEAU_TEXT("time the loop on random data: data loader, logging, evaluation or checkpoints inside the step")},
    {"jitter_per_doubling", 0, 0.3, true,
     PLATEAU_TEXT("step time of each rank: one host that is slower than the others sets the pace")},
    {"expert_imbalance", 1. / 8, 8, false, PLATEAU_TEXT("tokens per expert from the router's statistics")},
    {"fsdp_overlap_penalty", 0, 1, true,
     PLATEAU_TEXT("a trace: gathers beside the products or between them; CUDA_DEVICE_MAX_CONNECTIONS, prefetch")},
    {"data_overlap", 0, 1, true,
     PLATEAU_TEXT("a trace: are gradients reduced beside the backward pass? --overlap-grad-reduce, overlap_comm")},
    {"reduction_bytes", 0.5, 2, false, PLATEAU_TEXT("are gradients reduced in 32 bit? --grad-reduce-in-bf16")},
    {"global_batch", 1. / 32, 1, false,
     PLATEAU_TEXT("count the micro-batches of a step: a pipeline that has few of them starves")},
};

/// Choices that are not always what one thinks, each option by itself.
struct Choice {
    const char* key;
    const char* check;
};
constexpr Choice choices[] = {
    {"attention",
     PLATEAU_TEXT("a trace: kernels named flash, fmha or cudnn...sdpa; without one, attention is unfused")},
    {"recompute", PLATEAU_TEXT("the log's arguments: recompute granularity, activation checkpointing")},
    {"precision",
     PLATEAU_TEXT("the dtype of the weights: print(next(model.parameters()).dtype); tf32 or fp32 products")},
    {"loss", PLATEAU_TEXT("is the loss fused, in chunks or on whole logits?")},
    {"schedule", PLATEAU_TEXT("which pipeline schedule the program was started with")},
    {"nvlink_domain", PLATEAU_TEXT("`nvidia-smi topo -m`; NCCL_P2P_DISABLE and NCCL_DEBUG=INFO: P2P or SHM")},
};

const char* const peak_check = PLATEAU_TEXT("data sheets print peaks with sparsity, twice what dense products reach: "
                                            "which peak was the MFU divided by?");

const char* const memory_check
    = PLATEAU_TEXT("torch.cuda.memory._record_memory_history() and _dump_snapshot(), opened at "
                   "pytorch.org/memory_viz");

Cause cause_of(const TrainingParameter& row, const Value& now, const Value& needed, const char* check,
               double strangeness)
{
    return {row.key, {row.label, {}}, now, needed, format_value(row, now), format_value(row, needed),
            check,   strangeness};
}

constexpr double sparse = 2; ///< peak with sparsity, in dense ones
constexpr double about_sparse = 0.15; ///< of the logarithm

Cause sparse_peak(double peak, double ratio)
{
    const auto flops = [](double value) { return units::format(value, units::Unit::FlopPerSecond); };
    return {"peak_flops", {PLATEAU_TEXT("Peak of the accelerator"), {}},
            peak,         peak * ratio,
            flops(peak),  flops(peak * ratio),
            peak_check,   std::abs(std::log(ratio / sparse))};
}

double ratio_of_step(const Metric& metric, double predicted, double measured)
{
    return metric.better == Better::Lower ? measured / predicted : predicted / measured;
}

/// What was measured and what is predicted, of one metric.
struct Apart {
    const Metric& metric;
    double predicted;
    double measured;
};

constexpr double most_left = 0.25; ///< of the gap's logarithm: what explains less is no cause

/// Which share of the gap stays where `value` is predicted in place of what was.
double left_of(const Apart& apart, double value)
{
    const double gap = std::abs(std::log(apart.measured / apart.predicted));
    return gap > 0 ? std::abs(std::log(value / apart.measured)) / gap : 0;
}

/// Where the metric is as measured; nothing where the row does not bring it there within what is plausible, or where
/// it only turns there because the plan becomes impossible.
std::optional<Cause> number_cause(Work& work, const Scenario& scenario, const Suspect& suspect, const Apart& apart)
{
    const TrainingParameter* row = training_parameters().find(suspect.key);
    if (!row || row->kind == ParameterKind::Choice || (row->applies && !row->applies(scenario)))
        return std::nullopt;
    explore::Goal goal;
    goal.metric = apart.metric.key;
    goal.value = apart.measured;
    search::SearchOptions options;
    options.stop = work.stop();
    const explore::Needed needed
        = explore::needed(work.catalog(), scenario, {}, suspect.key, goal, work.tool<search::PlanSearch>(), options);
    if (!needed.found || !std::isfinite(needed.value) || !needed.parts.possible()
        || !(left_of(apart, apart.metric.value(needed.parts)) <= most_left))
        return std::nullopt;
    double strangeness = 0;
    if (suspect.is_share) {
        if (needed.value < suspect.least || needed.value > suspect.most)
            return std::nullopt;
        strangeness = std::abs(needed.value - needed.now) / (suspect.most - suspect.least);
    } else {
        const double factor = needed.value / needed.now;
        if (!(factor >= suspect.least && factor <= suspect.most))
            return std::nullopt;
        strangeness = std::log(factor) / std::log(factor < 1 ? suspect.least : suspect.most);
    }
    return cause_of(*row, needed.now, needed.value, suspect.check, strangeness);
}

void add_choices(std::vector<Cause>& causes, Work& work, const Scenario& scenario, const Choice& choice,
                 const Apart& apart)
{
    const TrainingParameter* row = training_parameters().find(choice.key);
    if (!row || (row->applies && !row->applies(scenario)))
        return;
    const Value now = row->get(scenario);
    const std::vector<Value> others = [&] {
        std::vector<Value> values;
        if (row->kind == ParameterKind::Choice)
            for (const auto& option : row->options)
                values.emplace_back(option.value);
        else
            values.emplace_back(1.0);
        return values;
    }();
    for (const Value& other : others) {
        if (other == now || is_auto(other))
            continue;
        const auto changed = with_value(work.catalog(), scenario, choice.key, other);
        if (!changed)
            continue;
        const Parts parts = search::best_plan(work.tool<search::PlanSearch>(), *prepare(*changed), {}, {});
        if (!parts.possible())
            continue;
        if (const double left = left_of(apart, apart.metric.value(parts)); left <= most_left)
            causes.push_back(cause_of(*row, now, other, choice.check, left));
    }
}

/// Of the other runs of its kind, the share that took less of their predicted time.
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
            if (!prediction.predicted() || !row.measured_step_seconds() || !evidence::why_not_compared(row).empty())
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

/// Which term alone would have to be how large.
std::vector<Cause> memory_causes(const Parts& parts, double missing)
{
    std::vector<Cause> causes;
    for (int number = int(first_memory_part); number < int(first_power_part); ++number) {
        const Part part = Part(number);
        const double needed = parts[part] + missing;
        if (parts[part] <= 0 || needed <= 0)
            continue;
        causes.push_back({name(part),
                          {label(part), {}},
                          parts[part],
                          needed,
                          units::format(parts[part], units::Unit::Bytes),
                          units::format(needed, units::Unit::Bytes),
                          memory_check,
                          std::abs(std::log(needed / parts[part]))});
    }
    return causes;
}

} // namespace

std::span<const char* const> gap_metrics() { return metrics_of_a_gap; }

Gap::Value Gap::compute(const Key& key, Work& work)
{
    const auto estimate = work.get<StepEstimate>(key.question);
    Value gap{.parts = estimate->parts};
    if (!gap.parts.possible())
        return gap;
    const Metric& metric = plateau::metric(key.measured.metric);
    gap.predicted = metric.value(gap.parts);
    gap.measured = key.measured.value;
    const auto nearest = work.get<NearestRun>(key.question);
    const auto scenario = explore::with_plan(work.catalog(), *key.question.scenario, gap.parts.plan);
    if (key.measured.metric == memory_key) {
        const ReachBand band = band_of(nearest->nearest.doubt.memory * nearest->nearest.doubt.memory);
        gap.low = gap.predicted * band.low;
        gap.high = gap.predicted * band.high;
        gap.causes = memory_causes(gap.parts, gap.measured - gap.predicted);
    } else if (scenario) {
        const ReachBand band = evidence::step_band(nearest->nearest, *scenario, gap.parts);
        const bool lower = metric.better == Better::Lower;
        gap.low = lower ? gap.predicted * band.low : gap.predicted / band.high;
        gap.high = lower ? gap.predicted * band.high : gap.predicted / band.low;
        const double ratio = ratio_of_step(metric, gap.predicted, gap.measured);
        if (const auto runs = work.get<Runs>({}); *runs)
            place_among_runs(gap, **runs, *scenario, ratio);
        const Apart apart{metric, gap.predicted, gap.measured};
        for (const Suspect& suspect : suspects)
            if (auto cause = number_cause(work, *scenario, suspect, apart))
                gap.causes.push_back(std::move(*cause));
        // Not of the metric: a choice of precision moves the peak that an MFU counts from.
        const Apart steps{plateau::metric("step_time_s"), gap.parts.step_seconds, gap.parts.step_seconds * ratio};
        for (const Choice& choice : choices)
            add_choices(gap.causes, work, *scenario, choice, steps);
        if (key.measured.metric.starts_with("mfu") && std::abs(std::log(ratio / sparse)) < about_sparse)
            gap.causes.push_back(sparse_peak(gap.parts.peak_flops, ratio));
    }
    std::stable_sort(gap.causes.begin(), gap.causes.end(),
                     [](const Cause& a, const Cause& b) { return a.strangeness < b.strangeness; });
    return gap;
}

} // namespace plateau::answers
