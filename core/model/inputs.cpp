// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/inputs.h"

#include <cassert>

#include <fmt/format.h>

#include "core/question/scenario/parameter_table.h"

namespace plateau {

namespace {

using formula::given;
using formula::Symbol;
using units::Unit;

/// Where a number comes from that no parameter holds.
enum class From { Parameter, Model, Hardware, Attention, Batch };

template<class Struct, class Number = double>
struct Input {
    constexpr Input(Number Struct::*where, const char* short_name, const char* name, Unit unit, const char* of = "",
                    From source = From::Parameter)
        : member(where), symbol{short_name, name, unit}, key(of), from(source)
    {
    }

    Number Struct::*member;
    Symbol symbol;
    const char* key; ///< the parameter that changes it
    From from;
};

using P = Prepared;

const Input<P> prepared_numbers[] = {
    {&P::gpus, "gpus", PLATEAU_TEXT("accelerators of the cluster"), Unit::Gpus, "gpus"},
    {&P::hidden, "h", PLATEAU_TEXT("hidden size"), Unit::None, "hidden", From::Model},
    {&P::head_dim, "d_head", PLATEAU_TEXT("head size, the mean of key and value"), Unit::None, "head_dim", From::Model},
    {&P::key_head_dim, "d_key", PLATEAU_TEXT("size of a query or key per head"), Unit::None, "head_dim", From::Model},
    {&P::value_head_dim, "d_value", PLATEAU_TEXT("size of a value per head"), Unit::None, "head_dim", From::Model},
    {&P::latent_head_dim, "d_latent", PLATEAU_TEXT("size per head that comes out of the compressed form"), Unit::None,
     "model", From::Model},
    {&P::query_rank, "r_q", PLATEAU_TEXT("rank of the compressed query"), Unit::None, "model", From::Model},
    {&P::kv_rank, "r_kv", PLATEAU_TEXT("rank of compressed keys and values"), Unit::None, "model", From::Model},
    {&P::shared_key_dim, "d_shared", PLATEAU_TEXT("size of the key that all heads share"), Unit::None, "model",
     From::Model},
    {&P::attention_share, "window_share", PLATEAU_TEXT("share of causal attention that windows leave"), Unit::Fraction,
     "model", From::Model},
    {&P::attending, "attention_layers", PLATEAU_TEXT("share of the layers that have attention"), Unit::Fraction,
     "model", From::Model},
    {&P::mixing, "mixer_layers", PLATEAU_TEXT("share of the layers that have attention or a scan"), Unit::Fraction,
     "model", From::Model},
    {&P::feeding, "ffn_layers", PLATEAU_TEXT("share of the layers that have a feed-forward block"), Unit::Fraction,
     "model", From::Model},
    {&P::gate_width, "w_gate", PLATEAU_TEXT("width of the gate of attention's output"), Unit::None, "model",
     From::Model},
    {&P::index_heads, "a_index", PLATEAU_TEXT("heads of the indexer"), Unit::None, "model", From::Model},
    {&P::index_head_dim, "d_index", PLATEAU_TEXT("head size of the indexer"), Unit::None, "model", From::Model},
    {&P::compressed_head_dim, "d_compressed", PLATEAU_TEXT("head size of attention over the compressed form"),
     Unit::None, "model", From::Model},
    {&P::scanning, "scan_layers", PLATEAU_TEXT("share of the layers that scan a state"), Unit::Fraction, "model",
     From::Model},
    {&P::scan_head_dim, "d_scan", PLATEAU_TEXT("size of a key of the scan per head"), Unit::None, "model", From::Model},
    {&P::dense_ffn, "f", PLATEAU_TEXT("feed-forward width outside of routed experts, mean over the layers"), Unit::None,
     "ffn", From::Model},
    {&P::expert_ffn, "f_expert", PLATEAU_TEXT("width of one routed expert"), Unit::None, "ffn", From::Model},
    {&P::expert_hidden, "h_expert", PLATEAU_TEXT("width that routed experts read and write"), Unit::None, "model",
     From::Model},
    {&P::experts_per_token, "k", PLATEAU_TEXT("experts a token is sent to"), Unit::None, "model", From::Model},
    {&P::mixture_share, "mixture_share", PLATEAU_TEXT("share of the layers that have experts"), Unit::Fraction, "model",
     From::Model},
    {&P::expert_load, "expert_load", PLATEAU_TEXT("load of the busiest rank over the mean"), Unit::Multiplier,
     "expert_imbalance"},
    {&P::expert_spread, "expert_spread", PLATEAU_TEXT("spread of an expert's tokens over their mean"), Unit::Fraction,
     "expert_spread"},
    {&P::six_n_per_token, "F_6N", PLATEAU_TEXT("6 N FLOP per token, attention left out"), Unit::Flop, "model",
     From::Model},
    {&P::causal_flop_per_token, "F_causal", PLATEAU_TEXT("model FLOP per token with half of the attention"), Unit::Flop,
     "model", From::Model},
    {&P::counted_flop_per_token, "F", PLATEAU_TEXT("model FLOP per token, as MFU counts them"), Unit::Flop, "model",
     From::Model},
    {&P::weight_products, "weight_products", PLATEAU_TEXT("products of a step with each weight matrix"), Unit::Count,
     "fine_tune", From::Model},
    {&P::peak_flops, "P_peak", PLATEAU_TEXT("dense peak of an accelerator"), Unit::FlopPerSecond, "hardware",
     From::Hardware},
    {&P::projections, "projections", PLATEAU_TEXT("matrices of the feed-forward block"), Unit::None, "model",
     From::Model},
    {&P::expert_launches, "k_expert", PLATEAU_TEXT("launches of each expert that a rank has, in a layer's"), Unit::None,
     "expert_products"},
    {&P::most_launched, "most_launched", PLATEAU_TEXT("experts of a rank that are launched apart at most"), Unit::Count,
     "expert_products"},
    {&P::loss_pieces, "loss_pieces", PLATEAU_TEXT("pieces that head and loss cut a micro-batch into"), Unit::Count,
     "loss"},
    {&P::vocab, "V", PLATEAU_TEXT("vocabulary"), Unit::None, "vocab", From::Model},
    {&P::layer_parameters, "N_layer", PLATEAU_TEXT("parameters of a layer, all experts included"), Unit::Count, "model",
     From::Model},
    {&P::expert_parameters, "N_experts", PLATEAU_TEXT("of which in routed experts"), Unit::Count, "model", From::Model},
    {&P::embedding_parameters, "N_embedding", PLATEAU_TEXT("parameters of the input table"), Unit::Count, "vocab",
     From::Model},
    {&P::head_parameters, "N_head", PLATEAU_TEXT("parameters of the output head"), Unit::Count, "vocab", From::Model},
    {&P::adapter_rank, "r", PLATEAU_TEXT("rank of the adapters"), Unit::None, "lora_rank"},
    {&P::adapter_parameters, "N_adapter", PLATEAU_TEXT("parameters of a layer's adapters"), Unit::Count,
     "lora_modules"},
    {&P::expert_adapter_parameters, "N_adapter_experts", PLATEAU_TEXT("of which beside routed experts"), Unit::Count,
     "lora_modules"},
    {&P::sequence, "s", PLATEAU_TEXT("tokens of a sequence"), Unit::Tokens, "sequence"},
    {&P::attended, "s_document", PLATEAU_TEXT("tokens of a document"), Unit::Tokens, "document_length"},
    {&P::wire_bytes, "wire_bytes", PLATEAU_TEXT("bytes of an activation element on the wire"), Unit::None,
     "activation_wire_bytes"},
    {&P::frozen_bytes, "e_frozen", PLATEAU_TEXT("bytes of a frozen weight"), Unit::BytesPerParameter,
     "base_weight_bytes"},
    {&P::unpacking_bytes, "e_unpack", PLATEAU_TEXT("memory traffic of unpacking a frozen weight"),
     Unit::BytesPerParameter, "base_weight_bytes"},
    {&P::weight_wire_bytes, "weight_wire_bytes", PLATEAU_TEXT("bytes of a gathered parameter"), Unit::None,
     "weight_wire_bytes"},
    {&P::narrow_bytes, "e_input", PLATEAU_TEXT("bytes of an element of a product's kept input"), Unit::None,
     "precision"},
    {&P::narrow_copy_bytes, "narrow_copies", PLATEAU_TEXT("bytes of a weight's copies in the narrow format"),
     Unit::BytesPerParameter, "narrow_weights"},
    {&P::update_flop, "update_flop", PLATEAU_TEXT("FLOP of the update's products per parameter"), Unit::None,
     "optimizer"},
    {&P::conversion_bytes, "conversion_bytes", PLATEAU_TEXT("memory traffic per converted element"), Unit::Bytes,
     "fp8_scaling"},
    {&P::recomputed_layers, "recomputed", PLATEAU_TEXT("share of the layers that are computed again"), Unit::Fraction,
     "recompute_layers"},
    {&P::local_steps, "local_steps", PLATEAU_TEXT("optimizer steps between exchanges of replicas"), Unit::None,
     "local_steps"},
    {&P::attention_efficiency, "e_attention",
     PLATEAU_TEXT("share of the peak that attention reaches on long sequences"), Unit::Fraction, "attention",
     From::Attention},
    {&P::attention_half_sequence, "s_half", PLATEAU_TEXT("sequence at which half of it is reached"), Unit::Tokens,
     "attention", From::Attention},
    {&P::per_host, "host", PLATEAU_TEXT("accelerators of a host"), Unit::Gpus, "hardware", From::Hardware},
    {&P::host_bytes_per_s, "B_host", PLATEAU_TEXT("rate to host memory"), Unit::BytesPerSecond, "host_bandwidth"},
    {&P::busy_watts, "P_busy", PLATEAU_TEXT("busy"), Unit::Watts, "busy_power", From::Hardware},
    {&P::waiting_watts, "P_waiting", PLATEAU_TEXT("waiting"), Unit::Watts, "waiting_power", From::Hardware},
    {&P::idle_watts, "P_idle", PLATEAU_TEXT("idle"), Unit::Watts, "idle_watts", From::Hardware},
    {&P::spare_gpus, "spares", PLATEAU_TEXT("accelerators of spare hosts"), Unit::Gpus, "spare_nodes"},
    {&P::node_overhead_watts, "P_node", PLATEAU_TEXT("rest of the host, per accelerator"), Unit::Watts, "node_watts",
     From::Hardware},
    {&P::network_watts, "P_network", PLATEAU_TEXT("network, per accelerator"), Unit::Watts, "network_watts"},
    {&P::pue, "PUE", PLATEAU_TEXT("power usage effectiveness"), Unit::None, "pue"},
    {&P::usd_per_gpu_second, "price", PLATEAU_TEXT("dollars per accelerator second"), Unit::None, "usd_per_gpu_hour"},
    {&P::network_usd_per_gpu_second, "price_network", PLATEAU_TEXT("dollars per accelerator second, network"),
     Unit::None, "network_usd_per_gpu_hour"},
    {&P::usd_per_joule, "price_energy", PLATEAU_TEXT("dollars per joule"), Unit::None, "usd_per_kwh"},
    {&P::kg_per_joule, "intensity", PLATEAU_TEXT("carbon of the electricity, kg per joule"), Unit::None,
     "grid_intensity"},
};

const Input<P, int> prepared_counts[] = {
    {&P::layers, "L", PLATEAU_TEXT("layers"), Unit::None, "layers", From::Model},
    {&P::heads, "a", PLATEAU_TEXT("attention heads"), Unit::None, "heads", From::Model},
    {&P::kv_heads, "a_kv", PLATEAU_TEXT("key and value heads"), Unit::None, "kv_heads", From::Model},
    {&P::experts, "E", PLATEAU_TEXT("routed experts"), Unit::None, "model", From::Model},
};

const Input<Offload> offload_numbers[] = {
    {&Offload::optimizer, "offload_optimizer", PLATEAU_TEXT("share of the optimizer in host memory"), Unit::Fraction,
     "offload_optimizer"},
    {&Offload::parameters, "offload_parameters", PLATEAU_TEXT("share of the weights in host memory"), Unit::Fraction,
     "offload_parameters"},
    {&Offload::gradients, "offload_gradients", PLATEAU_TEXT("share of divided gradients in host memory"),
     Unit::Fraction, "offload_gradients"},
    {&Offload::activations, "offload_activations", PLATEAU_TEXT("share of the activations in host memory"),
     Unit::Fraction, "offload_activations"},
    {&Offload::host_update_bytes_per_s, "B_update", PLATEAU_TEXT("host memory rate of the optimizer step"),
     Unit::BytesPerSecond, "host_update_bandwidth"},
};

using S = catalog::ScanWork;

/// Numbers of one token in a layer that scans.
const Input<S> scan_numbers[] = {
    {&S::inputs, "w_in", PLATEAU_TEXT("width of the scan's input product"), Unit::None, "model", From::Model},
    {&S::outputs, "w_out", PLATEAU_TEXT("width of what the scan makes"), Unit::None, "model", From::Model},
    {&S::gate_rank, "r_gate", PLATEAU_TEXT("rank of the scan's gates"), Unit::None, "model", From::Model},
    {&S::gates, "w_gates", PLATEAU_TEXT("width of the scan's gates"), Unit::None, "model", From::Model},
    {&S::flop, "F_scan", PLATEAU_TEXT("FLOP of the scan in chunks per token, forward"), Unit::Flop, "model",
     From::Model},
    {&S::moved, "n_scan", PLATEAU_TEXT("elements that the scan's kernels move per token"), Unit::Count, "model",
     From::Model},
    {&S::passed, "n_beside", PLATEAU_TEXT("elements that convolution, norm and gate of a scan move per token"),
     Unit::Count, "model", From::Model},
    {&S::kept, "n_kept", PLATEAU_TEXT("elements that a scan keeps per token"), Unit::Count, "model", From::Model},
};

const Input<Plan, int> plan_counts[] = {
    {&Plan::micro_batch, "b", PLATEAU_TEXT("micro-batch"), Unit::None, "micro_batch"},
    {&Plan::tp, "tp", PLATEAU_TEXT("tensor degree"), Unit::None, "tp"},
    {&Plan::pp, "pp", PLATEAU_TEXT("pipeline degree"), Unit::None, "pp"},
    {&Plan::cp, "cp", PLATEAU_TEXT("context degree"), Unit::None, "cp"},
    {&Plan::ep, "ep", PLATEAU_TEXT("expert degree"), Unit::None, "ep"},
    {&Plan::etp, "etp", PLATEAU_TEXT("expert tensor degree"), Unit::None, "etp"},
};

const Input<Degrees> degrees_numbers[] = {
    {&Degrees::gpus_used, "gpus_used", PLATEAU_TEXT("accelerators at work"), Unit::Gpus, "gpus"},
    {&Degrees::global_batch, "global_batch", PLATEAU_TEXT("sequences per step"), Unit::Sequences, "global_batch",
     From::Batch},
    {&Degrees::micro_batches, "m", PLATEAU_TEXT("micro-batches per rank and step"), Unit::None, "global_batch"},
};

const Input<Degrees, int> degrees_counts[] = {
    {&Degrees::shard, "shards", PLATEAU_TEXT("ranks that share the states"), Unit::None, "dp_mode"},
    {&Degrees::replicas, "replicas", PLATEAU_TEXT("groups that hold equal copies"), Unit::None, "dp_mode"},
    {&Degrees::expert_shard, "expert_shards", PLATEAU_TEXT("ranks that share the experts"), Unit::None, "ep"},
    {&Degrees::expert_replicas, "expert_replicas", PLATEAU_TEXT("groups that hold equal copies of the experts"),
     Unit::None, "ep"},
};

template<class Struct, class Number, std::size_t size>
const Input<Struct, Number>& find(const Input<Struct, Number> (&table)[size], Number Struct::*member)
{
    for (const Input<Struct, Number>& row : table) {
        if (row.member == member)
            return row;
    }
    static const Input<Struct, Number> none{nullptr, "unnamed", "a number without a symbol", Unit::None};
    return none; // core/tst_terms finds it
}

std::string joined(const std::string& title, const std::vector<std::string>& sources)
{
    return sources.empty() ? title : title + ": " + sources.front();
}

/// Typed by the user, or the default's own source, or what the table says of the default.
std::string parameter_source(const Scenario& scenario, const std::string& key)
{
    if (scenario.overrides.count(key))
        return PLATEAU_TEXT("Typed");
    if (const catalog::AssumedValue* assumed = assumed_value(scenario.assumptions, key))
        return assumed->source;
    const TrainingParameter* row = training_parameters().find(key);
    return row ? row->provenance : std::string();
}

std::string source(const Scenario& scenario, const std::string& key, From from)
{
    const bool is_name = key == "hardware" || key == "model" || from == From::Attention; // its file has the number
    if (!is_name && scenario.overrides.count(key))
        return PLATEAU_TEXT("Typed");
    switch (from) {
    case From::Model:
        return joined(scenario.workload.shape.title, scenario.workload.shape.sources);
    case From::Hardware:
    case From::Attention:
        return joined(scenario.cluster.accelerator.title, scenario.cluster.accelerator.sources);
    case From::Batch:
    case From::Parameter:
        break;
    }
    return parameter_source(scenario, key);
}

const catalog::ConstantNote* find_note(const std::vector<catalog::ConstantNote>& notes, const std::string& key)
{
    for (const catalog::ConstantNote& note : notes) {
        if (note.key == key)
            return &note;
    }
    return nullptr;
}

/// A quantity of a formula; zeros are left out of expressions.
template<class Struct, class Number>
Traced quantity(const Input<Struct, Number>& row, double value, std::string where)
{
    return value == 0 ? Traced(0.0) : given(row.symbol, value, std::move(where), row.key);
}

} // namespace

Traced traced(const Prepared& prepared, double Prepared::*member)
{
    const Input<Prepared>& row = find(prepared_numbers, member);
    return quantity(row, prepared.*member, source(*prepared.scenario, row.key, row.from));
}

Traced traced(const Prepared& prepared, int Prepared::*member)
{
    const Input<Prepared, int>& row = find(prepared_counts, member);
    return quantity(row, prepared.*member, source(*prepared.scenario, row.key, row.from));
}

Traced traced(const Prepared& prepared, double Offload::*member)
{
    const Input<Offload>& row = find(offload_numbers, member);
    return quantity(row, prepared.offload.*member, source(*prepared.scenario, row.key, row.from));
}

Traced traced(const Prepared& prepared, double catalog::ScanWork::*member)
{
    const Input<catalog::ScanWork>& row = find(scan_numbers, member);
    return quantity(row, prepared.scan.*member, source(*prepared.scenario, row.key, row.from));
}

Traced traced(const Prepared& prepared, double catalog::StackConstants::*member)
{
    const Scenario& scenario = *prepared.scenario;
    for (const catalog::StackConstant& constant : catalog::stack_constants()) {
        if (constant.value != member)
            continue;
        const catalog::ConstantNote* note = find_note(scenario.assumptions.stack.notes, constant.key);
        const bool typed = scenario.overrides.count(constant.key) > 0;
        return given({constant.key, constant.label, constant.unit}, prepared.stack.*member,
                     typed      ? PLATEAU_TEXT("Typed")
                         : note ? note->source
                                : std::string(),
                     constant.key);
    }
    assert(!"a constant of the stack is not in its table");
    return prepared.stack.*member;
}

Traced traced(const Prepared& prepared, double catalog::PhysicsValues::*member)
{
    for (const catalog::PhysicsConstant& constant : catalog::physics_constants()) {
        if (constant.value != member)
            continue;
        const auto& physics = prepared.scenario->assumptions.physics;
        const catalog::ConstantNote* note = physics ? find_note(physics->notes, constant.key) : nullptr;
        return given({constant.key, constant.label, constant.unit}, prepared.physics.*member,
                     note ? note->source : std::string());
    }
    assert(!"a constant of physics is not in its table");
    return prepared.physics.*member;
}

Traced traced(const Prepared& prepared, const Symbol& symbol, double value, const char* key)
{
    return given(symbol, value, parameter_source(*prepared.scenario, key), key);
}

Traced traced(const Prepared& prepared, const Plan& plan, int Plan::*member)
{
    const Input<Plan, int>& row = find(plan_counts, member);
    const Scenario& scenario = *prepared.scenario;
    const int value = plan.*member;
    if (value == 1) // what is not divided is left out
        return 1.0;
    return given(row.symbol, value,
                 scenario.open.count(row.key) ? PLATEAU_TEXT("Found by search") : parameter_source(scenario, row.key),
                 row.key);
}

Traced traced(const Degrees& degrees, double Degrees::*member)
{
    const Input<Degrees>& row = find(degrees_numbers, member);
    return given(row.symbol, degrees.*member,
                 row.from == From::Batch ? PLATEAU_TEXT("Follows from the batch rows")
                                         : PLATEAU_TEXT("Follows from the plan and the GPU count"),
                 row.key);
}

Traced traced(const Degrees& degrees, int Degrees::*member)
{
    const Input<Degrees, int>& row = find(degrees_counts, member);
    return given(row.symbol, degrees.*member, PLATEAU_TEXT("Follows from the plan and the GPU count"), row.key);
}

kernels::AcceleratorRatesOf<Traced> traced_device(const Prepared& prepared)
{
    const kernels::AcceleratorRates& device = prepared.device;
    const Scenario& scenario = *prepared.scenario;
    const auto number = [&](double value, const Symbol& symbol, const char* key) {
        return given(symbol, value, source(scenario, key, From::Hardware), key);
    };
    return {
        .peak_flops
        = number(device.peak_flops,
                 {"P", PLATEAU_TEXT("dense peak at the clock that the power limit allows"), Unit::FlopPerSecond},
                 "hardware"),
        .attention_peak_flops
        = number(device.attention_peak_flops,
                 {"P_16", PLATEAU_TEXT("dense 16-bit peak at that clock"), Unit::FlopPerSecond}, "hardware"),
        .memory_bytes_per_s
        = number(device.memory_bytes_per_s, {"BW", PLATEAU_TEXT("memory line rate"), Unit::BytesPerSecond}, "hardware"),
        .memory_fraction
        = number(device.memory_fraction,
                 {"e_bw", PLATEAU_TEXT("share of it that element-wise kernels reach"), Unit::Fraction}, "hardware"),
        .gemm_floor_seconds = number(device.gemm_floor_seconds,
                                     {"t_floor", PLATEAU_TEXT("shortest matrix product"), Unit::Seconds}, "hardware"),
        .gemm_efficiency
        = number(device.gemm_efficiency, {"e", PLATEAU_TEXT("matrix efficiency inside a step"), Unit::Fraction},
                 "kernel_efficiency"),
        .gemm_memory_fraction
        = number(device.gemm_memory_fraction,
                 {"e_gemm_bw", PLATEAU_TEXT("share of the memory rate that matrix products reach"), Unit::Fraction},
                 "hardware"),
        .gemm_long_loss
        = number(device.gemm_long_loss,
                 {"long_loss", PLATEAU_TEXT("share of time that long kernels lose"), Unit::Fraction}, "hardware"),
        .tile = traced(prepared,
                       device.tile == prepared.physics.product_tile ? &catalog::PhysicsValues::product_tile
                                                                    : &catalog::PhysicsValues::narrow_product_tile),
        .operand_bytes
        = number(device.operand_bytes, {"element_bytes", PLATEAU_TEXT("bytes of an operand's element")}, "precision"),
        .result_bytes = traced(prepared, &catalog::PhysicsValues::activation_bytes),
        .long_kernel_seconds = traced(prepared, &catalog::PhysicsValues::long_kernel_seconds),
        .batched_efficiency = traced(prepared, &catalog::PhysicsValues::batched_efficiency),
        .full_rate_head_size = traced(prepared, &catalog::PhysicsValues::full_rate_head_size)};
}

Traced traced_collective(const Prepared& prepared, Workspace& workspace, const Traffic& traffic, const Traced& bytes)
{
    const collectives::Candidates& candidates = workspace.candidates(prepared, traffic);
    const collectives::Candidate* fastest = collectives::fastest(candidates, bytes.value());
    if (!fastest)
        return 0.0;
    const collectives::Candidate candidate = *fastest;
    workspace.traced.push_back(traffic);
    workspace.traced.back().bytes = bytes.value();
    const std::string library = joined(prepared.transport.title, prepared.transport.sources);
    const std::string what = fmt::format("{} {} among {:.0f} ranks, {}", name(candidate.algorithm),
                                         name(traffic.operation), traffic.ranks, name(candidate.protocol));
    const auto number = [&](double value, const char* symbol, const char* words, Unit unit, const char* key) {
        const std::string text = fmt::format("{} ({})", words, what);
        return value == 0 ? Traced(0.0) : given({symbol, text.c_str(), unit}, value, library, key);
    };
    const Traced moved = number(candidate.seconds_per_byte, "s_per_byte", PLATEAU_TEXT("seconds per byte"), Unit::None,
                                "scale_out_bandwidth")
        * bytes;
    const Traced latency
        = number(candidate.latency_seconds, "a", PLATEAU_TEXT("latency"), Unit::Seconds, "scale_out_latency");
    const Traced chunk
        = number(candidate.chunk_seconds, "a_chunk", PLATEAU_TEXT("pipelining"), Unit::Seconds, "scale_up_latency");
    const Traced launch
        = number(candidates.launch_seconds, "a_launch", PLATEAU_TEXT("launch"), Unit::Seconds, "hardware");
    const Traced pipelining = candidate.chunk_seconds > 0 ? 2 * formula::sqrt(chunk * moved) : Traced(0.0);
    return formula::named({"t_collective", what.c_str(), Unit::Seconds}, latency + moved + pipelining + launch);
}

Traced traced_point_to_point(const Prepared& prepared, const collectives::Link& link, const Traced& bytes)
{
    const double nothing = collectives::point_to_point_seconds(link.span, prepared.transport, 0, link.crosses_network);
    if (bytes.value() <= 0)
        return nothing;
    const std::string library = joined(prepared.transport.title, prepared.transport.sources);
    const char* key = link.crosses_network ? "scale_out_bandwidth" : "scale_up_bandwidth";
    const double hop = collectives::hop_seconds(link.span, prepared.transport, link.crosses_network);
    const Traced launch = prepared.transport.launch_seconds == 0
        ? Traced(0.0)
        : given({"a_launch", PLATEAU_TEXT("launch"), Unit::Seconds}, prepared.transport.launch_seconds, library);
    const Traced latency = given({"a", PLATEAU_TEXT("latency to the next stage"), Unit::Seconds}, hop, library,
                                 link.crosses_network ? "scale_out_latency" : "scale_up_latency");
    const double rate = link.span.bytes_per_s;
    const Traced moved = std::isinf(rate)
        ? Traced(0.0)
        : bytes / given({"B", PLATEAU_TEXT("rate to the next stage"), Unit::BytesPerSecond}, rate, library, key);
    return launch + latency + moved;
}

} // namespace plateau
