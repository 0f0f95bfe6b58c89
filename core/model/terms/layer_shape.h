// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/term.h"

/// What several terms of a layer need: widths on one rank, and which kernels the software has.
namespace plateau {

using Physics = catalog::PhysicsValues;
using StackOf = catalog::StackConstants;

/// The largest of n draws of a normal distribution lies a k / (1 + b k) deviations above the mean, k = log2 n: order
/// statistics, within 2 % up to n = 1,024.
inline constexpr double largest_draw_slope = 0.619; ///< a
inline constexpr double largest_draw_bend = 0.098; ///< b

/// Deviations of the largest of so many above their mean.
template<class N>
N above_mean(const N& count)
{
    const N doublings = formula::log2(count);
    return named({"above_mean", PLATEAU_TEXT("deviations of the busiest above the mean")},
                 largest_draw_slope * doublings / (1 + largest_draw_bend * doublings));
}

/// Token slots of the busiest rank's experts over the mean share. Ranks average over their experts, so the spread falls
/// with the root of their number and the busiest rank is the largest of as many normal draws.
template<class N>
N expert_load(const Inputs<N>& x)
{
    if (x.prepared.expert_spread == 0 || x.plan.ep == 1)
        return x[&Prepared::expert_load];
    const N busiest = 1
        + x[&Prepared::expert_spread] * above_mean(N(x[&Plan::ep]))
            * formula::sqrt(x[&Plan::ep] / x[&Prepared::experts]);
    return named({"load", PLATEAU_TEXT("load of the busiest rank over the mean")},
                 x[&Prepared::expert_load] * formula::min(x[&Plan::ep], busiest));
}

/// Copies of a token that are sent to experts, the mean over the layers; slots of the busiest rank.
template<class N>
N routed_copies(const Inputs<N>& x)
{
    return x[&Prepared::mixture_share] * x[&Prepared::experts_per_token] * expert_load(x);
}

/// Tokens go once to each domain and rank that has some of their experts.
inline bool forwards(const Prepared& prepared) { return prepared.dispatcher != catalog::Dispatcher::AllToAll; }

/// How often the copies of a token are put in order on the way to its experts: where all copies travel apart, by rank
/// before and by expert after.
inline int routed_orders(const Prepared& prepared, const Plan& plan)
{
    return plan.ep > 1 && prepared.experts > plan.ep && !forwards(prepared) ? 2 : 1;
}

template<class N>
struct Widths {
    N tokens = 0; ///< of one micro-batch on one rank
    N query = 0; ///< per rank: queries of a token
    N kv = 0; ///< keys and values together
    N output = 0; ///< what attention hands to its last product
    N gate = 0; ///< of attention's output
    N ffn = 0; ///< everything a token passes in the feed-forward block
};

template<class N>
N tokens_of(const Inputs<N>& x)
{
    return named({"T", PLATEAU_TEXT("tokens of a micro-batch on a rank"), units::Unit::Tokens},
                 x[&Plan::micro_batch] * x[&Prepared::sequence] / x[&Plan::cp]);
}

template<class N>
Widths<N> widths(const Inputs<N>& x)
{
    const N heads = x[&Prepared::heads] / x[&Plan::tp];
    const N kv_heads = formula::max(N(1.0), x[&Prepared::kv_heads] / x[&Plan::tp]);
    return {tokens_of(x),
            named({"w_q", PLATEAU_TEXT("width of the queries on a rank")}, heads * x[&Prepared::key_head_dim]),
            named({"w_kv", PLATEAU_TEXT("width of keys and values on a rank")},
                  kv_heads * (x[&Prepared::key_head_dim] + x[&Prepared::value_head_dim])),
            named({"w_o", PLATEAU_TEXT("width of attention's output on a rank")}, heads * x[&Prepared::value_head_dim]),
            x.prepared.gate_width > 0 ? N(x[&Prepared::gate_width] / x[&Plan::tp]) : N(0.0),
            named({"w_ffn", PLATEAU_TEXT("feed-forward width a token passes on a rank")},
                  (x[&Prepared::dense_ffn] + routed_copies(x) * x[&Prepared::expert_ffn]) / x[&Plan::tp])};
}

/// Inputs of a layer's terms.
template<class N>
struct LayerInputs : Inputs<N> {
    explicit LayerInputs(const Inputs<N>& x) : Inputs<N>(x), w(widths(x)) { }
    Widths<N> w;
};

/// A rank's share of the routed experts: E / ep of them, each 1 / etp wide, and the tokens of its ep x etp group.
template<class N>
struct ExpertShare {
    N local = 0; ///< experts
    N rows = 0; ///< tokens of one
    N width = 0; ///< inner width of one
};

template<class N>
ExpertShare<N> expert_share(const LayerInputs<N>& x)
{
    const N etp = x.expert_tensor();
    const N local = named({"experts_local", PLATEAU_TEXT("experts of a rank")}, x[&Prepared::experts] / x[&Plan::ep]);
    const N token_slots = x.w.tokens * x[&Prepared::experts_per_token] * expert_load(x) * etp / x[&Plan::tp];
    return {local, named({"rows", PLATEAU_TEXT("tokens of one expert")}, token_slots / local),
            x[&Prepared::expert_ffn] / etp};
}

/// Width that routed experts read and write.
template<class N>
N expert_hidden(const Inputs<N>& x)
{
    return x.prepared.expert_hidden == x.prepared.hidden ? x[&Prepared::hidden] : x[&Prepared::expert_hidden];
}

/// The share that a mean layer has of the two blocks of a layer, each with its norm and its sum with the residual.
template<class N>
N block_share(const Inputs<N>& x)
{
    const bool both = x.prepared.mixing == 1 && x.prepared.feeding == 1;
    return both ? N(1.0) : N((x[&Prepared::mixing] + x[&Prepared::feeding]) / 2);
}

/// How many of the feed-forward block's products come before the activation function: gate and up, or up alone.
template<class N>
N up_products(const Inputs<N>& x)
{
    return x[&Prepared::projections] - 1;
}

/// Queries, keys and values of multi-head latent attention from their compressed forms. Where context ranks gather
/// compressed keys and values, each expands those of the whole sequence.
template<class N>
N latent_expansion(const LayerInputs<N>& x)
{
    const N heads = x[&Prepared::heads] / x[&Plan::tp];
    const N expanded = x.plan.cp_method == ContextMethod::AllGather ? x.w.tokens * x[&Plan::cp] : x.w.tokens;
    const N queries = kernels::gemm_seconds(
        x.device, x.w.tokens, x.w.query, x.prepared.query_rank > 0 ? x[&Prepared::query_rank] : x[&Prepared::hidden]);
    const N keys
        = kernels::gemm_seconds(x.device, expanded, heads * x[&Prepared::latent_head_dim], x[&Prepared::kv_rank]);
    return named({"t_expansion", PLATEAU_TEXT("expanding compressed queries, keys and values"), units::Unit::Seconds},
                 queries + keys);
}
/// What a compiler leaves of the traffic of element-wise kernels.
template<class N>
N left_by_compiler(const Inputs<N>& x)
{
    return x.prepared.stack.compiled_kernels > 0
        ? N(1 - x[&StackOf::compiled_kernels] * (1 - x[&Physics::compiled_passes]))
        : N(1.0);
}

/// Traffic of element-wise kernels relative to each reading its input and writing its output once.
template<class N>
N memory_passes(const Inputs<N>& x)
{
    return x[&StackOf::memory_passes] * left_by_compiler(x);
}

/// Bytes that an activation function reads and writes per element.
template<class N>
N activation_traffic_bytes(const Inputs<N>& x)
{
    return x.prepared.projections > 2 ? x[&Physics::gated_traffic_bytes] : x[&Physics::plain_traffic_bytes];
}

/// The steps of a clamped activation are kernels of their own: the share of them that no compiler fuses.
template<class N>
N separate_clamps(const Inputs<N>& x)
{
    return x.prepared.scenario->workload.shape.clamped && x.prepared.stack.separate_clamps > 0
        ? N(x[&StackOf::separate_clamps] * (1 - x[&StackOf::compiled_kernels]))
        : N(0.0);
}

/// Bytes that an activation function reads and writes per element, with what the software leaves unfused.
template<class N>
N activation_passes_bytes(const Inputs<N>& x)
{
    return memory_passes(x) * activation_traffic_bytes(x) + separate_clamps(x) * x[&Physics::clamp_traffic_bytes];
}

/// The fused scale-mask-softmax kernel takes several (sequence, head) pairs per block; counts that it does not divide
/// fall back to separate kernels.
inline bool softmax_fused(const Prepared& prepared, const Plan& plan)
{
    const int pairs = plan.micro_batch * prepared.heads / plan.tp;
    return prepared.scores_fused && pairs % int(prepared.physics.softmax_block_pairs) == 0;
}

/// Selective recomputation of whole operators, not of the attention core.
inline bool selects_operators(const Prepared& prepared) { return prepared.stack.selective_operators > 0; }

} // namespace plateau
