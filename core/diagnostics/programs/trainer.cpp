// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/diagnostics/programs/tables.h"
#include "core/text/messages/words.h"

/// DeepSpeed's JSON, accelerate's settings, and the fine-tuning programs that stand on Hugging Face's Trainer.
namespace plateau::programs {

namespace {

constexpr const char* llamafactory = "LLaMA-Factory";
constexpr Said mixed[] = {{"bf16", "bf16"}, {"fp16", "fp16"}, {"fp8", "fp8"}, {"false", "tf32"}};

constexpr Row deepspeed_rows[] = {
    {"train_micro_batch_size_per_gpu", "micro_batch"},
    {"train_batch_size", "global_batch"},
    {"zero_optimization.stage", "dp_mode", "ddp", zero_stages, "", true},
    {"autotp_size", "tp", "", {}, "tensor_parallel.autotp_size", true},
};
constexpr Row accelerate_rows[] = {
    {"num_processes", "gpus"},
    {"mixed_precision", "precision", "", mixed},
    {"fsdp_activation_checkpointing", "recompute", "", whole_layers},
};
constexpr Row axolotl_rows[] = {
    {"sequence_len", "sequence"},
    {"micro_batch_size", "micro_batch"},
    {"tensor_parallel_size", "tp", "1"},
    {"context_parallel_size", "cp", "1", {}, "sequence_parallel_degree"},
};
constexpr Row trainer_rows[] = {
    {"cutoff_len", "sequence", "", {}, "max_seq_length"},
    {"max_seq_len", "sequence", "", {}, "max_length"}, // DeepSpeed-Chat, TRL
    {"model_max_length", "sequence", "", {}, "block_size"}, // scripts of FastChat's kind, of transformers
    {"per_device_train_batch_size", "micro_batch"},
};

constexpr Said attention_kernels[] = {{"flash_attention_2", "flash2"},
                                      {"flash_attention_3", "flash3"},
                                      {"kernels-community/flash-attn", "flash2"},
                                      {"kernels-community/flash-attn2", "flash2"},
                                      {"kernels-community/flash-attn3", "flash3"},
                                      {"kernels-community/vllm-flash-attn3", "flash3"},
                                      {"fa2", "flash2"},
                                      {"fa3", "flash3"},
                                      {"sdpa", "flash2_sdpa"},
                                      {"eager", "unfused"},
                                      {"auto", "="},
                                      {"false", "unfused"},
                                      {"disabled", "unfused"}};
constexpr Said by_flash[] = {{"true", "flash2"}, {"false", "="}};
constexpr Said by_pytorch[] = {{"true", "flash2_sdpa"}, {"false", "="}};
constexpr Said by_products[] = {{"true", "unfused"}, {"false", "="}};
constexpr Said offloaded[] = {{"true", "1"}, {"legacy", "1"}, {"false", "="}};
/// Rows that all programs on the Trainer share.
constexpr Row shared_rows[] = {
    {"optim", "optimizer", "", optimizer_kinds, "optimizer"},
    {"attn_implementation", "attention", "", attention_kernels, "flash_attn"},
    {"flash_attention", "attention", "", by_flash},
    {"sdp_attention", "attention", "", by_pytorch},
    {"eager_attention", "attention", "", by_products},
    {"activation_offloading", "offload_activations", "", offloaded},
    {"gradient_checkpointing_kwargs.use_reentrant", "stops_early", "", reentrant, "", true},
    {"torch_compile", "compiled_kernels", "", compilers, "torch_compile_backend"},
    {"dynamo_backend", "compiled_kernels", "", compilers},
};
constexpr Row precision_row[] = {{"mixed_precision", "precision", "", mixed}};

/// What the script of a configuration decides.
void script_checkpoints(Draft& draft)
{
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
    script_checkpoints(draft);
}

/// The stack of transformers' models, unless the file says another, and what it says of their kernels and their loss.
void transformers(Draft& draft)
{
    const bool plugin = draft.text("plugins").find("LigerPlugin") != std::string::npos; // which asks kernel by kernel
    for (const char* key : {"use_liger_kernel", "enable_liger_kernel", "use_liger", "plugins"}) {
        if (key == std::string_view("plugins") ? !plugin : !draft.yes(key))
            continue;
        if (!draft.knows("stack"))
            draft.understood(key, "stack", std::string("huggingface_liger"));
        const char* const loss = "liger_fused_linear_cross_entropy";
        draft.understood(draft.has(loss) ? loss : key, "loss",
                         std::string(draft.yes(loss, !plugin) ? "fused" : "whole"));
        break;
    }
    if (!draft.knows("stack"))
        draft.assume("stack", "huggingface_fsdp", {PLATEAU_TEXT("models as transformers writes them"), {}});
    for (const char* key : {"cut_cross_entropy", "plugins"})
        if (draft.yes(key) || draft.text(key).find("cut_cross_entropy") != std::string::npos)
            draft.understood(key, "loss", std::string("fused"));
    if (draft.yes("chunked_cross_entropy"))
        draft.understood("chunked_cross_entropy", "loss", std::string("chunks"));
}

/// Whoever asks for it: the Trainer, FSDP, or LLaMA-Factory, which recomputes unless told not to.
void recomputed(Draft& draft)
{
    const bool factory = draft.reading().program == llamafactory;
    for (const char* key : {"gradient_checkpointing", "fsdp_activation_checkpointing", "activation_checkpointing"}) {
        const std::string full = draft.text(key);
        if (!full.empty() && !says_no(full))
            draft.understood(key, "recompute", std::string("full"));
        else if (!full.empty() && !factory && !draft.knows("recompute"))
            draft.understood(key, "recompute", std::string("none"));
        if (full.starts_with("offload"))
            draft.understood(key, "offload_activations", 1);
    }
    const char* const refused = "disable_gradient_checkpointing";
    if (factory && draft.has(refused) && !draft.knows("recompute"))
        draft.understood(refused, "recompute", std::string(draft.yes(refused) ? "none" : "full"));
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
    draft.understood(key, "fine_tune", std::string("lora"));
    if (const auto rank = draft.number("lora_r"))
        draft.understood("lora_r", "lora_rank", *rank);
    if (draft.yes("lora_target_linear"))
        draft.understood("lora_target_linear", "lora_modules", std::string("all"));
    else
        adapted_modules(draft, "lora_target_modules");
    if (draft.yes("load_in_4bit") || adapter == "qlora")
        draft.understood(draft.has("load_in_4bit") ? "load_in_4bit" : "adapter", "base_weight_bytes",
                         catalog::values_of(draft.catalog().physics).four_bit_bytes);
    else if (draft.yes("load_in_8bit"))
        draft.understood("load_in_8bit", "base_weight_bytes", 1);
}

/// bf16, fp16, gradient checkpointing, adapters, kernels.
void read_trainer(Draft& draft)
{
    const std::string sixteen = draft.text("bf16");
    if (draft.yes("bf16") || sixteen == "full")
        draft.understood("bf16", "precision", std::string("bf16"));
    else if (draft.yes("fp16"))
        draft.understood("fp16", "precision", std::string("fp16"));
    else if (sixteen == "auto")
        draft.assume("precision", "bf16", {PLATEAU_TEXT("auto: where the GPU has it"), {}}, "bf16");
    if (draft.yes("fp8"))
        draft.understood("fp8", "precision", std::string("fp8"));
    if (draft.yes("pure_bf16"))
        draft.understood("pure_bf16", "precision", std::string("bf16"));
    if (!draft.knows("precision"))
        draft.read_rows(precision_row);
    recomputed(draft);
    adapters(draft);
    draft.read_rows(shared_rows);
    if (draft.yes("pure_bf16") && (!draft.knows("optimizer") || draft.word("optimizer") == "adam"))
        draft.understood("pure_bf16", "optimizer", std::string("adam_bf16"));
    if (draft.yes("use_muon"))
        draft.understood("use_muon", "optimizer", std::string("muon"));
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
    if (const auto steps = draft.number("gradient_accumulation_steps"))
        draft.accumulation = *steps;
    read_sharding(draft);
    script_checkpoints(draft);
    draft.read_rows(shared_rows);
    transformers(draft);
}

void axolotl(Draft& draft)
{
    draft.accumulation = draft.number_or("gradient_accumulation_steps", 1);
    if (const std::string name = draft.text("base_model"); !name.empty())
        draft.model_named("base_model", name);
    read_sharding(draft);
    read_trainer(draft);
}

void trainer(Draft& draft)
{
    if (const Setting* stage = draft.at("stage"); !stage || stage->key.find('.') != std::string::npos)
        draft.reading().program = "Hugging Face Trainer";
    const bool factory = draft.reading().program == llamafactory;
    draft.accumulation = draft.number_or("gradient_accumulation_steps", 1);
    if (const std::string name = draft.text("model_name_or_path"); !name.empty())
        draft.model_named("model_name_or_path", name);
    read_sharding(draft);
    if (draft.has("finetuning_type")) {
        const std::string type = draft.text("finetuning_type");
        draft.understood("finetuning_type", "fine_tune", std::string(type == "lora" ? "lora" : "none"));
        if (type == "freeze" || type == "oft")
            draft.cannot("finetuning_type", {PLATEAU_TEXT("%1 is not modelled"), {Verbatim{type}}});
    } else if (factory) {
        draft.by_default("fine_tune", "lora");
    }
    if (const auto rank = draft.number("lora_rank"))
        draft.understood("lora_rank", "lora_rank", *rank);
    adapted_modules(draft, "lora_target");
    if (const auto bits = draft.number("quantization_bit"); bits && (*bits == 4 || *bits == 8))
        draft.understood("quantization_bit", "base_weight_bytes",
                         *bits == 4 ? catalog::values_of(draft.catalog().physics).four_bit_bytes : 1);
    read_trainer(draft);
}

// Written

constexpr std::pair<DataParallelMode, const char*> written_shardings[] = {{DataParallelMode::Zero2, "SHARD_GRAD_OP"},
                                                                          {DataParallelMode::Fsdp, "FULL_SHARD"},
                                                                          {DataParallelMode::Hsdp, "HYBRID_SHARD"}};

void write_deepspeed(Writer& writer)
{
    const Plan& plan = writer.plan();
    writer.set("gradient_accumulation_steps", writer.accumulation());
    const int stage = plan.dp_mode == DataParallelMode::Hsdp ? 3 : static_cast<int>(plan.dp_mode);
    writer.set("zero_optimization.stage", stage);
    if (plan.dp_mode == DataParallelMode::Hsdp)
        writer.set("zero_optimization.mics_shard_size",
                   plan.shard_group > 0 ? plan.shard_group
                                        : std::max(1, int(writer.scenario().cluster.accelerator.per_host)));
    if (writer.number("offload_optimizer") > 0)
        writer.set("zero_optimization.offload_optimizer.device", "cpu");
    if (writer.number("offload_parameters") > 0)
        writer.set("zero_optimization.offload_param.device", "cpu");
    const catalog::Precision precision = writer.scenario().workload.precision;
    if (precision == catalog::Precision::Bf16 || precision == catalog::Precision::Fp16)
        writer.set(precision == catalog::Precision::Bf16 ? "bf16.enabled" : "fp16.enabled", "true");
    else if (precision != catalog::Precision::Tf32)
        writer.cannot({no_setting, {Verbatim{"DeepSpeed"}, Verbatim{"precision " + writer.word("precision")}}});
    for (const char* degree : {"tp", "pp", "ep"})
        writer.must_be_one(degree);
    if (plan.cp > 1 && plan.cp_method == ContextMethod::Ulysses)
        writer.set("sequence_parallel_size", plan.cp);
    else
        writer.must_be_one("cp");
    if (plan.recompute != Recompute::None)
        writer.cannot({PLATEAU_TEXT("recomputation: the model's own setting (gradient_checkpointing)"), {}});
    writer.cannot({PLATEAU_TEXT("the model and the sequence: the script's own arguments"), {}});
}

void write_accelerate(Writer& writer)
{
    const Plan& plan = writer.plan();
    if (plan.dp_mode == DataParallelMode::Zero1)
        writer.cannot({no_setting, {Verbatim{"accelerate"}, Verbatim{"dp_mode zero1"}}});
    for (const auto& [mode, words] : written_shardings)
        if (mode == plan.dp_mode) {
            writer.set("use_fsdp", "true");
            writer.set("fsdp_sharding_strategy", words);
        }
    if (writer.number("offload_parameters") > 0)
        writer.set("fsdp_offload_params", "true");
    for (const char* degree : {"tp", "pp", "ep", "cp"})
        writer.must_be_one(degree);
    writer.cannot(
        {PLATEAU_TEXT("the model, the sequence and the batch: the script's own arguments, %1 sequences a GPU and "
                      "%2 steps of accumulation"),
         {Verbatim{std::to_string(plan.micro_batch)}, Verbatim{digits(writer.accumulation())}}});
}

} // namespace

extern const Program deepspeed_program, accelerate_program, axolotl_program, llamafactory_program;
const Program deepspeed_program{"deepspeed",
                                "DeepSpeed",
                                deepspeed_rows,
                                [](const Settings& settings) {
                                    return (has(settings, "zero_optimization.stage")
                                            || has(settings, "train_micro_batch_size_per_gpu")
                                            || has(settings, "train_batch_size"))
                                        && !has(settings, "pipe_parallel_size") && !has(settings, "num_layers")
                                        && !has(settings, "base_model");
                                },
                                deepspeed,
                                Style::Json,
                                "deepspeed_2023",
                                write_deepspeed};
const Program accelerate_program{
    "accelerate",
    "accelerate",
    accelerate_rows,
    [](const Settings& settings) { return has(settings, "distributed_type") || has(settings, "use_fsdp"); },
    accelerate,
    Style::Dotted,
    "huggingface_fsdp",
    write_accelerate};
const Program axolotl_program{"axolotl", "axolotl", axolotl_rows,
                              [](const Settings& settings) {
                                  return has(settings, "base_model")
                                      && (has(settings, "sequence_len") || has(settings, "micro_batch_size")
                                          || has(settings, "adapter"));
                              },
                              axolotl};
const Program llamafactory_program{"llamafactory", llamafactory, trainer_rows,
                                   [](const Settings& settings) {
                                       return has(settings, "model_name_or_path")
                                           && (has(settings, "stage") || has(settings, "per_device_train_batch_size"));
                                   },
                                   trainer};

} // namespace plateau::programs
