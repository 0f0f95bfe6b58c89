// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/workspace.h"
#include "core/schedule/pipeline.h"

namespace plateau {

/// Parameters a rank works with on each kind of pipeline stage (tensor and expert shards, before any ZeRO sharding).
struct StageParameters {
    double layer = 0; ///< one layer, routed experts included
    double expert = 0; ///< of which in routed experts
    double embedding = 0; ///< on the first stage
    double head = 0; ///< on the last stage
};
StageParameters stage_parameters(const Prepared& prepared, const Plan& plan);

/// FSDP and HSDP shard the weights themselves.
bool shards_weights(const Plan& plan);

/// Traffic of FSDP per layer and micro-batch: what one pass must gather and scatter.
struct ShardTraffic {
    double gather = 0; ///< seconds of one layer's all-gather
    double scatter = 0; ///< seconds of one layer's reduce-scatter
    double ends_gather = 0; ///< embedding and head, not overlapped
    double ends_scatter = 0;
    double gathers_backward = 1; ///< 0 when parameters stay gathered after the forward pass
};
ShardTraffic layer_shard_traffic(const Prepared& prepared, const Degrees& degrees, const StageParameters& parameters,
                                 Workspace& workspace);
void add_ends_shard_traffic(ShardTraffic& shard, const Prepared& prepared, const Degrees& degrees,
                            const StageParameters& parameters, Workspace& workspace);

/// Parameters of one rank: routed experts, whose states are spread over other ranks, and all others.
struct RankParameters {
    double dense = 0;
    double expert = 0;
    double total() const { return dense + expert; }
};

/// Traffic of gradients and weights beside the passes: gradients of replicas, and what ZeRO 1 and 2 scatter and
/// gather once per step (ZeRO 2 scatters per micro-batch). Seconds worked, and which share of them may hide.
struct DataTraffic {
    double scatter = 0;
    double scatters = 1; ///< times per step
    double gather = 0;
    double reduce = 0;
    double last_scattered = 0; ///< seconds of the last bucket of gradients: nothing is left to hide it
    double last_reduced = 0;
    double shard_overlap = 0; ///< of scatter and gather
    double reduce_overlap = 0;
};
DataTraffic data_traffic(const Prepared& prepared, const Degrees& degrees, const RankParameters& parameters,
                         Workspace& workspace);

/// A layer's pass with parameter traffic beside it: max(work, traffic) + rho min(work, traffic).
struct Overlapped {
    double seconds = 0;
    double exposed = 0; ///< seconds - work
};
Overlapped overlap(double work, double traffic, double penalty);

/// Seconds to host memory and back, per layer and micro-batch, and once per step for the offloaded optimizer: gradients
/// down, the update there, weights up. Transfers hide under the layer's pass; the optimizer's do not hide.
///     forward  = (a_out + w) / B_host;   backward = (a_back + w) / B_host
/// a: offloaded share of the kept activations, w: of the layer's weights on this rank.
struct HostTraffic {
    double forward = 0;
    double backward = 0;
    double forward_exposed = 0;
    double backward_exposed = 0;
};
double host_optimizer_seconds(const Prepared& prepared, const Degrees& degrees, const RankParameters& parameters);

/// One micro-batch on one rank. A rank that holds a stage from either end and works on them in turn counts half of
/// each.
struct StageWork {
    double layers = 0;
    double embedding = 0;
    double head = 0;
    schedule::StageCost cost;
};

/// The head: logits matrix product and cross-entropy.
struct HeadCost {
    double forward = 0;
    double backward = 0;
    double weight = 0; ///< of the backward pass, the gradient of the head's weights
};
HeadCost head_cost(const Prepared& prepared, const Plan& plan);

/// The intermediate numbers of one step: what several parts need, and what explain() shows.
struct Step {
    Degrees degrees;
    LayerCost layer;
    HeadCost head;
    StageParameters parameters;
    ShardTraffic shard;
    Overlapped forward; ///< one layer with its parameter traffic
    Overlapped backward;
    HostTraffic host;
    double transfer = 0; ///< pipeline exchanges of one micro-batch and one pass on one stage
    double accumulation_per_parameter = 0; ///< seconds per parameter and micro-batch
    StageWork busiest;
    RankParameters rank_parameters; ///< of the rank that holds most
};

/// Seconds a stage spends on its pipeline exchanges, per micro-batch and pass.
double transfer_seconds(const Prepared& prepared, const Plan& plan);

/// Parameters one micro-batch meets on a rank, and those the rank holds: both stages' under DualPipe.
RankParameters met_parameters(const StageParameters& parameters, const StageWork& stage);
RankParameters held_parameters(const StageParameters& parameters, const StageWork& stage, const Plan& plan);

/// The ranks of the pipeline; those in the middle come in two kinds.
struct Stages {
    StageWork first;
    StageWork full;
    StageWork slim;
    StageWork last;
    int full_count = 0;
    int slim_count = 0;
};
RankParameters most_rank_parameters(const StageParameters& parameters, const Stages& stages, const Plan& plan);
/// What each kind of rank holds; no costs yet.
Stages layout_of(const Prepared& prepared, const Plan& plan);
Stages stages_of(const Prepared& prepared, const Step& step);
const StageWork& busiest(const Stages& stages);
schedule::Pipeline pipeline_of(const Stages& stages, const Plan& plan, double micro_batches);
schedule::PipelineTime pipeline_time(const Stages& stages, const Plan& plan, double micro_batches);

/// Fills step.forward, step.backward and step.host from step.layer and step.shard.
void overlap_layer(const Prepared& prepared, Step& step);

/// The same for a layer of which only the passes' seconds are known.
Overlapped overlapped_forward(const Prepared& prepared, double work, const ShardTraffic& shard);
Overlapped overlapped_backward(const Prepared& prepared, double work, const ShardTraffic& shard);

/// Updating the parameters a rank owns.
double optimizer_seconds(const Prepared& prepared, const Degrees& degrees, const RankParameters& parameters);

/// What ranks hold, whatever the sharding, micro-batch, recomputation and schedule that spreads the model alike.
struct RankHoldings {
    StageParameters parameters;
    RankParameters first; ///< the rank with the first stage
    RankParameters most; ///< the rank that holds most
};
RankHoldings rank_holdings(const Prepared& prepared, const Plan& plan);

/// What of a step does not depend on micro-batch, recomputation and schedule: traffic of parameters and gradients,
/// the optimizer. Whatever is not known yet counts as nothing.
struct ShardingCost {
    enum class Known { Parameters, Optimizer, Shards, Everything };

    StageParameters parameters;
    ShardTraffic shard = {};
    double per_step = 0; ///< seconds exposed even if all that may hide does
    double per_micro_batch = 0; ///< the same of ZeRO 2
    Known known = Known::Parameters;
};
/// Gets to know the next part, in the order of what they take to find out.
void learn_more(ShardingCost& cost, const Prepared& prepared, const Degrees& degrees, const RankHoldings& holdings,
                Workspace& workspace);

/// What a plan's step cannot go below: the pipeline and sharding_cost(). `computing` is what of it draws busy power.
struct LeastStep {
    double seconds = 0;
    double computing = 0;
};
LeastStep least_step(const Prepared& prepared, const Degrees& degrees, const LayerCost& layer,
                     const ShardingCost& sharding);

/// Waiting for the slowest of many nodes, as a share of all else.
double jitter_share(const Prepared& prepared, double gpus_used);

/// evaluate(), leaving its intermediate numbers in `step`.
Parts evaluate_step(const Prepared& prepared, const Plan& plan, Workspace& workspace, Step& step);

} // namespace plateau
