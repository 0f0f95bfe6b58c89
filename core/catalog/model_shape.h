// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/text/messages/names.h"

namespace plateau::catalog {

/// A transformer as the cost model sees it. `ffn` is the inner width of one expert (or of the dense block);
/// `gated` doubles the first projection (SwiGLU, GeGLU).
struct ModelShape {
    std::string id;
    std::string title;
    std::vector<std::string> known_as; ///< other names of models of this shape: "Llama 3.1 8B"
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
    bool parallel_block = false; ///< attention and feed-forward side by side: their results are summed as one
    int max_sequence = 4096;
    int default_sequence = 4096;
    // Mixture of experts; experts = 0 is dense.
    int experts = 0;
    int experts_per_token = 0;
    int shared_experts = 0; ///< that every token visits, as wide as the others
    int dense_layers = 0; ///< first layers without experts
    int dense_ffn = 0; ///< their inner width
    // Multi-head latent attention; kv_rank = 0 is plain attention. head_dim is then the part without positions.
    int query_rank = 0; ///< of the compressed query; 0: not compressed
    int kv_rank = 0; ///< of the compressed keys and values
    int rope_head_dim = 0; ///< more query and key elements per head, with positions; one key for all heads
    int value_head_dim = 0; ///< 0: head_dim
    // Sliding-window attention
    int window = 0; ///< tokens a query of a windowed layer looks back at
    int window_layers = 0; ///< layers that have a window
    std::vector<std::string> sources;
    std::string notes;

    friend bool operator==(const ModelShape&, const ModelShape&) = default;
};

/// Parameters of one transformer layer, with q = heads head_dim, k = kv_heads head_dim, g = 3 gated or 2 plain:
///     h (q + 2 k) + q h + g h f (experts + shared) + router h experts + norms 2 h
/// and, with linear_bias, q + 2 k + h + (g - 1) f + h + 2 h more. GPT: 12 h^2 + 13 h; Llama 2 7B: 202,383,360.
/// Multi-head latent attention (DeepSeek-V2, 2405.04434, section 2.1) with a heads, ranks r_q and r_kv, head sizes d
/// without and d_R with positions and d_V of the values has instead of h (q + 2 k) + q h
///     h r_q + r_q a (d + d_R) + h (r_kv + d_R) + r_kv a (d + d_V) + a d_V h
/// A shape whose first layers have no experts counts the mean over its layers.
double layer_parameters(const ModelShape& shape);
/// The part of layer_parameters() that multiplies tokens: projections, feed-forward of all experts, router.
double layer_matrix_parameters(const ModelShape& shape);
/// The part of layer_parameters() in routed experts.
double layer_expert_parameters(const ModelShape& shape);
/// V h, once for the input table and once more for the output unless tied; learned positions included.
double embedding_parameters(const ModelShape& shape);
/// Layers, embeddings and the last norm.
double total_parameters(const ModelShape& shape);
/// Parameters a token passes through: total without the experts it is not sent to.
double active_parameters(const ModelShape& shape);

/// Inner width of what one token passes through in the feed-forward block apart from routed experts: shared experts
/// and dense layers, the mean over the layers.
double dense_width(const ModelShape& shape);
/// The same of routed experts: experts per token times their width, the mean over the layers.
double routed_width(const ModelShape& shape);
/// Elements per head of a query or key, and of a value.
int key_head_dim(const ModelShape& shape);
int value_head_dim(const ModelShape& shape);
/// Elements per head that one score multiplies, the mean of key and value: what attention FLOP are counted with.
double attention_head_dim(const ModelShape& shape);
/// Keys a query attends to, relative to full causal attention over s tokens; the mean over the layers. A window w
/// leaves 2 w/s - (w/s)^2 of them.
double attention_share(const ModelShape& shape, double sequence);

/// How the FLOP of one training step are counted per token (forward + backward, no recomputation). N are the matrix
/// parameters a token is multiplied with: projections, feed-forward of its experts and the output head, not the
/// input table, norms or biases. L layers, d_attn = heads x attention_head_dim(), s sequence length. Windowed layers
/// count attention_share() of the attention.
enum class FlopConvention {
    FullAttention, ///< 6N + 12 L d_attn s (PaLM, 2204.02311 App. B)
    CausalAttention, ///< 6N + 6 L d_attn s
    SixN, ///< 6N
};
double model_flop_per_token(const ModelShape& shape, double sequence, FlopConvention convention);

} // namespace plateau::catalog

template<>
inline constexpr std::array plateau::names_of<plateau::catalog::FlopConvention>{"full", "causal", "six_n"};
