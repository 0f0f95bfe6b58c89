// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/estimate/budget.h"
#include "core/estimate/stage.h"
#include "core/estimate/training_run.h"
#include "core/kernels/kernels.h"

namespace plateau {

namespace {

void add_time(Parts& parts, Part part, double exposed, double busy)
{
    parts.value[int(part)] += exposed;
    parts.busy[int(part)] += busy;
}

void add_compute(Parts& parts, Part part, double seconds) { add_time(parts, part, seconds, seconds); }

/// Splits a pass's exposed traffic between all-gather and reduce-scatter in proportion to their busy time.
void add_shard_traffic(Parts& parts, double passes, double exposed, double gather, double scatter)
{
    const double busy = gather + scatter;
    if (busy <= 0)
        return;
    add_time(parts, Part::AllGather, passes * exposed * gather / busy, passes * gather);
    add_time(parts, Part::ReduceScatter, passes * exposed * scatter / busy, passes * scatter);
}

/// The busiest stage's micro-batches, by part.
void add_stage(Parts& parts, const Step& step, const StageWork& stage)
{
    const LayerCost& layer = step.layer;
    const double m = step.degrees.micro_batches;
    const double n = m * stage.layers;
    add_compute(parts, Part::MatrixMultiply, n * (layer.matmul + layer.matmul_backward));
    add_compute(parts, Part::Attention, n * (layer.attention + layer.attention_backward));
    add_compute(parts, Part::OtherKernels, n * (layer.other + layer.other_backward));
    add_compute(parts, Part::Conversion, n * (layer.conversion + layer.conversion_backward));
    add_compute(parts, Part::Recompute, n * layer.recompute);
    add_compute(parts, Part::LaunchGap, n * (layer.launch_gap + layer.launch_gap_backward));
    const double tensor = n * (layer.tensor + layer.tensor_backward);
    add_time(parts, Part::TensorTraffic, tensor * layer.tensor_exposed_share, tensor);
    add_time(parts, Part::ContextTraffic, n * (layer.context_exposed + layer.context_exposed_backward),
             n * (layer.context + layer.context_backward));
    const double expert = n * (layer.expert + layer.expert_backward);
    add_time(parts, Part::ExpertTraffic, expert * layer.expert_exposed_share, expert);
    add_shard_traffic(parts, n, step.forward.exposed, step.shard.gather, 0);
    add_shard_traffic(parts, n, step.backward.exposed, step.shard.gathers_backward * step.shard.gather,
                      step.shard.scatter);
    const double ends = m * std::min(1.0, stage.embedding + stage.head);
    add_compute(parts, Part::Head, m * stage.head * (step.head.forward + step.head.backward));
    add_compute(parts, Part::AllGather, ends * (1 + step.shard.gathers_backward) * step.shard.ends_gather);
    add_compute(parts, Part::ReduceScatter, ends * step.shard.ends_scatter);
    add_compute(parts, Part::Accumulation,
                m * step.accumulation_per_parameter * met_parameters(step.parameters, stage).total());
    add_compute(parts, Part::PipelineTransfer, m * 2 * step.transfer);
    add_time(parts, Part::Offload, n * (step.host.forward_exposed + step.host.backward_exposed),
             n * (step.host.forward + step.host.backward));
}

/// Hidden: at most the share, no more than the last backward (gradients) or first forward pass (weights), and never the
/// last bucket of gradients.
void add_data_traffic(Parts& parts, const Prepared& prepared, const Step& step, Workspace& workspace)
{
    const DataTraffic traffic = data_traffic(prepared, step.degrees, step.rank_parameters, workspace);
    const StageWork& stage = step.busiest;
    const auto add = [&](Part part, double busy, double share, double last, double& window) {
        const double hidden = std::min({share * busy, busy - last, window});
        window -= hidden;
        add_time(parts, part, busy - hidden, busy);
    };
    double backward_window = stage.cost.backward;
    double forward_window = stage.cost.forward;
    add(Part::ReduceScatter, traffic.scatters * traffic.scatter, traffic.shard_overlap, traffic.last_scattered,
        backward_window);
    add(Part::AllGather, traffic.gather, traffic.shard_overlap, 0, forward_window);
    backward_window = std::max(
        0.0, backward_window - stage.layers * (step.shard.gather * step.shard.gathers_backward + step.shard.scatter));
    add(Part::AllReduce, traffic.reduce, traffic.reduce_overlap, traffic.last_reduced, backward_window);
}

/// Slow-down of kernels while traffic runs beside them, and waiting for the slowest of many nodes.
void add_friction(Parts& parts, const Prepared& prepared, double gpus_used)
{
    const double hidden = parts.communication_busy_seconds() - parts.communication_seconds();
    add_compute(parts, Part::Slowdown, prepared.stack.compute_slowdown * std::max(0.0, hidden));
    double seconds = 0;
    for (int part = 0; part < int(first_memory_part); ++part)
        seconds += parts.value[part];
    add_compute(parts, Part::Jitter, jitter_share(prepared, gpus_used) * seconds);
}

void add_step(Parts& parts, const Prepared& prepared, Step& step, Workspace& workspace)
{
    const Plan& plan = step.degrees.plan;
    const Stages stages = stages_of(prepared, step);
    step.busiest = busiest(stages);
    add_stage(parts, step, step.busiest);
    add_compute(parts, Part::Bubble, pipeline_time(stages, plan, step.degrees.micro_batches).bubble_seconds());

    step.rank_parameters = most_rank_parameters(step.parameters, stages, plan);
    add_data_traffic(parts, prepared, step, workspace);
    add_compute(parts, Part::Optimizer, optimizer_seconds(prepared, step.degrees, step.rank_parameters));
    add_compute(parts, Part::Offload, host_optimizer_seconds(prepared, step.degrees, step.rank_parameters));
    add_compute(parts, Part::StepFixed, prepared.stack.step_fixed_seconds);
    add_friction(parts, prepared, step.degrees.gpus_used);
    for (int part = 0; part < int(first_memory_part); ++part)
        parts.step_seconds += parts.value[part];
}

/// Work the devices execute again, in model FLOP: a whole forward pass, or the attention core.
double recomputed_flop_per_token(const Prepared& prepared, Recompute recompute, double attention)
{
    switch (recompute) {
    case Recompute::None:
        return 0;
    case Recompute::Selective:
        return attention / 3;
    case Recompute::Full:
        return (prepared.six_n_per_token - 6 * prepared.head_parameters + attention) / 3;
    }
    return 0;
}

} // namespace

Parts evaluate_step(const Prepared& prepared, const Plan& plan, Workspace& workspace, Step& step)
{
    Parts parts;
    step.degrees = complete(prepared, plan);
    const Degrees& degrees = step.degrees;
    parts.plan = degrees.plan;
    parts.obstacle = degrees.obstacle;
    parts.gpus = prepared.gpus;
    parts.gpus_used = degrees.gpus_used;
    parts.domain_used = degrees.domain_used;
    parts.micro_batches = degrees.micro_batches;
    parts.global_batch = degrees.global_batch;
    parts.peak_flops = prepared.peak_flops;
    parts.memory_limit_bytes = prepared.memory_limit_bytes;
    if (!parts.possible())
        return parts;

    step.layer = workspace.layer(prepared, degrees);
    step.head = head_cost(prepared, degrees.plan);
    step.parameters = stage_parameters(prepared, degrees.plan);
    step.shard = layer_shard_traffic(prepared, degrees, step.parameters, workspace);
    add_ends_shard_traffic(step.shard, prepared, degrees, step.parameters, workspace);
    overlap_layer(prepared, step);
    step.transfer = transfer_seconds(prepared, degrees.plan);
    step.accumulation_per_parameter = kernels::memory_seconds(prepared.device, prepared.stack.accumulation_bytes);
    add_step(parts, prepared, step, workspace);

    parts.tokens_per_s = degrees.global_batch * prepared.sequence / parts.step_seconds;
    parts.model_flop_per_token = prepared.full_flop_per_token;
    parts.causal_flop_per_token = prepared.causal_flop_per_token;
    parts.six_n_per_token = prepared.six_n_per_token;
    const double executed = prepared.flash ? prepared.causal_flop_per_token : prepared.full_flop_per_token;
    parts.executed_flop_per_token
        = executed + recomputed_flop_per_token(prepared, degrees.plan.recompute, executed - prepared.six_n_per_token);
    add_memory(parts, prepared, degrees);
    add_power_and_cost(parts, prepared);
    add_run(parts, prepared, workspace.goodput(prepared, nodes_at_work(prepared, degrees.gpus_used)));
    return parts;
}

Parts evaluate(const Prepared& prepared, const Plan& plan, Workspace& workspace)
{
    Step step;
    return evaluate_step(prepared, plan, workspace, step);
}

} // namespace plateau
