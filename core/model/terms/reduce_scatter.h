// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/parameter_traffic.h"

namespace plateau {

/// Sharded gradients, summed and scattered.
struct ReduceScatter {
    static constexpr TermInfo info{
        .part = Part::ReduceScatter,
        .kind = PartKind::Communication,
        .name = "reduce_scatter",
        .label = PLATEAU_TEXT("Reduce-scatter"),
        .words
        = PLATEAU_TEXT("Gradients summed and scattered layer by layer; the ring's latency grows with every rank"),
        .source = sources::collectives,
        .known = KnownFrom::Collectives,
        .group = StepGroup::ReduceScatter,
        .cause = Cause::ParameterTraffic,
        .backward_place = 13,
        .closing_place = 1,
        .remedies = {"dp_mode", "shard_group", "scale_out_bandwidth", "sequences_per_gpu"},
    };

    static const char* words(const Prepared& prepared, const Plan& plan)
    {
        if (scatters_last(prepared, plan))
            return PLATEAU_TEXT("Gradients of all micro-batches summed and scattered once per step");
        return moves_units(prepared, plan)
            ? info.words
            : PLATEAU_TEXT("Gradients summed and scattered in buckets, beside the backward pass");
    }

    template<class N>
    static TermRow<N> beside(const Inputs<N>& x, const StageParametersOf<N>& parameters)
    {
        if (!has_parameter_traffic(x) || scatters_last(x.prepared, x.plan))
            return {};
        return plain_row(N(0.0),
                         named({"t_scatter", PLATEAU_TEXT("reduce-scatter of one layer"), units::Unit::Seconds},
                               layer_group_seconds(x, parameters.trained(), collectives::Operation::ReduceScatter,
                                                   x[&StackOf::reduction_bytes])));
    }

    template<class N>
    static TermRow<N> ends(const Inputs<N>& x, const StageParametersOf<N>& parameters)
    {
        if (!has_parameter_traffic(x) || scatters_last(x.prepared, x.plan))
            return {};
        return plain_row(
            N(0.0),
            named({"t_scatter_ends", PLATEAU_TEXT("reduce-scatter of embedding and head"), units::Unit::Seconds},
                  group_seconds(x, dense_group(x.degrees), collectives::Operation::ReduceScatter,
                                N(x[&StackOf::reduction_bytes] * end_parameters(x, parameters.trained())))));
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return parameter_passes<ReduceScatter>(s) + s.scattered_once;
    }

    template<class N>
    static void add_once(const Inputs<N>& x, const Traffic& group, const MovedOf<N>& moved, DataTrafficOf<N>& result)
    {
        const bool once
            = moves_units(x.prepared, x.plan) ? scatters_last(x.prepared, x.plan) : moves_shards_once(x, group);
        if (!once || group.ranks <= 1 || moved.trained <= N(0.0))
            return;
        const N bytes = x[&StackOf::reduction_bytes] * moved.trained;
        const N pieces = shard_pieces(x, bytes, moved.trained, moved.trained_unit);
        const N seconds = once_seconds(x, group, collectives::Operation::ReduceScatter, bytes, pieces);
        result.scatter += seconds;
        result.last_scattered += seconds / pieces;
    }

    /// Seconds of the last backward passes, under which it hides. ZeRO-2 scatters under that of each micro-batch unless
    /// it keeps gradients whole. FSDP that keeps weights whole scatters a chunk's gradients once its last pass has
    /// ended: under the other chunks alone.
    template<class N>
    static N window(const StepOf<N>& s, const N& passes)
    {
        const bool each_micro_batch = scatters_each(s.x.prepared, s.x.plan);
        const bool kept_whole = keeps_gathered(s.x.prepared, s.x.plan);
        return (each_micro_batch ? s.micro_batches
                    : kept_whole ? N(passes - 1. / chunks(s.x.plan))
                                 : passes)
            * hiding_backward(s);
    }
};

} // namespace plateau
