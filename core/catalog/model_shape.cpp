// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/model_shape.h"

#include <algorithm>
#include <cmath>

namespace plateau::catalog {

namespace {

double query_width(const ModelShape& s) { return static_cast<double>(s.heads) * key_head_dim(s); }
double key_width(const ModelShape& s) { return static_cast<double>(s.kv_heads) * s.head_dim; }
double output_width(const ModelShape& s) { return static_cast<double>(s.heads) * value_head_dim(s); }

double latent_matrices(const ModelShape& s)
{
    const double h = s.hidden;
    const double query = s.query_rank > 0 ? s.query_rank * (h + query_width(s)) : h * query_width(s);
    const double up = static_cast<double>(s.kv_rank) * s.heads * (s.head_dim + value_head_dim(s));
    return query + h * (s.kv_rank + s.rope_head_dim) + up + output_width(s) * h + h * gate_width(s);
}

/// The indexer's queries come from the compressed query, its one key and its heads' weights from the layer's input.
double index_matrices(const ModelShape& s)
{
    if (s.index_keys == 0)
        return 0;
    const double queries = s.query_rank > 0 ? s.query_rank : s.hidden;
    return queries * s.index_heads * s.index_head_dim
        + static_cast<double>(s.hidden) * (s.index_head_dim + s.index_heads);
}

double attention_matrices(const ModelShape& s)
{
    if (s.kv_rank > 0)
        return latent_matrices(s) + index_matrices(s);
    return s.hidden * (query_width(s) + gate_width(s) + 2 * key_width(s)) + query_width(s) * s.hidden;
}

double block_matrices(const ModelShape& s, double hidden, double width)
{
    return (s.gated ? 3.0 : 2.0) * hidden * width;
}

/// Counts for the chunked form of one kind of scan: see scan_work().
struct ScanCounts {
    double state_products;
    double key_products;
    double value_products;
    double key_passes;
    double value_passes;
    double state_passes;
    double model_flop; ///< per element of the state, token by token
    double gates; ///< of a value head
    bool delta; ///< corrects its state: keeps the convolution's results and the chunk's inverse
};

/// Kernels of flash-linear-attention (both delta rules: keys with keys, its inverse, corrected keys and values, states,
/// outputs; Kimi's gates in 32 bit beside them), of lightning attention, and of mamba_ssm (chunk states, their passing
/// on, outputs).
const ScanCounts& counts_of(ScanKind kind)
{
    static constexpr ScanCounts delta{3, 3, 2, 7, 6, 2, 8, 2, true}, kimi{3, 3, 2, 17, 6, 2, 8, 1, true},
        lightning{2, 1, 1, 2, 2, 0, 4, 0, false}, mamba{2, 1, 1, 4, 3, 4, 7, 1, false};
    switch (kind) {
    case ScanKind::GatedDelta:
        break;
    case ScanKind::KimiDelta:
        return kimi;
    case ScanKind::Lightning:
        return lightning;
    case ScanKind::Mamba2:
        return mamba;
    }
    return delta;
}

double scan_keys(const ModelShape& s) { return static_cast<double>(s.scan.key_heads) * s.scan.key_dim; }
double scan_values(const ModelShape& s) { return static_cast<double>(s.scan.value_heads) * s.scan.value_dim; }
double scan_state(const ModelShape& s) { return scan_values(s) * s.scan.key_dim; }

double scan_matrices(const ModelShape& s)
{
    const ScanWork work = scan_work(s);
    return s.hidden * (work.inputs + work.outputs) + work.gate_rank * work.gates;
}

/// Convolution, norm, and of the gates biases and decays.
double scan_vectors(const ModelShape& s)
{
    return s.scan.convolution * (2 * scan_keys(s) + scan_values(s)) + s.scan.value_dim + 2.0 * s.scan.value_heads;
}

/// The matrices of a mean layer that a token meets in attention, a scan and the feed-forward block.
double matrices(const ModelShape& s, double experts)
{
    const double mixers
        = attention_layers(s) * attention_matrices(s) + (s.scan.layers > 0 ? scan_layers(s) * scan_matrices(s) : 0);
    const double router = expert_layers(s) * s.hidden * s.experts;
    const double routed = expert_layers(s) * s.ffn * experts;
    if (s.expert_hidden == 0)
        return mixers + block_matrices(s, s.hidden, dense_width(s) + routed) + router;
    const double latent = expert_layers(s) * 2 * s.hidden * expert_hidden(s);
    return mixers + block_matrices(s, s.hidden, dense_width(s)) + block_matrices(s, expert_hidden(s), routed) + router
        + latent;
}

double norm_parameters(const ModelShape& s) { return (s.linear_bias ? 2.0 : 1.0) * s.hidden; }

double bias_parameters(const ModelShape& s)
{
    const double qkv = attention_layers(s) * (query_width(s) + 2 * key_width(s));
    if (!s.linear_bias)
        return s.qkv_bias ? qkv : 0;
    const double blocks = ffn_layers(s) * (s.experts > 0 ? s.experts + s.shared_experts : 1);
    return qkv + s.hidden + ((s.gated ? 2.0 : 1.0) * s.ffn + s.hidden) * blocks;
}

double latent_norms(const ModelShape& s)
{
    return s.kv_rank > 0 ? attention_layers(s) * (s.query_rank + s.kv_rank) : 0;
}

double share_of_layers(const ModelShape& s, int layers) { return static_cast<double>(layers) / s.layers; }

} // namespace

double dense_width(const ModelShape& shape)
{
    if (shape.experts == 0)
        return ffn_layers(shape) * shape.ffn;
    const double share = expert_layers(shape);
    const double shared = shape.shared_ffn > 0 ? shape.shared_ffn : shape.ffn;
    return share * shape.shared_experts * shared + (ffn_layers(shape) - share) * shape.dense_ffn;
}

double routed_width(const ModelShape& shape) { return expert_layers(shape) * shape.experts_per_token * shape.ffn; }

double mixer_layers(const ModelShape& shape) { return share_of_layers(shape, shape.layers - shape.ffn_only_layers); }
double ffn_layers(const ModelShape& shape) { return share_of_layers(shape, shape.layers - shape.mixer_only_layers); }
double scan_layers(const ModelShape& shape) { return share_of_layers(shape, shape.scan.layers); }

double attention_layers(const ModelShape& shape)
{
    return share_of_layers(shape, shape.layers - shape.ffn_only_layers - shape.scan.layers);
}

double expert_layers(const ModelShape& shape)
{
    return shape.experts > 0 ? share_of_layers(shape, shape.layers - shape.mixer_only_layers - shape.dense_layers) : 0;
}

void set_layers(ModelShape& shape, int layers)
{
    const auto scaled = [&](int count, int most) {
        return std::min(most, static_cast<int>(std::lround(share_of_layers(shape, count) * layers)));
    };
    constexpr int first_ones = 4; // more than a quarter of the layers: they alternate
    const bool alternate = first_ones * shape.dense_layers > shape.layers;
    shape.ffn_only_layers = scaled(shape.ffn_only_layers, layers - 1);
    shape.mixer_only_layers = scaled(shape.mixer_only_layers, layers - std::max(1, shape.ffn_only_layers));
    shape.scan.layers = scaled(shape.scan.layers, layers - shape.ffn_only_layers);
    shape.window_layers = scaled(shape.window_layers, layers - shape.scan.layers - shape.ffn_only_layers);
    if (shape.experts > 0) // at least one layer has experts
        shape.dense_layers = alternate
            ? scaled(shape.dense_layers, layers - 1)
            : std::min(shape.dense_layers, std::max(0, layers - shape.mixer_only_layers - 1));
    shape.layers = layers;
}

double expert_hidden(const ModelShape& shape) { return shape.expert_hidden > 0 ? shape.expert_hidden : shape.hidden; }

double gate_width(const ModelShape& shape) { return shape.attention_gate ? output_width(shape) : 0; }

ScanWork scan_work(const ModelShape& shape)
{
    const Scan& scan = shape.scan;
    if (scan.layers == 0)
        return {};
    const ScanCounts& counts = counts_of(scan.kind);
    const double keys = scan_keys(shape), values = scan_values(shape), state = scan_state(shape);
    const double heads = scan.value_heads, chunk = scan.chunk;
    const double read_keys = scan.kind == ScanKind::Mamba2 ? keys : heads * scan.key_dim; // of all groups, or heads
    const double before = 2 * keys + values;
    ScanWork work;
    const bool ranked = scan.kind == ScanKind::KimiDelta;
    work.gate_rank = ranked ? scan.value_dim : 0;
    work.gates = ranked ? keys + values : 0;
    work.inputs = before + (ranked ? 2 * work.gate_rank : values) + counts.gates * heads;
    work.outputs = values;
    work.flop = 2
        * (counts.state_products * state + chunk * (counts.key_products * read_keys + counts.value_products * values));
    work.moved = counts.key_passes * read_keys + counts.value_passes * values + counts.state_passes * state / chunk;
    work.passed = 2 * before + 3 * values;
    work.kept = work.inputs + work.gates + 2 * values + (counts.delta ? before + chunk * heads : 0);
    return work;
}

int key_head_dim(const ModelShape& shape) { return shape.head_dim + (shape.kv_rank > 0 ? shape.rope_head_dim : 0); }

int value_head_dim(const ModelShape& shape)
{
    return shape.kv_rank > 0 && shape.value_head_dim > 0 ? shape.value_head_dim : shape.head_dim;
}

double attention_head_dim(const ModelShape& shape) { return (key_head_dim(shape) + value_head_dim(shape)) / 2.0; }

double attention_share(const ModelShape& shape, double sequence)
{
    const auto kept = [](double reach) { return 2 * reach - reach * reach; };
    if (is_sparse(shape, sequence))
        return kept(shape.index_keys / sequence);
    const int layers = shape.layers - shape.ffn_only_layers - shape.scan.layers;
    if (shape.window <= 0 || shape.window >= sequence || layers <= 0)
        return 1;
    const double reach = shape.window / sequence;
    const double windowed = std::min(1.0, static_cast<double>(shape.window_layers) / layers);
    return 1 - windowed + windowed * (shape.window_chunks ? reach : kept(reach));
}

bool is_sparse(const ModelShape& shape, double sequence) { return shape.index_keys > 0 && shape.index_keys < sequence; }

double compressed_head_dim(const ModelShape& shape) { return shape.kv_rank + shape.rope_head_dim / 2.0; }

double layer_matrix_parameters(const ModelShape& shape) { return matrices(shape, shape.experts); }

double layer_expert_parameters(const ModelShape& shape)
{
    return expert_layers(shape)
        * block_matrices(shape, expert_hidden(shape), static_cast<double>(shape.ffn) * shape.experts);
}

double layer_parameters(const ModelShape& shape)
{
    const double blocks = mixer_layers(shape) + ffn_layers(shape);
    return layer_matrix_parameters(shape) + bias_parameters(shape) + blocks * norm_parameters(shape)
        + latent_norms(shape) + (shape.scan.layers > 0 ? scan_layers(shape) * scan_vectors(shape) : 0);
}

double embedding_parameters(const ModelShape& shape)
{
    const double table = static_cast<double>(shape.vocab) * shape.hidden;
    const double positions = shape.rotary || shape.alibi ? 0 : static_cast<double>(shape.max_sequence) * shape.hidden;
    return table * (shape.tied_embeddings ? 1 : 2) + positions;
}

double total_parameters(const ModelShape& shape)
{
    return shape.layers * layer_parameters(shape) + embedding_parameters(shape) + norm_parameters(shape);
}

double active_parameters(const ModelShape& shape)
{
    const double idle = shape.experts - shape.experts_per_token;
    return total_parameters(shape)
        - shape.layers * expert_layers(shape) * block_matrices(shape, expert_hidden(shape), shape.ffn * idle);
}

double model_flop_per_token(const ModelShape& shape, double sequence, FlopConvention convention)
{
    const double head = static_cast<double>(shape.vocab) * shape.hidden;
    const double six_n = 6 * (shape.layers * matrices(shape, shape.experts_per_token) + head);
    const double layers = attention_layers(shape) * shape.layers;
    const double attention
        = 6.0 * layers * shape.heads * attention_head_dim(shape) * sequence * attention_share(shape, sequence);
    double others = is_sparse(shape, sequence) ? 3.0 * layers * shape.index_heads * shape.index_head_dim * sequence : 0;
    if (shape.scan.layers > 0)
        others += 3.0 * shape.scan.layers * counts_of(shape.scan.kind).model_flop * scan_state(shape);
    switch (convention) {
    case FlopConvention::FullAttention:
        return six_n + 2 * attention + others;
    case FlopConvention::CausalAttention:
        return six_n + attention + others;
    case FlopConvention::SixN:
        break;
    }
    return six_n;
}

} // namespace plateau::catalog
