// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/training_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plateau {

namespace {

constexpr double age_of_the_universe = 4.35e17; // seconds; no run ends later

double checkpoint_bytes(const Prepared& prepared)
{
    const Numerics& numerics = prepared.scenario->assumptions.numerics;
    const double trained = prepared.frozen ? prepared.layers * prepared.adapter_parameters
                                           : catalog::total_parameters(prepared.scenario->workload.shape);
    return trained * (prepared.physics.weight_bytes + numerics.master_bytes + numerics.moment_bytes);
}

Interruptions interruptions(const Prepared& prepared, double nodes)
{
    const Reliability& reliability = prepared.scenario->assumptions.reliability;
    if (reliability.node_mtbf_seconds <= 0)
        return {};
    Interruptions every{.mean_between = reliability.node_mtbf_seconds / nodes, .restart = reliability.restart_seconds};
    every.checkpoint = reliability.checkpoint_seconds > 0 ? reliability.checkpoint_seconds
                                                          : checkpoint_bytes(prepared)
            / std::min(nodes * reliability.storage_bytes_per_s, reliability.storage_total_bytes_per_s);
    every.interval = reliability.checkpoint_interval_seconds > 0
        ? reliability.checkpoint_interval_seconds
        : optimal_interval(every.mean_between, every.checkpoint);
    return every;
}

/// Nothing is written in the middle of a step.
Interruptions with_step(Interruptions every, double step_seconds)
{
    every.interval = std::max(every.interval, step_seconds);
    return every;
}

double available(const Prepared& prepared, double nodes)
{
    const Reliability& reliability = prepared.scenario->assumptions.reliability;
    return availability(nodes, reliability.spare_nodes, reliability.node_mtbf_seconds, reliability.repair_seconds);
}

} // namespace

double nodes_at_work(const Prepared& prepared, double gpus_used) { return std::ceil(gpus_used / prepared.per_host); }

RunPace run_pace(const Prepared& prepared, double nodes)
{
    const Interruptions every = interruptions(prepared, nodes);
    const double up = available(prepared, nodes);
    return {every, up, up * goodput(every)};
}

void add_run(Parts& parts, const Prepared& prepared, const RunPace& pace)
{
    const bool late = pace.every.mean_between > 0 && parts.step_seconds > pace.every.interval;
    parts.goodput = late ? pace.available * goodput(with_step(pace.every, parts.step_seconds)) : pace.goodput;
    parts.run_seconds = prepared.scenario->workload.tokens / (parts.tokens_per_s * parts.goodput);
    if (!(parts.run_seconds < age_of_the_universe))
        parts.run_seconds = std::numeric_limits<double>::quiet_NaN();
    parts.run_joules = parts.facility_watts * parts.run_seconds;
    parts.run_kg_co2e = prepared.kg_per_joule * parts.run_joules;
    parts.run_usd = parts.usd_per_million_tokens * parts.tokens_per_s * 1e-6 * parts.run_seconds;
}

TrainingRun training_run(const Prepared& prepared, const Parts& parts)
{
    TrainingRun run;
    run.tokens = prepared.scenario->workload.tokens;
    run.steps = run.tokens / (parts.global_batch * prepared.sequence);
    run.seconds = parts.run_seconds;
    run.gpu_hours = (parts.gpus + prepared.spare_gpus) * parts.run_seconds / 3600;
    run.joules = parts.run_joules;
    run.kg_co2e = parts.run_kg_co2e;
    run.usd = parts.run_usd;
    run.nodes = nodes_at_work(prepared, parts.gpus_used);
    run.every = with_step(interruptions(prepared, run.nodes), parts.step_seconds);
    run.interruptions = run.every.mean_between > 0 ? run.seconds / run.every.mean_between : 0;
    run.checkpoint_bytes = checkpoint_bytes(prepared);
    run.availability = available(prepared, run.nodes);
    run.goodput = parts.goodput;
    return run;
}

} // namespace plateau
