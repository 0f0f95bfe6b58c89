// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/model_shape.h"

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
    return query + h * (s.kv_rank + s.rope_head_dim) + up + output_width(s) * h;
}

double attention_matrices(const ModelShape& s)
{
    if (s.kv_rank > 0)
        return latent_matrices(s);
    return s.hidden * (query_width(s) + 2 * key_width(s)) + query_width(s) * s.hidden;
}

double block_matrices(const ModelShape& s, double width) { return (s.gated ? 3.0 : 2.0) * s.hidden * width; }

/// Of the layers, those with experts.
double mixture_share(const ModelShape& s)
{
    return s.experts > 0 ? static_cast<double>(s.layers - s.dense_layers) / s.layers : 0;
}

double matrices(const ModelShape& s, double experts)
{
    const double router = mixture_share(s) * s.hidden * s.experts;
    const double routed = mixture_share(s) * s.ffn * experts;
    return attention_matrices(s) + block_matrices(s, dense_width(s) + routed) + router;
}

double norm_parameters(const ModelShape& s) { return (s.linear_bias ? 2.0 : 1.0) * s.hidden; }

double bias_parameters(const ModelShape& s)
{
    const double qkv = query_width(s) + 2 * key_width(s);
    if (!s.linear_bias)
        return s.qkv_bias ? qkv : 0;
    const double blocks = s.experts > 0 ? s.experts + s.shared_experts : 1;
    return qkv + s.hidden + ((s.gated ? 2.0 : 1.0) * s.ffn + s.hidden) * blocks;
}

double latent_norms(const ModelShape& s) { return s.kv_rank > 0 ? s.query_rank + s.kv_rank : 0; }

} // namespace

double dense_width(const ModelShape& shape)
{
    if (shape.experts == 0)
        return shape.ffn;
    const double share = mixture_share(shape);
    return share * shape.shared_experts * shape.ffn + (1 - share) * shape.dense_ffn;
}

double routed_width(const ModelShape& shape) { return mixture_share(shape) * shape.experts_per_token * shape.ffn; }

int key_head_dim(const ModelShape& shape) { return shape.head_dim + (shape.kv_rank > 0 ? shape.rope_head_dim : 0); }

int value_head_dim(const ModelShape& shape)
{
    return shape.kv_rank > 0 && shape.value_head_dim > 0 ? shape.value_head_dim : shape.head_dim;
}

double attention_head_dim(const ModelShape& shape) { return (key_head_dim(shape) + value_head_dim(shape)) / 2.0; }

double attention_share(const ModelShape& shape, double sequence)
{
    if (shape.window <= 0 || shape.window >= sequence)
        return 1;
    const double reach = shape.window / sequence;
    const double windowed = static_cast<double>(shape.window_layers) / shape.layers;
    return 1 - windowed + windowed * (2 * reach - reach * reach);
}

double layer_matrix_parameters(const ModelShape& shape) { return matrices(shape, shape.experts); }

double layer_expert_parameters(const ModelShape& shape)
{
    return mixture_share(shape) * block_matrices(shape, static_cast<double>(shape.ffn) * shape.experts);
}

double layer_parameters(const ModelShape& shape)
{
    return layer_matrix_parameters(shape) + bias_parameters(shape) + 2 * norm_parameters(shape) + latent_norms(shape);
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
    return total_parameters(shape) - shape.layers * mixture_share(shape) * block_matrices(shape, shape.ffn * idle);
}

double model_flop_per_token(const ModelShape& shape, double sequence, FlopConvention convention)
{
    const double head = static_cast<double>(shape.vocab) * shape.hidden;
    const double six_n = 6 * (shape.layers * matrices(shape, shape.experts_per_token) + head);
    const double attention
        = 6.0 * shape.layers * shape.heads * attention_head_dim(shape) * sequence * attention_share(shape, sequence);
    switch (convention) {
    case FlopConvention::FullAttention:
        return six_n + 2 * attention;
    case FlopConvention::CausalAttention:
        return six_n + attention;
    case FlopConvention::SixN:
        break;
    }
    return six_n;
}

} // namespace plateau::catalog
