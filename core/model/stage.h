// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <numeric>
#include <vector>

#include "core/model/estimate.h"
#include "core/model/inputs.h"
#include "core/plan/schedule/pipeline.h"

/// How layers, embedding and head are spread over the ranks of a pipeline, and what a rank holds.
namespace plateau {

using formula::named;

/// Parameters of one rank: routed experts, whose states are spread over other ranks, and all others.
template<class N>
struct RankParametersOf {
    N dense = 0;
    N expert = 0;
    N total() const { return dense + expert; }
};
using RankParameters = RankParametersOf<double>;

/// What a rank has of the weights, and of those of them that have gradients and optimizer states.
template<class N>
struct HoldingsOf {
    RankParametersOf<N> weights = {};
    RankParametersOf<N> trained = {};
    RankParametersOf<N> frozen = {}; ///< of the weights, those of layers that are not trained
};
using Holdings = HoldingsOf<double>;

/// Parameters a rank works with on each kind of pipeline stage (tensor and expert shards, before any ZeRO sharding).
template<class N>
struct StageParametersOf {
    N layer = 0; ///< one layer, routed experts included
    N expert = 0; ///< of which in routed experts
    N embedding = 0; ///< on the first stage
    N head = 0; ///< on the last stage
    N trained_layer = 0; ///< the same of those that have gradients
    N trained_expert = 0;
    N trained_embedding = 0;
    N trained_head = 0;

    StageParametersOf trained() const
    {
        return {trained_layer, trained_expert, trained_embedding, trained_head,
                trained_layer, trained_expert, trained_embedding, trained_head};
    }
};
using StageParameters = StageParametersOf<double>;

/// Adapters beside the frozen weights of a layer, on a rank.
template<class N>
RankParametersOf<N> adapter_parameters(const Inputs<N>& x)
{
    const N dense = (x[&Prepared::adapter_parameters] - x[&Prepared::expert_adapter_parameters]) / x[&Plan::tp];
    return {
        named({"Psi_adapter", PLATEAU_TEXT("parameters of a layer's adapters on a rank"), units::Unit::Count}, dense),
        named({"Psi_adapter_expert", PLATEAU_TEXT("the same beside routed experts"), units::Unit::Count},
              x[&Prepared::expert_adapter_parameters] / (x[&Plan::ep] * x.expert_tensor()))};
}

template<class N>
StageParametersOf<N> stage_parameters(const Inputs<N>& x)
{
    const N dense = (x[&Prepared::layer_parameters] - x[&Prepared::expert_parameters]) / x[&Plan::tp];
    const N expert = x[&Prepared::expert_parameters] / (x[&Plan::ep] * x.expert_tensor());
    const bool shared = x.prepared.tied_embeddings && x.plan.pp == 1;
    StageParametersOf<N> all{
        named({"Psi_layer", PLATEAU_TEXT("parameters of a layer on a rank"), units::Unit::Count}, dense + expert),
        named({"Psi_expert", PLATEAU_TEXT("of which in routed experts"), units::Unit::Count}, expert),
        named({"Psi_embedding", PLATEAU_TEXT("parameters of the embedding on a rank"), units::Unit::Count},
              x[&Prepared::embedding_parameters] / x[&Plan::tp]),
        shared ? N(0.0)
               : named({"Psi_head", PLATEAU_TEXT("parameters of the output head on a rank"), units::Unit::Count},
                       x[&Prepared::head_parameters] / x[&Plan::tp])};
    if (x.prepared.frozen) {
        const RankParametersOf<N> adapters = adapter_parameters(x);
        all.trained_layer = adapters.total();
        all.trained_expert = adapters.expert;
        all.layer += adapters.total();
        all.expert += adapters.expert;
        return all;
    }
    all.trained_layer = all.layer;
    all.trained_expert = all.expert;
    all.trained_embedding = all.embedding;
    all.trained_head = all.head;
    return all;
}

/// FSDP and HSDP shard the weights themselves.
inline bool shards_weights(const Plan& plan)
{
    return plan.dp_mode == DataParallelMode::Fsdp || plan.dp_mode == DataParallelMode::Hsdp;
}

/// ZeRO-2 that is FSDP, whose weights stay gathered from a micro-batch's forward pass to its backward pass.
inline bool zero2_in_units(const Prepared& prepared, const Plan& plan)
{
    return plan.dp_mode == DataParallelMode::Zero2 && prepared.stack.zero2_in_units > 0;
}

/// Weights are gathered, and gradients scattered, unit by unit beside the passes.
inline bool moves_units(const Prepared& prepared, const Plan& plan)
{
    return shards_weights(plan) || zero2_in_units(prepared, plan);
}

/// A pipeline that keeps what is sharded whole from the first micro-batch to the last.
inline bool keeps_whole(const Prepared& prepared, const Plan& plan)
{
    return plan.pp > 1 && prepared.stack.reshard_in_pipeline <= 0;
}

/// FSDP inside such a pipeline: its weights too.
inline bool keeps_gathered(const Prepared& prepared, const Plan& plan)
{
    return moves_units(prepared, plan) && keeps_whole(prepared, plan);
}

/// Sharded gradients are kept whole until the last micro-batch has passed.
inline bool scatters_last(const Prepared& prepared, const Plan& plan)
{
    const bool scatters = shards_weights(plan) || plan.dp_mode == DataParallelMode::Zero2;
    return scatters && (keeps_whole(prepared, plan) || prepared.stack.scatter_once > 0);
}

/// A single micro-batch is the last one: its gradients are scattered as they come.
template<class N>
bool holds_whole_gradients(const Inputs<N>& x)
{
    return keeps_gathered(x.prepared, x.plan) || (scatters_last(x.prepared, x.plan) && x.degrees.micro_batches > 1);
}

/// Gradients of each micro-batch are scattered in buckets.
inline bool scatters_each(const Prepared& prepared, const Plan& plan)
{
    return plan.dp_mode == DataParallelMode::Zero2 && !moves_units(prepared, plan) && !scatters_last(prepared, plan);
}

/// What of the model one rank of the pipeline has, and what one micro-batch costs it. A rank that holds a stage from
/// either end and works on them in turn counts half of each.
template<class N>
struct StageWorkOf {
    double layers = 0;
    double embedding = 0;
    double head = 0;
    schedule::StageCostOf<N> cost = {};
    bool edge = false; ///< hands over to one neighbour only

