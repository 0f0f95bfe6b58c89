// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/context_traffic.h"
#include "core/model/terms/recomputation.h"
#include "core/model/terms/tensor_traffic.h"

namespace plateau {

/// Tokens sent to their experts and back. Expert-parallel ranks sit next to each other around an expert's tensor ranks:
/// they take in data- and context-parallel ranks, and tensor-parallel ones where experts are divided less than
/// attention.
struct ExpertTraffic {
    static constexpr TermInfo info{
        .part = Part::ExpertTraffic,
        .kind = PartKind::Communication,
        .name = "expert_traffic",
        .label = PLATEAU_TEXT("Expert traffic"),
        .words = PLATEAU_TEXT("Tokens sent to their experts and back"),
        .source = sources::collectives,
        .known = KnownFrom::Collectives,
        .group = StepGroup::ExpertTraffic,
        .cause = Cause::ExpertTraffic,
        .forward_place = 9,
        .backward_place = 11,
        .remedies = {"ep", "nvlink_domain", "schedule", "scale_out_bandwidth", "dispatcher"},
    };

    template<class N>
    static TermRow<N> layer(const LayerInputs<N>& x, const LayerLedger<N>& so_far)
    {
        if (x.prepared.experts == 0)
            return {};
        N seconds = within_an_expert(x);
        if (x.plan.ep > 1)
            seconds += 2 * to_experts(x);
        const N forward = named({"t_experts", PLATEAU_TEXT("expert traffic of a layer, forward"), units::Unit::Seconds},
                                seconds * x[&Prepared::mixture_share]);
        const N again = x.plan.recompute == Recompute::Full ? x[&Prepared::recomputed_layers] : N(0.0);
        const N backward = (1 + again) * forward;
        return shared_row(forward, backward, exposed_share(x, so_far, N(forward + backward)));
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return shared_layer_passes<ExpertTraffic>(s);
    }

private:
    template<class N>
    static N to_experts(const LayerInputs<N>& x)
    {
        const N copies = x[&Prepared::experts_per_token] * expert_load(x);
        const Traffic traffic{.among = Among::ExpertRanks,
                              .operation = collectives::Operation::AllToAll,
                              .ranks = double(x.plan.ep),
                              .stride = double(expert_tensor(x.plan)),
                              .usable = x.degrees.domain_used,
                              .copies = forwards(x.prepared) ? x.prepared.experts_per_token : 0};
        return x.collective(traffic,
                            N(x[&Prepared::wire_bytes] * copies * x.w.tokens * expert_hidden(x) / x[&Plan::tp]));
    }

    /// Handing the tokens of an expert to the ranks that divide it, and summing what they return.
    template<class N>
    static N within_an_expert(const LayerInputs<N>& x)
    {
        const double ranks = expert_tensor(x.plan);
        if (ranks == 1 || (x.plan.ep == 1 && ranks == x.plan.tp)) // tensor parallelism has gathered them already
            return 0;
        const N copies = x.plan.ep > 1 ? N(x[&Prepared::experts_per_token] * expert_load(x)) : N(1.0);
        const N bytes
            = x[&Prepared::wire_bytes] * copies * x.w.tokens * expert_hidden(x) * x.expert_tensor() / x[&Plan::tp];
        Traffic traffic{.among = Among::ExpertTensorRanks,
                        .operation = collectives::Operation::AllGather,
                        .ranks = ranks,
                        .usable = x.degrees.domain_used,
                        .neighbours = collectives::everywhere};
        const N gather = x.collective(traffic, bytes);
        traffic.operation = collectives::Operation::ReduceScatter;
        return gather + x.collective(traffic, bytes);
    }

    /// Seconds of other traffic that the computation covers already.
    template<class N>
    static N hidden(const TermRow<N>& row)
    {
        return row.forward.busy - row.forward.exposed + row.backward.busy - row.backward.exposed;
    }

    /// A share of what the computation of a forward and a backward pass covers: the software's, all of it under
    /// DualPipe.
    template<class N>
    static N exposed_share(const LayerInputs<N>& x, const LayerLedger<N>& so_far, const N& busy)
    {
        const N share = hides_expert_traffic(x.plan) ? N(1.0) : x[&StackOf::expert_overlap];
        if (busy <= N(0.0) || share <= N(0.0))
            return 1;
        const auto& matmul = so_far.template of<MatrixMultiply>();
        const auto& attention = so_far.template of<Attention>();
        const auto& other = so_far.template of<OtherKernels>();
        const N computing = matmul.forward.busy + attention.forward.busy + other.forward.busy + matmul.backward.busy
            + attention.backward.busy + other.backward.busy + so_far.template of<Recomputation>().backward.busy
            - hidden(so_far.template of<TensorTraffic>()) - hidden(so_far.template of<ContextTraffic>());
        return named({"exposed_share", PLATEAU_TEXT("share of the traffic that is not hidden"), units::Unit::Fraction},
                     1 - share * formula::min(N(1.0), formula::max(N(0.0), N(computing / busy))));
    }
};

} // namespace plateau
