// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/rank_memory.h"

namespace plateau {

/// Master weights and moments.
struct OptimizerStateBytes {
    static constexpr TermInfo info{
        .part = Part::OptimizerStates,
        .kind = PartKind::Memory,
        .name = "optimizer_states",
        .label = PLATEAU_TEXT("Optimizer states"),
        .words = PLATEAU_TEXT("The optimizer's own copy of the weights, and its moments"),
        .source = sources::memory,
        .remedies = {"dp_mode", "offload_optimizer", "moment_bytes", "tp"},
    };

    template<class N>
    static N bytes(const RankOf<N>& r)
    {
        return r.states.optimizer * (1 - r.x[&Offload::optimizer]);
    }
};

} // namespace plateau
