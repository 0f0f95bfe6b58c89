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
        return prepared.flash
            ? info.words
            : PLATEAU_TEXT("Attention with a stored score matrix: two batched products and passes over the scores");
    }

    template<class N>
    static TermRow<N> layer(const LayerInputs<N>& x, const LayerLedger<N>&)
    {
        return x.prepared.flash ? fused(x) : unfused(x);
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return layer_passes<Attention>(s);
    }

    /// Seconds of attention over all gathered keys relative to attention over one piece of a ring after the other.
    static double gathered_share(const Prepared& prepared, const Plan& plan)
    {
        if (!prepared.flash)
            return 1;
        const auto speed = [&](double keys) { return keys / (keys + prepared.attention_half_sequence); };
        return speed(prepared.sequence / plan.cp) / speed(prepared.sequence);
    }

private:
    static constexpr formula::Symbol symbol{"t_attention", PLATEAU_TEXT("attention of a layer, forward"),
                                            units::Unit::Seconds};

    /// Work of the last of c context ranks relative to the mean: with one contiguous piece each it attends to
    /// (c - 1/2) / c of all, where the mean is 1/2.
    template<class N>
    static N causal_imbalance(const Inputs<N>& x)
    {
        const bool whole_sequence = x.plan.cp_method == ContextMethod::Ulysses;
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

    /// Round a ring, attention works on one piece of the keys after the other, each as short as the queries.
    template<class N>
    static TermRow<N> fused(const LayerInputs<N>& x)
    {
        const N batch_heads = x[&Plan::micro_batch] * x[&Prepared::heads] / head_ranks(x);
        const N queries = queries_of(x);
        const N pieces = x.plan.cp_method == ContextMethod::Ring ? x[&Plan::cp] : N(1.0);
        const N share = x[&Prepared::attention_share] * causal_imbalance(x);
        const N forward = named(symbol,
                                pieces * share
                                    * kernels::flash_attention_seconds(
                                        x.device, batch_heads, queries, x[&Prepared::sequence] / pieces,
                                        x[&Prepared::head_dim], x[&Prepared::attention_efficiency],
                                        x[&Prepared::attention_half_sequence], x[&StackOf::attention_factor]));
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
