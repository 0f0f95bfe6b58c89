// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/rank_memory.h"

namespace plateau {

/// Accumulated gradients.
struct GradientBytes {
    static constexpr TermInfo info{
        .part = Part::Gradients,
        .kind = PartKind::Memory,
        .name = "gradients",
        .label = PLATEAU_TEXT("Gradients"),
        .words = PLATEAU_TEXT("Accumulated gradients"),
        .source = sources::memory,
        .remedies = {"dp_mode", "tp", "pp", "gradient_bytes"},
    };

    template<class N>
    static N bytes(const RankOf<N>& r)
    {
        return r.states.gradients;
    }
};

} // namespace plateau
