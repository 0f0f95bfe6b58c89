// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/attention.h"

namespace plateau {

/// Context parallelism: how ranks that divide the sequence come by each other's keys and values.
struct ContextTraffic {
    static constexpr TermInfo info{
        .part = Part::ContextTraffic,
        .kind = PartKind::Communication,
        .name = "context_traffic",
        .label = PLATEAU_TEXT("Context traffic"),
        .words = PLATEAU_TEXT("Keys and values passed between context ranks, beyond what attention hides"),
        .source = "Ring attention, 2310.01889",
        .known = KnownFrom::Collectives,
        .group = StepGroup::ContextTraffic,
        .cause = Cause::ContextTraffic,
        .forward_place = 8,
        .backward_place = 10,
        .remedies = {"cp", "cp_method", "scale_up_bandwidth", "scale_out_bandwidth"},
    };

    static const char* words(const Prepared& prepared, const Plan& plan)
    {
        if (prepared.scanning > 0)
            return PLATEAU_TEXT("Keys and values passed between context ranks; layers that scan a state exchange heads "
                                "for sequence instead, and wait for it");
        switch (plan.cp_method) {
        case ContextMethod::Ring:
            break;
        case ContextMethod::AllGather:
            return PLATEAU_TEXT("Keys and values of the whole sequence gathered before attention");
        case ContextMethod::Ulysses:
            return PLATEAU_TEXT("Queries, keys and values exchanged so that each rank has the whole sequence of some "
                                "heads, and attention's output exchanged back");
        }
        return info.words;
    }
    static const char* source(const Prepared&, const Plan& plan)
    {
        switch (plan.cp_method) {
        case ContextMethod::Ring:
            break;
        case ContextMethod::AllGather:
            return "Llama 3, 2407.21783, section 3.3.2";
        case ContextMethod::Ulysses:
            return "DeepSpeed-Ulysses, 2309.14509";
        }
        return info.source;
    }

    template<class N>
    static TermRow<N> layer(const LayerInputs<N>& x, const LayerLedger<N>& so_far)
    {
        if (x.plan.cp == 1)
            return {};
        const TermRow<N> row = attention(x, so_far.template of<Attention>());
        return x.prepared.attending == 1 ? row : with_scans(x, row);
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return layer_passes<ContextTraffic>(s);
    }

private:
    template<class N>
    static TermRow<N> attention(const LayerInputs<N>& x, const TermRow<N>& core)
    {
        switch (x.plan.cp_method) {
        case ContextMethod::Ring:
            break;
        case ContextMethod::AllGather:
            return gathered(x);
        case ContextMethod::Ulysses:
            return exchanged(x);
        }
        return ring(x, core);
    }

    /// The traffic of a mean layer: scans exchange heads for sequence whatever attention does, as in megatron-core.
    template<class N>
    static TermRow<N> with_scans(const LayerInputs<N>& x, const TermRow<N>& row)
    {
        const auto pass = [&](const Work<N>& work, const N& scans) {
            return Work<N>{x[&Prepared::attending] * work.busy + scans, x[&Prepared::attending] * work.exposed + scans};
        };
        N scans = 0;
        if (x.prepared.scanning > 0)
            scans
                = named({"t_scan_heads", PLATEAU_TEXT("heads for sequence and back, of the scans of a layer, forward"),
                         units::Unit::Seconds},
                        x[&Prepared::scanning]
                            * (swap_heads(x, N(x[&catalog::ScanWork::inputs] / x[&Plan::tp]))
                               + swap_heads(x, N(x[&catalog::ScanWork::outputs] / x[&Plan::tp]))));
        return {pass(row.forward, scans), pass(row.backward, N((1 + again(x)) * scans)), N(0.0), row.exposed_share};
    }

    /// An all-to-all of as many elements of each token.
    template<class N>
    static N swap_heads(const LayerInputs<N>& x, const N& width)
    {
        const Traffic traffic{.among = Among::ContextRanks,
                              .operation = collectives::Operation::AllToAll,
                              .ranks = double(x.plan.cp),
                              .stride = double(x.plan.tp),
                              .usable = x.degrees.domain_used,
                              .neighbours = collectives::everywhere};
        return x.collective(traffic, N(x[&Prepared::wire_bytes] * x.w.tokens * width));
    }

    template<class N>
    static N exchange(const LayerInputs<N>& x, collectives::Operation operation, const N& width)
    {
        const Traffic traffic{.among = Among::ContextRanks,
                              .operation = operation,
                              .ranks = double(x.plan.cp),
                              .stride = double(x.plan.tp),
                              .usable = x.degrees.domain_used,
                              .neighbours = collectives::everywhere};
        return x.collective(traffic, N(x[&Prepared::wire_bytes] * x.w.tokens * x[&Plan::cp] * width));
    }

    /// Full recomputation does the forward pass again, exchange included.
    template<class N>
    static N again(const LayerInputs<N>& x)
    {
        return x.plan.recompute == Recompute::Full ? x[&Prepared::recomputed_layers] : N(0.0);
    }

    /// All there before attention begins (compressed under latent attention), their gradients scattered after it.
    template<class N>
    static TermRow<N> gathered(const LayerInputs<N>& x)
    {
        const N width = x.prepared.kv_rank > 0 ? N(x[&Prepared::kv_rank] + x[&Prepared::shared_key_dim]) : x.w.kv;
        const N forward = exchange(x, collectives::Operation::AllGather, width);
        const N backward = (1 + again(x)) * forward + exchange(x, collectives::Operation::ReduceScatter, width);
        return plain_row(forward, backward);
    }

    /// Heads for sequence before attention, sequence for heads after it, and so back with the gradients. Where there
    /// are fewer key and value heads than ranks, each rank gets a copy of one.
    template<class N>
    static TermRow<N> exchanged(const LayerInputs<N>& x)
    {
        const N kv_heads = formula::max(N(1.0), N(x[&Prepared::kv_heads] / (x[&Plan::tp] * x[&Plan::cp])));
        const N kv = x[&Plan::cp] * kv_heads * (x[&Prepared::key_head_dim] + x[&Prepared::value_head_dim]);
        const N forward
            = named({"t_heads", PLATEAU_TEXT("heads for sequence and back, of a layer, forward"), units::Unit::Seconds},
                    swap_heads(x, N(x.w.query + kv)) + swap_heads(x, x.w.output));
        return plain_row(forward, N((1 + again(x)) * forward));
    }

    /// Keys and values travel while attention works on those already there, c - 1 pieces of c.
    template<class N>
    static TermRow<N> ring(const LayerInputs<N>& x, const TermRow<N>& attention)
    {
        using formula::max;
        const N forward = named({"t_kv", PLATEAU_TEXT("keys and values of a layer once round"), units::Unit::Seconds},
                                exchange(x, collectives::Operation::AllGather, x.w.kv));
        const N covered = (x[&Plan::cp] - 1.0) / x[&Plan::cp];
        const N exposed = max(N(0.0), N(forward - covered * attention.forward.busy));
        const N exposed_backward = again(x) * exposed + max(N(0.0), N(2 * forward - covered * attention.backward.busy));
        return {{forward, exposed}, {(2 + again(x)) * forward, exposed_backward}};
    }
};

} // namespace plateau
