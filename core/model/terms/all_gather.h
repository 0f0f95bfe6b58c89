// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/parameter_traffic.h"

namespace plateau {

/// Sharded parameters, gathered for the layer at work.
struct AllGather {
    static constexpr TermInfo info{
        .part = Part::AllGather,
        .kind = PartKind::Communication,
        .name = "all_gather",
        .label = PLATEAU_TEXT("All-gather"),
        .words = PLATEAU_TEXT("Sharded parameters gathered layer by layer; the ring's latency grows with every rank"),
        .source = sources::collectives,
        .known = KnownFrom::Collectives,
        .group = StepGroup::AllGather,
        .cause = Cause::ParameterTraffic,
        .forward_place = 1,
        .backward_place = 2,
        .closing_place = 3,
        .remedies = {"dp_mode", "shard_group", "scale_out_bandwidth", "sequences_per_gpu"},
    };

    static const char* words(const Prepared& prepared, const Plan& plan)
    {
        if (keeps_gathered(prepared, plan))
            return PLATEAU_TEXT("Sharded parameters gathered once per step and kept for all micro-batches");
        return moves_units(prepared, plan)
            ? info.words
            : PLATEAU_TEXT("Updated parameters gathered once per step from the ranks that own them");
    }

    template<class N>
    static TermRow<N> beside(const Inputs<N>& x, const StageParametersOf<N>& parameters)
    {
        if (!has_parameter_traffic(x))
            return {};
        const N gather = named(
            {"t_gather", PLATEAU_TEXT("all-gather of one layer"), units::Unit::Seconds},
            layer_group_seconds(x, parameters, collectives::Operation::AllGather, x[&Prepared::weight_wire_bytes]));
        return plain_row(gather, N(again(x) * gather));
    }

    template<class N>
    static TermRow<N> ends(const Inputs<N>& x, const StageParametersOf<N>& parameters)
    {
        if (!has_parameter_traffic(x))
            return {};
        const N gather
            = named({"t_gather_ends", PLATEAU_TEXT("all-gather of embedding and head"), units::Unit::Seconds},
                    group_seconds(x, dense_group(x.degrees), collectives::Operation::AllGather,
                                  N(x[&Prepared::weight_wire_bytes] * end_parameters(x, parameters))));
        return plain_row(gather, N(again(x) * gather));
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return parameter_passes<AllGather>(s) + s.gathered_once;
    }

    /// FSDP gathers all weights, others those that were updated.
    template<class N>
    static void add_once(const Inputs<N>& x, const Traffic& group, const MovedOf<N>& moved, DataTrafficOf<N>& result)
    {
        if (!moves_shards_once(x, group))
            return;
        const bool all = moves_units(x.prepared, x.plan);
        const N bytes = x[&Prepared::weight_wire_bytes] * (all ? moved.weights : moved.trained);
        result.gather += once_seconds(x, group, collectives::Operation::AllGather, bytes,
                                      shard_pieces(x, bytes, moved.weights, moved.unit));
    }

    /// Seconds of the first forward passes, under which it hides. FSDP that keeps weights whole gathers a layer under
    /// the first pass of the one before.
    template<class N>
    static N window(const StepOf<N>& s, const N& passes)
    {
        return (keeps_gathered(s.x.prepared, s.x.plan) ? N(1.0) : passes) * s.busiest_rank.cost.forward;
    }

private:
    /// Share of what the forward pass gathered that the backward pass gathers once more.
    template<class N>
    static N again(const Inputs<N>& x)
    {
        return shards_weights(x.plan) ? x[&StackOf::reshard_after_forward] : N(0.0);
    }
};

} // namespace plateau
