// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/alike.h"

#include <algorithm>
#include <cmath>

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
    return a.tp == b.tp && a.pp == b.pp && a.cp == b.cp && a.ep == b.ep
        && (a.ep == 1 || expert_tensor(a) == expert_tensor(b)) && a.dp_mode == b.dp_mode
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

} // namespace

bool same_machine(const Cluster& a, const Cluster& b, double gpus)
{
    const catalog::Accelerator& x = a.accelerator;
    const catalog::Accelerator& y = b.accelerator;
    if (x.id != y.id || x.memory_bytes_per_s != y.memory_bytes_per_s || x.limit_watts != y.limit_watts)
        return false;
    const auto one = network_tiers(a);
    const auto other = network_tiers(b);
    for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
        if (i >= one.size() || i >= other.size() || !(one[i] == other[i]))
            return false;
        if (one[i].domain_size >= gpus)
            break;
    }
    return true;
}

bool same_software(const Assumptions& a, const Assumptions& b)
{
    const auto rows = catalog::stack_constants();
    return a.attention == b.attention && a.dispatcher == b.dispatcher && a.expert_products == b.expert_products
        && a.loss == b.loss && a.local_steps == b.local_steps && a.expert_spread == b.expert_spread
        && a.expert_imbalance == b.expert_imbalance && a.numerics == b.numerics && a.offload == b.offload
        && std::all_of(rows.begin(), rows.end(), [&](const catalog::StackConstant& row) {
               return a.stack.constants.*row.value == b.stack.constants.*row.value;
           });
}

bool is_timed(const Sample& sample, std::size_t row)
{
    return sample.cases[row].missing.empty() && sample.rows[row].measured_step_seconds().has_value();
}

bool is_alike(const Case& run, const Scenario& scenario)
{
    const Scenario& own = run.posed.scenario;
    return run.missing.empty() && own.cluster.accelerator.id == scenario.cluster.accelerator.id
        && same_model(own.workload, scenario.workload) && same_plan(own.plan, scenario.plan)
        && same_machine(own.cluster, scenario.cluster, own.cluster.gpus)
        && same_software(own.assumptions, scenario.assumptions) && same_batch_as(own, scenario)
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

} // namespace plateau::evidence
