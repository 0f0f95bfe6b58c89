// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "core/catalog/model_families.h"
#include "core/catalog/model_sizes.h"
#include "core/diagnostics/programs/tables.h"

namespace plateau::programs {

namespace {

using catalog::ModelShape;

std::string axis_key(const char* level, const char* name) { return std::string(level) + name + "_parallelism"; }

/// Devices along one axis, within hosts and between; 1 where neither is said, nothing where what is left is taken.
std::optional<double> axis(Draft& draft, const char* name)
{
    double product = 1;
    for (const char* level : {"ici_", "dcn_"}) {
        const double size = draft.number_or(axis_key(level, name).c_str(), 1);
        if (size < 0)
            return std::nullopt;
        product *= size;
    }
    return product;
}

constexpr const char* of_family = PLATEAU_TEXT("as all models of the family %1 have them");

void read_windows(Draft& draft, const catalog::ModelFamily& family)
{
    const std::string kind = draft.text("attention_type"), name = family.model_type;
    const bool chunks = kind == "chunk" || name == "llama4";
    const char* key = chunks ? "chunk_attn_window_size" : "sliding_window_size";
    const double window = draft.number_or(key, 0), unbounded = draft.number_or("nope_layer_interval", 0);
    int count = family.window_period > 1 ? windowed_layers(family, draft.model.layers) : 0;
    if (chunks || kind == "local_sliding")
        count
            = draft.model.layers - (chunks && unbounded > 0 ? whole_of(std::floor(draft.model.layers / unbounded)) : 0);
    if (window <= 0 || count == 0)
        return;
    draft.shape(key, &ModelShape::window, window);
    draft.model.window_chunks = chunks;
    draft.model.window_layers = count;
    draft.assume("window_layers", digits(count), {of_family, {Verbatim{name}}});
}

void read_scan(Draft& draft, const catalog::ModelFamily& family)
{
    const char* every = "inhomogeneous_layer_cycle_interval";
    const double period = draft.number_or(every, 1);
    if (family.scan_period == 0 || period <= 1)
        return;
    catalog::Scan& scan = draft.model.scan;
    scan.layers = draft.model.layers - whole_of(std::floor(draft.model.layers / period));
    draft.understood(every, "scan_layers", scan.layers);
    const std::tuple<const char*, const char*, double> sizes[]
        = {{"gdn_num_value_heads", "scan_value_heads", 32}, {"gdn_num_key_heads", "scan_key_heads", 16},
           {"gdn_value_head_dim", "scan_value_dim", 128},   {"gdn_key_head_dim", "scan_key_dim", 128},
           {"gdn_conv_kernel_dim", "scan_convolution", 4},  {"gdn_chunk_size", "scan_chunk", 64}};
    for (const auto& [key, size, otherwise] : sizes) {
        const auto value = draft.number(key);
        catalog::shape_size(size)->of(draft.model) = whole_of(value.value_or(otherwise));
        if (value)
            draft.understood(key, size, *value);
        else
            draft.by_default(size, digits(otherwise));
    }
}

/// What a block does beside its sizes, by the family whose layers it is.
void read_block(Draft& draft)
{
    const std::string name = draft.text("decoder_block");
    const catalog::ModelFamily* family = catalog::model_family(name.empty() ? "llama2" : name);
    if (!family) {
        const Message why{catalog::unknown_family, {Verbatim{name}}};
        draft.cannot("decoder_block", why);
        return draft.no_model("decoder_block", why);
    }
    ModelShape& shape = draft.model;
    shape.rotary = family->rotary;
    shape.linear_bias = family->linear_bias;
    shape.qkv_bias = !shape.linear_bias && (family->qkv_bias || draft.yes("attention_bias"));
    shape.attention_gate = family->attention_gate;
    shape.clamped = draft.number_or("mlp_activations_limit", 0) > 0;
    if (std::string_view(family->model_type) == "gemma4" && shape.experts > 0)
        shape.shared_ffn = whole_of(draft.number_or("base_mlp_dim", 0));
    read_windows(draft, *family);
    read_scan(draft, *family);
}

void maxtext_shape(Draft& draft)
{
    const std::string name = draft.text("model_name");
    const bool is_named = !name.empty() && name != "default";
    const char* sizes[] = {"base_emb_dim", "base_num_query_heads", "base_num_decoder_layers", "base_mlp_dim"};
    const bool is_whole = std::ranges::all_of(sizes, [&](const char* key) { return draft.has(key); });
    const bool is_sized = draft.read_shape();
    if (is_named && !is_whole)
        return draft.model_beside("model_name", name);
    if (is_sized)
        return read_block(draft);
    if (const std::string file = draft.text("pre_trainer.model"); !file.empty())
        draft.model_named("pre_trainer.model", file.substr(0, file.find(".yaml")));
}

void maxtext(Draft& draft)
{
    maxtext_shape(draft);
    for (const auto& [name, parameter] : {std::pair("tensor", "tp"), std::pair("pipeline", "pp"),
                                          std::pair("context", "cp"), std::pair("expert", "ep")}) {
        auto size = axis(draft, name);
        if (const double in_sequence = axis(draft, "tensor_sequence").value_or(1);
            parameter == std::string_view("tp") && in_sequence > 1 && size) { // of what lies between the products too
            draft.understood("ici_tensor_sequence_parallelism", "tp", *size * in_sequence);
            draft.understood("ici_tensor_sequence_parallelism", "sequence_parallel", "on");
            continue;
        }
        if (parameter == std::string_view("tp") && size.value_or(1) > 1)
            draft.assume("sequence_parallel", "off", {PLATEAU_TEXT("its axis is tensor, not tensor_sequence"), {}});
        const bool between_hosts
            = draft.has(axis_key("dcn_", name).c_str()) && !draft.has(axis_key("ici_", name).c_str());
        const std::string key = axis_key(between_hosts ? "dcn_" : "ici_", name);
        if (size && draft.has(key.c_str()))
            draft.understood(key.c_str(), parameter, *size);
        else if (size)
            draft.by_default(parameter, "1");
        else
            draft.missing(parameter, {PLATEAU_TEXT("%1 is -1: as many as are left"), {Verbatim{key}}});
    }
    if (const auto each = draft.number("num_layers_per_pipeline_stage");
        each && *each > 0 && draft.value("pp", 1) > 1) {
        const double layers = layers_of(draft);
        if (const double chunks = std::floor(layers / (*each * draft.value("pp", 1))); chunks > 1)
            draft.understood("num_layers_per_pipeline_stage", "virtual_stages", chunks);
    }
    const auto fsdp = axis(draft, "fsdp"), data = axis(draft, "data"), rest = axis(draft, "fsdp_transpose");
    const bool stated = draft.has("ici_fsdp_parallelism") || draft.has("dcn_fsdp_parallelism")
        || draft.has("dcn_data_parallelism") || draft.has("ici_data_parallelism");
    const char* shards = draft.has("ici_fsdp_parallelism") ? "ici_fsdp_parallelism" : "dcn_fsdp_parallelism";
    const char* replicas = draft.has("dcn_data_parallelism") ? "dcn_data_parallelism" : "ici_data_parallelism";
    if (stated && fsdp && data) {
        const double experts = axis(draft, "expert").value_or(0); // weights lie over these and context ranks too
        const double group = *fsdp * rest.value_or(1) * std::max(1.0, experts) * draft.value("cp", 1);
        if (group > 1 && *data > 1) {
            draft.understood(shards, "dp_mode", "hsdp");
            draft.understood(shards, "shard_group", group);
        } else {
            draft.understood(group > 1 ? shards : replicas, "dp_mode", group > 1 ? "fsdp" : "ddp");
        }
        const double devices = experts > 0 ? group * *data * draft.value("tp", 1) * draft.value("pp", 1) : 0;
        if (devices > 0)
            draft.assume("gpus", digits(devices), {PLATEAU_TEXT("the product of all axes"), {}});
    } else if (stated && fsdp && *fsdp * rest.value_or(1) > 1) { // replicas are as many as are left
        draft.understood(replicas, "dp_mode", "hsdp");
        draft.understood(shards, "shard_group", *fsdp * rest.value_or(1) * draft.value("cp", 1));
    } else if (data.value_or(1) > 1) {
        draft.understood(replicas, "dp_mode", "hsdp");
        draft.replicas = *data;
    } else if (fsdp.value_or(2) == 1) {
        draft.understood(replicas, "dp_mode", "ddp");
    } else {
        draft.by_default("dp_mode", "fsdp");
    }
    const double per_device = draft.number_or("per_device_batch_size", 12);
    const double stages = draft.value("pp", 1),
                 asked = stages > 1 ? draft.number_or("num_pipeline_microbatches", -1) : 1;
    const double micro
        = per_device * draft.value("tp", 1) * stages * draft.value("cp", 1) / (asked >= 1 ? asked : stages);
    if (micro >= 1)
        draft.understood("per_device_batch_size", "micro_batch", micro);
    else
        draft.assume("micro_batch", "1",
                     {PLATEAU_TEXT("%1 sequences of a device: several share one"), {Verbatim{digits(per_device)}}},
                     "per_device_batch_size");
    draft.batch_of_rank = per_device * std::max(1.0, draft.number_or("gradient_accumulation_steps", 1));
    draft.batch_of_device = true;
    if (stages > 1)
        draft.by_default("schedule", draft.value("virtual_stages", 1) > 1 ? "interleaved" : "gpipe");
    draft.by_default("precision", "bf16");
    draft.assume("stack", "xla_fsdp", {PLATEAU_TEXT("the software that reads such files"), {}});
    if (const auto capacity = draft.number("capacity_factor"); capacity && *capacity > 0)
        draft.understood("capacity_factor", "capacity_factor", *capacity);
    if (draft.text("weight_dtype") == "bfloat16")
        draft.understood("weight_dtype", "optimizer", "adam_bf16");
    if (const std::string dtype = draft.text("grad_dtype"); !dtype.empty())
        draft.understood("grad_dtype", "reduction_bytes", dtype == "float32" ? 4 : 2);
}

// Written

void write_shape(Writer& writer)
{
    const ModelShape& shape = writer.shape();
    if (const std::string name = writer.model_name(); !name.empty())
        return writer.set("model_name", name);
    if (shape.experts > 0)
        writer.set("decoder_block", "mixtral");
    writer.shape_rows();
    writer.set("attention_bias", shape.qkv_bias ? "true" : "false");
    writer.block_rows();
    refuse_strange_shapes(writer);
    const bool other = writer.fact("activation") == "geglu" || writer.fact("norm") == "layer" || shape.linear_bias
        || !writer.fact("rotary_scaling.type").empty() || !shape.rotary
        || shape.dense_layers + shape.shared_experts > 0;
    if (other || shape.kv_rank > 0 || shape.window_layers > 0 || !shape.gated)
        writer.cannot({PLATEAU_TEXT("a block of this kind by sizes alone: name a decoder_block"), {}});
}

void write_maxtext(Writer& writer)
{
    const Plan& plan = writer.plan();
    write_shape(writer);
    int inside = std::max(1, static_cast<int>(writer.scenario().cluster.accelerator.per_host));
    const auto axis = [&](const char* name, double size) {
        const int near = std::gcd(static_cast<int>(size), inside);
        inside = std::max(1, inside / near);
        writer.set(axis_key("ici_", name), near);
        writer.set(axis_key("dcn_", name), size / near);
    };
    writer.must_divide_batch();
    const bool hybrid = plan.dp_mode == DataParallelMode::Hsdp, ddp = plan.dp_mode == DataParallelMode::Ddp;
    const double ranks = std::max(1.0, std::floor(double(plan.dp) / plan.ep));
    const double group = double(plan.shard_group) / (plan.cp * plan.ep); // experts and context ranks shard too
    const double shards = ddp ? 1 : hybrid ? std::clamp(std::floor(group), 1.0, ranks) : ranks;
    if ((hybrid && shards != group) || (ddp && plan.cp * plan.ep > 1) || std::fmod(ranks, shards) != 0)
        writer.has_no(hybrid ? "shard_group" : "dp_mode");
    if (plan.dp % plan.ep != 0) // an axis of its own beside that of the context
        writer.has_no("ep");
    writer.set("hardware", "gpu");
    axis(plan.tp > 1 && plan.sequence_parallel ? "tensor_sequence" : "tensor", plan.tp);
    axis("context", plan.cp);
    axis("expert", plan.ep);
    axis("fsdp", shards);
    axis("data", std::floor(ranks / shards));
    axis("pipeline", plan.pp);
    writer.must_spread_layers();
    if (plan.pp > 1)
        writer.set("num_pipeline_microbatches", writer.accumulation());
    if (plan.pp > 1 && std::fmod(writer.accumulation(), plan.pp) != 0)
        writer.has_no("micro_batch");
    if (plan.pp > 1) { // else a stage has one layer at a time
        const double each = writer.shape().layers / (double(plan.pp) * plan.virtual_stages);
        if (each == std::floor(each))
            writer.set("num_layers_per_pipeline_stage", each);
        else
            writer.cannot(
                {PLATEAU_TEXT("%1 virtual stages of unequal length"), {Verbatim{std::to_string(plan.virtual_stages)}}});
    }
    if (plan.dp_mode == DataParallelMode::Zero1 || plan.dp_mode == DataParallelMode::Zero2)
        writer.has_no("dp_mode");
    const double steps = plan.pp == 1 ? writer.accumulation() : 1;
    writer.set("per_device_batch_size", writer.global_batch() / writer.gpus() / steps);
    if (steps > 1)
        writer.set("gradient_accumulation_steps", steps);
    writer.set("remat_policy", plan.recompute == Recompute::Full ? "full" : "minimal");
    if (plan.recompute == Recompute::None)
        writer.cannot({PLATEAU_TEXT("no recomputation at all: remat_policy minimal is the nearest"), {}});
    const catalog::Precision precision = writer.scenario().workload.precision;
    if (precision == catalog::Precision::Fp8)
        writer.set("quantization", "fp8");
    else if (precision != catalog::Precision::Bf16)
        writer.cannot({no_setting, {Verbatim{"MaxText"}, Verbatim{"precision " + writer.word("precision")}}});
}

} // namespace

extern const Rules maxtext_rules{"maxtext", maxtext, write_maxtext};

} // namespace plateau::programs
