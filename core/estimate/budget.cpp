// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/budget.h"

#include <algorithm>
#include <limits>

#include "core/estimate/stage.h"
#include "core/memory/memory.h"

namespace plateau {

namespace {

memory::LayerActivations layer_activations(const Prepared& prepared, const Plan& plan)
{
    const catalog::StackConstants& stack = prepared.stack;
    const bool keeps_scores = !prepared.flash && plan.recompute != Recompute::Selective;
    const double copies = prepared.mixture_share * prepared.experts_per_token * prepared.expert_load;
    const bool latent = prepared.kv_rank > 0;
    const bool gated = prepared.projections > 2;
    const double ffn_bytes = gated ? stack.activation_gated_bytes : stack.activation_ffn_bytes;
    const bool repeats = repeats_modules(prepared, plan);
    const bool expands_again = repeats && latent;
    const double element = prepared.physics.activation_bytes;
    return {.tokens = plan.micro_batch * prepared.sequence / plan.cp,
            .hidden = prepared.hidden,
            .query_width = prepared.heads * prepared.head_dim,
            .kv_width = std::max(plan.tp, prepared.kv_heads) * prepared.head_dim,
            .latent = latent ? prepared.query_rank + prepared.kv_rank + prepared.shared_key_dim : 0,
            .ffn = prepared.dense_ffn,
            .expert_ffn = copies * prepared.expert_ffn,
            .dispatched = copies * expert_tensor(plan),
            .heads = double(prepared.heads),
            .keys = keeps_scores ? prepared.sequence : 0,
            .tensor = double(plan.tp),
            .sequence_shards = plan.sequence_parallel ? double(plan.tp) : 1,
            .hidden_bytes = stack.activation_hidden_bytes + stack.activation_norm_bytes,
            .query_bytes = expands_again ? element * prepared.value_head_dim / prepared.head_dim
                                         : 2 * element, // or attention's output alone
            .kv_bytes = expands_again ? 0.0 : 2 * element,
            .ffn_bytes = ffn_bytes,
            .expert_ffn_bytes = repeats ? std::min(ffn_bytes, gated ? 2 * element : element) : ffn_bytes,
            .dispatched_bytes = stack.activation_expert_bytes,
            .rotary_bytes = prepared.scenario->workload.shape.rotary ? stack.activation_rotary_bytes : 0,
            .score_bytes = stack.activation_score_bytes,
            .element_bytes = element};
}

/// Bytes per parameter where `shards` ranks share a copy of the states.
memory::StateBytes state_bytes(const Prepared& prepared, const Plan& plan, double shards)
{
    memory::StateBytes bytes{.weights = prepared.physics.weight_bytes,
                             .gradients = prepared.stack.gradient_bytes,
                             .optimizer = prepared.stack.optimizer_state_bytes};
    const bool replicated = plan.dp_mode == DataParallelMode::Ddp || plan.dp_mode == DataParallelMode::Hsdp;
    if (prepared.local_steps > 1 && replicated)
        bytes.optimizer += prepared.physics.outer_state_bytes;
    switch (plan.dp_mode) {
    case DataParallelMode::Fsdp:
    case DataParallelMode::Hsdp:
        bytes.weight_shards = shards;
        [[fallthrough]];
    case DataParallelMode::Zero2:
        bytes.gradient_shards = shards;
        [[fallthrough]];
    case DataParallelMode::Zero1:
        bytes.optimizer_shards = shards;
        [[fallthrough]];
    case DataParallelMode::Ddp:
        break;
    }
    return bytes;
}

memory::States states(const Prepared& prepared, const Degrees& degrees, const RankParameters& held)
{
    const Plan& plan = degrees.plan;
    const memory::States dense = memory::state_bytes(held.dense, state_bytes(prepared, plan, degrees.shard));
    if (held.expert <= 0)
        return dense;
    const memory::States expert = memory::state_bytes(held.expert, state_bytes(prepared, plan, degrees.expert_shard));
    return {dense.weights + expert.weights, dense.gradients + expert.gradients, dense.optimizer + expert.optimizer};
}

/// Spread over all ranks that hold the same parameters.
memory::States lean_states(const Prepared& prepared, const Degrees& degrees, const RankParameters& held)
{
    Degrees lean = degrees;
    lean.plan.dp_mode = DataParallelMode::Fsdp;
    lean.shard = degrees.plan.dp * degrees.plan.cp;
    lean.expert_shard = degrees.expert_shard * degrees.expert_replicas;
    return states(prepared, lean, held);
}

/// What of the states stays on the device.
memory::States resident(const Offload& offload, memory::States states)
{
    states.weights *= 1 - offload.parameters;
    states.optimizer *= 1 - offload.optimizer;
    return states;
}

struct StageMemory {
    memory::States states;
    double activations = 0;
    double working = 0;
    double logits = 0;
    double host = 0; ///< bytes in host memory, not part of the total
    double total() const { return states.total() + activations + working + logits; }
};

/// Recomputation that needs room for one layer's tensors while it repeats them.
bool repeats_kernels(const Prepared& prepared, const Plan& plan)
{
    return plan.recompute == Recompute::Full
        || (plan.recompute == Recompute::Selective && prepared.stack.selective_operators > 0);
}

double kept_bytes(const Prepared& prepared, const Plan& plan, const memory::LayerActivations& layer)
{
    if (plan.recompute == Recompute::Full)
        return memory::layer_checkpoint_bytes(layer);
    return (repeats_kernels(prepared, plan) ? prepared.physics.operators_kept : 1)
        * memory::layer_activation_bytes(layer);
}

/// Room that recomputation needs for what it repeats of one layer.
double bytes_made_again(const Prepared& prepared, const Plan& plan, const memory::LayerActivations& layer)
{
    if (repeats_kernels(prepared, plan))
        return memory::layer_activation_bytes(layer);
    if (!repeats_modules(prepared, plan))
        return 0;
    Plan all = plan;
    all.recompute = Recompute::None;
    return memory::layer_activation_bytes(layer_activations(prepared, all)) - memory::layer_activation_bytes(layer);
}

/// FSDP holds the gathered weights of the unit at work and of those prefetched, and one unit's full gradient.
double gathered_bytes(const Prepared& prepared, const Degrees& degrees, const StageParameters& parameters,
                      double layers)
{
    if (!shards_weights(degrees.plan)) // offloaded weights: the layer at work and the one on the way
        return prepared.offload.parameters * prepared.physics.weight_bytes
            * std::min(layers, prepared.physics.layers_in_transit) * parameters.layer;
    const catalog::StackConstants& stack = prepared.stack;
    const double unit = stack.layers_per_unit * parameters.layer;
    if (stack.reshard_after_forward <= 0)
        return prepared.physics.weight_bytes * parameters.layer * layers + stack.gradient_bytes * unit;
    const double units_held = 1 + stack.prefetch;
    return (prepared.physics.weight_bytes * units_held + stack.reduction_bytes) * unit
        + prepared.physics.weight_bytes * std::max(parameters.embedding, parameters.head);
}

/// The schedule with the fewest micro-batches in flight of those that spread the model alike.
schedule::Kind leanest(schedule::Fold fold)
{
    switch (fold) {
    case schedule::Fold::None:
        break;
    case schedule::Fold::V:
        return schedule::Kind::ZeroBubbleV;
    case schedule::Fold::BothEnds:
        return schedule::Kind::DualPipe;
    }
    return schedule::Kind::OneFOneB;
}

/// Bytes on one rank of the pipeline: as the plan shards it, or (lean) as the leanest sharding and schedule with these
/// degrees would.
class RankMemory {
public:
    RankMemory(const Prepared& prepared, const Degrees& degrees, bool lean)
        : prepared_(prepared), degrees_(degrees), lean_(lean), parameters_(stage_parameters(prepared, degrees.plan)),
          layer_(layer_activations(prepared, degrees.plan)),
          kind_(lean ? leanest(pipeline_fold(degrees.plan)) : pipeline_kind(degrees.plan))
    {
        kept_ = kept_bytes(prepared, degrees.plan, layer_);
        made_again_ = bytes_made_again(prepared, degrees.plan, layer_);
    }

