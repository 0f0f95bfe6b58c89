// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/model_shape.h"

namespace plateau::catalog {

namespace {

double query_width(const ModelShape& s) { return static_cast<double>(s.heads) * s.head_dim; }
double key_width(const ModelShape& s) { return static_cast<double>(s.kv_heads) * s.head_dim; }

double attention_matrices(const ModelShape& s)
{
    const double h = s.hidden;
    return h * (query_width(s) + 2 * key_width(s)) + query_width(s) * h;
}

double expert_matrices(const ModelShape& s) { return (s.gated ? 3.0 : 2.0) * s.hidden * s.ffn; }

double matrices(const ModelShape& s, double experts)
{
    const double router = s.experts > 0 ? static_cast<double>(s.hidden) * s.experts : 0;
    return attention_matrices(s) + expert_matrices(s) * experts + router;
}

double all_experts(const ModelShape& s) { return s.experts > 0 ? s.experts + s.shared_experts : 1; }
double used_experts(const ModelShape& s) { return s.experts > 0 ? s.experts_per_token + s.shared_experts : 1; }

double norm_parameters(const ModelShape& s) { return (s.linear_bias ? 2.0 : 1.0) * s.hidden; }

double bias_parameters(const ModelShape& s)
{
    const double qkv = query_width(s) + 2 * key_width(s);
    if (!s.linear_bias)
        return s.qkv_bias ? qkv : 0;
    return qkv + s.hidden + ((s.gated ? 2.0 : 1.0) * s.ffn + s.hidden) * all_experts(s);
}

} // namespace

double layer_matrix_parameters(const ModelShape& shape) { return matrices(shape, all_experts(shape)); }

double layer_parameters(const ModelShape& shape)
{
    return layer_matrix_parameters(shape) + bias_parameters(shape) + 2 * norm_parameters(shape);
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
    const double idle = all_experts(shape) - used_experts(shape);
    return total_parameters(shape) - shape.layers * expert_matrices(shape) * idle;
}

double model_flop_per_token(const ModelShape& shape, double sequence, FlopConvention convention)
{
    const double head = static_cast<double>(shape.vocab) * shape.hidden;
    const double six_n = 6 * (shape.layers * matrices(shape, used_experts(shape)) + head);
    const double attention = 6.0 * shape.layers * query_width(shape) * sequence;
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
