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
    const double attention = (layer.query_bytes + layer.rotary_bytes) * layer.query_width
        + layer.kv_bytes * layer.kv_width + layer.score_bytes * layer.heads * layer.keys;
    const double feed_forward = layer.ffn_bytes * layer.ffn + layer.expert_ffn_bytes * layer.expert_ffn
        + layer.dispatched_bytes * layer.dispatched * layer.hidden;
    const double sharded = attention + feed_forward;
    return layer.tokens * (replicated + layer.element_bytes * layer.latent + sharded / layer.tensor);
}

double layer_checkpoint_bytes(const LayerActivations& layer)
{
    return layer.element_bytes * layer.tokens * layer.hidden / layer.sequence_shards;
}

} // namespace plateau::memory
