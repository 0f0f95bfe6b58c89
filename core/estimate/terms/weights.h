// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/terms/rank_memory.h"

namespace plateau {

/// The model's weights, as the passes use them.
struct WeightBytes {
    static constexpr TermInfo info{
        .part = Part::Weights,
        .kind = PartKind::Memory,
        .name = "weights",
        .label = PLATEAU_TEXT("Weights"),
        .words = PLATEAU_TEXT("16-bit weights"),
        .source = sources::memory,
        .remedies = {"dp_mode", "tp", "pp", "offload_parameters"},
    };

    template<class N>
    static N bytes(const RankOf<N>& r)
    {
        return r.states.weights * (1 - r.x[&Offload::parameters]);
    }
};

} // namespace plateau