    double ends() const { return std::min(1.0, embedding + head); }
};
using StageWork = StageWorkOf<double>;

/// Layers of a rank and micro-batches in flight as formulas name them.
inline double layers_of(double layers, double) { return layers; }
Traced layers_of(double layers, const Traced&);
inline double in_flight_of(double micro_batches, double) { return micro_batches; }
Traced in_flight_of(double micro_batches, const Traced&);

/// The ranks of the pipeline; those in the middle come in two kinds.
template<class N>
struct StagesOf {
    StageWorkOf<N> first = {};
    StageWorkOf<N> full = {};
    StageWorkOf<N> slim = {};
    StageWorkOf<N> last = {};
    int full_count = 0;
    int slim_count = 0;
};
using Stages = StagesOf<double>;

/// That of one rank, by its place in the pipeline.
template<class N>
const StageWorkOf<N>& work_of(const StagesOf<N>& stages, int rank, const Plan& plan)
{
    switch (schedule::stage_kind(pipeline_kind(plan), rank, plan.pp, stages.full_count)) {
    case schedule::StageKind::First:
        return stages.first;
    case schedule::StageKind::Full:
        return stages.full;
    case schedule::StageKind::Slim:
        return stages.slim;
    case schedule::StageKind::Last:
        break;
    }
    return stages.last;
}

/// What each kind of rank holds; no costs yet.
Stages layout_of(const Prepared& prepared, const Plan& plan);

template<class N>
const StageWorkOf<N>& busiest_rank(const StagesOf<N>& stages)
{
    const StageWorkOf<N>* most = stages.last.cost.total() > stages.first.cost.total() ? &stages.last : &stages.first;
    if (stages.full_count > 0 && stages.full.cost.total() > most->cost.total())
        most = &stages.full;
    if (stages.slim_count > 0 && stages.slim.cost.total() > most->cost.total())
        most = &stages.slim;
    return *most;
}

/// Layers of the rank that holds most of them.
template<class N>
N most_layers(const StagesOf<N>& stages)
{
    double most = std::max(stages.first.layers, stages.last.layers);
    if (stages.full_count > 0)
        most = std::max(most, stages.full.layers);
    return layers_of(most, N(0.0));
}

/// Parameters one micro-batch meets on a rank.
template<class N>
RankParametersOf<N> met_parameters(const StageParametersOf<N>& parameters, const StageWorkOf<N>& stage)
{
    const N layers = layers_of(stage.layers, N(0.0));
    return {layers * (parameters.layer - parameters.expert) + stage.embedding * parameters.embedding
                + stage.head * parameters.head,
            layers * parameters.expert};
}

/// Parameters a rank holds: both stages' under DualPipe.
template<class N>
HoldingsOf<N> held_parameters(const StageParametersOf<N>& parameters, const StageWorkOf<N>& stage, const Plan& plan)
{
    const double copies = pipeline_fold(plan) == schedule::Fold::BothEnds ? 2 : 1;
    const auto held = [&](const RankParametersOf<N>& met) {
        return RankParametersOf<N>{copies * met.dense, copies * met.expert};
    };
    const N layers = layers_of(stage.layers, N(0.0));
    const N frozen_experts = parameters.expert - parameters.trained_expert;
    const N frozen_layer = parameters.layer - parameters.trained_layer;
    return {held(met_parameters(parameters, stage)), held(met_parameters(parameters.trained(), stage)),
            held({layers * (frozen_layer - frozen_experts), layers * frozen_experts})};
}

/// Parameters of the rank that holds most.
template<class N>
HoldingsOf<N> most_rank_parameters(const StageParametersOf<N>& parameters, const StagesOf<N>& stages, const Plan& plan)
{
    HoldingsOf<N> most = held_parameters(parameters, stages.first, plan);
    const auto consider = [&](const StageWorkOf<N>& stage, int count) {
        const HoldingsOf<N> held = held_parameters(parameters, stage, plan);
        if (count > 0 && held.weights.total() > most.weights.total())
            most = held;
    };
    consider(stages.last, 1);
    consider(stages.full, stages.full_count);
    consider(stages.slim, stages.slim_count);
    return most;
}

template<class N>
schedule::PipelineOf<N> pipeline_of(const StagesOf<N>& stages, const Plan& plan, const N& micro_batches)
{
    return {pipeline_kind(plan), plan.pp,          plan.virtual_stages, micro_batches,     stages.first.cost,
            stages.full.cost,    stages.slim.cost, stages.last.cost,    stages.full_count, stages.slim_count};
}

/// What a device of one pipeline stage has. Where it holds a stage from either end and works on them in turn
/// (schedule::Fold), layers, embedding and head are half of both.
struct Stage {
    double layers = 0;
    double embedding = 0; ///< 1: all of it
    double head = 0;
    double parameters = 0; ///< before they are sharded over data ranks
    double micro_batches_in_flight = 0; ///< whose activations it keeps at once, in units of all its layers
    double seconds = 0; ///< of the passes of all its micro-batches in a step
    StageMemory memory = {};

    double bytes() const { return std::accumulate(memory.begin(), memory.end(), 0.0); }
    double bytes(Part part) const { return memory[std::size_t(part) - std::size_t(first_memory_part)]; }
    /// It holds most (peaks()) with the logits there, which are gone when the backward pass of a layer begins.
    bool fullest_at_loss() const { return bytes(Part::Logits) > 0; }
};

/// One for each pipeline stage, the first first; the fullest holds what the estimate says. Empty for an impossible
/// plan.
std::vector<Stage> stages(const Prepared& prepared, const Plan& plan);

/// The place of the one with most bytes; there must be one.
std::size_t fullest(const std::vector<Stage>& stages);

} // namespace plateau
