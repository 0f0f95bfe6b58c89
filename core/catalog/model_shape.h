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
    bool rotary = true; ///< else learned positions, which count as parameters
    bool alibi = false; ///< neither: attention biases without parameters
    bool linear_bias = false; ///< biases in all projections and norms (GPT-2, GPT-3)
    bool qkv_bias = false; ///< biases of the query, key and value projections only (Qwen 2)
    int max_sequence = 4096;
    int default_sequence = 4096;
    // Mixture of experts; experts = 0 is dense.
    int experts = 0;
    int experts_per_token = 0;
    int shared_experts = 0;
    std::vector<std::string> sources;
    std::string notes;
};

/// Parameters of one transformer layer, with q = heads head_dim, k = kv_heads head_dim, g = 3 gated or 2 plain:
///     h (q + 2 k) + q h + g h f (experts + shared) + router h experts + norms 2 h
/// and, with linear_bias, q + 2 k + h + (g - 1) f + h + 2 h more. GPT: 12 h^2 + 13 h; Llama 2 7B: 202,383,360.
double layer_parameters(const ModelShape& shape);
/// The part of layer_parameters() that multiplies tokens: projections, feed-forward of all experts, router.
double layer_matrix_parameters(const ModelShape& shape);
/// V h, once for the input table and once more for the output unless tied; learned positions included.
double embedding_parameters(const ModelShape& shape);
/// Layers, embeddings and the last norm.
double total_parameters(const ModelShape& shape);
/// Parameters a token passes through: total without the experts it is not sent to.
double active_parameters(const ModelShape& shape);

/// How the FLOP of one training step are counted per token (forward + backward, no recomputation). N are the matrix
/// parameters a token is multiplied with: projections, feed-forward of its experts and the output head, not the
/// input table, norms or biases. L layers, d_attn = heads head_dim, s sequence length.
enum class FlopConvention {
    FullAttention, ///< 6N + 12 L d_attn s (PaLM, 2204.02311 App. B)
    CausalAttention, ///< 6N + 6 L d_attn s
    SixN, ///< 6N
};
double model_flop_per_token(const ModelShape& shape, double sequence, FlopConvention convention);

} // namespace plateau::catalog
