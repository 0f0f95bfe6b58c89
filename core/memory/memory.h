// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Bytes on one device, by kind. Shapes, degrees and byte counts in; knows neither scenario nor plan.
namespace plateau::memory {

/// Bytes per parameter of weights, gradients and optimizer states, and over how many ranks each is spread.
/// ZeRO stage 1 shards the optimizer, stage 2 the gradients too, stage 3 / FSDP everything.
struct StateBytes {
    double weights = 0;
    double gradients = 0;
    double optimizer = 0; ///< with fp32 master copy and two Adam moments
    double weight_shards = 1;
    double gradient_shards = 1;
    double optimizer_shards = 1;
};

struct States {
    double weights = 0;
    double gradients = 0;
    double optimizer = 0;
    double total() const { return weights + gradients + optimizer; }
};
States state_bytes(double parameters, const StateBytes& bytes);

/// What one layer keeps for its backward pass, for one micro-batch on one rank.
struct LayerActivations {
    double tokens = 0; ///< b s / c
    double hidden = 0; ///< h
    double query_width = 0; ///< heads x head size
    double kv_width = 0; ///< KV heads x head size
    double latent = 0; ///< compressed query, key and value of latent attention, on every tensor rank
    double ffn = 0; ///< f, outside of experts
    double expert_ffn = 0; ///< f of one expert, times the experts a token visits
    double dispatched = 0; ///< copies of a token sent to experts, times the ranks that divide an expert
    double heads = 0; ///< a
    double keys = 0; ///< score columns per query (s); 0 when the score matrix is not kept
    double tensor = 1; ///< t
    double sequence_shards = 1; ///< t under sequence parallelism, else 1
    double hidden_bytes = 10; ///< norms' and residuals' share, per token and hidden element
    double query_bytes = 0; ///< per token and query element: the queries, and what attention makes of them
    double kv_bytes = 0; ///< per token and KV element: keys and values
    double ffn_bytes = 8; ///< per token and ffn element: 4 for GELU, 6 to 9 for SwiGLU
    double expert_ffn_bytes = 8; ///< the same inside experts
    double dispatched_bytes = 4; ///< per copy and hidden element: an expert's input and output
    double rotary_bytes = 0; ///< per token and query element
    double score_bytes = 5; ///< softmax output and dropout mask and output
    double element_bytes = 0; ///< of an activation
};

/// bytes = T [ e_h h / t_s + e l + (e_q a_q + e_kv a_kv + r a_q + e_f f + e_x f_x + e_d k h + e_s a s) / t ]
/// with T tokens, e bytes of an element, t_s = t under sequence parallelism else 1. With e_h = 10, e_q = e_kv = e_f =
/// 4, 24 h/t in the bracket's second half this is Korthikanti 2205.05198 Table 2. Leaves out buffers of communication
/// and workspaces.
double layer_activation_bytes(const LayerActivations& layer);

/// What full recomputation keeps instead: the layer's input.
double layer_checkpoint_bytes(const LayerActivations& layer);

} // namespace plateau::memory
