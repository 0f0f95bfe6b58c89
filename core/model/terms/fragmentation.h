// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/layer_shape.h"

namespace plateau {

/// Memory lost between allocations.
struct FragmentationBytes {
    static constexpr TermInfo info{
        .part = Part::Fragmentation,
        .kind = PartKind::Memory,
        .name = "fragmentation",
        .label = PLATEAU_TEXT("Fragmentation"),
        .words = PLATEAU_TEXT("Lost between allocations"),
        .source = sources::stack,
        .remedies = {"fragmentation", "micro_batch", "recompute"},
    };

    /// A share of what comes and goes with each micro-batch: activations, working set, logits.
    template<class N>
    static N bytes(const Constants<N>& x, const N& live)
    {
        return x[&StackOf::fragmentation] * live;
    }
};

} // namespace plateau
