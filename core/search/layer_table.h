// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/workspace.h"
#include "core/search/plan_space.h"

namespace plateau::search {

/// The least seconds of one layer for each tensor, context and expert degree (a layer mesh) and micro-batch, over all
/// choices of recomputation and sequence parallelism, without parameter traffic. The same for every GPU count.
/// Contiguous: mesh major, micro-batch minor.
struct LayerTable {
    struct LayerMesh {
        DeviceMesh mesh; ///< pp and dp are 1
        double least_seconds = 0; ///< forward and backward, of any micro-batch
        double least_seconds_per_sequence = 0; ///< of any micro-batch, divided by its sequences
    };
    struct Pass {
        double forward = 0;
        double backward = 0;
        double weight = 0; ///< of backward: gradients of the weights
    };
    std::vector<LayerMesh> layer_meshes = {};
    std::vector<Pass> passes = {};
    int micro_batches = 0;

    const Pass& of(int layer_mesh, int micro_batch_index) const
    {
        return passes[std::size_t(layer_mesh) * std::size_t(micro_batches) + std::size_t(micro_batch_index)];
    }
};

LayerTable layer_table(const PlanSpace& space, const Prepared& prepared, Workspace& workspace);

} // namespace plateau::search
