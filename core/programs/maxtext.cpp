// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/programs/tables.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

using catalog::ModelShape;

constexpr Said policies[] = {{"full", "full"},
                             {"false", "none"},
                             {"minimal", "selective"},
                             {"minimal_flash", "selective"},
                             {"minimal_with_context", "selective"},
                             {"minimal_with_context_and_quantization", "selective"},
                             {"minimal_offloaded", "selective"},
                             {"save_dot_except_mlp", "selective"},
                             {"save_dot_except_mlpwi", "selective"},
                             {"save_dot_with_context_except_mlp", "selective"},
                             {"save_qkv_proj", "selective"},
                             {"save_out_proj", "selective"},
                             {"qkv_proj_offloaded", "selective"},
                             {"custom", "selective"}};
constexpr Said kernels[] = {{"cudnn_flash_te", "cudnn_flash"},
                            {"cudnn_flash_jax", "cudnn_flash"},
                            {"flash", "flash2"},
                            {"dot_product", "unfused"},
                            {"autoselected", "cudnn_flash"}};
constexpr Said quantizations[] = {{"fp8", "fp8"},
                                  {"fp8_full", "fp8"},
                                  {"nanoo_fp8", "fp8"},
                                  {"fp8_gpu", "fp8"},
                                  {"te_fp8_delayedscaling", "fp8"},
                                  {"te_fp8_currentscaling", "fp8"},
                                  {"te_mxfp8", "mxfp8"},
                                  {"te_nvfp4", "nvfp4"},
                                  {"int8", ""}};

constexpr Row maxtext_rows[] = {
    {"max_target_length", "sequence", "2048"},
    {"remat_policy", "recompute", "full", policies},
    {"attention", "attention", "", kernels},
    {"quantization", "precision", "", quantizations},
};

/// Devices along one axis, within hosts and between; 1 where neither is said, nothing where what is left is taken.
std::optional<double> axis(Draft& draft, const char* name)
{
    double product = 1;
    for (const char* level : {"ici_", "dcn_"}) {
        const std::string key = std::string(level) + name + "_parallelism";
        const double size = draft.number_or(key.c_str(), 1);
        if (size < 0)
            return std::nullopt;
        product *= size;
    }
    return product;
}

void maxtext_shape(Draft& draft)
{
    const auto layers = draft.number("base_num_decoder_layers");
    const auto hidden = draft.number("base_emb_dim");
    const auto heads = draft.number("base_num_query_heads");
    if (!layers && !hidden) {
        if (const std::string name = draft.text("model_name"); !name.empty() && name != "default")
            draft.model_named("model_name", name);
        else if (const std::string file = draft.text("pre_trainer.model"); !file.empty())
            draft.model_named("pre_trainer.model", file.substr(0, file.find(".yaml")));
        return;
    }
    const auto or_default = [&](const char* key, int ModelShape::*member, double otherwise) {
        if (const auto value = draft.number(key))
            draft.shape(key, member, *value);
        else
            draft.shape_by_default(member, otherwise);
    };
    draft.take_shape({});
    or_default("base_num_decoder_layers", &ModelShape::layers, 16);
    or_default("base_emb_dim", &ModelShape::hidden, 2048);
    or_default("base_num_query_heads", &ModelShape::heads, 16);
    or_default("base_num_kv_heads", &ModelShape::kv_heads, heads ? draft.model.heads : 16);
    or_default("head_dim", &ModelShape::head_dim, 128);
    or_default("base_mlp_dim", &ModelShape::ffn, 7168);
    or_default("vocab_size", &ModelShape::vocab, 32000);
    draft.model.max_sequence = static_cast<int>(draft.value("sequence", 2048));
    draft.model.tied_embeddings = draft.yes("logits_via_embedding");
    const std::string activations = draft.text("mlp_activations");
    draft.model.gated = activations.empty() || activations.find(',') != std::string::npos;
    if (const auto experts = draft.number("num_experts"); experts && *experts > 1) {
        draft.shape("num_experts", &ModelShape::experts, *experts);
        or_default("num_experts_per_tok", &ModelShape::experts_per_token, 1);
        const int dense_width = draft.model.ffn;
        if (const auto width = draft.number("base_moe_mlp_dim"))
            draft.shape("base_moe_mlp_dim", &ModelShape::ffn, *width);
        if (const auto shared = draft.number("shared_experts"); shared && *shared > 0)
            draft.shape("shared_experts", &ModelShape::shared_experts, *shared);
        if (const auto dense = draft.number("first_num_dense_layers"); dense && *dense > 0) {
            draft.shape("first_num_dense_layers", &ModelShape::dense_layers, *dense);
            draft.model.dense_ffn = dense_width;
        }
    }
    if (draft.text("attention_type") == "mla") {
        or_default("kv_lora_rank", &ModelShape::kv_rank, 512);
        if (const auto rank = draft.number("q_lora_rank"); rank && *rank > 0)
            draft.shape("q_lora_rank", &ModelShape::query_rank, *rank);
        or_default("qk_nope_head_dim", &ModelShape::head_dim, 128);
        or_default("qk_rope_head_dim", &ModelShape::rope_head_dim, 64);
        or_default("v_head_dim", &ModelShape::value_head_dim, 128);
    }
}

