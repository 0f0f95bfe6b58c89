// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/rank_memory.h"

namespace plateau {

/// Driver context, communication library, allocator floor.
struct FixedMemoryBytes {
    static constexpr TermInfo info{
        .part = Part::FixedMemory,
        .kind = PartKind::Memory,
        .name = "fixed_memory",
        .label = PLATEAU_TEXT("Framework and context"),
        .words = PLATEAU_TEXT("Driver context, communication library, allocator floor"),
        .source = sources::stack,
        .remedies = {"fixed_memory_bytes", "stack"},
    };

    template<class N>
    static N bytes(const Constants<N>& x, const N&)
    {
        return x[&StackOf::fixed_memory_bytes];
    }
};

} // namespace plateau
