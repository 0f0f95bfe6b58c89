// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/stage.h"
#include "core/model/terms/layer_shape.h"

/// What all-gather, reduce-scatter and all-reduce share: among whom they are, in what pieces, under what they hide.
namespace plateau {

/// The ranks that share one copy of the states.
inline Traffic dense_group(const Degrees& degrees)
{
    return {.among = Among::Shards,
            .ranks = double(degrees.shard),
            .stride = double(degrees.plan.tp),
            .usable = degrees.segment,
            .neighbours = double(degrees.replicas) * degrees.plan.pp};
}

/// The ranks that share one copy of the experts' states.
inline Traffic expert_group(const Degrees& degrees)
{
    const Plan& plan = degrees.plan;
    return {.among = Among::ExpertShards,
            .ranks = double(degrees.expert_shard),
            .stride = double(plan.ep) * expert_tensor(plan),
            .usable = degrees.segment,
            .neighbours = double(degrees.expert_replicas) * plan.pp};
}

/// Beside the passes of each micro-batch.
template<class N>
bool has_parameter_traffic(const Inputs<N>& x)
{
    return moves_units(x.prepared, x.plan) && !keeps_gathered(x.prepared, x.plan)
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

/// A collective once per step, cut into pieces, each of which pays its own latency; the part of one that is left over
/// pays its part.
template<class N>
N once_seconds(const Inputs<N>& x, Traffic group, collectives::Operation operation, const N& bytes, const N& pieces)
{
    group.operation = operation;
    return pieces * x.collective(group, N(bytes / pieces));
}

/// In how many pieces sharded bytes are moved: FSDP moves units, others move buckets.
template<class N>
N shard_pieces(const Inputs<N>& x, const N& bytes, const N& parameters, const N& unit)
{
    return moves_units(x.prepared, x.plan) ? N(formula::max(N(1.0), N(parameters / unit))) : bucket_count(x, bytes);
}

/// What is sharded is moved once per step, not beside every micro-batch's passes.
template<class N>
bool moves_shards_once(const Inputs<N>& x, const Traffic& group)
{
    const bool once = moves_units(x.prepared, x.plan) ? keeps_gathered(x.prepared, x.plan)
                                                      : x.plan.dp_mode != DataParallelMode::Ddp;
    return once && group.ranks > 1;
}

/// What is left of traffic that hides under passes of `window` seconds, which it takes from them: at most the share of
/// it, and never its last bucket.
template<class N>
Work<N> hidden_under(N& window, const N& busy, const N& share, const N& last)
{
    const N hidden = formula::min(formula::min(N(share * busy), N(busy - last)), window);
    window = window - hidden;
    return {busy, busy - hidden};
}

/// What FSDP's all-gather or reduce-scatter costs beside and between the passes. Traffic that goes beside the same pass
/// shares what is exposed of it in proportion to the seconds worked.
template<class Term, class N>
Work<N> parameter_passes(const StepOf<N>& s)
{
    const TermRow<N>& row = s.traffic.layer.template of<Term>();
    const auto share = [&](const OverlappedOf<N>& pass, const N& busy, const N& together) -> Work<N> {
        if (together <= N(0.0))
            return {};
        return {s.layer_passes * busy, s.layer_passes * pass.exposed * busy / together};
    };
    const TermRow<N>& end = s.traffic.ends.template of<Term>();
    return share(s.forward, row.forward.busy, s.traffic.layer.forward_busy())
        + share(s.backward, row.backward.busy, s.traffic.layer.backward_busy())
        + exposed_work(N(s.micro_batches * s.busiest_rank.ends() * (end.forward.exposed + end.backward.exposed)));
}

/// A backward pass of the busiest rank, as far as gradients hide under it. Weight gradients that are kept back hide
/// nothing: what they make is what is to be moved.
template<class N>
N hiding_backward(const StepOf<N>& s)
{
    const bool kept_back = schedule::keeps_weight_gradients_back(pipeline_kind(s.x.plan));
    return kept_back ? N(s.busiest_rank.cost.backward - s.busiest_rank.cost.weight) : s.busiest_rank.cost.backward;
}

} // namespace plateau
