// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/estimate/workspace.h"
#include "core/kernels/kernels.h"

// What one transformer layer costs on one rank.
namespace plateau {

namespace {

using collectives::Operation;

constexpr double matmul_backward = 2; // gradients of activation and of weight, in forward passes

/// The fused scale-mask-softmax kernel takes several (sequence, head) pairs per block; counts that it does not divide
/// fall back to separate kernels.
bool softmax_fused(const Prepared& prepared, const Plan& plan)
{
    const int pairs = plan.micro_batch * prepared.heads / plan.tp;
    return prepared.scores_fused && pairs % int(prepared.physics.softmax_block_pairs) == 0;
}

/// Copies of a rank's tokens that are sent to experts, the mean over the layers; slots of the busiest rank.
double routed_copies(const Prepared& prepared)
{
    return prepared.mixture_share * prepared.experts_per_token * prepared.expert_load;
}

struct Widths {
    double tokens = 0; // of one micro-batch on one rank
    double query = 0; // per rank: queries of a token
    double kv = 0; // keys and values together
    double output = 0; // what attention hands to its last product
    double ffn = 0; // everything a token passes in the feed-forward block
};

Widths widths(const Prepared& prepared, const Plan& plan)
{
    const double heads = double(prepared.heads) / plan.tp;
    const double kv_heads = std::max(1.0, double(prepared.kv_heads) / plan.tp);
    return {plan.micro_batch * prepared.sequence / plan.cp, heads * prepared.key_head_dim,
            kv_heads * (prepared.key_head_dim + prepared.value_head_dim), heads * prepared.value_head_dim,
            (prepared.dense_ffn + routed_copies(prepared) * prepared.expert_ffn) / plan.tp};
}

/// Queries, keys and values of multi-head latent attention from their compressed forms. Where context ranks gather
/// compressed keys and values, each expands those of the whole sequence.
double latent_expansion(const Prepared& prepared, const Plan& plan, const Widths& w)
{
    const double heads = double(prepared.heads) / plan.tp;
    const double expanded = plan.cp_method == ContextMethod::AllGather ? w.tokens * plan.cp : w.tokens;
    return kernels::gemm_seconds(prepared.device, w.tokens, w.query,
                                 prepared.query_rank > 0 ? prepared.query_rank : prepared.hidden)
        + kernels::gemm_seconds(prepared.device, expanded, heads * prepared.latent_head_dim, prepared.kv_rank);
}

/// Projections of multi-head latent attention; the compressing ones are not divided by tensor parallelism.
double latent_projections(const Prepared& prepared, const Plan& plan, const Widths& w)
{
    const double down = prepared.query_rank + prepared.kv_rank + prepared.shared_key_dim;
    return kernels::gemm_seconds(prepared.device, w.tokens, down, prepared.hidden) + latent_expansion(prepared, plan, w)
        + kernels::gemm_seconds(prepared.device, w.tokens, prepared.hidden, w.output);
}

/// Router and experts of the layers that have them. A rank works on E / ep experts, each 1 / etp wide, and on the
/// tokens of its ep x etp group.
double expert_products(const Prepared& prepared, const Plan& plan, const Widths& w)
{
    const double etp = expert_tensor(plan);
    const double local = double(prepared.experts) / plan.ep;
    const double slots = w.tokens * prepared.experts_per_token * prepared.expert_load * etp / plan.tp;
    const double rows = slots / local;
    const double width = prepared.expert_ffn / etp;
    const double up = prepared.projections - 1;
    const double router = kernels::gemm_seconds(prepared.device, w.tokens, prepared.experts, prepared.hidden);
    return prepared.mixture_share
        * (router + kernels::grouped_gemm_seconds(prepared.device, local, rows, up * width, prepared.hidden)
           + kernels::grouped_gemm_seconds(prepared.device, local, rows, prepared.hidden, width));
}

double matmul_seconds(const Prepared& prepared, const Plan& plan, const Widths& w)
{
    const auto gemm = [&](double n, double k) { return kernels::gemm_seconds(prepared.device, w.tokens, n, k); };
    const double up = prepared.projections - 1; // gate and up, or up alone
    double seconds = prepared.kv_rank > 0 ? latent_projections(prepared, plan, w)
                                          : gemm(w.query + w.kv, prepared.hidden) + gemm(prepared.hidden, w.query);
    if (prepared.experts > 0)
        seconds += expert_products(prepared, plan, w);
    const double dense = prepared.dense_ffn / plan.tp;
    if (dense > 0)
        seconds = seconds + gemm(up * dense, prepared.hidden) + gemm(prepared.hidden, dense);
    return seconds;
}

struct AttentionCost {
    double forward = 0;
    double backward = 0;
};

/// Work of the last of c context ranks relative to the mean: with one contiguous piece each it attends to
/// (c - 1/2) / c of all, where the mean is 1/2.
double causal_imbalance(const Plan& plan)
{
    return plan.cp_balance == ContextBalance::Contiguous ? 2 - 1.0 / plan.cp : 1;
}

AttentionCost attention_seconds(const Prepared& prepared, const Plan& plan)
{
    const double batch_heads = double(plan.micro_batch) * prepared.heads / plan.tp;
    const double queries = prepared.sequence / plan.cp;
    if (prepared.flash) {
        // Round a ring, attention works on one piece of the keys after the other, each as short as the queries.
        const double pieces = plan.cp_method == ContextMethod::Ring ? plan.cp : 1;
        const double share = prepared.attention_share * causal_imbalance(plan);
        const double forward = pieces * share
            * kernels::flash_attention_seconds(prepared.device, batch_heads, queries, prepared.sequence / pieces,
                                               prepared.head_dim, prepared.attention_efficiency,
                                               prepared.attention_half_sequence, prepared.stack.attention_factor);
        return {forward, forward * prepared.physics.flash_backward};
    }
    const double matmuls
        = kernels::unfused_attention_seconds(prepared.device, batch_heads, queries, prepared.sequence,
                                             prepared.head_dim, 0, prepared.stack.misaligned_head_factor);
    const double passes
        = prepared.stack.score_passes + (softmax_fused(prepared, plan) ? 0 : prepared.physics.separate_softmax_passes);
    const double scores = kernels::memory_seconds(
        prepared.device, prepared.physics.activation_bytes * passes * batch_heads * queries * prepared.sequence);
    return {matmuls + scores, matmuls * matmul_backward + scores * prepared.physics.score_traffic_backward};
}

/// Bytes that an activation function reads and writes per element.
double activation_traffic_bytes(const Prepared& prepared)
{
    return prepared.projections > 2 ? prepared.physics.gated_traffic_bytes : prepared.physics.plain_traffic_bytes;
}

/// What repeats_modules() computes again beside attention.
double repeated_module_seconds(const Prepared& prepared, const Plan& plan, const Widths& w)
{
    const double elements = w.tokens * routed_copies(prepared) * prepared.expert_ffn / plan.tp;
    const double expansion = prepared.kv_rank > 0 ? latent_expansion(prepared, plan, w) : 0;
    return expansion
        + kernels::memory_seconds(prepared.device,
                                  prepared.stack.memory_passes * activation_traffic_bytes(prepared) * elements);
}

double other_seconds(const Prepared& prepared, const Plan& plan, const Widths& w)
{
    const double shards = plan.sequence_parallel ? plan.tp : 1;
    const double rotary = prepared.scenario->workload.shape.rotary ? prepared.physics.rotary_traffic_bytes : 0;
    const double per_token
        = (prepared.physics.residual_traffic_bytes + prepared.stack.norm_bytes) * prepared.hidden / shards
        + activation_traffic_bytes(prepared) * w.ffn
        + (prepared.physics.projection_traffic_bytes + rotary) * prepared.hidden / plan.tp
        + prepared.physics.routed_copy_bytes * routed_copies(prepared) * prepared.hidden / plan.tp;
    return kernels::memory_seconds(prepared.device, prepared.stack.memory_passes * w.tokens * per_token);
}

/// Operands of the four products become narrow where they are made: inputs in the forward pass, gradients of outputs
/// in the backward pass. Weights change once per step and are left out.
void add_conversion(const Prepared& prepared, const Widths& w, LayerCost& cost)
{
    const double up = prepared.projections - 1;
    const double inputs = w.tokens * (2 * prepared.hidden + w.output + w.ffn);
    const double gradients = w.tokens * (2 * prepared.hidden + w.query + w.kv + up * w.ffn);
    cost.conversion = kernels::memory_seconds(prepared.device, prepared.conversion_bytes * inputs);
    cost.conversion_backward = kernels::memory_seconds(prepared.device, prepared.conversion_bytes * gradients);
}

/// How much longer a pass takes than its kernels because the host cannot launch them faster: a smooth maximum.
double launch_gap(double kernels_seconds, double launch_seconds)
{
    const auto fourth = [](double x) { return x * x * x * x; };
    return std::max(0.0, std::sqrt(std::sqrt(fourth(kernels_seconds) + fourth(launch_seconds))) - kernels_seconds);
}

/// Of the two blocks of a layer, those whose results tensor-parallel ranks exchange: not a feed-forward block of
/// nothing but experts that come by their tokens otherwise.
double divided_blocks(const Prepared& prepared, const Plan& plan)
{
    const bool own_exchange = plan.ep > 1 || expert_tensor(plan) != plan.tp;
    const bool experts_only = prepared.experts > 0 && prepared.dense_ffn <= 0;
    return experts_only && own_exchange ? 1 : 2;
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
    const double blocks = divided_blocks(prepared, plan);
    if (plan.sequence_parallel) {
        const double gather = seconds(Operation::AllGather);
        const double pair = gather + seconds(Operation::ReduceScatter);
        cost.tensor = prepared.stack.sequence_parallel_factor * blocks * pair;
        cost.tensor_backward = prepared.stack.sequence_parallel_factor * (blocks * pair + blocks * gather);
    } else {
        cost.tensor = blocks * seconds(Operation::AllReduce);
        cost.tensor_backward = cost.tensor;
    }
    if (plan.recompute == Recompute::Full)
        cost.tensor_backward += cost.tensor;
    cost.tensor_exposed_share = 1 - prepared.stack.tensor_overlap;
    if (prepared.stack.async_tensor > 0 && plan.sequence_parallel) {
        const double products = cost.matmul + cost.matmul_backward;
        const double uncovered = std::max(0.0, 1 - products / (cost.tensor + cost.tensor_backward));
        const double beside = std::max(prepared.stack.fsdp_overlap_penalty, uncovered);
        const double first = 1.0 / plan.tp; // of the pieces, with nothing beside it
        cost.tensor_exposed_share = std::min(cost.tensor_exposed_share, first + (1 - first) * beside);
    }
}

/// Ring: keys and values travel while attention works on those already there, c - 1 pieces of c. All-gather: they are
/// all there before attention begins (compressed ones under latent attention), their gradients scattered after it.
void add_context_traffic(const Prepared& prepared, const Degrees& degrees, const Widths& w, Workspace& workspace,
                         LayerCost& cost)
{
    const Plan& plan = degrees.plan;
    if (plan.cp == 1)
        return;
    const bool ring = plan.cp_method == ContextMethod::Ring;
    const double latent = prepared.kv_rank + prepared.shared_key_dim;
    const double width = prepared.kv_rank > 0 && !ring ? latent : w.kv;
    Traffic traffic{.operation = Operation::AllGather,
                    .ranks = double(plan.cp),
                    .stride = double(plan.tp),
                    .usable = degrees.domain_used,
                    .bytes = prepared.wire_bytes * w.tokens * plan.cp * width};
    cost.context = workspace.collective(prepared, traffic).seconds;
    const double again = plan.recompute == Recompute::Full ? 1 : 0; // the forward pass, exchange included
    if (!ring) {
        traffic.operation = Operation::ReduceScatter;
        cost.context_backward = (1 + again) * cost.context + workspace.collective(prepared, traffic).seconds;
        cost.context_exposed = cost.context;
        cost.context_exposed_backward = cost.context_backward;
        return;
    }
    const double covered = (plan.cp - 1.0) / plan.cp;
    cost.context_backward = (2 + again) * cost.context;
    cost.context_exposed = std::max(0.0, cost.context - covered * cost.attention);
    cost.context_exposed_backward
        = again * cost.context_exposed + std::max(0.0, 2 * cost.context - covered * cost.attention_backward);
}

/// Seconds of handing the tokens of an expert to the ranks that divide it, and summing what they return.
double expert_tensor_seconds(const Prepared& prepared, const Degrees& degrees, const Widths& w, Workspace& workspace)
{
    const Plan& plan = degrees.plan;
    const double etp = expert_tensor(plan);
    if (etp == 1 || (plan.ep == 1 && etp == plan.tp)) // tensor parallelism has gathered them already
        return 0;
    const double copies = plan.ep > 1 ? prepared.experts_per_token * prepared.expert_load : 1;
    Traffic traffic{.operation = Operation::AllGather,
                    .ranks = etp,
                    .usable = degrees.domain_used,
                    .bytes = prepared.wire_bytes * copies * w.tokens * prepared.hidden * etp / plan.tp};
    const double gather = workspace.collective(prepared, traffic).seconds;
    traffic.operation = Operation::ReduceScatter;
    return gather + workspace.collective(prepared, traffic).seconds;
}

/// Expert-parallel ranks sit next to each other around an expert's tensor ranks: they take in data- and
/// context-parallel ranks, and tensor-parallel ones where experts are divided less than attention.
void add_expert_traffic(const Prepared& prepared, const Degrees& degrees, const Widths& w, Workspace& workspace,
                        LayerCost& cost)
{
    const Plan& plan = degrees.plan;
    if (prepared.experts == 0)
        return;
    cost.expert = expert_tensor_seconds(prepared, degrees, w, workspace);
    if (plan.ep > 1) {
        const double copies = prepared.experts_per_token * prepared.expert_load;
        const Traffic traffic{.operation = Operation::AllToAll,
                              .ranks = double(plan.ep),
                              .stride = double(expert_tensor(plan)),
                              .usable = degrees.domain_used,
                              .bytes = prepared.wire_bytes * copies * w.tokens * prepared.hidden / plan.tp};
        cost.expert += 2 * workspace.collective(prepared, traffic).seconds;
    }
    cost.expert *= prepared.mixture_share;
    cost.expert_backward = (plan.recompute == Recompute::Full ? 2 : 1) * cost.expert;
    cost.expert_exposed_share = 1 - prepared.stack.expert_overlap;
}

/// The expert traffic that the computation of a forward and a backward pass beside it does not cover.
void hide_expert_traffic(LayerCost& cost)
{
    const double busy = cost.expert + cost.expert_backward;
    if (busy <= 0)
        return;
    const double computing = cost.matmul + cost.attention + cost.other + cost.matmul_backward + cost.attention_backward
        + cost.other_backward + cost.recompute;
    cost.expert_exposed_share = std::min(cost.expert_exposed_share, std::max(0.0, 1 - computing / busy));
}

} // namespace

bool hides_expert_traffic(const Plan& plan)
{
    const schedule::Kind kind = pipeline_kind(plan);
    return kind == schedule::Kind::DualPipe || kind == schedule::Kind::DualPipeV;
}

bool repeats_modules(const Prepared& prepared, const Plan& plan)
{
    const bool by_operator = prepared.stack.selective_operators > 0;
    return plan.recompute == Recompute::Selective && !by_operator && (prepared.kv_rank > 0 || prepared.experts > 0);
}

double gathered_attention_share(const Prepared& prepared, const Plan& plan)
{
    if (!prepared.flash)
        return 1;
    const auto speed = [&](double keys) { return keys / (keys + prepared.attention_half_sequence); };
    return speed(prepared.sequence / plan.cp) / speed(prepared.sequence);
}

LayerCost layer_cost(const Prepared& prepared, const Degrees& degrees, Workspace& workspace)
{
    const Plan& plan = degrees.plan;
    const Widths w = widths(prepared, plan);
    const AttentionCost attention = attention_seconds(prepared, plan);
    LayerCost cost;
    cost.matmul = matmul_seconds(prepared, plan, w);
    cost.attention = attention.forward;
    cost.other = other_seconds(prepared, plan, w);
    cost.matmul_backward = matmul_backward * cost.matmul;
    cost.attention_backward = attention.backward;
    cost.other_backward = prepared.physics.other_backward * cost.other;

    add_conversion(prepared, w, cost);

    const double forward = cost.matmul + cost.attention + cost.other + cost.conversion;
    const bool extra_launches = !prepared.flash && !softmax_fused(prepared, plan);
    const double launch
        = prepared.stack.layer_launch_seconds * (1 + (extra_launches ? prepared.physics.separate_softmax_launch : 0));
    double backward_launch = prepared.physics.launch_backward * launch;
    if (plan.recompute == Recompute::Full) {
        cost.recompute = forward;
        backward_launch += launch;
    } else if (plan.recompute == Recompute::Selective) {
        const bool by_operator = prepared.stack.selective_operators > 0;
        cost.recompute = by_operator ? cost.other + prepared.physics.repeated_products * cost.matmul : cost.attention;
        if (repeats_modules(prepared, plan))
            cost.recompute += repeated_module_seconds(prepared, plan, w);
    }
    add_tensor_traffic(prepared, degrees, w, workspace, cost);
    add_context_traffic(prepared, degrees, w, workspace, cost);
    add_expert_traffic(prepared, degrees, w, workspace, cost);
    if (hides_expert_traffic(plan))
        hide_expert_traffic(cost);

    // The host launches collectives too: while it is behind, traffic hides in the gaps.
    const double backward = cost.matmul_backward + cost.attention_backward + cost.other_backward
        + cost.conversion_backward + cost.recompute;
    cost.launch_gap = launch_gap(forward + cost.tensor * cost.tensor_exposed_share, launch);
    cost.launch_gap_backward = launch_gap(backward + cost.tensor_backward * cost.tensor_exposed_share, backward_launch);
    return cost;
}

} // namespace plateau
