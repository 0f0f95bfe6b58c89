// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/layer_shape.h"

namespace plateau {

/// The softmax(QK^T)V core of the layers.
struct Attention {
    static constexpr TermInfo info{
        .part = Part::Attention,
        .kind = PartKind::Compute,
        .name = "attention",
        .label = PLATEAU_TEXT("Attention"),
        .words
        = PLATEAU_TEXT("Fused attention over the causal half of the score matrix; backward does 2.5 times the work"),
        .source = sources::attention,
        .known = KnownFrom::Kernels,
        .group = StepGroup::Attention,
        .cause = Cause::Attention,
        .forward_place = 3,
        .backward_place = 5,
        .remedies = {"attention", "hardware", "sequence", "cp"},
    };

    static const char* words(const Prepared& prepared, const Plan&)
    {
        if (prepared.scanning > 0)
            return prepared.scenario->workload.shape.scan.kind == catalog::ScanKind::Mamba2
                ? PLATEAU_TEXT("Attention, and in layers of state space a scan in chunks: its products at the rate of "
                               "attention, beside the memory traffic of its kernels; backward does 2.5 times the work")
                : PLATEAU_TEXT("Attention, and in layers of linear attention a scan in chunks: its products at the "
                               "rate of attention, beside the memory traffic of its kernels; backward does 2.5 times "
                               "the work");
        if (prepared.index_heads > 0 && prepared.flash)
            return PLATEAU_TEXT("An indexer scores every pair of tokens, attention reads the keys it keeps in their "
                                "compressed form; both at the rate of attention over whole sequences");
        if (prepared.attended < prepared.sequence && prepared.flash)
            return PLATEAU_TEXT("Fused attention within each document of a packed sequence, at the rate of attention "
                                "over so many tokens; backward does 2.5 times the work");
        if (prepared.attention_share < 1 && prepared.flash)
            return PLATEAU_TEXT("Fused attention over the keys that windows leave, at the rate of attention over whole "
                                "sequences; backward does 2.5 times the work");
        return prepared.flash
            ? info.words
            : PLATEAU_TEXT("Attention with a stored score matrix: two batched products and passes over the scores");
    }

    template<class N>
    static TermRow<N> layer(const LayerInputs<N>& x, const LayerLedger<N>&)
    {
        const TermRow<N> row = x.prepared.flash ? fused(x) : unfused(x);
        if (x.prepared.attending == 1)
            return row;
        const TermRow<N> scans = scan(x);
        return plain_row(N(x[&Prepared::attending] * row.forward.busy + x[&Prepared::scanning] * scans.forward.busy),
                         N(x[&Prepared::attending] * row.backward.busy + x[&Prepared::scanning] * scans.backward.busy));
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return layer_passes<Attention>(s);
    }

private:
    static constexpr formula::Symbol symbol{"t_attention", PLATEAU_TEXT("attention of a layer, forward"),
                                            units::Unit::Seconds};

    static bool packed(const Prepared& prepared) { return prepared.attended < prepared.sequence; }

    /// Work of the last of c context ranks relative to the mean: with one contiguous piece each it attends to
    /// (c - 1/2) / c of all, where the mean is 1/2. Documents begin anywhere.
    template<class N>
    static N causal_imbalance(const Inputs<N>& x)
    {
        const bool whole_sequence = x.plan.cp_method == ContextMethod::Ulysses || packed(x.prepared);
        return x.plan.cp_balance == ContextBalance::Contiguous && !whole_sequence ? N(2 - 1.0 / x[&Plan::cp]) : N(1.0);
    }

    /// Ulysses divides the heads further and leaves each rank the whole sequence.
    template<class N>
    static N head_ranks(const Inputs<N>& x)
    {
        return x.plan.cp_method == ContextMethod::Ulysses ? N(x[&Plan::tp] * x[&Plan::cp]) : x[&Plan::tp];
    }
    template<class N>
    static N queries_of(const Inputs<N>& x)
    {
        return x.plan.cp_method == ContextMethod::Ulysses ? x[&Prepared::sequence]
                                                          : N(x[&Prepared::sequence] / x[&Plan::cp]);
    }

