// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/parameter_traffic.h"

namespace plateau {

/// Gradients of equal replicas.
struct AllReduce {
    static constexpr TermInfo info{
        .part = Part::AllReduce,
        .kind = PartKind::Communication,
        .name = "all_reduce",
        .label = PLATEAU_TEXT("All-reduce"),
        .words = PLATEAU_TEXT("Gradients of equal replicas summed; the tree's latency grows with the logarithm"),
        .source = sources::collectives,
        .known = KnownFrom::Collectives,
        .group = StepGroup::AllReduce,
        .cause = Cause::ParameterTraffic,
        .closing_place = 2,
        .remedies = {"dp_mode", "scale_out_bandwidth", "network_reduction", "local_steps"},
    };

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return s.reduced_once;
    }

    /// Among `replicas` groups that hold equal copies; under DDP every rank does. A group's ranks sum the shards they
    /// own, in buckets.
    template<class N>
    static void add_once(const Inputs<N>& x, Traffic group, const MovedOf<N>& moved, const N& replicas,
                         DataTrafficOf<N>& result)
    {
        const bool plain = x.plan.dp_mode == DataParallelMode::Ddp;
        const double shard = group.ranks;
        const double ranks = plain ? shard : formula::value_of(replicas);
        if (ranks <= 1 || moved.trained <= N(0.0))
            return;
        group.ranks = ranks;
        group.stride *= plain ? 1 : shard;
        group.neighbours = x.plan.pp;
        group.among = Among::Replicas;
        const N gradient_bytes = x[&StackOf::reduction_bytes] * moved.trained;
        const N bytes = gradient_bytes / (plain ? 1 : shard);
        const N buckets = bucket_count(x, bytes);
        const N seconds
            = once_seconds(x, group, collectives::Operation::AllReduce, bytes, buckets) / x[&Prepared::local_steps];
        result.reduce += seconds;
        if (!moves_units(x.prepared, x.plan)) // else one unit's worth, inside the overlap penalty
            result.last_reduced += seconds / buckets;
    }

    /// Seconds of the last backward passes, under which it hides: what scattered gradients and the traffic beside the
    /// layers leave of them.
    template<class N>
    static N window(const StepOf<N>& s, const N& passes, const N& left)
    {
        const N backward = formula::min(left, N(passes * hiding_backward(s)));
        return formula::max(
            N(0.0), N(backward - passes * layers_of(s.busiest_rank.layers, N(0.0)) * s.traffic.layer.backward_busy()));
    }
};

} // namespace plateau