void maxtext(Draft& draft)
{
    maxtext_shape(draft);
    for (const auto& [name, parameter] : {std::pair("tensor", "tp"), std::pair("pipeline", "pp"),
                                          std::pair("context", "cp"), std::pair("expert", "ep")}) {
        const auto size = axis(draft, name);
        const std::string key = std::string(draft.has((std::string("dcn_") + name + "_parallelism").c_str())
                                                    && !draft.has((std::string("ici_") + name + "_parallelism").c_str())
                                                ? "dcn_"
                                                : "ici_")
            + name + "_parallelism";
        if (size && draft.has(key.c_str()))
            draft.understood(key.c_str(), parameter, *size);
        else if (size)
            draft.by_default(parameter, "1");
        else
            draft.missing(parameter, {PLATEAU_TEXT("%1 is -1: as many as are left"), {key}});
    }
    const auto fsdp = axis(draft, "fsdp"), data = axis(draft, "data"), rest = axis(draft, "fsdp_transpose");
    const bool stated = draft.has("ici_fsdp_parallelism") || draft.has("dcn_fsdp_parallelism")
        || draft.has("dcn_data_parallelism") || draft.has("ici_data_parallelism");
    const char* shards = draft.has("ici_fsdp_parallelism") ? "ici_fsdp_parallelism" : "dcn_fsdp_parallelism";
    const char* replicas = draft.has("dcn_data_parallelism") ? "dcn_data_parallelism" : "ici_data_parallelism";
    if (stated && fsdp && data) {
        const double group = *fsdp * rest.value_or(1);
        if (group > 1 && *data > 1) {
            draft.understood(shards, "dp_mode", std::string("hsdp"));
            draft.understood(shards, "shard_group", group);
        } else {
            draft.understood(group > 1 ? shards : replicas, "dp_mode", std::string(group > 1 ? "fsdp" : "ddp"));
        }
        const double experts = axis(draft, "expert").value_or(0);
        const double devices
            = group * *data * draft.value("tp", 1) * draft.value("pp", 1) * draft.value("cp", 1) * experts;
        if (devices > 0)
            draft.assume("gpus", digits(devices), {PLATEAU_TEXT("the product of all axes"), {}});
    } else if (fsdp.value_or(2) == 1) {
        draft.understood(replicas, "dp_mode", std::string("ddp"));
    } else {
        draft.by_default("dp_mode", "fsdp");
    }
    const double per_device = draft.number_or("per_device_batch_size", 12);
    const double steps = draft.number_or("gradient_accumulation_steps", 1);
    const double micro = per_device / steps;
    if (micro >= 1)
        draft.understood("per_device_batch_size", "micro_batch", micro);
    else
        draft.assume("micro_batch", "1",
                     {PLATEAU_TEXT("%1 sequences of a device: several share one"), {digits(per_device)}},
                     "per_device_batch_size");
    draft.batch_of_rank = per_device;
    draft.batch_of_device = true;
    draft.by_default("precision", "bf16");
    draft.assume("stack", "xla_fsdp", {PLATEAU_TEXT("the software that reads such files"), {}});
    if (const auto capacity = draft.number("capacity_factor"); capacity && *capacity > 0)
        draft.understood("capacity_factor", "capacity_factor", *capacity);
    if (draft.text("weight_dtype") == "bfloat16")
        draft.understood("weight_dtype", "optimizer", std::string("adam_bf16"));
    if (const std::string dtype = draft.text("grad_dtype"); !dtype.empty())
        draft.understood("grad_dtype", "reduction_bytes", dtype == "float32" ? 4 : 2);
}

bool is_maxtext(const Settings& settings)
{
    for (const char* key :
         {"per_device_batch_size", "base_emb_dim", "base_num_decoder_layers", "ici_fsdp_parallelism",
          "dcn_data_parallelism", "dcn_fsdp_parallelism", "ici_tensor_parallelism", "max_target_length"})
        if (has(settings, key))
            return true;
    return false;
}

} // namespace

extern const Program maxtext_program;
const Program maxtext_program{"maxtext", "MaxText", maxtext_rows, is_maxtext, maxtext};

} // namespace plateau::programs
