// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stage.h"
#include "core/estimate/terms/layer_shape.h"

/// Parameters and gradients on the wire: what all-gather, reduce-scatter and all-reduce share.
namespace plateau {

/// The ranks that share one copy of the states.
inline Traffic dense_group(const Degrees& degrees)
{
    return {.among = PLATEAU_TEXT("shards"),
            .ranks = double(degrees.shard),
            .stride = double(degrees.plan.tp),
            .usable = degrees.segment,
            .neighbours = double(degrees.replicas) * degrees.plan.pp};
}

/// The same for the states of experts.
inline Traffic expert_group(const Degrees& degrees)
{
    const Plan& plan = degrees.plan;
    return {.among = PLATEAU_TEXT("shards of experts"),
            .ranks = double(degrees.expert_shard),
            .stride = double(plan.ep) * expert_tensor(plan),
            .usable = degrees.segment,
            .neighbours = double(degrees.expert_replicas) * plan.pp};
}

/// Beside the passes of each micro-batch.
template<class N>
bool has_parameter_traffic(const Inputs<N>& x)
{
    return shards_weights(x.plan) && !keeps_gathered(x.prepared, x.plan)
        && (x.degrees.shard > 1 || x.degrees.expert_shard > 1);
}

/// Seconds of one collective; none among a single rank.
template<class N>
N group_seconds(const Inputs<N>& x, Traffic group, collectives::Operation operation, const N& bytes)
{
    if (group.ranks <= 1 || bytes <= N(0.0))
        return 0;
    group.operation = operation;
    return x.collective(group, bytes);
}

/// One layer's share of gathering or scattering a unit of layers.
template<class N>
N layer_group_seconds(const Inputs<N>& x, const StageParametersOf<N>& parameters, collectives::Operation operation,
                      const N& bytes_per_parameter)
{
    const N unit = x[&StackOf::layers_per_unit];
    const auto seconds = [&](const Traffic& group, const N& each) {
        return N(group_seconds(x, group, operation, N(bytes_per_parameter * unit * each)) / unit);
    };
    N sum = seconds(dense_group(x.degrees), parameters.layer - parameters.expert);
    if (parameters.expert > N(0.0))
        sum += seconds(expert_group(x.degrees), parameters.expert);
    return sum;
}

/// Parameters of embedding and head, which are gathered and scattered apart from the layers.
template<class N>
N end_parameters(const Inputs<N>& x, const StageParametersOf<N>& parameters)
{
    const bool one_end = x.plan.pp > 1 && pipeline_fold(x.plan) != schedule::Fold::V;
    return one_end ? formula::max(parameters.embedding, parameters.head) : N(parameters.embedding + parameters.head);
}

/// A pass with traffic beside it: max(work, traffic) + rho min(work, traffic).
template<class N>
struct OverlappedOf {
    N seconds = 0;
    N exposed = 0; ///< seconds - work
};
using Overlapped = OverlappedOf<double>;

template<class N>
OverlappedOf<N> overlap(const formula::Symbol& symbol, const N& work, const N& traffic, const N& penalty)
{
    const N seconds = named(symbol, N(formula::max(work, traffic) + penalty * formula::min(work, traffic)));
    return {seconds, seconds - work};
}

/// rho of parameter traffic: none of it hides where nothing is gathered ahead.
template<class N>
N overlap_penalty(const Constants<N>& x)
{
    return x.prepared.stack.prefetch > 0 ? x[&catalog::StackConstants::fsdp_overlap_penalty] : N(1.0);
}

/// Traffic of gradients and weights once per step, beside the passes: gradients of replicas, and what ZeRO 1 and 2
/// scatter and gather (ZeRO 2 scatters per micro-batch), or FSDP that keeps them whole in between.
template<class N>
struct DataTrafficOf {
    N scatter = 0; ///< seconds of one time
    N scatters = 1; ///< times per step
    N gather = 0;
    N reduce = 0;
    N last_scattered = 0; ///< seconds of the last bucket of gradients: nothing is left to hide it
    N last_reduced = 0;
    N shard_overlap = 0; ///< share of scatter and gather that may hide
    N reduce_overlap = 0;
};
using DataTraffic = DataTrafficOf<double>;

template<class N>
N bucket_count(const Inputs<N>& x, const N& bytes)
{
    return formula::max(N(1.0), N(bytes / x[&StackOf::bucket_bytes]));
}

/// Parameters whose traffic goes together: weights, those of them that are trained, and a unit of FSDP's of each.
template<class N>
struct MovedOf {
    N weights = 0;
    N trained = 0;
    N unit = 0;
    N trained_unit = 0;
};

/// Adds the traffic of parameters whose states the group's ranks share and `replicas` such groups repeat. FSDP moves
/// units, others buckets; FSDP gathers all weights, others those that were updated.
template<class N>
void add_data_traffic(const Inputs<N>& x, Traffic group, const MovedOf<N>& moved, const N& replicas,
                      DataTrafficOf<N>& result)
{
    if (moved.weights <= N(0.0))
        return;
    const bool plain = x.plan.dp_mode == DataParallelMode::Ddp;
    const bool weights_sharded = shards_weights(x.plan);
    const double shard = group.ranks;
    const N gradient_bytes = x[&StackOf::reduction_bytes] * moved.trained;
    // A collective cut into pieces, each paying its own latency; the part of one that is left over pays its part.
    const auto seconds = [&](collectives::Operation operation, const N& bytes, const N& pieces) {
        group.operation = operation;
        return N(pieces * x.collective(group, N(bytes / pieces)));
    };
    const bool once = weights_sharded ? keeps_gathered(x.prepared, x.plan) : !plain;
    if (once && shard > 1) {
        const auto pieces = [&](const N& bytes, const N& parameters, const N& unit) {
            return weights_sharded ? N(formula::max(N(1.0), N(parameters / unit))) : bucket_count(x, bytes);
        };
        const N weight_bytes = x[&Prepared::weight_wire_bytes] * (weights_sharded ? moved.weights : moved.trained);
        const N gathers = pieces(weight_bytes, moved.weights, moved.unit);
        result.gather += seconds(collectives::Operation::AllGather, weight_bytes, gathers);
        if (moved.trained > N(0.0)) {
            const N scatters = pieces(gradient_bytes, moved.trained, moved.trained_unit);
            const N scatter = seconds(collectives::Operation::ReduceScatter, gradient_bytes, scatters);
            result.scatter += scatter;
            result.last_scattered += scatter / scatters;
        }
    }
    const double ranks = plain ? shard : formula::value_of(replicas);
    if (ranks <= 1 || moved.trained <= N(0.0))
        return;
    group.ranks = ranks;
    group.stride *= plain ? 1 : shard;
    group.neighbours = x.plan.pp;
    group.among = PLATEAU_TEXT("replicas");
    const N bytes = gradient_bytes / (plain ? 1 : shard);
    const N reduce
        = seconds(collectives::Operation::AllReduce, bytes, bucket_count(x, bytes)) / x[&Prepared::local_steps];
    result.reduce += reduce;
    if (!weights_sharded) // else one unit's worth, inside the overlap penalty
        result.last_reduced += reduce / bucket_count(x, bytes);
}

template<class N>
DataTrafficOf<N> data_traffic(const Inputs<N>& x, const StageParametersOf<N>& each, const HoldingsOf<N>& held)
{
    DataTrafficOf<N> result;
    const bool sharded = shards_weights(x.plan);
    result.shard_overlap = sharded ? N(1 - overlap_penalty(x)) : x[&StackOf::data_overlap];
    result.reduce_overlap = sharded ? N(1 - x[&StackOf::fsdp_overlap_penalty]) : x[&StackOf::data_overlap];
    if (x.plan.dp_mode == DataParallelMode::Zero2)
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

} // namespace plateau
