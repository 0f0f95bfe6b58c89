// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/working_set.h"

namespace plateau {

/// Logits and their gradient, on the rank that has the output head. They are gone when the first layer's backward pass
/// needs its room, and gathered weights where those come and go: of the two the larger counts.
struct LogitBytes {
    static constexpr TermInfo info{
        .part = Part::Logits,
        .kind = PartKind::Memory,
        .name = "logits",
        .label = PLATEAU_TEXT("Logits"),
        .words
        = PLATEAU_TEXT("Logits and their gradient on the last stage, beyond the room that a layer's backward pass "
                       "and its weights take after them"),
        .source = sources::stack,
        .remedies = {"loss", "micro_batch", "tp", "vocab_parallel_loss"},
    };

    template<class N>
    static N bytes(const RankOf<N>& r)
    {
        if (r.work.head <= 0)
            return 0;
        const bool sharded = r.x.prepared.stack.vocab_parallel_loss > 0;
        const N width = sharded ? N(r.x[&Prepared::vocab] / r.x[&Plan::tp]) : r.x[&Prepared::vocab];
        const N tokens = tokens_of(r.x) / r.x[&Prepared::loss_pieces];
        return formula::max(N(0.0), N(r.x[&StackOf::logit_bytes] * tokens * width - WorkingSetBytes::passing(r)));
    }
};

} // namespace plateau
