// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/step.h"

/// What plans cannot go below: for searches. Made of the functions evaluate() is made of.
namespace plateau {

/// What ranks hold, whatever the sharding, micro-batch, recomputation and schedule that spreads the model alike.
struct RankHoldings {
    StageParameters parameters;
    Holdings first; ///< the rank with the first stage
    Holdings most; ///< the rank that holds most
};
RankHoldings rank_holdings(const Prepared& prepared, const Degrees& degrees, Workspace& workspace);

/// What of a step does not depend on micro-batch, recomputation and schedule: traffic of parameters and gradients,
/// the optimizer. Whatever is not known yet counts as nothing.
struct ShardingCost {
    enum class Known { Parameters, Optimizer, Shards, Everything };

    StageParameters parameters;
    ParameterTraffic shard = {};
    double per_step = 0; ///< seconds exposed even if all that may hide does
    double per_micro_batch = 0; ///< the same of ZeRO 2
    Known known = Known::Parameters;
};
/// Gets to know the next part, in the order of what they take to find out.
void learn_more(ShardingCost& cost, const Prepared& prepared, const Degrees& degrees, const RankHoldings& holdings,
                Workspace& workspace);

/// What a plan's step cannot go below: the pipeline and the sharding's cost. `computing` is what of it draws busy
/// power.
struct LeastStep {
    double seconds = 0;
    double computing = 0;
};
LeastStep least_step(const Prepared& prepared, const Degrees& degrees, const LayerCost& layer,
                     const ShardingCost& sharding, Workspace& workspace);

/// Seconds a rank hands one micro-batch on and back for each chunk of the model it has: what no rank of a pipeline with
/// these degrees and this micro-batch, whatever its schedule, can go below. `degrees`: with one chunk per rank.
double least_hand_over_seconds(const Prepared& prepared, const Degrees& degrees, Workspace& workspace);

/// Bytes on the fullest rank.
double memory_bytes(const Prepared& prepared, const Degrees& degrees, Workspace& workspace);

/// What no sharding, schedule and number of virtual stages with these tensor, context, expert, pipeline and data
/// degrees, micro-batch and recomputation can go below: states spread over all ranks, nothing gathered, the fewest
/// micro-batches in flight. Holds for the schedules that spread the model over the ranks as the plan's does.
double least_memory_bytes(const Prepared& prepared, const Degrees& degrees, Workspace& workspace);

/// What no micro-batch, recomputation and schedule that spreads the model alike can go below, with these degrees and
/// this sharding, where the first stage's rank holds `first`.
double least_state_bytes(const Prepared& prepared, const Degrees& degrees, const Holdings& first, Workspace& workspace);

/// Waiting for the slowest of many hosts, as a share of all else.
double jitter_share(const Prepared& prepared, double gpus_used);

} // namespace plateau
