// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory.h"

namespace plateau::memory {

States state_bytes(double parameters, const StateBytes& bytes)
{
    return {parameters * bytes.weights / bytes.weight_shards, parameters * bytes.gradients / bytes.gradient_shards,
            parameters * bytes.optimizer / bytes.optimizer_shards};
}

double layer_activation_bytes(const LayerActivations& layer)
{
    const double replicated = layer.hidden_bytes * layer.hidden / layer.sequence_shards;
    const double sharded = 4 * layer.query_width + 4 * layer.kv_width + layer.rotary_bytes * layer.query_width
        + layer.ffn_bytes * layer.ffn + 4 * layer.dispatched * layer.hidden + layer.score_bytes * layer.heads * layer.keys;
    return layer.tokens * (replicated + 2 * layer.latent + sharded / layer.tensor);
}

double layer_checkpoint_bytes(const LayerActivations& layer)
{
    return 2 * layer.tokens * layer.hidden / layer.sequence_shards;
}

} // namespace plateau::memory
