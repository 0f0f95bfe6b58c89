// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace plateau::catalog {

/// A transformer as the cost model sees it. `ffn` is the inner width of one expert (or of the dense block);
/// `gated` doubles the first projection (SwiGLU, GeGLU).
struct ModelShape {
    std::string id;
    std::string title;
    std::string file;
    int layers = 32;
    int hidden = 4096;
    int heads = 32;
    int kv_heads = 32;
    int head_dim = 128;
    int ffn = 11008;
    bool gated = true;
    int vocab = 32000;
    bool tied_embeddings = false;
    bool rotary = true;               ///< else learned positions, which count as parameters
    bool linear_bias = false;
    int max_sequence = 4096;
    int default_sequence = 4096;
    // Mixture of experts; experts = 0 is dense.
    int experts = 0;
    int experts_per_token = 0;
    int shared_experts = 0;
    std::vector<std::string> sources;
    std::string notes;
};

/// Parameters of one transformer layer: q, k, v, o projections, feed-forward, two norms.
double layer_parameters(const ModelShape& shape);
/// V h, once for the input table and once more for the output unless tied; learned positions included.
double embedding_parameters(const ModelShape& shape);
double total_parameters(const ModelShape& shape);
/// Parameters a token passes through (equal to the total for dense shapes).
double active_parameters(const ModelShape& shape);

/// Model FLOP per token of one training step (forward + backward, no recomputation).
enum class FlopConvention {
    FullAttention, ///< 6N + 12 L d_attn s (PaLM App. B); N includes the output head, not the input table
    CausalAttention, ///< 6N + 6 L d_attn s
    SixN,          ///< 6N
};
double model_flop_per_token(const ModelShape& shape, double sequence, FlopConvention convention);

} // namespace plateau::catalog
