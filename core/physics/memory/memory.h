// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/formula/number.h"

/// Bytes on one device, by kind. Shapes, degrees and byte counts in, as numbers of type N; knows neither
/// scenario nor plan.
namespace plateau::memory {

/// Bytes per parameter of weights, gradients and optimizer states, and over how many ranks each is spread.
/// ZeRO stage 1 shards the optimizer, stage 2 the gradients too, stage 3 / FSDP everything.
template<class N>
struct StateBytesOf {
    N weights = 2;
    N gradients = 4;
    N optimizer = 12; ///< fp32 master copy and two Adam moments
    N weight_shards = 1;
    N gradient_shards = 1;
    N optimizer_shards = 1;
};
using StateBytes = StateBytesOf<double>;

template<class N>
struct StatesOf {
    N weights = 0;
    N gradients = 0;
    N optimizer = 0;
    N total() const { return weights + gradients + optimizer; }
};
using States = StatesOf<double>;

/// Bytes of the states of `parameters` weights, `trained` of which have gradients and optimizer states.
template<class N>
StatesOf<N> state_bytes(const N& parameters, const N& trained, const StateBytesOf<N>& bytes)
{
    return {parameters * bytes.weights / bytes.weight_shards, trained * bytes.gradients / bytes.gradient_shards,
            trained * bytes.optimizer / bytes.optimizer_shards};
}

/// What one layer keeps for its backward pass, for one micro-batch on one rank.
template<class N>
struct LayerActivationsOf {
    N tokens = 0; ///< b s / c
    N hidden = 0; ///< h
    N query_width = 0; ///< heads x head size
    N kv_width = 0; ///< KV heads x head size
    N latent = 0; ///< compressed query, key and value of latent attention, before and after their norms, on every
                  ///< tensor rank
    N rotated = 0; ///< elements of queries and keys that positions turn
    N mixed = 0; ///< elements of gates, and of layers that scan a state in place of attention
    N ffn = 0; ///< f, outside of experts
    N expert_ffn = 0; ///< f of one expert, times the experts a token visits
    N dispatched = 0; ///< copies of a token sent to experts, times the ranks that divide an expert
    N heads = 0; ///< a
    N keys = 0; ///< score columns per query (s); 0 when the score matrix is not kept
    N tensor = 1; ///< t
    N sequence_shards = 1; ///< t under sequence parallelism, else 1
    N hidden_bytes = 10; ///< norms' and residuals' share, per token and hidden element
    N query_bytes = 4; ///< per token and query element: the queries, and what attention makes of them
    N kv_bytes = 4; ///< per token and KV element: keys and values
    N ffn_bytes = 8; ///< per token and ffn element: 4 for GELU, 6 to 9 for SwiGLU
    N expert_ffn_bytes = 8; ///< the same inside experts
    N dispatched_bytes = 4; ///< per copy and hidden element: an expert's input and output
    N rotary_bytes = 0; ///< per token and turned element, where the projection's output stays beside it
    N score_bytes = 5; ///< softmax output and dropout mask and output
    N element_bytes = 0; ///< of an activation
};
using LayerActivations = LayerActivationsOf<double>;

/// bytes = T [ e_h h / t_s + e l + (e_q a_q + e_kv a_kv + r a_r + e m + e_f f + e_x f_x + e_d k h + e_s a s) / t ]
/// with T tokens, t_s = t under sequence parallelism else 1. With e_h = 10, e_q = e_kv = e_f = 4, 24 h/t in the
/// bracket's second half this is Korthikanti 2205.05198 Table 2. Leaves out buffers of communication and workspaces.
template<class N>
N layer_activation_bytes(const LayerActivationsOf<N>& layer)
{
    const N replicated = layer.hidden_bytes * layer.hidden / layer.sequence_shards;
    const N attention = layer.query_bytes * layer.query_width + layer.kv_bytes * layer.kv_width
        + layer.rotary_bytes * layer.rotated + layer.element_bytes * layer.mixed
        + layer.score_bytes * layer.heads * layer.keys;
    const N feed_forward = layer.ffn_bytes * layer.ffn + layer.expert_ffn_bytes * layer.expert_ffn
        + layer.dispatched_bytes * layer.dispatched * layer.hidden;
    const N sharded = attention + feed_forward;
    return layer.tokens * (replicated + layer.element_bytes * layer.latent + sharded / layer.tensor);
}

/// What selective recomputation by operator keeps of attention and a feed-forward block: the layer's input, what
/// attention makes, queries, and the outputs of a share s of the products. With every second in the order q, k, v, out,
/// gate, up, down these are values, one product before the activation, and the last one. Grouped products of experts
/// are not among them; copies of tokens are where ranks have `exchanged` them. Of a scan the same share.
///     bytes = e T [ (1 + 2 s) h / t_s + s l + (2 a_q + 2 s a_kv + s m + 2 s f) / t ] + T e_d k h / t
template<class N>
N operator_bytes(const LayerActivationsOf<N>& layer, const N& share, bool exchanged)
{
    const N kept = 2 * layer.query_width + share * (2 * layer.kv_width + layer.mixed + 2 * layer.ffn);
    const N copies = exchanged ? N(layer.dispatched_bytes * layer.dispatched * layer.hidden) : N(0.0);
    return layer.tokens
        * (layer.element_bytes
               * ((1 + 2 * share) * layer.hidden / layer.sequence_shards + share * layer.latent + kept / layer.tensor)
           + copies / layer.tensor);
}

/// Gradients alive at once in a layer's backward pass: of two residual tensors, and of the feed-forward block's
/// products or, once that is done, of the score matrices (`scores`, bytes), whichever take more; a block's inputs are
/// freed as its gradients are made. `products` are those before the activation.
///     bytes = 2 e T h / t_s + max(e T [ (1 + u) (f + f_x) + 2 k h ] / t, scores)
template<class N>
N backward_room_bytes(const LayerActivationsOf<N>& layer, const N& products, const N& scores)
{
    const N inner = (1 + products) * (layer.ffn + layer.expert_ffn) + 2 * layer.dispatched * layer.hidden;
    const N each = layer.element_bytes * layer.tokens;
    return 2 * each * layer.hidden / layer.sequence_shards + formula::max(N(each * inner / layer.tensor), scores);
}

/// What full recomputation keeps instead: the layer's input, e bytes per element.
template<class N>
N layer_checkpoint_bytes(const LayerActivationsOf<N>& layer)
{
    return layer.element_bytes * layer.tokens * layer.hidden / layer.sequence_shards;
}

} // namespace plateau::memory
