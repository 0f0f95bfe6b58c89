// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/all_gather.h"
#include "core/model/terms/all_reduce.h"
#include "core/model/terms/reduce_scatter.h"

/// Parameters and gradients once per step: which of the three collectives come after one another, and which passes they
/// share.
namespace plateau {

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