    StageMemory of(const StageWork& rank, int index) const
    {
        const Plan& plan = degrees_.plan;
        const RankParameters held = held_parameters(parameters_, rank, plan);
        const double in_flight
            = schedule::micro_batches_in_flight(kind_, index, plan.pp, plan.virtual_stages, degrees_.micro_batches);
        StageMemory result;
        const memory::States all = lean_ ? lean_states(prepared_, degrees_, held) : states(prepared_, degrees_, held);
        result.states = resident(prepared_.offload, all);
        const double away = prepared_.offload.activations;
        const double passes = in_flight * rank.layers;
        result.activations
            = (passes * (1 - away) + std::min(passes, prepared_.physics.layers_in_transit) * away) * kept_;
        result.host = all.total() - result.states.total() + away * passes * kept_;
        result.working = made_again_ + (lean_ ? 0 : gathered_bytes(prepared_, degrees_, parameters_, rank.layers));
        if (rank.head > 0) {
            const double width = prepared_.stack.vocab_parallel_loss > 0 ? prepared_.vocab / plan.tp : prepared_.vocab;
            result.logits = prepared_.stack.logit_bytes * layer_.tokens * width;
        }
        return result;
    }

private:
    const Prepared& prepared_;
    const Degrees& degrees_;
    bool lean_;
    StageParameters parameters_;
    memory::LayerActivations layer_;
    schedule::Kind kind_;
    double kept_ = 0; ///< of one layer's activations
    double made_again_ = 0; ///< of one layer's, in its backward pass
};

/// visit(memory) of the ranks among which the fullest is: the first, the first in the middle, the last.
template<class Visit>
void for_each_rank(const Prepared& prepared, const Degrees& degrees, bool lean, Visit visit)
{
    const int pp = degrees.plan.pp;
    const Stages stages = layout_of(prepared, degrees.plan);
    const RankMemory memory(prepared, degrees, lean);
    visit(memory.of(stages.first, 0));
    if (pp > 2)
        visit(memory.of(stages.full_count > 0 ? stages.full : stages.slim, 1));
    if (pp > 1)
        visit(memory.of(stages.last, pp - 1));
}

StageMemory fullest_stage(const Prepared& prepared, const Degrees& degrees)
{
    StageMemory fullest;
    for_each_rank(prepared, degrees, false, [&](const StageMemory& candidate) {
        if (candidate.total() > fullest.total())
            fullest = candidate;
    });
    return fullest;
}

double fragmentation_bytes(const Prepared& prepared, const StageMemory& stage)
{
    return prepared.stack.fragmentation * (stage.activations + stage.working + stage.logits);
}

double bytes(const Prepared& prepared, const StageMemory& stage)
{
    return stage.total() + prepared.stack.fixed_memory_bytes + fragmentation_bytes(prepared, stage);
}

} // namespace

double kept_layer_bytes(const Prepared& prepared, const Plan& plan)
{
    return kept_bytes(prepared, plan, layer_activations(prepared, plan));
}

double memory_bytes(const Prepared& prepared, const Degrees& degrees)
{
    return bytes(prepared, fullest_stage(prepared, degrees));
}

double least_memory_bytes(const Prepared& prepared, const Degrees& degrees)
{
    // Which stage is the fullest depends on the sharding, so the total and what fragments are bounded apart.
    double total = 0;
    double dynamic = std::numeric_limits<double>::infinity();
    for_each_rank(prepared, degrees, true, [&](const StageMemory& memory) {
        total = std::max(total, memory.total());
        dynamic = std::min(dynamic, memory.activations + memory.working + memory.logits);
    });
    return total + prepared.stack.fixed_memory_bytes + prepared.stack.fragmentation * dynamic;
}

double least_state_bytes(const Prepared& prepared, const Degrees& degrees, const RankParameters& first)
{
    return resident(prepared.offload, states(prepared, degrees, first)).total() + prepared.stack.fixed_memory_bytes;
}

void add_memory(Parts& parts, const Prepared& prepared, const Degrees& degrees)
{
    const StageMemory fullest = fullest_stage(prepared, degrees);
    parts[Part::Weights] = fullest.states.weights;
    parts[Part::Gradients] = fullest.states.gradients;
    parts[Part::OptimizerStates] = fullest.states.optimizer;
    parts[Part::Activations] = fullest.activations;
    parts[Part::WorkingSet] = fullest.working;
    parts[Part::Logits] = fullest.logits;
    parts[Part::FixedMemory] = prepared.stack.fixed_memory_bytes;
    parts[Part::Fragmentation] = fragmentation_bytes(prepared, fullest);
    for (int part = int(first_memory_part); part < int(first_power_part); ++part)
        parts.memory_bytes += parts.value[part];
    parts.host_bytes = fullest.host;
    parts.host_limit_bytes = prepared.host_limit_bytes;
    const bool too_much = parts.memory_bytes > parts.memory_limit_bytes || parts.host_bytes > parts.host_limit_bytes;
    parts.verdict = too_much                                                           ? Verdict::DoesNotFit
        : parts.memory_bytes > prepared.physics.tight_share * parts.memory_limit_bytes ? Verdict::Tight
                                                                                       : Verdict::Fits;
}

void add_power_and_cost(Parts& parts, const Prepared& prepared)
{
    const double share = parts.computing_seconds() / parts.step_seconds;
    parts.power_watts = share * prepared.busy_watts + (1 - share) * prepared.waiting_watts;
    parts.node_watts = prepared.per_host * (parts.power_watts + prepared.node_overhead_watts);

    // Per accelerator of the cluster, so that the parts add up to the facility.
    const double idle = prepared.gpus - parts.gpus_used + prepared.spare_gpus;
    const double all = (prepared.gpus + prepared.spare_gpus) / prepared.gpus;
    parts[Part::DevicePower] = (parts.gpus_used * parts.power_watts + idle * prepared.idle_watts) / prepared.gpus;
    parts[Part::NodePower] = all * prepared.node_overhead_watts;
    parts[Part::NetworkPower] = all * prepared.network_watts;
    const double at_device = parts[Part::DevicePower] + parts[Part::NodePower] + parts[Part::NetworkPower];
    parts[Part::CoolingPower] = (prepared.pue - 1) * at_device;
    parts.facility_watts = prepared.pue * at_device * prepared.gpus;

    const double seconds = 1e6 * prepared.gpus / parts.tokens_per_s; // of accelerators, per million tokens
    parts[Part::DeviceCost] = all * seconds * prepared.usd_per_gpu_second;
    parts[Part::NetworkCost] = all * seconds * prepared.network_usd_per_gpu_second;
    parts[Part::ElectricityCost] = 1e6 * parts.facility_watts / parts.tokens_per_s * prepared.usd_per_joule;
    parts.usd_per_million_tokens = parts[Part::DeviceCost] + parts[Part::NetworkCost] + parts[Part::ElectricityCost];
}

} // namespace plateau
