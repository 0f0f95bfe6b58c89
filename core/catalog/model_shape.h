// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/text/messages/names.h"

namespace plateau::catalog {

/// How a layer without scores mixes tokens.
enum class ScanKind {
    GatedDelta, ///< gated delta rule (2412.06464): Qwen3-Next, Qwen3.5
    KimiDelta, ///< the same with a gate per channel (Kimi Linear, 2510.26692)
    Lightning, ///< linear attention with a fixed decay (2401.04658): MiniMax-01
    Mamba2, ///< state space (2405.21060): Nemotron-H, Nemotron 3
};

/// Layers of linear attention or state space: each value head has a state of key_dim x value_dim elements that tokens
/// read and change in turn. Training works on chunks of tokens at once and hands the state from chunk to chunk.
struct Scan {
    ScanKind kind = ScanKind::GatedDelta;
    int layers = 0; ///< of the model; 0: none
    int key_heads = 0; ///< Mamba-2: groups
    int value_heads = 0;
    int key_dim = 0; ///< Mamba-2: size of the state
    int value_dim = 0;
    int convolution = 0; ///< tokens of the short convolution before it
    int chunk = 64; ///< tokens

    friend bool operator==(const Scan&, const Scan&) = default;
};

/// A transformer as the cost model sees it. `ffn` is the inner width of one expert (or of the dense block);
/// `gated` doubles the first projection (SwiGLU, GeGLU).
struct ModelShape {
    std::string id;
    std::string title;
    std::vector<std::string> known_as; ///< other names of models of this shape: "Llama 3.1 8B"
    int popularity = 0; ///< which of several with the same words people mean: the most popular, 0 to 100
    std::string file;
    int layers = 32;
    int hidden = 4096;
    int heads = 32;
    int kv_heads = 32;
    int head_dim = 128;
    int ffn = 11008;
    bool gated = true;
    bool clamped = false; ///< the gated activation is clamped on both sides (GPT-OSS)
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
    int shared_experts = 0; ///< that every token visits
    int shared_ffn = 0; ///< inner width of one; 0: as wide as the others
    int expert_hidden = 0; ///< width routed experts read and write, projected from the hidden size and back; 0: that
    int dense_layers = 0; ///< layers whose feed-forward block has no experts
    int dense_ffn = 0; ///< their inner width
    // Multi-head latent attention; kv_rank = 0 is plain attention. head_dim is then the part without positions.
    int query_rank = 0; ///< of the compressed query; 0: not compressed
    int kv_rank = 0; ///< of the compressed keys and values
    int rope_head_dim = 0; ///< more query and key elements per head, with positions; one key for all heads
    int value_head_dim = 0; ///< 0: head_dim
    // Sparse latent attention: an indexer scores all pairs of tokens, attention reads the keys with the best scores.
    int index_keys = 0; ///< that a query keeps; 0: no indexer
    int index_heads = 0;
    int index_head_dim = 0;
    // Attention in windows
    int window = 0; ///< tokens a query of a windowed layer looks back at
    int window_layers = 0; ///< layers that have a window
    bool window_chunks = false; ///< windows do not slide: each begins where the last one ends
    bool attention_gate = false; ///< a gate as wide as attention's output, from the layer's input
    // Layers that differ
    Scan scan;
    int mixer_only_layers = 0; ///< attention or a scan without a feed-forward block
    int ffn_only_layers = 0; ///< a feed-forward block without attention or a scan
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
/// A layer that scans has, with K = key_heads key_dim, V = value_heads value_dim and w gates per head, instead
///     h (2 K + 2 V + w value_heads) + V h + convolution (2 K + V)
/// where Kimi's gates of a rank r = value_dim take h 2 r + r (K + V) in place of the second h V. Latent experts of
/// width l have g l f each, and h l + l h more. A shape whose layers differ counts the mean over them.
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
/// Inner width of what one token passes through in routed experts: experts per token times their width, the mean over
/// the layers.
double routed_width(const ModelShape& shape);
/// Elements per head of a query or key, and of a value.
int key_head_dim(const ModelShape& shape);
int value_head_dim(const ModelShape& shape);
/// Elements per head that one score multiplies, the mean of key and value: what attention FLOP are counted with.
double attention_head_dim(const ModelShape& shape);
/// Keys a query attends to, relative to full causal attention over s tokens; the mean over the layers with attention. A
/// window w leaves 2 w/s - (w/s)^2 of them, as w kept keys do; windows that do not slide leave w/s.
double attention_share(const ModelShape& shape, double sequence);
/// Whether an indexer leaves out keys of sequences so long.
bool is_sparse(const ModelShape& shape, double sequence);
/// attention_head_dim() in products of sparse attention, which reads the compressed form itself (multi-query mode of
/// latent attention, DeepSeek-V3.2, 2512.02556, section 2.1): scores multiply rank and positions, values the rank.
double compressed_head_dim(const ModelShape& shape);

/// Shares of the layers.
double attention_layers(const ModelShape& shape);
double mixer_layers(const ModelShape& shape); ///< attention or a scan
double ffn_layers(const ModelShape& shape);
double expert_layers(const ModelShape& shape);
double scan_layers(const ModelShape& shape);
/// The shape with another number of layers: as many of each kind in proportion, and the same first layers without
/// experts.
void set_layers(ModelShape& shape, int layers);
/// Width that routed experts read and write.
double expert_hidden(const ModelShape& shape);
/// Elements of the gate of attention's output, per token.
double gate_width(const ModelShape& shape);

/// What a layer's scan does to a token, forward.
struct ScanWork {
    double inputs = 0; ///< elements that its input product makes: queries, keys, values and gates
    double outputs = 0; ///< elements it hands to its output product
    double gate_rank = 0; ///< of gates that two products make; 0: the input product makes them
    double gates = 0; ///< elements that the second of the two makes
    double flop = 0; ///< of the scan in chunks
    double moved = 0; ///< elements read and written by the scan's kernels
    double passed = 0; ///< elements read and written by the convolution before it, norm and gate behind it
    double kept = 0; ///< elements kept for the backward pass
};
/// With c tokens in a chunk, N = key_dim, P = value_dim, H heads (Mamba-2's keys: groups), per token:
///     flop = 2 H (n_s N P + c (n_k N + n_v P)),   moved = H (m_k N + m_v P + m_s N P / c)
/// n products with the state, of keys with keys or queries, and with values; m passes: counted in the chunked form of
/// each kind's paper, masked halves of a chunk's squares included. Kept are the input product's results and what the
/// gate multiplies and makes; of the delta rules the convolution's results and c elements per head too.
ScanWork scan_work(const ModelShape& shape);

/// How the FLOP of one training step are counted per token (forward + backward, no recomputation). N are the matrix
/// parameters a token is multiplied with: projections, feed-forward of its experts and the output head, not the
/// input table, norms or biases. L layers, d_attn = heads x attention_head_dim(), s sequence length. Windowed layers
/// count attention_share() of the attention, L are the layers that have it. A scan counts as token by token: forward 8
/// H N P of a delta rule, 7 of Mamba-2 (both as megatron-core counts), 4 of lightning attention; an indexer its scores.
enum class FlopConvention {
    FullAttention, ///< 6N + 12 L d_attn s (PaLM, 2204.02311 App. B)
    CausalAttention, ///< 6N + 6 L d_attn s
    SixN, ///< 6N
};
double model_flop_per_token(const ModelShape& shape, double sequence, FlopConvention convention);

} // namespace plateau::catalog

template<>
inline constexpr std::array plateau::names_of<plateau::catalog::ScanKind>{"gated_delta", "kimi_delta", "lightning",
                                                                          "mamba2"};
template<>
inline constexpr std::array plateau::names_of<plateau::catalog::FlopConvention>{"full", "causal", "six_n"};
