// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/estimate/stage.h"

// Parameters and gradients on the wire.
namespace plateau {

using collectives::Operation;

namespace {

/// A collective cut into buckets, each paying its own latency.
double bucketed_seconds(const Prepared& prepared, Workspace& workspace, Traffic traffic)
{
    const double buckets = std::max(1.0, std::ceil(traffic.bytes / prepared.stack.bucket_bytes));
    traffic.bytes /= buckets;
    return buckets * workspace.collective(prepared, traffic).seconds;
}

} // namespace

ShardTraffic shard_traffic(const Prepared& prepared, const Degrees& degrees, const StageParameters& parameters,
                           Workspace& workspace)
{
    ShardTraffic result;
    const Plan& plan = degrees.plan;
    result.gathers_backward = prepared.stack.reshard_after_forward;
    if (!shards_weights(plan) || degrees.shard == 1)
        return result;
    Traffic traffic{.ranks = double(degrees.shard), .stride = double(plan.tp), .usable = degrees.domain_used};
    const auto seconds = [&](Operation operation, double bytes) {
        traffic.operation = operation;
        traffic.bytes = bytes;
        return workspace.collective(prepared, traffic).seconds;
    };
    const double ends
        = plan.pp > 1 ? std::max(parameters.embedding, parameters.head) : parameters.embedding + parameters.head;
    const double unit = prepared.stack.layers_per_unit;
    result.gather = seconds(Operation::AllGather, prepared.weight_wire_bytes * unit * parameters.layer) / unit;
    result.scatter = seconds(Operation::ReduceScatter, prepared.stack.reduction_bytes * unit * parameters.layer) / unit;
    result.ends_gather = seconds(Operation::AllGather, prepared.weight_wire_bytes * ends);
    result.ends_scatter = seconds(Operation::ReduceScatter, prepared.stack.reduction_bytes * ends);
    return result;
}

DataTraffic data_traffic(const Prepared& prepared, const Degrees& degrees, double rank_parameters, Workspace& workspace)
{
    const Plan& plan = degrees.plan;
    const bool weights_sharded = shards_weights(plan);
    const bool plain = plan.dp_mode == DataParallelMode::Ddp;
    const double gradient_bytes = prepared.stack.reduction_bytes * rank_parameters;
    Traffic group{.ranks = double(degrees.shard), .stride = double(plan.tp), .usable = degrees.domain_used};
    const auto seconds = [&](Operation operation, double bytes) {
        group.operation = operation;
        group.bytes = bytes;
        return bucketed_seconds(prepared, workspace, group);
    };
    DataTraffic result;
    result.shard_overlap = prepared.stack.data_overlap;
    result.reduce_overlap = weights_sharded ? 1 - prepared.stack.fsdp_overlap_penalty : prepared.stack.data_overlap;
    if (!weights_sharded && !plain) {
        result.scatter = seconds(Operation::ReduceScatter, gradient_bytes);
        result.scatters = plan.dp_mode == DataParallelMode::Zero2 ? degrees.micro_batches : 1;
        result.gather = seconds(Operation::AllGather, prepared.weight_wire_bytes * rank_parameters);
    }
    const double replicas = plain ? degrees.shard : degrees.replicas;
    if (replicas > 1) {
        group.ranks = replicas;
        group.stride = plain ? plan.tp : double(plan.tp) * degrees.shard;
        result.reduce = seconds(Operation::AllReduce, gradient_bytes / (plain ? 1 : degrees.shard)) / prepared.local_steps;
    }
    return result;
}

} // namespace plateau
