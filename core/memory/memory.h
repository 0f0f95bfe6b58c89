// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Bytes on one device, by kind. Shapes, degrees and byte counts in; knows neither scenario nor plan.
namespace plateau::memory {

/// Bytes per parameter of weights, gradients and optimizer states, and over how many ranks each is spread.
struct StateBytes {
    double weights = 2;
    double gradients = 4;
    double optimizer = 12; ///< fp32 master copy and two Adam moments
    double weight_shards = 1;
    double gradient_shards = 1;
    double optimizer_shards = 1;
};

struct States {
    double weights = 0;
    double gradients = 0;
    double optimizer = 0;
};
States state_bytes(double parameters, const StateBytes& bytes);

/// One layer's activations for one micro-batch on one rank.
struct LayerActivations {
    double tokens = 0;          ///< micro-batch x sequence / context degree
    double hidden = 0;
    double kv_hidden = 0;       ///< key (or value) width, kv_heads x head_dim
    double query_hidden = 0;    ///< heads x head_dim
    double ffn = 0;
    double heads = 0;
    double keys = 0;            ///< sequence length seen by one query
    double tensor = 1;          ///< tensor degree
    bool sequence_parallel = false;
    bool stores_scores = false; ///< attention keeps the score matrix (not flash, not recomputed)
    bool rotary = true;
    double hidden_bytes = 10;   ///< stack: bytes per token and hidden element outside the sharded part
    double ffn_bytes = 8;       ///< stack: bytes per token and ffn element
    double score_bytes = 5;     ///< bytes per score element
};
/// hidden_bytes h (/t with SP) + (4 h_q + 4 h_kv)/t + ffn_bytes f/t + rotary 4 h/t + scores; per token.
/// Korthikanti 2205.05198 in general form, fidelity_notes.md 6.
double layer_activation_bytes(const LayerActivations& layer);

} // namespace plateau::memory
