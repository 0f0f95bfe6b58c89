// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/evaluate.h"

namespace plateau {

namespace {

using units::Unit;

/// FLOP of the products of all experts that a token passes.
template<class N>
N expert_flop_per_token(const Inputs<N>& x)
{
    return 2 * x[&Prepared::projections] * x[&Prepared::hidden] * x[&Prepared::expert_ffn]
        * x[&Prepared::experts_per_token] * x[&Prepared::mixture_share] * x[&Prepared::layers];
}

/// FLOP of the layers' last products, which full recomputation leaves out.
template<class N>
N skipped_flop_per_token(const Inputs<N>& x)
{
    return skips_last_product(x.prepared) ? N(2 * x[&Prepared::hidden] * x[&Prepared::dense_ffn] * x[&Prepared::layers])
                                          : N(0.0);
}

/// Work the devices execute again, in model FLOP: the layers' products, a share of them, or the attention core.
template<class N>
N recomputed_flop_per_token(const Inputs<N>& x)
{
    const N six_n = x[&Prepared::six_n_per_token];
    const N attention = x[&Prepared::counted_flop_per_token] - six_n; // as counted
    const N products = six_n / x[&Prepared::weight_products] - 2 * x[&Prepared::head_parameters];
    switch (x.plan.recompute) {
    case Recompute::None:
        return 0;
    case Recompute::Selective:
        if (selects_operators(x.prepared))
            return x[&StackOf::repeated_products] * products
                + (1 - x[&StackOf::repeated_products]) * expert_flop_per_token(x);
        return repeats_attention(x.prepared, x.plan) ? N(attention / 3) : N(0.0);
    case Recompute::Full:
        return x[&Prepared::recomputed_layers] * (products - skipped_flop_per_token(x) + attention / 3);
    }
    return 0;
}

template<class N>
PartsOf<N> question_of(const Inputs<N>& x)
{
    PartsOf<N> parts;
    parts.plan = x.plan;
    parts.obstacle = x.degrees.obstacle;
    parts.gpus = x[&Prepared::gpus];
    parts.gpus_used = x[&Degrees::gpus_used];
    parts.domain_used = x.degrees.domain_used;
    parts.micro_batches = x[&Degrees::micro_batches];
    parts.global_batch = x[&Degrees::global_batch];
    parts.peak_flops = x[&Prepared::peak_flops];
    parts.memory_limit_bytes = x.prepared.memory_limit_bytes;
    return parts;
}

template<class N>
void add_flop(PartsOf<N>& parts, const Inputs<N>& x)
{
    parts.model_flop_per_token = x[&Prepared::counted_flop_per_token];
    parts.causal_flop_per_token = x[&Prepared::causal_flop_per_token];
    parts.six_n_per_token = x[&Prepared::six_n_per_token];
    parts.executed_flop_per_token
        = named({"F_executed", PLATEAU_TEXT("model FLOP per token, with what is computed again"), Unit::Flop},
                N(x[&Prepared::counted_flop_per_token] + recomputed_flop_per_token(x)));
}

RunPaceOf<double> pace_of(const Inputs<double>& x, double nodes) { return x.workspace.pace(x.prepared, nodes); }
RunPaceOf<Traced> pace_of(const Inputs<Traced>& x, const Traced& nodes) { return run_pace<Traced>(x, nodes); }

/// What sums of seconds may differ by.
constexpr double rounding = 1 + 1e-9;

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

template<class N>
PartsOf<N> parts_of(StepOf<N>& step)
{
    const Inputs<N>& x = step.x;
    PartsOf<N> parts = question_of(x);
    find_step(step);
    for (int part = 0; part < time_part_count; ++part) {
        parts.value[part] = step.work[std::size_t(part)].exposed;
        parts.busy[part] = step.work[std::size_t(part)].busy;
    }
    parts.step_seconds = named({"t_step", PLATEAU_TEXT("step time"), Unit::Seconds}, step.exposed_sum());
    parts.tokens_per_s = named({"tokens_per_s", PLATEAU_TEXT("tokens per second"), Unit::Count},
                               N(parts.global_batch * x[&Prepared::sequence] / parts.step_seconds));
    add_flop(parts, x);
    add_memory(parts, step);
    add_power_and_cost(parts, step);
    add_run<N>(parts, x, pace_of(x, nodes_at_work<N>(x, parts.gpus_used)));
    return parts;
}

template Parts parts_of(Step&);
template PartsOf<Traced> parts_of(StepOf<Traced>&);

Parts evaluate(const Prepared& prepared, const Plan& plan, Workspace& workspace)
{
    const Degrees degrees = complete(prepared, plan);
    if (degrees.obstacle != Obstacle::None)
        return question_of(Inputs<double>(prepared, degrees, workspace));
    Step step(prepared, degrees, workspace, workspace.layer(prepared, degrees));
    Parts parts = parts_of(step);
    if (!is_sound(parts)) {
        parts.obstacle = Obstacle::Unsound;
        parts.verdict = Verdict::Impossible;
    }
    return parts;
}

std::vector<Stage> stages(const Prepared& prepared, const Plan& plan)
{
    const WorkspacePointer workspace = make_workspace();
    const Degrees degrees = complete(prepared, plan);
    if (degrees.obstacle != Obstacle::None)
        return {};
    Step step(prepared, degrees, *workspace, workspace->layer(prepared, degrees));
    find_step(step);
    const RankLook<double> look(step.x, step.parameters, Sharded::AsPlanned);
    std::vector<Stage> stages;
    for (int rank = 0; rank < step.degrees.plan.pp; ++rank) {
        const StageWork& work = work_of(step.stages, rank, step.degrees.plan);
        RankBytes<double> bytes = look(work, rank);
        add_common_bytes(step.x, bytes);
        stages.push_back({work.layers, work.embedding, work.head,
                          held_parameters(step.parameters, work, step.degrees.plan).weights.total(),
                          look.in_flight(rank), step.micro_batches * work.cost.total(), bytes.bytes});
    }
    return stages;
}

std::size_t fullest(const std::vector<Stage>& stages)
{
    const auto most = std::max_element(stages.begin(), stages.end(),
                                       [](const Stage& a, const Stage& b) { return a.bytes() < b.bytes(); });
    return std::size_t(most - stages.begin());
}

std::vector<StageMemory> stage_memory(const Prepared& prepared, const Plan& plan)
{
    std::vector<StageMemory> memory;
    for (const Stage& stage : stages(prepared, plan))
        memory.push_back(stage.memory);
    return memory;
}

} // namespace plateau
