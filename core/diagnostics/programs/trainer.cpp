// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/diagnostics/programs/tables.h"
#include "core/text/messages/words.h"

/// DeepSpeed's JSON, accelerate's settings, and the fine-tuning programs that stand on Hugging Face's Trainer.
namespace plateau::programs {

namespace {

constexpr const char* llamafactory = "LLaMA-Factory";
/// What the script of a configuration decides, where its options do not stand beside.
void script_options(Draft& draft)
{
    draft.read_table("script");
    if (const auto steps = draft.number("gradient_accumulation_steps"))
        draft.accumulation = *steps;
    if (const std::string name = draft.text("model_name_or_path"); !name.empty())
        draft.model_named("model_name_or_path", name);
    if (!draft.knows("recompute"))
        draft.missing("recompute", {PLATEAU_TEXT("the script says it (gradient_checkpointing)"), {}});
}

void deepspeed(Draft& draft)
{
    for (const char* key : {"train_batch_size", "train_micro_batch_size_per_gpu", "zero_optimization.stage"})
        if (const std::string value = draft.text(key); !value.empty() && value != "auto" && is_left_open(value)) {
            const Setting* at = draft.at(key);
            draft.wrong
                = Error{{PLATEAU_TEXT("a template: %1 is a placeholder"), {Verbatim{value}}},
                        draft.reading().file + ":" + std::to_string(at->line) + ":" + std::to_string(at->column),
                        {PLATEAU_TEXT("the file with the numbers filled in"), {}}};
            return;
        }
    read_deepspeed(draft);
    draft.by_default("stack", "deepspeed_2023");
    script_options(draft);
}

/// The stack of transformers' models, unless the file says another, and what it says of their kernels and their loss.
void transformers(Draft& draft)
{
    const bool plugin = draft.text("plugins").find("LigerPlugin") != std::string::npos; // which asks kernel by kernel
    for (const char* key : {"use_liger_kernel", "enable_liger_kernel", "use_liger", "plugins"}) {
        if (key == std::string_view("plugins") ? !plugin : !draft.yes(key))
            continue;
        if (!draft.knows("stack"))
            draft.understood(key, "stack", "huggingface_liger");
        const char* const loss = "liger_fused_linear_cross_entropy";
        draft.understood(draft.has(loss) ? loss : key, "loss", draft.yes(loss, !plugin) ? "fused" : "whole");
        break;
    }
    if (!draft.knows("stack"))
        draft.assume("stack", "huggingface_fsdp", {PLATEAU_TEXT("models as transformers writes them"), {}});
    for (const char* key : {"cut_cross_entropy", "plugins"})
        if (draft.yes(key) || draft.text(key).find("cut_cross_entropy") != std::string::npos)
            draft.understood(key, "loss", "fused");
    draft.yes_means("chunked_cross_entropy", "loss", "chunks");
}

/// Whoever asks for it: the Trainer, FSDP, or LLaMA-Factory, which recomputes unless told not to.
void recomputed(Draft& draft)
{
    const bool factory = draft.reading().program == llamafactory;
    for (const char* key : {"gradient_checkpointing", "fsdp_activation_checkpointing", "activation_checkpointing"}) {
        const std::string full = draft.text(key);
        if (!full.empty() && !says_no(full))
            draft.understood(key, "recompute", "full");
        else if (!full.empty() && !factory && !draft.knows("recompute"))
            draft.understood(key, "recompute", "none");
        if (full.starts_with("offload"))
            draft.understood(key, "offload_activations", 1);
    }
    const char* const refused = "disable_gradient_checkpointing";
    if (factory && draft.has(refused) && !draft.knows("recompute"))
        draft.understood(refused, "recompute", draft.yes(refused) ? "none" : "full");
    draft.by_default("recompute", factory ? "full" : "none");
    if (draft.yes("use_unsloth_gc") && draft.word("recompute") == "full")
        draft.understood("use_unsloth_gc", "offload_activations", 1);
}

void adapters(Draft& draft)
{
    const std::string adapter = draft.text("adapter");
    const char* key = adapter == "lora" || adapter == "qlora" ? "adapter" : nullptr;
    for (const char* asked : {"use_peft", "use_lora", "lora_enable"})
        if (!key && draft.yes(asked))
            key = asked;
    if (!key)
        return;
    draft.understood(key, "fine_tune", "lora");
    draft.number_means("lora_r", "lora_rank");
    draft.text("lora_target_modules");
    if (!draft.yes_means("lora_target_linear", "lora_modules", "all"))
        adapted_modules(draft, "lora_target_modules");
    if (draft.has("lora_target_parameters"))
        adapted_modules(draft, "lora_target_parameters");
    if (draft.yes("load_in_4bit") || adapter == "qlora")
        draft.understood(draft.has("load_in_4bit") ? "load_in_4bit" : "adapter", "base_weight_bytes",
                         catalog::values_of(draft.catalog().physics).four_bit_bytes);
    else
        draft.yes_means("load_in_8bit", "base_weight_bytes", 1);
}

/// The numbers of a frozen base model that its name speaks of: "...-AWQ".
void base_format(Draft& draft, const char* key)
{
    const std::string name = lower(draft.text(key));
    for (const Said& part : draft.word_list("base_formats")) {
        if (name.find(part.word) == std::string::npos)
            continue;
        if (draft.word("fine_tune") != "lora")
            draft.cannot(key, {PLATEAU_TEXT("weights in %1 that are trained themselves"), {Verbatim{part.word}}});
        else if (!draft.knows("base_weight_bytes"))
            draft.understood(key, "base_weight_bytes", part.value);
        return;
    }
}

/// bf16, fp16, gradient checkpointing, adapters, kernels.
void read_trainer(Draft& draft)
{
    const std::string sixteen = draft.text("bf16");
    if (draft.yes("bf16") || sixteen == "full")
        draft.understood("bf16", "precision", "bf16");
    else if (!draft.yes_means("fp16", "precision", "fp16") && sixteen == "auto")
        draft.assume("precision", "bf16", {PLATEAU_TEXT("auto: where the GPU has it"), {}}, "bf16");
    draft.yes_means("fp8", "precision", "fp8");
    draft.yes_means("pure_bf16", "precision", "bf16");
    if (!draft.knows("precision"))
        draft.read_table("trainer_precision");
    recomputed(draft);
    adapters(draft);
    draft.read_table("trainer");
    if (draft.yes("pure_bf16") && (!draft.knows("optimizer") || draft.word("optimizer") == "adam"))
        draft.understood("pure_bf16", "optimizer", "adam_bf16");
    draft.yes_means("use_muon", "optimizer", "muon");
    not_modelled(draft,
                 {"use_galore", "use_apollo", "use_badam", "use_adam_mini", "xformers_attention", "flex_attention",
                  "sage_attention", "s2_attention"});
    for (const char* key : {"rl", "stage"})
        if (const std::string kind = draft.text(key);
            !kind.empty() && draft.at(key)->key.find('.') == std::string::npos && kind != "sft" && kind != "pt")
            draft.cannot(
                key, {PLATEAU_TEXT("%1: further sequences and passes of a sample are not counted"), {Verbatim{kind}}});
    transformers(draft);
}

void accelerate(Draft& draft)
{
    read_sharding(draft);
    script_options(draft);
    draft.read_table("trainer");
    transformers(draft);
}

void axolotl(Draft& draft)
{
    draft.accumulation = draft.number_or("gradient_accumulation_steps", 1);
    read_sharding(draft);
    read_trainer(draft);
    base_format(draft, "base_model");
    const catalog::ModelShape* known = draft.catalog().model(draft.word("model"));
    if (draft.yes("quantize_moe_experts"))
        draft.understood("quantize_moe_experts", "base_weight_bytes", draft.value("base_weight_bytes", 2));
    else if (draft.yes("load_in_4bit") && known && known->experts > 0)
        draft.cannot("load_in_4bit", {PLATEAU_TEXT("without quantize_moe_experts the experts stay in 16 bits"), {}});
}

void trainer(Draft& draft)
{
    const Setting* stage = draft.at("stage");
    if (draft.program().id == "llamafactory" && (!stage || stage->key.find('.') != std::string::npos))
        draft.reading().program = "Hugging Face Trainer"; // whose keys it has
    const bool factory = draft.reading().program == llamafactory;
    draft.accumulation = draft.number_or("gradient_accumulation_steps", 1);
    if (!draft.knows("dp_mode"))
        read_sharding(draft);
    read_ulysses(draft, "sequence_parallel_size");
    if (draft.has("finetuning_type")) {
        const std::string type = draft.text("finetuning_type");
        draft.understood("finetuning_type", "fine_tune", type == "lora" ? "lora" : "none");
        if (type == "freeze" || type == "oft")
            draft.cannot("finetuning_type", {PLATEAU_TEXT("%1 is not modelled"), {Verbatim{type}}});
    } else if (factory) {
        draft.by_default("fine_tune", "lora");
    }
    draft.number_means("lora_rank", "lora_rank");
    adapted_modules(draft, "lora_target");
    for (const char* key : {"quantization_bit", "quant_bits"})
        if (const auto bits = draft.number(key); bits && (*bits == 4 || *bits == 8))
            draft.understood(key, "base_weight_bytes",
                             *bits == 4 ? catalog::values_of(draft.catalog().physics).four_bit_bytes : 1);
    read_trainer(draft);
    for (const char* key : {"model_name_or_path", "model"})
        base_format(draft, key);
}

void factory_v1(Draft& draft)
{
    if (!draft.knows("dp_mode"))
        read_sharding(draft);
    if (draft.number_or("mp_shard_size", 1) * draft.number_or("mp_replicate_size", 1) > 1)
        read_groups(draft, "mp_shard_size", "mp_replicate_size");
    if (!draft.knows("global_batch"))
        draft.accumulation = 1;
    transformers(draft);
    base_format(draft, "model");
}

// Written

/// The options of a script on Hugging Face's Trainer.
std::vector<std::pair<const char*, std::string>> script_lines(Writer& writer)
{
    const Plan& plan = writer.plan();
    writer.must_divide_batch();
    if (plan.recompute == Recompute::Selective)
        writer.has_no("recompute");
    if (plan.tp > 1) // their ways have none
        writer.must_be("sequence_parallel", "off");
    return {{"per_device_train_batch_size", std::to_string(plan.micro_batch)},
            {"gradient_accumulation_steps", digits(writer.accumulation())},
            {"max_length", writer.word("sequence")},
            {"gradient_checkpointing", plan.recompute == Recompute::Full ? "true" : "false"}};
}

void write_deepspeed(Writer& writer)
{
    const Plan& plan = writer.plan();
    writer.set("gradient_accumulation_steps", writer.accumulation());
    for (const auto& [key, value] : script_lines(writer))
        writer.beside(key, value);
    if (plan.tp > 1)
        writer.set("tensor_parallel.autotp_size", plan.tp);
    const int stage = plan.dp_mode == DataParallelMode::Hsdp ? 3 : static_cast<int>(plan.dp_mode);
    writer.set("zero_optimization.stage", stage);
    if (plan.dp_mode == DataParallelMode::Hsdp)
        writer.set("zero_optimization.mics_shard_size", plan.shard_group);
    if (plan.dp_mode == DataParallelMode::Hsdp && plan.shard_group == 0)
        writer.cannot({PLATEAU_TEXT("hybrid sharding within one NVLink domain: say how many ranks share a copy"), {}});
    if (writer.number("offload_optimizer") > 0)
        writer.set("zero_optimization.offload_optimizer.device", "cpu");
    if (writer.number("offload_parameters") > 0)
        writer.set("zero_optimization.offload_param.device", "cpu");
    const catalog::Precision precision = writer.scenario().workload.precision;
    for (const auto& [key, format] :
         {std::pair("bf16.enabled", catalog::Precision::Bf16), std::pair("fp16.enabled", catalog::Precision::Fp16)})
        writer.set(key, precision == format ? "true" : "false");
    if (precision != catalog::Precision::Bf16 && precision != catalog::Precision::Fp16
        && precision != catalog::Precision::Tf32)
        writer.has_no("precision");
    for (const char* degree : {"pp", "ep"})
        writer.must_be(degree, "1");
    if (plan.cp > 1 && plan.cp_method == ContextMethod::Ulysses)
        writer.set("sequence_parallel_size", plan.cp);
    else
        writer.must_be("cp", "1");
}

/// As ParallelismConfig takes them, which needs FSDP of version 2 (huggingface/accelerate@16cb6eb8,
/// commands/launch.py); context ranks shard too.
void write_degrees(Writer& writer)
{
    const Plan& plan = writer.plan();
    const bool hybrid = plan.dp_mode == DataParallelMode::Hsdp;
    if (plan.dp_mode < DataParallelMode::Zero2)
        return writer.cannot(
            {PLATEAU_TEXT("TP or CP without FSDP: accelerate's ParallelismConfig needs its version 2"), {}});
    const double group = double(plan.shard_group) / plan.cp,
                 shard = hybrid ? std::clamp(std::floor(group), 1.0, double(plan.dp)) : plan.dp;
    if (hybrid && (shard != std::min(group, double(plan.dp)) || std::fmod(plan.dp, shard) != 0 || shard == 1))
        writer.has_no("shard_group");
    writer.set("fsdp_version", 2);
    writer.set("fsdp_reshard_after_forward", plan.dp_mode == DataParallelMode::Zero2 ? "false" : "true");
    writer.set("use_parallelism_config", "");
    writer.set("parallelism_config_dp_replicate_size", std::floor(plan.dp / shard));
    writer.set("parallelism_config_dp_shard_size", shard);
    writer.set("parallelism_config_tp_size", plan.tp);
    const bool ulysses = plan.cp_method == ContextMethod::Ulysses;
    writer.set(ulysses ? "parallelism_config_sp_size" : "parallelism_config_cp_size", plan.cp);
    if (plan.cp > 1 && !ulysses)
        writer.set("parallelism_config_cp_comm_strategy",
                   plan.cp_method == ContextMethod::Ring ? "alltoall" : "allgather");
}

void write_accelerate(Writer& writer)
{
    const Plan& plan = writer.plan();
    if (plan.dp_mode == DataParallelMode::Zero1)
        writer.has_no("dp_mode");
    const bool sharded = plan.dp_mode > DataParallelMode::Zero1;
    writer.set(sharded ? "use_fsdp" : "multi_gpu", ""); // switches without a value
    if (plan.tp > 1 || plan.cp > 1 || plan.dp_mode == DataParallelMode::Hsdp)
        write_degrees(writer);
    else if (sharded)
        writer.set("fsdp_sharding_strategy", plan.dp_mode == DataParallelMode::Zero2 ? "SHARD_GRAD_OP" : "FULL_SHARD");
    if (writer.number("offload_parameters") > 0)
        writer.set("fsdp_offload_params", "true");
    for (const char* degree : {"pp", "ep"})
        writer.must_be(degree, "1");
    writer.set("", "train.py");
    for (const auto& [key, value] : script_lines(writer))
        writer.set(key, value);
}

} // namespace

extern const Rules deepspeed_rules{"deepspeed", deepspeed, write_deepspeed};
extern const Rules accelerate_rules{"accelerate", accelerate, write_accelerate};
extern const Rules axolotl_rules{"axolotl", axolotl};
extern const Rules llamafactory_rules{"llamafactory", trainer};
extern const Rules llamafactory_v1_rules{"llamafactory_v1", factory_v1};

} // namespace plateau::programs
