// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/step.h"

/// Bounds that no plan goes below, for searches. They are made of the functions that evaluate() is made of.
namespace plateau {

/// What ranks hold with any sharding, micro-batch, recomputation and schedule that spreads the model alike.
struct RankHoldings {
    StageParameters parameters;
    Holdings first; ///< the rank with the first stage
    Holdings most; ///< the rank that holds most
};
RankHoldings rank_holdings(const Prepared& prepared, const Degrees& degrees, Workspace& workspace);

/// The cost of a step that does not depend on micro-batch, recomputation and schedule: traffic of parameters and
/// gradients, the optimizer. What is not counted yet is zero.
struct ShardingCost {
    enum class Counted { Parameters, OncePerStep, Layers, Everything };

    StageParameters parameters = {};
    ParameterTraffic shard = {};
    double update_seconds = 0; ///< per step, traffic apart
    DataTraffic data = {};
    bool scatters_each = false; ///< gradients with every micro-batch: ZeRO 2
    Counted counted = Counted::Parameters;

    /// The least exposed data traffic of m micro-batches, where all passes it may hide under take `window` seconds or
    /// less.
    double least_exposed(double micro_batches, double window) const;
};
/// Computes the next part of the cost; parts that take less to find out come first.
void learn_more(ShardingCost& cost, const Prepared& prepared, const Degrees& degrees, const RankHoldings& holdings,
                Workspace& workspace);

/// The least time of a plan's step: the pipeline, and the sharding's cost, of which all is known. `computing` is the
/// part of it that draws busy power.
struct LeastStep {
    double seconds = 0;
    double computing = 0;
};
LeastStep least_step(const Prepared& prepared, const Degrees& degrees, const LayerCost& layer,
                     const ShardingCost& sharding, Workspace& workspace);

/// Seconds of one micro-batch beside the layers, there and back, whatever the schedule. `degrees`: with one chunk per
/// rank.
struct BesideLayers {
    double transfer = 0; ///< of each chunk of the model that a rank has, the least of any rank
    double inner_transfer = 0; ///< of a rank between two others; 0: there is none
    double head = 0; ///< the output head
};
BesideLayers beside_layers(const Prepared& prepared, const Degrees& degrees, Workspace& workspace);

/// Bytes on the fullest rank.
double memory_bytes(const Prepared& prepared, const Degrees& degrees, Workspace& workspace);

/// The least bytes of any sharding, schedule and number of virtual stages with these tensor, context, expert, pipeline
/// and data degrees, micro-batch and recomputation: states spread over all ranks, nothing gathered, the fewest
/// micro-batches in flight. Holds for the schedules that spread the model over the ranks as the plan's does.
double least_memory_bytes(const Prepared& prepared, const Degrees& degrees, Workspace& workspace);

/// The least bytes of any micro-batch, recomputation and schedule that spreads the model alike, with these degrees and
/// this sharding, where the first stage's rank holds `first`.
double least_state_bytes(const Prepared& prepared, const Degrees& degrees, const Holdings& first, Workspace& workspace);

/// Waiting for the slowest of many hosts, as a share of all else.
double jitter_share(const Prepared& prepared, double gpus_used);

} // namespace plateau
