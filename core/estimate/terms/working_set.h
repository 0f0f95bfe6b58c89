// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/terms/kept_activations.h"

namespace plateau {

/// One layer's live tensors and gathered parameters.
struct WorkingSetBytes {
    static constexpr TermInfo info{
        .part = Part::WorkingSet,
        .kind = PartKind::Memory,
        .name = "working_set",
        .label = PLATEAU_TEXT("Working set"),
        .words = PLATEAU_TEXT("Parameters gathered for the layer at work, and the gradients and repeated tensors of one layer's backward pass"),
        .source = sources::memory,
        .remedies = {"micro_batch", "layers_per_unit", "tp", "recompute"},
    };

    template<class N>
    static N bytes(const RankOf<N>& r)
    {
        return r.backward + (r.gathers ? gathered(r) : N(0.0));
    }

private:
    /// FSDP holds the gathered weights of the unit at work and of those prefetched, and one unit's full gradient;
    /// inside a pipeline all weights of the rank, and gradients as GradientBytes has them. Of offloaded weights, the
    /// layer at work and the one on the way.
    template<class N>
    static N gathered(const RankOf<N>& r)
    {
        const Inputs<N>& x = r.x;
        const N weight = x[&Physics::weight_bytes];
        if (!shards_weights(x.plan)) {
            if (x.prepared.offload.parameters <= 0)
                return 0;
            return x[&Offload::parameters] * weight * formula::min(r.layers(), x[&Physics::layers_in_transit])
                * r.parameters.layer;
        }
        if (keeps_gathered(x.prepared, x.plan))
            return weight * held_parameters(r.parameters, r.work, x.plan).weights.total();
        const N unit = x[&StackOf::layers_per_unit] * r.parameters.layer;
        if (x.prepared.stack.reshard_after_forward <= 0)
            return weight * r.parameters.layer * r.layers() + x[&StackOf::gradient_bytes] * x[&StackOf::layers_per_unit] * r.parameters.trained_layer;
        const N units_held = 1 + x[&StackOf::prefetch];
        return weight * units_held * unit
            + x[&StackOf::reduction_bytes] * x[&StackOf::layers_per_unit] * r.parameters.trained_layer + weight * formula::max(r.parameters.embedding, r.parameters.head);
    }
};

} // namespace plateau
