// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/budget.h"

#include <algorithm>
#include <limits>

#include "core/estimate/stage.h"
#include "core/memory/memory.h"

namespace plateau {

namespace {

constexpr double tight_share = 0.95;
constexpr double operators_kept = 0.5; // outputs of every second matrix product and of attention, of all activations

memory::LayerActivations layer_activations(const Prepared& prepared, const Plan& plan)
{
    const catalog::StackConstants& stack = prepared.stack;
    const bool keeps_scores = !prepared.flash && plan.recompute != Recompute::Selective;
    return {.tokens = plan.micro_batch * prepared.sequence / plan.cp,
            .hidden = prepared.hidden,
            .query_width = prepared.heads * prepared.head_dim,
            .kv_width = std::max(plan.tp, prepared.kv_heads) * prepared.head_dim,
            .ffn = prepared.ffn,
            .heads = double(prepared.heads),
            .keys = keeps_scores ? prepared.sequence : 0,
            .tensor = double(plan.tp),
            .sequence_shards = plan.sequence_parallel ? double(plan.tp) : 1,
            .hidden_bytes = stack.activation_hidden_bytes + stack.activation_norm_bytes,
            .ffn_bytes = prepared.projections > 2 ? stack.activation_gated_bytes : stack.activation_ffn_bytes,
            .rotary_bytes = prepared.scenario->workload.shape.rotary ? stack.activation_rotary_bytes : 0,
            .score_bytes = stack.activation_score_bytes};
}

constexpr double outer_bytes = 8; // local steps: the parameters of the last exchange and a momentum

memory::StateBytes state_bytes(const Prepared& prepared, const Degrees& degrees)
{
    memory::StateBytes bytes{.gradients = prepared.stack.gradient_bytes,
                              .optimizer = prepared.stack.optimizer_state_bytes};
    const bool replicated
        = degrees.plan.dp_mode == DataParallelMode::Ddp || degrees.plan.dp_mode == DataParallelMode::Hsdp;
    if (prepared.local_steps > 1 && replicated)
        bytes.optimizer += outer_bytes;
    switch (degrees.plan.dp_mode) {
    case DataParallelMode::Fsdp:
    case DataParallelMode::Hsdp:
        bytes.weight_shards = degrees.shard;
        [[fallthrough]];
    case DataParallelMode::Zero2:
        bytes.gradient_shards = degrees.shard;
        [[fallthrough]];
    case DataParallelMode::Zero1:
        bytes.optimizer_shards = degrees.shard;
        [[fallthrough]];
    case DataParallelMode::Ddp:
        break;
    }
    return bytes;
}

memory::StateBytes lean_bytes(const Prepared& prepared, const Degrees& degrees)
{
    const double ranks = double(degrees.plan.dp) * degrees.plan.cp;
    memory::StateBytes bytes{.gradients = prepared.stack.gradient_bytes,
                              .optimizer = prepared.stack.optimizer_state_bytes};
    bytes.weight_shards = bytes.gradient_shards = bytes.optimizer_shards = ranks;
    return bytes;
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

constexpr double layers_in_transit = 2; // one at work, one on the way

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
    return (repeats_kernels(prepared, plan) ? operators_kept : 1) * memory::layer_activation_bytes(layer);
}

/// FSDP holds the gathered weights of the unit at work and of the one prefetched, and one unit's full gradient.
double gathered_bytes(const Prepared& prepared, const Degrees& degrees, const StageParameters& parameters, int layers)
{
    if (!shards_weights(degrees.plan)) // offloaded weights: the layer at work and the one on the way
        return prepared.offload.parameters * 2 * std::min(double(layers), layers_in_transit) * parameters.layer;
    const catalog::StackConstants& stack = prepared.stack;
    const double unit = stack.layers_per_unit * parameters.layer;
    if (stack.reshard_after_forward <= 0)
        return 2 * parameters.layer * layers + stack.gradient_bytes * unit;
    const double units_held = stack.prefetch > 0 ? 2 : 1;
    return (2 * units_held + stack.reduction_bytes) * unit + 2 * std::max(parameters.embedding, parameters.head);
}

/// As the plan shards it, or (lean) as the leanest sharding and schedule with these degrees would.
StageMemory stage_memory(const Prepared& prepared, const Degrees& degrees, bool lean, int stage, int layers)
{
    const Plan& plan = degrees.plan;
    const bool first = stage == 0;
    const bool last = stage == plan.pp - 1;
    const StageParameters parameters = stage_parameters(prepared, plan);
    const memory::LayerActivations layer = layer_activations(prepared, plan);
    const double in_flight = schedule::micro_batches_in_flight(
        lean ? schedule::Kind::OneFOneB : pipeline_kind(plan), stage, plan.pp, plan.virtual_stages, degrees.micro_batches);

    StageMemory result;
    const memory::States states = memory::state_bytes(
        layers * parameters.layer + (first ? parameters.embedding : 0) + (last ? parameters.head : 0),
        lean ? lean_bytes(prepared, degrees) : state_bytes(prepared, degrees));
    result.states = resident(prepared.offload, states);
    const double whole = memory::layer_activation_bytes(layer);
    const double away = prepared.offload.activations;
    const double held = in_flight * layers;
    const double kept = kept_bytes(prepared, plan, layer);
    result.activations = (held * (1 - away) + std::min(held, layers_in_transit) * away) * kept;
    result.host = states.total() - result.states.total() + away * held * kept;
    result.working = (repeats_kernels(prepared, plan) ? whole : 0)
        + (lean ? 0 : gathered_bytes(prepared, degrees, parameters, layers));
    if (last) {
        const double width = prepared.stack.vocab_parallel_loss > 0 ? prepared.vocab / plan.tp : prepared.vocab;
        result.logits = prepared.stack.logit_bytes * layer.tokens * width;
    }
    return result;
}

StageMemory fullest_stage(const Prepared& prepared, const Degrees& degrees, bool lean)
{
    const Plan& plan = degrees.plan;
    const schedule::LayerSplit split = schedule::split_layers(prepared.layers, plan.pp);
    StageMemory fullest = stage_memory(prepared, degrees, lean, 0, split.first);
    const auto consider = [&](int stage, int layers) {
        const StageMemory candidate = stage_memory(prepared, degrees, lean, stage, layers);
        if (candidate.total() > fullest.total())
            fullest = candidate;
    };
    if (plan.pp > 2)
        consider(1, split.full);
    if (plan.pp > 1)
        consider(plan.pp - 1, split.last);
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
    return bytes(prepared, fullest_stage(prepared, degrees, false));
}

double least_memory_bytes(const Prepared& prepared, const Degrees& degrees)
{
    const Plan& plan = degrees.plan;
    const schedule::LayerSplit split = schedule::split_layers(prepared.layers, plan.pp);
    // Which stage is the fullest depends on the sharding, so the total and what fragments are bounded apart.
    double total = 0;
    double dynamic = std::numeric_limits<double>::infinity();
    const auto consider = [&](int stage, int layers) {
        const StageMemory memory = stage_memory(prepared, degrees, true, stage, layers);
        total = std::max(total, memory.total());
        dynamic = std::min(dynamic, memory.activations + memory.working + memory.logits);
    };
    consider(0, split.first);
    if (plan.pp > 2)
        consider(1, split.full);
    if (plan.pp > 1)
        consider(plan.pp - 1, split.last);
    return total + prepared.stack.fixed_memory_bytes + prepared.stack.fragmentation * dynamic;
}

double least_state_bytes(const Prepared& prepared, const Degrees& degrees)
{
    const Plan& plan = degrees.plan;
    const StageParameters parameters = stage_parameters(prepared, plan);
    const double first = schedule::split_layers(prepared.layers, plan.pp).first * parameters.layer + parameters.embedding;
    return resident(prepared.offload, memory::state_bytes(first, state_bytes(prepared, degrees))).total()
        + prepared.stack.fixed_memory_bytes;
}

void add_memory(Parts& parts, const Prepared& prepared, const Degrees& degrees)
{
    const StageMemory fullest = fullest_stage(prepared, degrees, false);
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
    parts.verdict = too_much                                           ? Verdict::DoesNotFit
        : parts.memory_bytes > tight_share * parts.memory_limit_bytes ? Verdict::Tight
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
    parts[Part::DevicePower]
        = (parts.gpus_used * parts.power_watts + idle * prepared.idle_watts) / prepared.gpus;
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
