// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/estimate/workspace.h"
#include "core/kernels/kernels.h"

// What one transformer layer costs on one rank. Terms and constants: reference/fidelity_notes.md 1.
namespace plateau {

namespace {

using collectives::Operation;

// Work of the backward pass in units of the forward pass.
constexpr double matmul_backward = 2;       // activation gradient and weight gradient
constexpr double flash_backward = 2.5;      // recomputes the scores
constexpr double unfused_backward = 2;
constexpr double score_traffic_backward = 1.6;
constexpr double other_backward = 1.8;
constexpr double launch_backward = 1.6;
constexpr double repeated_products = 0.5; // selective recomputation by operator keeps every second product

// Softmax as separate kernels: scale, mask, softmax, casts.
constexpr double separate_softmax_passes = 6; // over the score matrix
constexpr double separate_softmax_launch = 0.4; // of launching a whole layer; fitted to small Megatron runs

/// Megatron's fused scale-mask-softmax kernel takes four (sequence, head) pairs per block; other counts fall back to
/// separate kernels (fused_softmax.py, is_kernel_available).
bool softmax_fused(const Prepared& prepared, const Plan& plan)
{
    return prepared.scores_fused && plan.micro_batch * prepared.heads / plan.tp % 4 == 0;
}

struct Widths {
    double tokens = 0;   // of one micro-batch on one rank
    double query = 0;    // per rank
    double kv = 0;
    double ffn = 0;      // per rank
    double sequences = 0;
};

Widths widths(const Prepared& prepared, const Plan& plan)
{
    const double heads = double(prepared.heads) / plan.tp;
    const double kv_heads = std::max(1.0, double(prepared.kv_heads) / plan.tp);
    return {plan.micro_batch * prepared.sequence / plan.cp, heads * prepared.head_dim, kv_heads * prepared.head_dim,
            prepared.ffn / plan.tp, double(plan.micro_batch)};
}

double matmul_seconds(const Prepared& prepared, const Widths& w)
{
    const auto gemm = [&](double n, double k) { return kernels::gemm_seconds(prepared.device, w.tokens, n, k); };
    const double up = prepared.projections - 1; // gate and up, or up alone
    return gemm(w.query + 2 * w.kv, prepared.hidden) + gemm(prepared.hidden, w.query) + gemm(up * w.ffn, prepared.hidden)
        + gemm(prepared.hidden, w.ffn);
}

struct AttentionCost {
    double forward = 0;
    double backward = 0;
};

AttentionCost attention_seconds(const Prepared& prepared, const Plan& plan)
{
    const double batch_heads = double(plan.micro_batch) * prepared.heads / plan.tp;
    const double queries = prepared.sequence / plan.cp;
    if (prepared.flash) {
        const double forward = kernels::flash_attention_seconds(
            prepared.device, batch_heads, queries, prepared.sequence, prepared.head_dim, prepared.attention_efficiency,
            prepared.attention_half_sequence, prepared.stack.attention_factor);
        return {forward, forward * flash_backward};
    }
    const double matmuls = kernels::unfused_attention_seconds(prepared.device, batch_heads, queries, prepared.sequence,
                                                              prepared.head_dim, 0, prepared.stack.misaligned_head_factor);
    const double passes
        = prepared.stack.score_passes + (softmax_fused(prepared, plan) ? 0 : separate_softmax_passes);
    const double scores = kernels::memory_seconds(prepared.device, 2 * passes * batch_heads * queries * prepared.sequence);
    return {matmuls + scores, matmuls * unfused_backward + scores * score_traffic_backward};
}

double other_seconds(const Prepared& prepared, const Plan& plan, const Widths& w)
{
    const double shards = plan.sequence_parallel ? plan.tp : 1;
    const double gated = prepared.projections > 2;
    const double rotary = prepared.scenario->workload.shape.rotary ? 8 : 0;
    const double per_token = (22 + prepared.stack.norm_bytes) * prepared.hidden / shards + (gated ? 6 : 4) * w.ffn
        + (8 + rotary) * prepared.hidden / plan.tp;
    return kernels::memory_seconds(prepared.device, prepared.stack.memory_passes * w.tokens * per_token);
}

/// Operands of the four products become narrow where they are made: inputs in the forward pass, gradients of outputs
/// in the backward pass. Weights change once per step and are left out.
void add_conversion(const Prepared& prepared, const Widths& w, LayerCost& cost)
{
    const double up = prepared.projections - 1;
    const double inputs = w.tokens * (2 * prepared.hidden + w.query + w.ffn);
    const double gradients = w.tokens * (2 * prepared.hidden + w.query + 2 * w.kv + up * w.ffn);
    cost.conversion = kernels::memory_seconds(prepared.device, prepared.conversion_bytes * inputs);
    cost.conversion_backward = kernels::memory_seconds(prepared.device, prepared.conversion_bytes * gradients);
}

/// How much longer a pass takes than its kernels because the host cannot launch them faster: a smooth maximum.
double launch_gap(double kernels_seconds, double launch_seconds)
{
    const auto fourth = [](double x) { return x * x * x * x; };
    return std::max(0.0, std::sqrt(std::sqrt(fourth(kernels_seconds) + fourth(launch_seconds))) - kernels_seconds);
}

void add_tensor_traffic(const Prepared& prepared, const Degrees& degrees, const Widths& w, Workspace& workspace,
                        LayerCost& cost)
{
    const Plan& plan = degrees.plan;
    if (plan.tp == 1)
        return;
    Traffic traffic{.ranks = double(plan.tp),
                    .usable = degrees.domain_used,
                    .bytes = prepared.wire_bytes * w.tokens * prepared.hidden};
    const auto seconds = [&](Operation operation) {
        traffic.operation = operation;
        return workspace.collective(prepared, traffic).seconds;
    };
    if (plan.sequence_parallel) {
        const double gather = seconds(Operation::AllGather);
        const double pair = gather + seconds(Operation::ReduceScatter);
        cost.tensor = prepared.stack.sequence_parallel_factor * 2 * pair;
        cost.tensor_backward = prepared.stack.sequence_parallel_factor * (2 * pair + 2 * gather);
    } else {
        cost.tensor = 2 * seconds(Operation::AllReduce);
        cost.tensor_backward = cost.tensor;
    }
    if (plan.recompute == Recompute::Full)
        cost.tensor_backward += cost.tensor;
    cost.tensor_exposed_share = 1 - prepared.stack.tensor_overlap;
}

/// Keys and values travel round the ring of context ranks while attention works on those already there.
void add_context_traffic(const Prepared& prepared, const Degrees& degrees, const Widths& w, Workspace& workspace,
                         LayerCost& cost)
{
    const Plan& plan = degrees.plan;
    if (plan.cp == 1)
        return;
    const Traffic traffic{.operation = Operation::AllGather,
                          .ranks = double(plan.cp),
                          .stride = double(plan.tp),
                          .usable = degrees.domain_used,
                          .bytes = 2 * prepared.wire_bytes * w.tokens * plan.cp * w.kv};
    cost.context = workspace.collective(prepared, traffic).seconds;
    cost.context_backward = 2 * cost.context;
    cost.context_exposed = std::max(0.0, cost.context - cost.attention);
    cost.context_exposed_backward = std::max(0.0, cost.context_backward - cost.attention_backward);
}

void add_expert_traffic(const Prepared& prepared, const Degrees& degrees, const Widths& w, Workspace& workspace,
                        LayerCost& cost)
{
    const Plan& plan = degrees.plan;
    if (plan.ep == 1)
        return;
    const Traffic traffic{.operation = Operation::AllToAll,
                          .ranks = double(plan.ep),
                          .stride = double(plan.tp) * plan.cp,
                          .usable = degrees.domain_used,
                          .bytes = prepared.wire_bytes * prepared.experts_per_token * w.tokens * prepared.hidden / plan.tp};
    cost.expert = 2 * workspace.collective(prepared, traffic).seconds;
    cost.expert_backward = cost.expert;
}

} // namespace

LayerCost layer_cost(const Prepared& prepared, const Degrees& degrees, Workspace& workspace)
{
    const Plan& plan = degrees.plan;
    const Widths w = widths(prepared, plan);
    const AttentionCost attention = attention_seconds(prepared, plan);
    LayerCost cost;
    cost.matmul = matmul_seconds(prepared, w);
    cost.attention = attention.forward;
    cost.other = other_seconds(prepared, plan, w);
    cost.matmul_backward = matmul_backward * cost.matmul;
    cost.attention_backward = attention.backward;
    cost.other_backward = other_backward * cost.other;

    add_conversion(prepared, w, cost);

    const double forward = cost.matmul + cost.attention + cost.other + cost.conversion;
    const bool extra_launches = !prepared.flash && !softmax_fused(prepared, plan);
    const double launch
        = prepared.stack.layer_launch_seconds * (1 + (extra_launches ? separate_softmax_launch : 0));
    double backward_launch = launch_backward * launch;
    if (plan.recompute == Recompute::Full) {
        cost.recompute = forward;
        backward_launch += launch;
    } else if (plan.recompute == Recompute::Selective) {
        const bool by_operator = prepared.stack.selective_operators > 0;
        cost.recompute = by_operator ? cost.other + repeated_products * cost.matmul : cost.attention;
    }
    add_tensor_traffic(prepared, degrees, w, workspace, cost);
    add_context_traffic(prepared, degrees, w, workspace, cost);
    add_expert_traffic(prepared, degrees, w, workspace, cost);

    // The host launches collectives too: while it is behind, traffic hides in the gaps.
    const double backward
        = cost.matmul_backward + cost.attention_backward + cost.other_backward + cost.conversion_backward + cost.recompute;
    cost.launch_gap = launch_gap(forward + cost.tensor * cost.tensor_exposed_share, launch);
    cost.launch_gap_backward
        = launch_gap(backward + cost.tensor_backward * cost.tensor_exposed_share, backward_launch);
    return cost;
}

} // namespace plateau
