// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/estimate/stage.h"

// Parameters and gradients on the wire.
namespace plateau {

using collectives::Operation;

namespace {

double bucket_count(const Prepared& prepared, double bytes)
{
    return std::max(1.0, std::ceil(bytes / prepared.stack.bucket_bytes));
}

/// A collective cut into buckets, each paying its own latency.
double bucketed_seconds(const Prepared& prepared, Workspace& workspace, Traffic traffic)
{
    const double buckets = bucket_count(prepared, traffic.bytes);
    traffic.bytes /= buckets;
    return buckets * workspace.collective(prepared, traffic).seconds;
}

/// The ranks that hold equal parts, or the same part, of the states of experts.
Traffic expert_group(const Degrees& degrees)
{
    const Plan& plan = degrees.plan;
    return {.ranks = double(degrees.expert_shard),
            .stride = double(plan.ep) * expert_tensor(plan),
            .usable = degrees.domain_used};
}

Traffic dense_group(const Degrees& degrees)
{
    return {.ranks = double(degrees.shard), .stride = double(degrees.plan.tp), .usable = degrees.domain_used};
}

/// Seconds of one collective; none among a single rank.
double seconds(const Prepared& prepared, Workspace& workspace, Traffic traffic, Operation operation, double bytes)
{
    traffic.operation = operation;
    traffic.bytes = bytes;
    return traffic.ranks > 1 && bytes > 0 ? workspace.collective(prepared, traffic).seconds : 0;
}

bool has_shard_traffic(const Degrees& degrees)
{
    return shards_weights(degrees.plan) && (degrees.shard > 1 || degrees.expert_shard > 1);
}

} // namespace

ShardTraffic layer_shard_traffic(const Prepared& prepared, const Degrees& degrees, const StageParameters& parameters,
                                 Workspace& workspace)
{
    ShardTraffic result;
    result.gathers_backward = prepared.stack.reshard_after_forward;
    if (!has_shard_traffic(degrees))
        return result;
    const double unit = prepared.stack.layers_per_unit;
    const auto add = [&](const Traffic& group, double each) {
        const double gathered = prepared.weight_wire_bytes * unit * each;
        const double scattered = prepared.stack.reduction_bytes * unit * each;
        result.gather += seconds(prepared, workspace, group, Operation::AllGather, gathered) / unit;
        result.scatter += seconds(prepared, workspace, group, Operation::ReduceScatter, scattered) / unit;
    };
    add(dense_group(degrees), parameters.layer - parameters.expert);
    if (parameters.expert > 0)
        add(expert_group(degrees), parameters.expert);
    return result;
}

void add_ends_shard_traffic(ShardTraffic& shard, const Prepared& prepared, const Degrees& degrees,
                            const StageParameters& parameters, Workspace& workspace)
{
    if (!has_shard_traffic(degrees))
        return;
    const bool one_end = degrees.plan.pp > 1 && pipeline_fold(degrees.plan) != schedule::Fold::V;
    const double ends
        = one_end ? std::max(parameters.embedding, parameters.head) : parameters.embedding + parameters.head;
    const Traffic group = dense_group(degrees);
    shard.ends_gather = seconds(prepared, workspace, group, Operation::AllGather, prepared.weight_wire_bytes * ends);
    shard.ends_scatter
        = seconds(prepared, workspace, group, Operation::ReduceScatter, prepared.stack.reduction_bytes * ends);
}

namespace {

/// Adds the traffic of `parameters` whose states `shard` ranks share and `replicas` such groups repeat.
void add_data_traffic(const Prepared& prepared, const Degrees& degrees, Workspace& workspace, Traffic group,
                      double parameters, double replicas, DataTraffic& result)
{
    if (parameters <= 0)
        return;
    const Plan& plan = degrees.plan;
    const bool plain = plan.dp_mode == DataParallelMode::Ddp;
    const double shard = group.ranks;
    const double gradient_bytes = prepared.stack.reduction_bytes * parameters;
    const auto seconds = [&](Operation operation, double bytes) {
        group.operation = operation;
        group.bytes = bytes;
        return bucketed_seconds(prepared, workspace, group);
    };
    if (!shards_weights(plan) && !plain) {
        const double scatter = seconds(Operation::ReduceScatter, gradient_bytes);
        result.scatter += scatter;
        result.last_scattered += scatter / bucket_count(prepared, gradient_bytes);
        result.gather += seconds(Operation::AllGather, prepared.weight_wire_bytes * parameters);
    }
    const double ranks = plain ? shard : replicas;
    if (ranks > 1) {
        group.ranks = ranks;
        group.stride *= plain ? 1 : shard;
        const double bytes = gradient_bytes / (plain ? 1 : shard);
        const double reduce = seconds(Operation::AllReduce, bytes) / prepared.local_steps;
        result.reduce += reduce;
        if (!shards_weights(plan)) // else one unit's worth, inside the overlap penalty
            result.last_reduced += reduce / bucket_count(prepared, bytes);
    }
}

} // namespace

DataTraffic data_traffic(const Prepared& prepared, const Degrees& degrees, const RankParameters& parameters,
                         Workspace& workspace)
{
    const Plan& plan = degrees.plan;
    const bool weights_sharded = shards_weights(plan);
    DataTraffic result;
    result.shard_overlap = prepared.stack.data_overlap;
    result.reduce_overlap = weights_sharded ? 1 - prepared.stack.fsdp_overlap_penalty : prepared.stack.data_overlap;
    if (plan.dp_mode == DataParallelMode::Zero2)
        result.scatters = degrees.micro_batches;
    add_data_traffic(prepared, degrees, workspace, dense_group(degrees), parameters.dense, degrees.replicas, result);
    if (parameters.expert > 0)
        add_data_traffic(prepared, degrees, workspace, expert_group(degrees), parameters.expert,
                         degrees.expert_replicas, result);
    return result;
}

} // namespace plateau
