// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/explain.h"

// What the window and the terminal say about each part. The numbers are the step's own intermediate results.
namespace plateau {

namespace {

using units::Unit;

const char* const gemm_source = "Fit to measured matrix products (ai-dynamo/aiconfigurator tables), per accelerator";
const char* const attention_source = "Values printed in the FlashAttention repository's figures";
const char* const nccl_source
    = "NCCL tuner constants (NVIDIA/nccl src/graph/tuning.cc), checked on measured collectives";
const char* const stack_source = "Constant of the software stack, fitted on published runs";
const char* const memory_source = "Korthikanti et al. 2205.05198 Table 2 in general form; ZeRO 1910.02054";
const char* const power_source = "Two-state device power, from the ratio reported for 128 and 2,048 H100";

Ingredient seconds(const char* what, double value) { return {{PLATEAU_TEXT(what), {}}, value, Unit::Seconds}; }
Ingredient count(const char* what, double value) { return {{PLATEAU_TEXT(what), {}}, value, Unit::Count}; }
Ingredient bytes(const char* what, double value) { return {{PLATEAU_TEXT(what), {}}, value, Unit::Bytes}; }
Ingredient share(const char* what, double value) { return {{PLATEAU_TEXT(what), {}}, value, Unit::Fraction}; }
Ingredient watts(const char* what, double value) { return {{PLATEAU_TEXT(what), {}}, value, Unit::Watts}; }

Term term(std::string formula, const char* words, std::vector<Ingredient> ingredients, const char* source)
{
    Term result;
    result.formula = std::move(formula);
    result.words = {words, {}};
    result.ingredients = std::move(ingredients);
    result.source = source;
    return result;
}

std::vector<Ingredient> per_layer(const Step& step, const char* what, double forward, double backward)
{
    return {count("micro-batches", step.degrees.micro_batches),
            count("layers on the busiest stage", step.busiest.layers), seconds(what, forward),
            seconds("the same, backward", backward)};
}

Term describe_compute(const Prepared& prepared, const Step& step, Part part)
{
    const LayerCost& layer = step.layer;
    switch (part) {
    case Part::MatrixMultiply: {
        auto ingredients = per_layer(step, "four products of a layer, forward", layer.matmul, layer.matmul_backward);
        ingredients.push_back(share("matrix efficiency e", prepared.device.gemm_efficiency));
        ingredients.push_back({{PLATEAU_TEXT("dense peak P"), {}}, prepared.peak_flops, Unit::FlopPerSecond});
        return term("m n_layers 3 Σ [t0 + √((2mnk / (e P))² + (bytes / (e_bw BW))²)]",
                    PLATEAU_TEXT("Projections and feed-forward products, once forward and twice backward"),
                    std::move(ingredients), gemm_source);
    }
    case Part::Attention:
        return term(
            prepared.flash ? "m n_layers 3.5 · 2 B s² d / (e(s) P)"
                           : "m n_layers (4 B s² d / (e P) + passes · 2 B s² / BW)",
            prepared.flash
                ? PLATEAU_TEXT(
                    "Fused attention over the causal half of the score matrix; backward does 2.5 times the work")
                : PLATEAU_TEXT("Attention with a stored score matrix: two batched products and passes over the scores"),
            per_layer(step, "attention of a layer, forward", layer.attention, layer.attention_backward),
            attention_source);
    case Part::OtherKernels:
        return term("m n_layers passes · bytes / (f BW)",
                    PLATEAU_TEXT("Norms, activations, residuals and rotary embedding, limited by memory bandwidth"),
                    per_layer(step, "element-wise kernels of a layer, forward", layer.other, layer.other_backward),
                    stack_source);
    case Part::Head:
        return term("m [3 gemm(T, V/t, h) + loss bytes · T V / BW]",
                    PLATEAU_TEXT("Logits, cross-entropy and their backward pass"),
                    {count("micro-batches", step.degrees.micro_batches), seconds("forward", step.head.forward),
                     seconds("backward", step.head.backward)},
                    gemm_source);
    case Part::Conversion:
        return term(
            "m n_layers e · elements / (f BW)",
            PLATEAU_TEXT("Inputs and output gradients of the matrix products read in 16 bit and written narrow, "
                         "along rows and along columns"),
            {count("micro-batches", step.degrees.micro_batches),
             {{PLATEAU_TEXT("memory traffic per element e"), {}}, prepared.conversion_bytes, Unit::Bytes},
             seconds("of a layer, forward", layer.conversion),
             seconds("of a layer, backward", layer.conversion_backward)},
            "Bytes of the number format: values, block scales, two copies");
    case Part::Recompute:
        return term("m n_layers t_again", PLATEAU_TEXT("Forward work done again in the backward pass to save memory"),
                    per_layer(step, "forward work of a layer", layer.forward_compute(), layer.recompute), gemm_source);
    case Part::LaunchGap:
        return term("m n_layers [(t_gpu⁴ + t_host⁴)^¼ − t_gpu]",
                    PLATEAU_TEXT("The host cannot launch a layer's kernels faster than this"),
                    per_layer(step, "gap of a layer, forward", layer.launch_gap, layer.launch_gap_backward),
                    stack_source);
    case Part::Accumulation:
        return term("m · bytes · parameters / BW",
                    PLATEAU_TEXT("Each micro-batch reads and writes the gradient buffer"),
                    {count("micro-batches", step.degrees.micro_batches),
                     count("parameters on this rank", step.rank_parameters.total())},
                    stack_source);
    case Part::Optimizer:
        return term("bytes · parameters / shards / BW", PLATEAU_TEXT("Adam reads and writes its states"),
                    {count("parameters on this rank", step.rank_parameters.total()),
                     count("ranks that share them", step.degrees.shard)},
                    stack_source);
    default:
        return term("t_step", PLATEAU_TEXT("Host work once per step: data, logging, clipping"), {}, stack_source);
    }
}

Term describe_context(const Step& step)
{
    const LayerCost& layer = step.layer;
    auto ingredients = per_layer(step, "keys and values of a layer, forward", layer.context, layer.context_backward);
    if (step.degrees.plan.cp_method == ContextMethod::AllGather)
        return term("m n_layers (2 · all-gather(k, v) + reduce-scatter(dk, dv))",
                    PLATEAU_TEXT("Keys and values of the whole sequence gathered before attention"),
                    std::move(ingredients), "Llama 3, 2407.21783, section 3.3.2");
    return term("m n_layers max(0, t_kv − (c − 1)/c · t_attention)",
                PLATEAU_TEXT("Keys and values passed between context ranks, beyond what attention hides"),
                std::move(ingredients), "Ring attention, 2310.01889");
}

Term describe_experts(const Prepared& prepared, const Step& step)
{
    auto ingredients
        = per_layer(step, "expert traffic of a layer, forward", step.layer.expert, step.layer.expert_backward);
    ingredients.push_back(count("experts a token is sent to", prepared.experts_per_token));
    ingredients.push_back({{PLATEAU_TEXT("load of the busiest rank"), {}}, prepared.expert_load, Unit::Multiplier});
    ingredients.push_back(share("share of the layers that have experts", prepared.mixture_share));
    ingredients.push_back(share("not hidden", step.layer.expert_exposed_share));
    return term("m n_layers (1 − hidden) · [4 · all-to-all(k T h) + gathers within an expert]",
                PLATEAU_TEXT("Tokens sent to their experts and back"), std::move(ingredients), nccl_source);
}

Term describe_traffic(const Prepared& prepared, const Step& step, Part part)
{
    const LayerCost& layer = step.layer;
    const Ingredient rho = {{PLATEAU_TEXT("overlap penalty ρ"), {}}, prepared.stack.fsdp_overlap_penalty, Unit::None};
    switch (part) {
    case Part::TensorTraffic:
        return term("m n_layers (1 − hidden) · collectives of 2 T h bytes",
                    PLATEAU_TEXT("Partial results of split matrix products, summed or gathered twice a pass"),
                    per_layer(step, "tensor traffic of a layer, forward", layer.tensor, layer.tensor_backward),
                    nccl_source);
    case Part::ContextTraffic:
        return describe_context(step);
    case Part::ExpertTraffic:
        return describe_experts(prepared, step);
    case Part::AllGather:
    case Part::ReduceScatter: {
        std::vector<Ingredient> ingredients{count("ranks that share the states", step.degrees.shard),
                                            seconds("all-gather of one layer", step.shard.gather),
                                            seconds("reduce-scatter of one layer", step.shard.scatter),
                                            seconds("work of one layer, forward", layer.forward()),
                                            seconds("work of one layer, backward", layer.backward()),
                                            rho};
        return term(
            "Σ layers [max(work, traffic) + ρ min(work, traffic) − work]; ring: t = t0 + (n − k) a_fabric + (k − 1) "
            "a_net + (n − 1)/n S/B",
            part == Part::AllGather
                ? PLATEAU_TEXT("Sharded parameters gathered layer by layer; the ring's latency grows with every rank")
                : PLATEAU_TEXT(
                    "Gradients summed and scattered layer by layer; the ring's latency grows with every rank"),
            std::move(ingredients), nccl_source);
    }
    case Part::AllReduce:
        return term(
            "min(ring, tree)(n, S) − hidden",
            PLATEAU_TEXT("Gradients of equal replicas summed; the tree's latency grows with the logarithm"),
            {count("replicas",
                   step.degrees.plan.dp_mode == DataParallelMode::Ddp ? step.degrees.shard : step.degrees.replicas),
             bytes("gradient bytes on the wire", prepared.stack.reduction_bytes * step.rank_parameters.total())},
            nccl_source);
    case Part::Offload:
        return term(
            "m n_layers max(0, bytes / B_host − pass) + optimizer [g / B_host + update / B_cpu]",
            PLATEAU_TEXT("Offloaded activations and weights travel beside the passes; an offloaded optimizer is "
                         "updated by the host while the accelerator waits"),
            {{{PLATEAU_TEXT("rate to host memory"), {}}, prepared.host_bytes_per_s, Unit::BytesPerSecond},
             seconds("of a layer, forward", step.host.forward),
             seconds("of a layer, backward", step.host.backward),
             seconds("offloaded optimizer step", host_optimizer_seconds(prepared, step.degrees, step.rank_parameters))},
            "Link and host rates of the hardware's file; ZeRO-Offload 2101.06840");
    default:
        return term(
            "2 m v (a + bytes / B)", PLATEAU_TEXT("Activations handed to the next stage and gradients handed back"),
            {count("micro-batches", step.degrees.micro_batches), seconds("one exchange", step.transfer)}, nccl_source);
    }
}

std::string source_of(const Prepared& prepared, const char* key, const char* otherwise)
{
    const catalog::AssumedValue* assumed = assumed_value(prepared.scenario->assumptions, key);
    return assumed && !prepared.scenario->overrides.count(key) ? assumed->source : otherwise;
}

std::string price_source(const Prepared& prepared)
{
    const Scenario& scenario = *prepared.scenario;
    const catalog::Accelerator& accelerator = scenario.cluster.accelerator;
    const bool owned = scenario.assumptions.money.pricing == Pricing::Owned;
    if (scenario.overrides.count(owned ? "capex_per_gpu" : "usd_per_gpu_hour"))
        return "Typed";
    const std::string& source = owned ? accelerator.purchase.source : accelerator.price.source;
    const std::string& date = owned ? accelerator.purchase.date : accelerator.price.date;
    return source.empty() ? "No price known" : date + ": " + source;
}

Term describe_cost(const Prepared& prepared, const Parts& parts, Part part)
{
    constexpr double hour = 3600;
    const bool owned = prepared.scenario->assumptions.money.pricing == Pricing::Owned;
    Term result;
    if (part == Part::ElectricityCost) {
        result = term("P_facility / throughput · price", PLATEAU_TEXT("Electricity of the facility, cooling included"),
                      {watts("facility", parts.facility_watts)}, "");
        result.source = source_of(prepared, "usd_per_kwh", "Typed");
        return result;
    }
    const bool device = part == Part::DeviceCost;
    const double rate = device ? prepared.usd_per_gpu_second : prepared.network_usd_per_gpu_second;
    result = term(owned ? "n · purchase / (years · utilization) / throughput" : "n · price / throughput",
                  device ? PLATEAU_TEXT("All accelerators of the cluster and its spares, for as long as they are kept")
                         : PLATEAU_TEXT("Switches, optics and cables of all accelerators"),
                  {{{PLATEAU_TEXT("price"), {}}, rate * hour, Unit::UsdPerGpuHour},
                   count("accelerators paid", parts.gpus + prepared.spare_gpus)},
                  "");
    result.source = device ? price_source(prepared)
                           : source_of(prepared, owned ? "network_price" : "network_usd_per_gpu_hour", "Typed");
    return result;
}

Term describe_bill(const Prepared& prepared, const Parts& parts, Part part)
{
    Term result;
    switch (part) {
    case Part::DevicePower:
        return term(
            "[n_used (x_compute P_busy + (1 − x_compute) P_waiting) + n_idle P_idle] / n",
            PLATEAU_TEXT("A device that waits for traffic still draws most of its power; spares and devices the "
                         "plan leaves idle draw little"),
            {watts("busy", prepared.busy_watts), watts("waiting", prepared.waiting_watts),
             watts("idle", prepared.idle_watts), count("in use", parts.gpus_used),
             count("idle", parts.gpus - parts.gpus_used + prepared.spare_gpus)},
            power_source);
    case Part::NodePower:
        return term("P_node", PLATEAU_TEXT("Processors, fans and network cards of the host, per device"), {},
                    "The hardware's file: node power measured, less the boards");
    case Part::NetworkPower:
        result = term("P_net", PLATEAU_TEXT("Switches and optics, per device"), {}, "");
        result.source = source_of(prepared, "network_watts", "Typed");
        return result;
    case Part::CoolingPower:
        result = term("(PUE − 1) P", PLATEAU_TEXT("Cooling and power supply of the building"),
                      {{{PLATEAU_TEXT("power usage effectiveness"), {}}, prepared.pue, Unit::None}}, "");
        result.source = source_of(prepared, "pue", "Typed");
        return result;
    case Part::DeviceCost:
    case Part::NetworkCost:
    case Part::ElectricityCost:
        return describe_cost(prepared, parts, part);
    default:
        return term("t", "", {}, "");
    }
}

struct BubbleFormula {
    const char* formula;
    const char* source;
};

BubbleFormula bubble_formula(schedule::Kind kind)
{
    switch (kind) {
    case schedule::Kind::GPipe:
    case schedule::Kind::OneFOneB:
    case schedule::Kind::Interleaved:
        break;
    case schedule::Kind::ZeroBubbleH1:
        return {"Σ (F + B − 2 W)", "Zero bubble, 2401.10241"};
    case schedule::Kind::ZeroBubbleH2:
        return {"Σ (F + B − 3 W)", "Zero bubble, 2401.10241"};
    case schedule::Kind::ZeroBubbleV:
        return {"Σ (max(F, B − W) − W)", "Controllable memory, 2405.15362"};
    case schedule::Kind::DualPipe:
        return {"(p/2 − 1)(F + 2 B − 3 W)", "DeepSeek-V3, 2412.19437, table 2"};
    case schedule::Kind::DualPipeV:
        return {"(p − 1)(F + 2 B − 3 W) / 2", "DeepSeek-V3, 2412.19437, table 2, over half stages"};
    }
    return {"Σ_i (F_i + B_i) − max_i, / v when interleaved", "Narayanan et al. 2104.04473"};
}

Term describe_bubble(const Step& step)
{
    const BubbleFormula known = bubble_formula(pipeline_kind(step.degrees.plan));
    return term(known.formula, PLATEAU_TEXT("Stages wait for the first micro-batch to arrive and the last to drain"),
                {count("stages", step.degrees.plan.pp), count("micro-batches", step.degrees.micro_batches),
                 count("virtual stages", step.degrees.plan.virtual_stages),
                 seconds("forward F of the busiest rank", step.busiest.cost.forward),
                 seconds("backward B", step.busiest.cost.backward),
                 seconds("gradients of the weights W, part of B", step.busiest.cost.weight)},
                known.source);
}

Term describe_rest(const Prepared& prepared, const Step& step, const Parts& parts, Part part)
{
    switch (part) {
    case Part::Bubble:
        return describe_bubble(step);
    case Part::Slowdown:
        return term("slow-down · hidden traffic",
                    PLATEAU_TEXT("Communication kernels hold processors while it runs beside compute"),
                    {share("slow-down", prepared.stack.compute_slowdown)}, stack_source);
    case Part::Jitter:
        return term("j · log2(domains) · t", PLATEAU_TEXT("The slowest of many nodes sets the pace"),
                    {share("per doubling of domains", prepared.stack.jitter_per_doubling),
                     count("domains", parts.gpus_used / prepared.domain_size)},
                    stack_source);
    default:
        return describe_bill(prepared, parts, part);
    }
}

/// Of a state of so many bytes per parameter: which parameters, and over how many ranks it may be spread.
std::vector<Ingredient> states_of(const Prepared& prepared, const Step& step, double bytes_per_parameter)
{
    std::vector<Ingredient> ingredients{
        {{PLATEAU_TEXT("bytes per parameter"), {}}, bytes_per_parameter, Unit::BytesPerParameter},
        count("parameters on this rank", step.rank_parameters.total()),
        count("ranks that share them", step.degrees.shard)};
    if (prepared.experts > 0) {
        ingredients.push_back(count("of which in routed experts", step.rank_parameters.expert));
        ingredients.push_back(count("ranks that share the experts", step.degrees.expert_shard));
    }
    return ingredients;
}

Term describe_memory(const Prepared& prepared, const Step& step, Part part)
{
    const Plan& plan = step.degrees.plan;
    switch (part) {
    case Part::Weights:
        return term("2 Ψ / shards", PLATEAU_TEXT("16-bit weights"), states_of(prepared, step, 2), memory_source);
    case Part::Gradients:
        return term("g Ψ / shards", PLATEAU_TEXT("Accumulated gradients"),
                    states_of(prepared, step, prepared.stack.gradient_bytes), memory_source);
    case Part::OptimizerStates:
        return term("o Ψ / shards", PLATEAU_TEXT("The optimizer's own copy of the weights, and its moments"),
                    states_of(prepared, step, prepared.stack.optimizer_state_bytes), memory_source);
    case Part::Activations:
        return term("in flight · layers · T [e_h h / t_s + (4 a_q + 4 a_kv + e_f f) / t]",
                    PLATEAU_TEXT("What the forward pass keeps for the backward pass"),
                    {count("micro-batch", plan.micro_batch), count("layers on a stage", step.busiest.layers)},
                    memory_source);
    case Part::WorkingSet:
        return term("gathered layers + one recomputed layer",
                    PLATEAU_TEXT("Parameters gathered for the layer at work, and one layer's live tensors"), {},
                    memory_source);
    case Part::Logits:
        return term("bytes · T · V / t", PLATEAU_TEXT("Logits and their gradient on the last stage"),
                    {count("vocabulary", prepared.vocab)}, stack_source);
    case Part::FixedMemory:
        return term("constant", PLATEAU_TEXT("Driver context, communication library, allocator floor"), {},
                    stack_source);
    default:
        return term("share · (activations + working set + logits)", PLATEAU_TEXT("Lost between allocations"),
                    {share("fragmentation", prepared.stack.fragmentation)}, stack_source);
    }
}

} // namespace

Term describe(const Prepared& prepared, const Step& step, const Parts& parts, Part part)
{
    switch (kind(part)) {
    case PartKind::Compute:
        return describe_compute(prepared, step, part);
    case PartKind::Communication:
        return describe_traffic(prepared, step, part);
    case PartKind::Memory:
        return describe_memory(prepared, step, part);
    case PartKind::Overhead:
        if (part == Part::LaunchGap || part == Part::StepFixed)
            return describe_compute(prepared, step, part);
        break;
    case PartKind::Idle:
    case PartKind::Power:
    case PartKind::Cost:
        break;
    }
    return describe_rest(prepared, step, parts, part);
}

} // namespace plateau