    /// Whatever the pieces of the keys that come round a ring: the rate saturates with the sequence because each row of
    /// the mask ends inside a tile, and of all pieces that a row meets one is masked.
    template<class N>
    static TermRow<N> fused(const LayerInputs<N>& x)
    {
        const N batch_heads = x[&Plan::micro_batch] * x[&Prepared::heads] / head_ranks(x);
        const N queries = queries_of(x);
        const N keys = packed(x.prepared) ? x[&Prepared::attended] : x[&Prepared::sequence];
        const N share = x[&Prepared::attention_share] * causal_imbalance(x);
        const auto seconds = [&](const N& heads, const N& head_dim) {
            return kernels::flash_attention_seconds(
                x.device, heads, queries, keys, head_dim, x[&Prepared::attention_efficiency],
                x[&Prepared::attention_half_sequence], x[&StackOf::attention_factor]);
        };
        const bool sparse = x.prepared.index_heads > 0;
        const N forward = named(
            symbol, share * seconds(batch_heads, sparse ? x[&Prepared::compressed_head_dim] : x[&Prepared::head_dim]));
        if (!sparse)
            return plain_row(forward, N(forward * x[&Physics::flash_backward]));
        // Scores without values: half the products, all pairs forward and the kept ones backward.
        const N index_heads = x[&Plan::micro_batch] * x[&Prepared::index_heads] / head_ranks(x);
        const N index = named({"t_index", PLATEAU_TEXT("indexer of a layer, forward"), units::Unit::Seconds},
                              causal_imbalance(x) * seconds(index_heads, N(x[&Prepared::index_head_dim] / 2)));
        return plain_row(N(forward + index),
                         N(x[&Physics::flash_backward] * (forward + x[&Prepared::attention_share] * index)));
    }

    /// Chunk by chunk: products at the rate of attention over long sequences, and the memory traffic of several
    /// kernels.
    template<class N>
    static TermRow<N> scan(const LayerInputs<N>& x)
    {
        if (x.prepared.scanning <= 0)
            return {};
        using Scan = catalog::ScanWork;
        const N narrow = formula::sqrt(
            formula::sqrt(formula::min(N(1.0), N(x[&Prepared::scan_head_dim] / x.device.full_rate_head_size))));
        const N rate = x[&StackOf::attention_factor] * x[&Prepared::attention_efficiency] * narrow
            * x.device.attention_peak_flops;
        const N tokens = x.w.tokens / x[&Plan::tp];
        const N forward = named({"t_scan", PLATEAU_TEXT("scan of a layer, forward"), units::Unit::Seconds},
                                tokens * x[&Scan::flop] / rate
                                    + x.memory_seconds(x[&Physics::activation_bytes] * tokens * x[&Scan::moved]));
        return plain_row(forward, N(forward * x[&Physics::flash_backward]));
    }

    template<class N>
    static TermRow<N> unfused(const LayerInputs<N>& x)
    {
        constexpr double gradients = 2; // of both operands
        const N batch_heads = x[&Plan::micro_batch] * x[&Prepared::heads] / head_ranks(x);
        const N queries = queries_of(x);
        const N products = named({"t_batched", PLATEAU_TEXT("batched products of attention"), units::Unit::Seconds},
                                 kernels::unfused_attention_seconds(x.device, batch_heads, queries,
                                                                    x[&Prepared::sequence], x[&Prepared::head_dim],
                                                                    N(0.0), x[&StackOf::misaligned_head_factor]));
        const N passes = x[&StackOf::score_passes]
            + (softmax_fused(x.prepared, x.plan) ? N(0.0) : x[&Physics::separate_softmax_passes]);
        const N scores = named(
            {"t_scores", PLATEAU_TEXT("passes over the score matrix"), units::Unit::Seconds},
            x.memory_seconds(x[&Physics::activation_bytes] * passes * batch_heads * queries * x[&Prepared::sequence]));
        return plain_row(named(symbol, N(products + scores)),
                         N(products * gradients + scores * x[&Physics::score_traffic_backward]));
    }
};

} // namespace plateau
