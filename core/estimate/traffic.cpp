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

} // namespace

namespace {

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

} // namespace

ShardTraffic shard_traffic(const Prepared& prepared, const Degrees& degrees, const StageParameters& parameters,
                           Workspace& workspace)
{
    ShardTraffic result;
    const Plan& plan = degrees.plan;
    result.gathers_backward = prepared.stack.reshard_after_forward;
    if (!shards_weights(plan) || (degrees.shard == 1 && degrees.expert_shard == 1))
        return result;
    const auto seconds = [&](Traffic traffic, Operation operation, double bytes) {
        traffic.operation = operation;
        traffic.bytes = bytes;
        return traffic.ranks > 1 && bytes > 0 ? workspace.collective(prepared, traffic).seconds : 0;
    };
    const bool one_end = plan.pp > 1 && pipeline_fold(plan) != schedule::Fold::V;
    const double ends
        = one_end ? std::max(parameters.embedding, parameters.head) : parameters.embedding + parameters.head;
    const double unit = prepared.stack.layers_per_unit;
    const double gathered = prepared.weight_wire_bytes * unit;
    const double scattered = prepared.stack.reduction_bytes * unit;
    const Traffic dense = dense_group(degrees);
    const double dense_layer = parameters.layer - parameters.expert;
    result.gather = seconds(dense, Operation::AllGather, gathered * dense_layer) / unit;
    result.scatter = seconds(dense, Operation::ReduceScatter, scattered * dense_layer) / unit;
    result.ends_gather = seconds(dense, Operation::AllGather, prepared.weight_wire_bytes * ends);
    result.ends_scatter = seconds(dense, Operation::ReduceScatter, prepared.stack.reduction_bytes * ends);
    if (parameters.expert > 0) {
        const Traffic experts = expert_group(degrees);
        result.gather += seconds(experts, Operation::AllGather, gathered * parameters.expert) / unit;
        result.scatter += seconds(experts, Operation::ReduceScatter, scattered * parameters.expert) / unit;
    }
    return result;
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
