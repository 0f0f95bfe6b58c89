// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/alike.h"

#include <algorithm>
#include <cmath>

#include "core/estimate/reach.h"

namespace plateau::evidence {

namespace {

bool close(double a, double b, double share) { return std::abs(a - b) <= share * std::max(std::abs(a), std::abs(b)); }

Precision width(Precision precision) { return precision == Precision::Fp16 ? Precision::Bf16 : precision; }

bool same_model(const Workload& a, const Workload& b)
{
    const catalog::ModelShape& x = a.shape;
    const catalog::ModelShape& y = b.shape;
    return x.layers == y.layers && x.hidden == y.hidden && x.heads == y.heads && x.kv_heads == y.kv_heads
        && x.ffn == y.ffn && x.experts == y.experts && a.sequence == b.sequence
        && width(a.precision) == width(b.precision);
}

bool same_plan(const Plan& a, const Plan& b)
{
    const bool hybrid = a.dp_mode == DataParallelMode::Hsdp;
    return a.tp == b.tp && a.pp == b.pp && a.cp == b.cp && a.ep == b.ep && a.dp_mode == b.dp_mode
        && (!hybrid || a.shard_group == b.shard_group) && a.recompute == b.recompute;
}

bool same_batch_as(const Scenario& run, const Scenario& scenario)
{
    const double total = run.workload.global_batch;
    const double share = catalog::values_of(run.assumptions.physics).same_batch_share;
    if (scenario.workload.batch_mode == BatchMode::Total)
        return close(total, scenario.workload.global_batch, share);
    return close(total / run.cluster.gpus, scenario.workload.sequences_per_gpu, share);
}

bool has_all(const std::vector<std::string>& kinds, const std::vector<std::string>& wanted)
{
    return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& kind) {
        return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    });
}

bool is_timed(const Sample& sample, std::size_t i)
{
    return sample.cases[i].missing.empty() && sample.rows[i].measured_step_seconds().has_value();
}

} // namespace

bool is_alike(const Case& run, const Scenario& scenario)
{
    const Scenario& own = run.posed.scenario;
    return run.missing.empty() && own.cluster.accelerator.id == scenario.cluster.accelerator.id
        && same_model(own.workload, scenario.workload) && same_plan(own.plan, scenario.plan)
        && catalog::is_flash(own.assumptions.attention) == catalog::is_flash(scenario.assumptions.attention)
        && same_batch_as(own, scenario)
        && (run.posed.choose_micro_batch || own.plan.micro_batch == scenario.plan.micro_batch);
}

std::vector<std::size_t> alike_runs(const Sample& sample, const Scenario& scenario)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < sample.cases.size(); ++i)
        if (is_timed(sample, i) && is_alike(sample.cases[i], scenario))
            found.push_back(i);
    return found;
}

const char* name(Known known)
{
    switch (known) {
    case Known::Measured:
        return PLATEAU_TEXT("measured");
    case Known::Interpolated:
        return PLATEAU_TEXT("interpolated");
    case Known::Extrapolated:
        return PLATEAU_TEXT("extrapolated");
    case Known::Assumption:
        break;
    }
    return PLATEAU_TEXT("assumption");
}

Supported supported(const Sample& sample, const Scenario& scenario)
{
    Supported support;
    const std::vector<std::string> kinds = parallelism_kinds(scenario.plan);
    for (std::size_t i = 0; i < sample.cases.size(); ++i) {
        const Scenario& run = sample.cases[i].posed.scenario;
        if (!is_timed(sample, i) || run.cluster.accelerator.id != scenario.cluster.accelerator.id)
            continue;
        ++support.runs;
        const double gpus = run.cluster.gpus;
        if (has_all(parallelism_kinds(run.plan), kinds)) {
            support.least_gpus = support.least_gpus == 0 ? gpus : std::min(support.least_gpus, gpus);
            support.most_gpus = std::max(support.most_gpus, gpus);
        }
        if (is_alike(sample.cases[i], scenario))
            support.alike_gpus.push_back(gpus);
    }
    std::sort(support.alike_gpus.begin(), support.alike_gpus.end());
    return support;
}

Known how_known(const Supported& support, double gpus)
{
    if (support.runs == 0)
        return Known::Assumption;
    if (std::binary_search(support.alike_gpus.begin(), support.alike_gpus.end(), gpus))
        return Known::Measured;
    const bool between = support.most_gpus > 0 && gpus >= support.least_gpus && gpus <= support.most_gpus;
    return between ? Known::Interpolated : Known::Extrapolated;
}

MeasuredRanges::Kinds MeasuredRanges::kinds(const Plan& plan)
{
    Kinds kinds = 0;
    for (const std::string& kind : parallelism_kinds(plan))
        kinds |= 1u << static_cast<unsigned>(kind.front() - 'a'); // their first letters differ
    return kinds;
}

MeasuredRanges::MeasuredRanges(const Sample& sample)
{
    for (std::size_t i = 0; i < sample.cases.size(); ++i) {
        if (!is_timed(sample, i))
            continue;
        const Scenario& run = sample.cases[i].posed.scenario;
        Gpus& gpus = runs_[run.cluster.accelerator.id][kinds(run.plan)];
        gpus.least = gpus.most == 0 ? run.cluster.gpus : std::min(gpus.least, run.cluster.gpus);
        gpus.most = std::max(gpus.most, run.cluster.gpus);
    }
}

MeasuredRanges::Gpus MeasuredRanges::of(const std::string& accelerator, const Plan& plan) const
{
    Gpus result;
    const auto runs = runs_.find(accelerator);
    if (runs == runs_.end())
        return result;
    const Kinds wanted = kinds(plan);
    for (const auto& [used, gpus] : runs->second)
        if ((used & wanted) == wanted) {
            result.least = result.most == 0 ? gpus.least : std::min(result.least, gpus.least);
            result.most = std::max(result.most, gpus.most);
        }
    return result;
}

} // namespace plateau::evidence
