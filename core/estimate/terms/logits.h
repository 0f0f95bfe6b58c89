// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/terms/rank_memory.h"

namespace plateau {

/// Logits and their gradient, on the rank that has the output head.
struct LogitBytes {
    static constexpr TermInfo info{
        .part = Part::Logits,
        .kind = PartKind::Memory,
        .name = "logits",
        .label = PLATEAU_TEXT("Logits"),
        .words = PLATEAU_TEXT("Logits and their gradient on the last stage"),
        .source = sources::stack,
        .remedies = {"vocab", "micro_batch", "tp", "vocab_parallel_loss"},
    };

    template<class N>
    static N bytes(const RankOf<N>& r)
    {
        if (r.work.head <= 0)
            return 0;
        const bool sharded = r.x.prepared.stack.vocab_parallel_loss > 0;
        const N width = sharded ? N(r.x[&Prepared::vocab] / r.x[&Plan::tp]) : r.x[&Prepared::vocab];
        return r.x[&StackOf::logit_bytes] * tokens_of(r.x) * width;
    }
};

} // namespace plateau
