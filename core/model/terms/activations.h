// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/kept_activations.h"

namespace plateau {

/// What the forward pass keeps for the backward pass.
struct ActivationBytes {
    static constexpr TermInfo info{
        .part = Part::Activations,
        .kind = PartKind::Memory,
        .name = "activations",
        .label = PLATEAU_TEXT("Activations"),
        .words = PLATEAU_TEXT("What the forward pass keeps for the backward pass"),
        .source = sources::memory,
        .remedies = {"recompute", "micro_batch", "tp", "offload_activations"},
    };

    static const char* words(const Prepared& prepared, const Plan&)
    {
        if (prepared.scanning > 0)
            return PLATEAU_TEXT("What the forward pass keeps for the backward pass; of a scan its inputs, gates and "
                                "output, its states are made again");
        return info.words;
    }

    /// Bytes on the device: where activations are offloaded, the layer at work has its own at hand, and the next
    /// layer's are on the way.
    template<class N>
    static N bytes(const RankOf<N>& r)
    {
        const N passes
            = named({"passes", PLATEAU_TEXT("layers times micro-batches in flight")}, r.in_flight * r.layers());
        if (r.x.prepared.offload.activations <= 0)
            return passes * r.kept;
        const N away = r.x[&Offload::activations];
        return (passes * (1 - away) + formula::min(passes, r.x[&Physics::layers_in_transit]) * away) * r.kept;
    }
};

} // namespace plateau
