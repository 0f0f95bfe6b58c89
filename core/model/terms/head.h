// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/layer_shape.h"

namespace plateau {

/// Logits and cross-entropy, on the rank that has the output head.
struct Head {
    static constexpr TermInfo info{
        .part = Part::Head,
        .kind = PartKind::Compute,
        .name = "head",
        .label = PLATEAU_TEXT("Output head and loss"),
        .words = PLATEAU_TEXT("Logits, cross-entropy and their backward pass"),
        .source = sources::gemm,
        .known = KnownFrom::Kernels,
        .group = StepGroup::MatrixMultiply,
        .cause = Cause::MatrixMultiplication,
        .forward_place = 11,
        .backward_place = 1,
        .remedies = {"vocab", "tp", "vocab_parallel_loss", "hardware"},
    };

    template<class N>
    static TermRow<N> head(const Inputs<N>& x)
    {
        const N tokens = tokens_of(x);
        const N pieces = x[&Prepared::loss_pieces];
        const N hidden = x[&Prepared::hidden];
        const N shard = x[&Prepared::vocab] / x[&Plan::tp];
        const N product = named({"t_logits", PLATEAU_TEXT("matrix product of the output head"), units::Unit::Seconds},
                                pieces * kernels::gemm_seconds(x.device, N(tokens / pieces), shard, hidden));
        const N width = x.prepared.stack.vocab_parallel_loss > 0 ? shard : x[&Prepared::vocab];
        const N loss = named({"t_loss", PLATEAU_TEXT("cross-entropy, forward and backward"), units::Unit::Seconds},
                             x.memory_seconds(x[&StackOf::loss_bytes_per_logit] * tokens * width));
        const N sums = named(
            {"t_sums", PLATEAU_TEXT("adding the weight gradients of all pieces but the first"), units::Unit::Seconds},
            x.memory_seconds(x[&StackOf::accumulation_bytes] * (pieces - 1) * shard * hidden));
        const N weight = x.prepared.frozen ? N(0.0) : N(product + sums);
        return plain_row(N(product + loss / 2), N(product + weight + loss / 2), weight);
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return exposed_work(
            N(s.micro_batches * s.busiest_rank.head * (s.head.forward.exposed + s.head.backward.exposed)));
    }
};

} // namespace plateau
