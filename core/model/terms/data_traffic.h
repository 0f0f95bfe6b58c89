// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/parameter_traffic.h"

/// Parameters and gradients once per step: which of the three collectives come after one another, and which passes they
/// share.
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

/// Adds the traffic of parameters whose states the group's ranks share and `replicas` such groups repeat.
template<class N>
void add_data_traffic(const Inputs<N>& x, const Traffic& group, const MovedOf<N>& moved, const N& replicas,
                      DataTrafficOf<N>& result)
{
    if (moved.weights <= N(0.0))
        return;
    AllGather::add_once(x, group, moved, result);
    ReduceScatter::add_once(x, group, moved, result);
    AllReduce::add_once(x, group, moved, replicas, result);
}

template<class N>
DataTrafficOf<N> data_traffic(const Inputs<N>& x, const StageParametersOf<N>& each, const HoldingsOf<N>& held)
{
    DataTrafficOf<N> result;
    const bool in_units = moves_units(x.prepared, x.plan);
    result.shard_overlap = in_units ? N(1 - overlap_penalty(x)) : x[&StackOf::data_overlap];
    result.reduce_overlap = in_units ? N(1 - x[&StackOf::fsdp_overlap_penalty]) : x[&StackOf::data_overlap];
    if (scatters_each(x.prepared, x.plan))
        result.scatters = x[&Degrees::micro_batches];
    const auto unit = [&](const N& of_a_layer) { return N(x[&StackOf::layers_per_unit] * of_a_layer); };
    add_data_traffic(x, dense_group(x.degrees),
                     {held.weights.dense, held.trained.dense, unit(each.layer - each.expert),
                      unit(each.trained_layer - each.trained_expert)},
                     x[&Degrees::replicas], result);
    if (held.weights.expert > N(0.0))
        add_data_traffic(x, expert_group(x.degrees),
                         {held.weights.expert, held.trained.expert, unit(each.expert), unit(each.trained_expert)},
                         x[&Degrees::expert_replicas], result);
    return result;
}

/// Passes of a rank during which what is moved once per step can hide. With c chunks of the model on a rank, the first
/// c - 1 are done with (backward) or not yet needed (forward) while the others work on the min(m, p) micro-batches in
/// flight; the last chunk has its own pass alone.
template<class N>
N hiding_passes(const StepOf<N>& step)
{
    const double on_rank = chunks(step.x.plan);
    if (on_rank == 1)
        return 1;
    return named({"n_hide", PLATEAU_TEXT("passes of a rank under which data traffic can hide")},
                 (on_rank - 1) / on_rank * formula::min(step.micro_batches, step.x[&Plan::pp]) + 1 / on_rank);
}

/// Gradients are scattered before what is left of the backward passes hides the all-reduce.
template<class N>
void find_data_traffic(StepOf<N>& step, const DataTrafficOf<N>& data)
{
    const N passes = hiding_passes(step);
    N backward = ReduceScatter::window(step, passes);
    step.scattered_once
        = hidden_under(backward, N(data.scatters * data.scatter), data.shard_overlap, data.last_scattered);
    N forward = AllGather::window(step, passes);
    step.gathered_once = hidden_under(forward, data.gather, data.shard_overlap, N(0.0));
    backward = AllReduce::window(step, passes, backward);
    step.reduced_once = hidden_under(backward, data.reduce, data.reduce_overlap, data.last_reduced);
}

} // namespace plateau
