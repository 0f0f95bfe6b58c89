// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/optimizer_states.h"

#include <algorithm>

namespace plateau {

namespace {

/// visit(count, rows, columns) of the products of a mean layer.
template<class Visit>
void for_each_product(const Prepared& prepared, bool feed_forward, Visit visit)
{
    const double h = prepared.hidden;
    visit(prepared.attending, h, prepared.heads * prepared.key_head_dim);
    visit(prepared.attending, h, prepared.kv_heads * prepared.key_head_dim);
    visit(prepared.attending, h, prepared.kv_heads * prepared.value_head_dim);
    visit(prepared.attending, h, prepared.heads * prepared.value_head_dim);
    if (prepared.scanning > 0) {
        visit(prepared.scanning, h, prepared.scan.inputs);
        visit(prepared.scanning, h, prepared.scan.outputs);
    }
    if (!feed_forward)
        return;
    visit(prepared.projections, h, prepared.dense_ffn);
    visit(prepared.projections * prepared.mixture_share * prepared.experts, prepared.expert_hidden,
          prepared.expert_ffn);
}

/// The same of what is trained: beside a frozen product the two matrices of its adapter.
template<class Visit>
void for_each_matrix(const Prepared& prepared, Visit visit)
{
    for_each_product(prepared, !prepared.frozen || prepared.adapts_ffn, [&](double count, double rows, double columns) {
        if (!prepared.frozen)
            return visit(count, rows, columns);
        visit(count, rows, prepared.adapter_rank);
        visit(count, prepared.adapter_rank, columns);
    });
}

/// Of a layer with its share of the embedding.
double trained_parameters(const Prepared& prepared)
{
    return prepared.frozen ? prepared.adapter_parameters
                           : prepared.layer_parameters + prepared.embedding_parameters / prepared.layers;
}

double state_bytes_of_matrix(const OptimizerOption& option, double rank, double rows, double columns)
{
    const double r = std::min({rank, rows, columns});
    return option.line_bytes * (rows + columns) + option.projected_bytes * r * std::max(rows, columns)
        + option.projection_bytes * r * std::min(rows, columns);
}

} // namespace

double matrix_state_bytes(const Prepared& prepared, const Numerics& numerics)
{
    const OptimizerOption& option = optimizer_options[std::size_t(numerics.optimizer)];
    double bytes = 0;
    for_each_matrix(prepared, [&](double count, double rows, double columns) {
        bytes += count * state_bytes_of_matrix(option, numerics.optimizer_rank, rows, columns);
    });
    const double tables = prepared.frozen ? 0 : prepared.tied_embeddings ? 1 : 2;
    const double table = option.table_bytes * prepared.vocab * prepared.hidden
        + option.line_bytes * (prepared.vocab + prepared.hidden);
    bytes += tables * table / prepared.layers;
    const double all = prepared.frozen
        ? prepared.adapter_parameters
        : prepared.layer_parameters + tables * prepared.embedding_parameters / prepared.layers;
    return all > 0 ? bytes / all : 0;
}

double matrix_update_flop(const Prepared& prepared, const Numerics& numerics)
{
    const bool orthogonal = numerics.optimizer == OptimizerKind::Muon;
    if (!orthogonal && numerics.optimizer != OptimizerKind::GaLore)
        return 0;
    double flop = 0;
    for_each_matrix(prepared, [&](double count, double rows, double columns) {
        const double m = std::min(rows, columns), n = std::max(rows, columns);
        flop += orthogonal ? count * prepared.physics.orthogonal_iterations * (4 * m * m * n + 2 * m * m * m)
                           : count * 4 * std::min(numerics.optimizer_rank, m) * m * n;
    });
    return flop / trained_parameters(prepared);
}

} // namespace plateau
