// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/training_run.h"

#include "core/model/inputs.h"
#include "core/model/terms/power.h"

namespace plateau {

double availability(double nodes, double spares, double node_mtbf, double repair)
{
    if (node_mtbf <= 0 || repair <= 0)
        return 1;
    const double mean = nodes * repair / node_mtbf;
    if (mean > 500) // far from zero the sum is a normal distribution
        return 0.5 * std::erfc((mean - spares - 0.5) / std::sqrt(2 * mean));
    double term = std::exp(-mean);
    double sum = term;
    for (double down = 1; down <= spares && term > 0; ++down) {
        term *= mean / down;
        sum += term;
    }
    return std::min(1.0, sum);
}

namespace {

using formula::named;
using units::Unit;

constexpr double age_of_the_universe = 4.35e17; // seconds; no run ends later

template<class N>
N checkpoint_bytes(const Constants<N>& x)
{
    const Prepared& prepared = x.prepared;
    const Numerics& numerics = prepared.scenario->assumptions.numerics;
    const double trained = prepared.frozen ? prepared.layers * prepared.adapter_parameters
                                           : catalog::total_parameters(prepared.scenario->workload.shape);
    return formula::given_as<N>({"checkpoint_bytes", PLATEAU_TEXT("bytes of a checkpoint"), Unit::Bytes},
                                trained
                                    * (prepared.physics.weight_bytes + numerics.master_bytes + numerics.moment_bytes),
                                PLATEAU_TEXT("Weights that are trained, their master copy and their moments"));
}

template<class N>
N checkpoint_seconds(const Constants<N>& x, const N& nodes)
{
    const Reliability& reliability = x.prepared.scenario->assumptions.reliability;
    const formula::Symbol symbol{"t_checkpoint", PLATEAU_TEXT("writing a checkpoint"), Unit::Seconds};
    if (reliability.checkpoint_seconds > 0)
        return x.parameter(symbol, reliability.checkpoint_seconds, "checkpoint_time");
    const N host = x.parameter({"B_checkpoint", PLATEAU_TEXT("checkpoint rate of a host"), Unit::BytesPerSecond},
                               reliability.storage_bytes_per_s, "checkpoint_bandwidth");
    const N storage = x.parameter({"B_storage", PLATEAU_TEXT("rate of the storage"), Unit::BytesPerSecond},
                                  reliability.storage_total_bytes_per_s, "storage_bandwidth");
    return named(symbol, N(checkpoint_bytes(x) / formula::min(N(nodes * host), storage)));
}

template<class N>
InterruptionsOf<N> interruptions(const Constants<N>& x, const N& nodes)
{
    const Reliability& reliability = x.prepared.scenario->assumptions.reliability;
    if (reliability.node_mtbf_seconds <= 0)
        return {};
    InterruptionsOf<N> every;
    every.mean_between
        = named({"t_interruption", PLATEAU_TEXT("mean time between interruptions of the run"), Unit::Seconds},
                N(x.parameter({"t_mtbf", PLATEAU_TEXT("mean time between failures of a host"), Unit::Seconds},
                              reliability.node_mtbf_seconds, "node_mtbf")
                  / nodes));
    every.restart = x.parameter({"t_restart", PLATEAU_TEXT("restart after an interruption"), Unit::Seconds},
                                reliability.restart_seconds, "restart_time");
    every.checkpoint = checkpoint_seconds(x, nodes);
    const formula::Symbol interval{"t_interval", PLATEAU_TEXT("training between two checkpoints"), Unit::Seconds};
    every.interval = reliability.checkpoint_interval_seconds > 0
        ? x.parameter(interval, reliability.checkpoint_interval_seconds, "checkpoint_interval")
        : named(interval, optimal_interval<N>(every.mean_between, every.checkpoint));
    return every;
}

/// Nothing is written in the middle of a step.
template<class N>
InterruptionsOf<N> with_step(InterruptionsOf<N> every, const N& step_seconds)
{
    every.interval = formula::max(every.interval, step_seconds);
    return every;
}

template<class N>
N available(const Constants<N>& x, const N& nodes)
{
    const Reliability& reliability = x.prepared.scenario->assumptions.reliability;
    const double share = availability(formula::value_of(nodes), reliability.spare_nodes, reliability.node_mtbf_seconds,
                                      reliability.repair_seconds);
    if (share == 1) // is left out
        return 1;
    return formula::given_as<N>({"up", PLATEAU_TEXT("share of the time in which enough hosts are up"), Unit::Fraction},
                                share, PLATEAU_TEXT("Poisson distribution of the hosts that are down"), "spare_nodes");
}

} // namespace

template<class N>
N nodes_at_work(const Constants<N>& x, const N& gpus_used)
{
    return named({"nodes", PLATEAU_TEXT("whole hosts at work")}, formula::ceil(N(gpus_used / x[&Prepared::per_host])));
}

template<class N>
RunPaceOf<N> run_pace(const Constants<N>& x, const N& nodes)
{
    const InterruptionsOf<N> every = interruptions(x, nodes);
    const N up = available(x, nodes);
    return {every, up, up * goodput(every)};
}

template<class N>
void add_run(PartsOf<N>& parts, const Constants<N>& x, const RunPaceOf<N>& pace)
{
    const bool late = pace.every.mean_between > N(0.0) && parts.step_seconds > pace.every.interval;
    parts.goodput = named({"goodput", PLATEAU_TEXT("share of the time that advances the run"), Unit::Fraction},
                          late ? N(pace.available * goodput(with_step(pace.every, parts.step_seconds))) : pace.goodput);
    const N tokens
        = x.parameter({"tokens", PLATEAU_TEXT("tokens of the run"), Unit::Tokens}, x.prepared.run_tokens, "tokens");
    parts.run_seconds = named({"t_run", PLATEAU_TEXT("time of the run"), Unit::Seconds},
                              N(tokens / (parts.tokens_per_s * parts.goodput)));
    if (!(parts.run_seconds < N(age_of_the_universe)))
        parts.run_seconds = std::numeric_limits<double>::quiet_NaN();
    parts.run_joules = named({"E_run", PLATEAU_TEXT("energy of the run"), Unit::Joules},
                             N(parts.facility_watts * parts.run_seconds));
    parts.run_kg_co2e = x[&Prepared::kg_per_joule] * parts.run_joules;
    parts.run_usd = parts.usd_per_million_tokens * parts.tokens_per_s * 1e-6 * parts.run_seconds;
}

template double nodes_at_work(const Constants<double>&, const double&);
template Traced nodes_at_work(const Constants<Traced>&, const Traced&);
template RunPaceOf<double> run_pace(const Constants<double>&, const double&);
template RunPaceOf<Traced> run_pace(const Constants<Traced>&, const Traced&);
template void add_run(PartsOf<double>&, const Constants<double>&, const RunPaceOf<double>&);
template void add_run(PartsOf<Traced>&, const Constants<Traced>&, const RunPaceOf<Traced>&);

TrainingRun training_run(const Prepared& prepared, const Parts& parts)
{
    const Constants<double> x(prepared);
    TrainingRun run{.tokens = prepared.run_tokens};
    run.steps = run.tokens / (parts.global_batch * prepared.sequence);
    run.seconds = parts.run_seconds;
    const double unfilled = unfilled_places(prepared, complete(prepared, parts.plan));
    run.gpu_hours = (parts.gpus + prepared.spare_gpus + unfilled) * parts.run_seconds / units::hour;
    run.joules = parts.run_joules;
    run.kg_co2e = parts.run_kg_co2e;
    run.usd = parts.run_usd;
    run.nodes = nodes_at_work(x, parts.gpus_used);
    run.every = with_step(interruptions(x, run.nodes), parts.step_seconds);
    run.interruptions = run.every.mean_between > 0 ? run.seconds / run.every.mean_between : 0;
    run.checkpoint_bytes = checkpoint_bytes(x);
    run.availability = available(x, run.nodes);
    run.goodput = parts.goodput;
    return run;
}

} // namespace plateau
