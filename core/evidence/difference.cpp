// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/difference.h"

#include "core/evidence/alike.h"

namespace plateau::evidence {

StepProfile step_profile(const Parts& parts)
{
    const double tokens = parts.tokens_per_s * parts.step_seconds;
    const double work = tokens * parts.causal_flop_per_token / (parts.gpus_used * parts.peak_flops);
    StepProfile profile;
    std::transform(parts.value.begin(), parts.value.begin() + time_part_count, profile.begin(),
                   [work](double seconds) { return seconds / work; });
    return profile;
}

double distance(const StepProfile& a, const StepProfile& b)
{
    double sum_a = 0, sum_b = 0, changes = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum_a += a[i];
        sum_b += b[i];
        changes += std::abs(a[i] - b[i]);
    }
    return std::log1p(changes / std::min(sum_a, sum_b));
}

namespace {

double tokens_that_count(const Contender& contender, double tokens_per_s) { return tokens_per_s * contender.share; }

/// Tokens per second as another explanation has the scenario; as they are where it says nothing of it.
double explained(const Contender& contender, const std::optional<Scenario>& otherwise, Workspace& workspace)
{
    if (!otherwise)
        return tokens_that_count(contender, contender.parts.tokens_per_s);
    const auto prepared = at_gpus(*prepare(*otherwise), contender.parts.gpus);
    return tokens_that_count(contender, evaluate(*prepared, contender.parts.plan, workspace).tokens_per_s);
}

/// Whether the two differ by the constant in whose place another explanation would stand.
bool is_what_differs(const Alternative& alternative, const catalog::Stack& one, const catalog::Stack& other)
{
    const catalog::StackConstant* constant = catalog::find_stack_constant(alternative.instead_of);
    return constant && one.id == other.id && one.constants.*constant->value != other.constants.*constant->value;
}

} // namespace

Difference difference(const Contender& one, const Contender& other, const ModelError& error)
{
    const double apart = distance(step_profile(one.parts), step_profile(other.parts));
    const auto if_not = [](bool same, double doubt) { return same ? 0 : doubt * doubt; };
    const auto accelerator = [](const Contender& each) { return each.scenario.cluster.accelerator.id; };
    const auto has_experts = [](const Contender& each) { return each.scenario.workload.shape.experts > 0; };
    const double variance = std::pow(error.pair_scatter, 2)
        + std::pow(error.pair_growth * std::pow(apart, error.pair_power), 2)
        + if_not(accelerator(one) == accelerator(other), error.other_hardware)
        + if_not(same_software(one.scenario.assumptions, other.scenario.assumptions), error.other_software)
        + if_not(has_experts(one) == has_experts(other), error.mixture);
    Difference found;
    found.ratio = tokens_that_count(one, one.parts.tokens_per_s) / tokens_that_count(other, other.parts.tokens_per_s);
    const auto chance = [&](double ratio) { return 0.5 * std::erfc(-std::log(ratio) / std::sqrt(2 * variance)); };
    found.range = {found.ratio, found.ratio};
    double chances = chance(found.ratio);
    const auto stack = [](const Contender& each) -> const catalog::Stack& { return each.scenario.assumptions.stack; };
    const WorkspacePointer workspace = make_workspace();
    for (const Alternative& alternative : error.alternatives) {
        const auto its = explained_by(alternative, one.scenario), others = explained_by(alternative, other.scenario);
        const bool is_half = its.has_value() != others.has_value() && stack(one).id == stack(other).id;
        if ((!its && !others) || is_half || is_what_differs(alternative, stack(one), stack(other)))
            continue;
        ++found.explanations;
        const double ratio = explained(one, its, *workspace) / explained(other, others, *workspace);
        if (!(std::abs(std::log(ratio / found.ratio)) > error.unmoved))
            continue;
        found.otherwise.emplace_back(alternative.title, ratio);
        found.range = {std::min(found.range.low, ratio), std::max(found.range.high, ratio)};
        chances += chance(ratio);
    }
    const ReachBand around = band_of(variance);
    found.band = {found.range.low * around.low, found.range.high * around.high};
    found.chance = chances / (1 + double(found.otherwise.size()));
    return found;
}

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

bool same_software(const Assumptions& a, const Assumptions& b) { return software_of(a) == software_of(b); }

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
