// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/recomputation.h"

namespace plateau {

/// Tensor and sequence parallelism.
struct TensorTraffic {
    static constexpr TermInfo info{
        .part = Part::TensorTraffic,
        .kind = PartKind::Communication,
        .name = "tensor_traffic",
        .label = PLATEAU_TEXT("Tensor traffic"),
        .words = PLATEAU_TEXT("Partial results of split matrix products, summed or gathered twice a pass"),
        .source = sources::collectives,
        .known = KnownFrom::Collectives,
        .group = StepGroup::TensorTraffic,
        .cause = Cause::TensorTraffic,
        .forward_place = 7,
        .backward_place = 9,
        .remedies = {"tp", "nvlink_domain", "scale_up_bandwidth", "sequence_parallel"},
    };

    template<class N>
    static TermRow<N> layer(const LayerInputs<N>& x, const LayerLedger<N>& so_far)
    {
        if (x.plan.tp == 1)
            return {};
        const N bytes = named({"S", PLATEAU_TEXT("bytes of one exchange"), units::Unit::Bytes},
                              x[&Prepared::wire_bytes] * x.w.tokens * x[&Prepared::hidden]);
        N forward = 0;
        N backward = 0;
        N last = 0; // exchange of a layer's forward pass
        const double blocks = exchanging_blocks(x);
        if (x.plan.sequence_parallel) {
            const N gather = exchange(x, collectives::Operation::AllGather, bytes);
            last = x[&StackOf::sequence_parallel_factor] * exchange(x, collectives::Operation::ReduceScatter, bytes);
            forward = blocks * (x[&StackOf::sequence_parallel_factor] * gather + last);
            backward = forward + x[&StackOf::sequence_parallel_factor] * blocks * gather;
        } else {
            last = exchange(x, collectives::Operation::AllReduce, bytes);
            forward = blocks * last;
            backward = forward;
        }
        forward
            = named({"t_tensor", PLATEAU_TEXT("tensor traffic of a layer, forward"), units::Unit::Seconds}, forward);
        if (x.plan.recompute == Recompute::Full)
            backward
                += x[&Prepared::recomputed_layers] * (skips_last_product(x.prepared) ? N(forward - last) : forward);
        const auto& products = so_far.template of<MatrixMultiply>();
        return shared_row(forward, backward,
                          exposed_share(x, N(products.forward.busy + products.backward.busy), N(forward + backward)));
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return shared_layer_passes<TensorTraffic>(s);
    }

private:
    template<class N>
    static N exchange(const LayerInputs<N>& x, collectives::Operation operation, const N& bytes)
    {
        return x.collective({.among = Among::TensorRanks,
                             .operation = operation,
                             .ranks = double(x.plan.tp),
                             .usable = x.degrees.domain_used,
                             .neighbours = collectives::everywhere},
                            bytes);
    }

    /// How many of the two blocks of a layer have results that tensor-parallel ranks exchange: not a feed-forward block
    /// of nothing but experts that come by their tokens otherwise. Blocks side by side exchange their sum (PaLM,
    /// 2204.02311, section 2).
    template<class N>
    static double exchanging_blocks(const LayerInputs<N>& x)
    {
        const bool own_exchange = x.plan.ep > 1 || expert_tensor(x.plan) != x.plan.tp;
        const bool experts_only = x.prepared.experts > 0 && x.prepared.dense_ffn <= 0;
        const bool mixer_alone = (experts_only && own_exchange) || x.prepared.parallel_block;
        return x.prepared.mixing + (mixer_alone ? 0 : x.prepared.feeding);
    }

    /// Cut into one piece per rank, all but the first piece of the traffic has products to hide under.
    template<class N>
    static N exposed_share(const LayerInputs<N>& x, const N& products, const N& traffic)
    {
        const N share = 1 - x[&StackOf::tensor_overlap];
        if (x.prepared.stack.async_tensor <= 0 || !x.plan.sequence_parallel)
            return share;
        const N uncovered = formula::max(N(0.0), N(1 - products / traffic));
        const N beside = formula::max(x[&Physics::piece_overlap_penalty], uncovered);
        const N first = 1.0 / x[&Plan::tp];
        return named({"exposed_share", PLATEAU_TEXT("share of the traffic that is not hidden"), units::Unit::Fraction},
                     formula::min(share, N(first + (1 - first) * beside)));
    }
};

} // namespace plateau
