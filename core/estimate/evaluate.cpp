// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/evaluate.h"

#include "core/estimate/budget.h"
#include "core/estimate/training_run.h"

namespace plateau {

namespace {

/// Work the devices execute again, in model FLOP: the layers' products, a share of them, or the attention core.
/// `attention` as counted.
double recomputed_flop_per_token(const Prepared& prepared, const Plan& plan, double attention)
{
    const double products = prepared.six_n_per_token / prepared.weight_products - 2 * prepared.head_parameters;
    switch (plan.recompute) {
    case Recompute::None:
        return 0;
    case Recompute::Selective:
        if (selects_operators(prepared))
            return prepared.physics.repeated_products * products;
        return repeats_attention(prepared, plan) ? attention / 3 : 0;
    case Recompute::Full:
        return products + attention / 3;
    }
    return 0;
}

Parts question_of(const Prepared& prepared, const Degrees& degrees)
{
    Parts parts;
    parts.plan = degrees.plan;
    parts.obstacle = degrees.obstacle;
    parts.gpus = prepared.gpus;
    parts.gpus_used = degrees.gpus_used;
    parts.domain_used = degrees.domain_used;
    parts.micro_batches = degrees.micro_batches;
    parts.global_batch = degrees.global_batch;
    parts.peak_flops = prepared.peak_flops;
    parts.memory_limit_bytes = prepared.memory_limit_bytes;
    return parts;
}

void add_flop(Parts& parts, const Prepared& prepared)
{
    parts.model_flop_per_token = prepared.counted_flop_per_token;
    parts.causal_flop_per_token = prepared.causal_flop_per_token;
    parts.six_n_per_token = prepared.six_n_per_token;
    const double attention = prepared.counted_flop_per_token - prepared.six_n_per_token;
    parts.executed_flop_per_token
        = prepared.counted_flop_per_token + recomputed_flop_per_token(prepared, parts.plan, attention);
}

/// What sums of seconds may differ by.
constexpr double rounding = 1 + 1e-9;

} // namespace

namespace {

bool is_sound(const Parts& parts, int part)
{
    constexpr double most = std::numeric_limits<double>::max();
    const double value = parts.value[std::size_t(part)];
    const double limit = part < time_part_count ? parts.busy[std::size_t(part)] * rounding : most;
    return (value >= 0) & (value <= limit) & (limit <= most);
}

/// All parts at once, without a branch for each.
bool is_sound(const Parts& parts)
{
    bool sound = true;
    for (int part = 0; part < time_part_count; ++part)
        sound &= is_sound(parts, part);
    for (int part = time_part_count; part < part_count; ++part)
        sound &= is_sound(parts, part);
    return sound;
}

} // namespace

Part unsound_part(const Parts& parts)
{
    for (int part = 0; part < part_count; ++part)
        if (!is_sound(parts, part))
            return Part(part);
    return Part::Count;
}

Parts parts_of(Step& step, Workspace& workspace)
{
    const Prepared& prepared = step.x.prepared;
    Parts parts = question_of(prepared, step.degrees);
    find_step(step);
    for (int part = 0; part < time_part_count; ++part) {
        parts.value[part] = step.work[std::size_t(part)].exposed;
        parts.busy[part] = step.work[std::size_t(part)].busy;
        parts.step_seconds += parts.value[part];
    }
    parts.tokens_per_s = step.degrees.global_batch * prepared.sequence / parts.step_seconds;
    add_flop(parts, prepared);
    add_memory(parts, step);
    add_power_and_cost(parts, step);
    add_run(parts, prepared, workspace.pace(prepared, nodes_at_work(prepared, parts.gpus_used)));
    if (!is_sound(parts)) {
        parts.obstacle = Obstacle::Unsound;
        parts.verdict = Verdict::Impossible;
    }
    return parts;
}

Parts evaluate(const Prepared& prepared, const Plan& plan, Workspace& workspace)
{
    const Degrees degrees = complete(prepared, plan);
    if (degrees.obstacle != Obstacle::None)
        return question_of(prepared, degrees);
    Step step(prepared, degrees, workspace, workspace.layer(prepared, degrees));
    return parts_of(step, workspace);
}

} // namespace plateau
