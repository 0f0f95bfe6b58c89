// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/programs/tables.h"
#include "core/text/messages/words.h"

/// DeepSpeed's JSON, accelerate's settings, and the fine-tuning programs that stand on Hugging Face's Trainer.
namespace plateau::programs {

namespace {

constexpr Said stages[]
    = {{"false", "ddp"}, {"true", "zero1"}, {"0", "ddp"}, {"1", "zero1"}, {"2", "zero2"}, {"3", "fsdp"}};
constexpr Said mixed[] = {{"bf16", "bf16"}, {"fp16", "fp16"}, {"fp8", "fp8"}, {"false", "tf32"}};

constexpr Row deepspeed_rows[] = {
    {"train_micro_batch_size_per_gpu", "micro_batch"},
    {"train_batch_size", "global_batch"},
    {"zero_optimization.stage", "dp_mode", "ddp", stages, "", true},
    {"autotp_size", "tp", "", {}, "tensor_parallel.autotp_size", true},
};
constexpr Row accelerate_rows[] = {
    {"num_processes", "gpus"},
    {"mixed_precision", "precision", "", mixed},
    {"fsdp_activation_checkpointing", "recompute", "none", whole_layers},
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
    {"per_device_train_batch_size", "micro_batch"},
};

constexpr Said optimizer_kinds[] = {{"adam", "adam"},
                                    {"adamw", "adam"},
                                    {"fusedadam", "adam"},
                                    {"cpuadam", "adam"},
                                    {"adamw_hf", "adam"},
                                    {"adamw_torch", "adam"},
                                    {"adamw_torch_fused", "adam"},
                                    {"adamw_apex_fused", "adam"},
                                    {"adamw_8bit", "adam_8bit"},
                                    {"adamw_bnb_8bit", "adam_8bit"},
                                    {"adamw_torch_8bit", "adam_8bit"},
                                    {"muon", "muon"}};
constexpr Said attention_kernels[] = {{"flash_attention_2", "flash2"},
                                      {"flash_attention_3", "flash3"},
                                      {"fa2", "flash2"},
                                      {"fa3", "flash3"},
                                      {"sdpa", "flash2_sdpa"},
                                      {"eager", "unfused"},
                                      {"auto", "="},
                                      {"false", "unfused"},
                                      {"disabled", "unfused"}};
/// Of all programs on the Trainer.
constexpr Row shared_rows[] = {
    {"optim", "optimizer", "", optimizer_kinds, "optimizer"},
    {"attn_implementation", "attention", "", attention_kernels, "flash_attn"},
};

void offload(Draft& draft)
{
    for (const auto& [key, parameter] : {std::pair("offload_optimizer.device", "offload_optimizer"),
                                         std::pair("offload_param.device", "offload_parameters")}) {
        const std::string device = draft.text(key);
        if (!device.empty() && device != "none")
            draft.understood(key, parameter, 1);
    }
    if (draft.yes("zero_optimization.cpu_offload"))
        draft.understood("zero_optimization.cpu_offload", "offload_optimizer", 1);
}

void deepspeed(Draft& draft)
{
    for (const char* key : {"train_batch_size", "train_micro_batch_size_per_gpu", "zero_optimization.stage"})
        if (const std::string value = draft.text(key); !value.empty() && value != "auto" && is_left_open(value)) {
            const Setting* at = draft.at(key);
            draft.wrong
                = Error{{PLATEAU_TEXT("a template: %1 is a placeholder"), {value}},
                        draft.reading().file + ":" + std::to_string(at->line) + ":" + std::to_string(at->column),
                        {PLATEAU_TEXT("the file with the numbers filled in"), {}}};
            return;
        }
    read_deepspeed(draft);
    draft.by_default("stack", "deepspeed_2023");
}

constexpr Row deepspeed_optimizer[] = {{"optimizer.type", "optimizer", "", optimizer_kinds}};

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

/// The modules that adapters stand beside: all products, or attention's.
void adapted_modules(Draft& draft, const char* key)
{
    const std::string modules = draft.text(key);
    if (modules.empty())
        return;
    bool beyond_attention = modules == "all";
    for (const char* word : {"all-linear", "gate_proj", "up_proj", "down_proj"})
        beyond_attention = beyond_attention || modules.find(word) != std::string::npos;
    draft.understood(key, "lora_modules", std::string(beyond_attention ? "all" : "attention"));
}

void fsdp(Draft& draft, const char* version)
{
    draft.number(version);
    for (const char* key : {"fsdp_config.fsdp_sharding_strategy", "fsdp_sharding_strategy", "sharding_strategy"}) {
        const std::string word = lower(draft.text(key));
        for (const Said& said : sharding_words)
            if (word == said.word && !draft.knows("dp_mode"))
                draft.understood(key, "dp_mode", std::string(said.value));
    }
    for (const char* key : {"fsdp_reshard_after_forward", "reshard_after_forward"})
        if (draft.has(key) && !draft.knows("dp_mode"))
            draft.understood(key, "dp_mode",
                             std::string(draft.yes(key) || lower(draft.text(key)) == "full_shard" ? "fsdp" : "zero2"));
    draft.by_default("dp_mode", "fsdp");
    for (const char* key : {"fsdp_offload_params", "offload_params"})
        if (draft.yes(key) && !draft.knows("offload_parameters")) {
            draft.understood(key, "offload_parameters", 1);
            draft.assume("offload_optimizer", "1", {PLATEAU_TEXT("states lie where the weights are"), {}});
        }
}

/// bf16, fp16, gradient checkpointing, adapters, kernels.
void read_trainer(Draft& draft)
{
    if (draft.yes("bf16"))
        draft.understood("bf16", "precision", std::string("bf16"));
    else if (draft.yes("fp16"))
        draft.understood("fp16", "precision", std::string("fp16"));
    else if (draft.text("bf16") == "auto")
        draft.assume("precision", "bf16", {PLATEAU_TEXT("auto: where the GPU has it"), {}}, "bf16");
    if (draft.yes("fp8"))
        draft.understood("fp8", "precision", std::string("fp8"));
    if (const std::string full = draft.text("gradient_checkpointing"); !full.empty())
        draft.understood("gradient_checkpointing", "recompute", std::string(says_no(full) ? "none" : "full"));
    else
        draft.by_default("recompute", "none");
    const std::string adapter = draft.text("adapter");
    if (adapter == "lora" || adapter == "qlora" || draft.yes("use_peft")) {
        draft.understood(adapter.empty() ? "use_peft" : "adapter", "fine_tune", std::string("lora"));
        if (const auto rank = draft.number("lora_r"))
            draft.understood("lora_r", "lora_rank", *rank);
        if (draft.yes("lora_target_linear"))
            draft.understood("lora_target_linear", "lora_modules", std::string("all"));
        else
            adapted_modules(draft, "lora_target_modules");
        if (draft.yes("load_in_4bit") || adapter == "qlora")
            draft.understood(draft.has("load_in_4bit") ? "load_in_4bit" : "adapter", "base_weight_bytes", 0.52);
        else if (draft.yes("load_in_8bit"))
            draft.understood("load_in_8bit", "base_weight_bytes", 1);
    }
    draft.read_rows(shared_rows);
    if (draft.yes("flash_attention"))
        draft.understood("flash_attention", "attention", std::string("flash2"));
    if (draft.has("deepspeed") && !draft.knows("stack"))
        draft.assume("stack", "deepspeed_2023", {PLATEAU_TEXT("Hugging Face's Trainer"), {}});
    transformers(draft);
}

void accelerate(Draft& draft)
{
    const std::string type = draft.text("distributed_type");
    if (type == "FSDP" || draft.yes("use_fsdp")) {
        fsdp(draft, "fsdp_version");
    } else if (type == "DEEPSPEED") {
        if (const auto stage = draft.number("deepspeed_config.zero_stage"))
            draft.understood("deepspeed_config.zero_stage", "dp_mode",
                             std::string(*stage == 3       ? "fsdp"
                                             : *stage == 2 ? "zero2"
                                             : *stage == 1 ? "zero1"
                                                           : "ddp"));
        for (const auto& [key, parameter] : {std::pair("offload_optimizer_device", "offload_optimizer"),
                                             std::pair("offload_param_device", "offload_parameters")})
            if (const std::string device = draft.text(key); !device.empty() && device != "none")
                draft.understood(key, parameter, 1);
        draft.understood("distributed_type", "stack", std::string("deepspeed_2023"));
    } else if (type == "MULTI_GPU") {
        draft.understood("distributed_type", "dp_mode", std::string("ddp"));
    }
    transformers(draft);
    for (const auto& [key, parameter] :
         {std::pair("parallelism_config_tp_size", "tp"), std::pair("parallelism_config_cp_size", "cp")})
        if (const auto size = draft.number(key))
            draft.understood(key, parameter, *size);
    if (const auto steps = draft.number("gradient_accumulation_steps"))
        draft.accumulation = *steps;
}

void axolotl(Draft& draft)
{
    draft.accumulation = draft.number_or("gradient_accumulation_steps", 1);
    if (const std::string name = draft.text("base_model"); !name.empty())
        draft.model_named("base_model", name);
    const double shards = draft.number_or("dp_shard_size", 0), replicas = draft.number_or("dp_replicate_size", 1);
    if (draft.has("dp_shard_size")) {
        draft.understood("dp_shard_size", "dp", shards * replicas);
        if (replicas > 1) {
            draft.understood("dp_replicate_size", "dp_mode", std::string("hsdp"));
            draft.understood("dp_shard_size", "shard_group", shards * draft.value("cp", 1));
        }
    }
    if (draft.has("deepspeed")) {
        draft.assume("", draft.text("deepspeed"), {PLATEAU_TEXT("sharding stands in another file"), {}}, "deepspeed");
        read_deepspeed(draft);
    } else if (draft.has("fsdp_config.fsdp_sharding_strategy") || draft.has("fsdp_config.reshard_after_forward")
               || draft.has("fsdp_config.state_dict_type") || draft.has("fsdp_config.fsdp_state_dict_type")
               || draft.has("fsdp")) {
        fsdp(draft, "fsdp_version");
    } else {
        draft.by_default("dp_mode", "ddp");
    }
    read_trainer(draft);
}

void trainer(Draft& draft)
{
    if (!draft.has("stage"))
        draft.reading().program = "Hugging Face Trainer";
    draft.accumulation = draft.number_or("gradient_accumulation_steps", 1);
    if (const std::string name = draft.text("model_name_or_path"); !name.empty())
        draft.model_named("model_name_or_path", name);
    if (draft.has("deepspeed")) {
        const std::string file = draft.text("deepspeed");
        draft.assume("stack", "deepspeed_2023", {PLATEAU_TEXT("the file names a configuration of DeepSpeed"), {}},
                     "deepspeed");
        const std::string name = lower(file.substr(file.rfind('/') == std::string::npos ? 0 : file.rfind('/') + 1));
        for (const auto& [word, mode] :
             {std::pair("z3", "fsdp"), std::pair("zero3", "fsdp"), std::pair("stage3", "fsdp"),
              std::pair("z2", "zero2"), std::pair("zero2", "zero2"), std::pair("stage2", "zero2"),
              std::pair("zero1", "zero1"), std::pair("z1", "zero1"), std::pair("z0", "ddp")})
            if (name.find(word) != std::string::npos && !draft.knows("dp_mode"))
                draft.assume("dp_mode", mode,
                             {PLATEAU_TEXT("the name of the file %1 says so; the file itself decides"), {file}},
                             "deepspeed");
    } else if (draft.has("fsdp")) {
        fsdp(draft, "fsdp_version");
    } else {
        draft.by_default("dp_mode", "ddp");
    }
    if (draft.has("finetuning_type")) {
        const std::string type = draft.text("finetuning_type");
        draft.understood("finetuning_type", "fine_tune", std::string(type == "lora" ? "lora" : "none"));
        if (type == "freeze" || type == "oft")
            draft.cannot("finetuning_type", {PLATEAU_TEXT("%1 is not modelled"), {type}});
    }
    if (const auto rank = draft.number("lora_rank"))
        draft.understood("lora_rank", "lora_rank", *rank);
    adapted_modules(draft, "lora_target");
    if (const auto bits = draft.number("quantization_bit"); bits && *bits == 4)
        draft.understood("quantization_bit", "base_weight_bytes", 0.52);
    if (const auto each = draft.number("nproc_per_node"))
        draft.understood("nproc_per_node", "gpus", *each * draft.number_or("nnodes", 1));
    else if (const auto all = draft.number("num_processes"))
        draft.understood("num_processes", "gpus", *all);
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
        writer.set("zero_optimization.zero_hpz_partition_size",
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
        writer.cannot({no_setting, {"DeepSpeed", "precision " + writer.word("precision")}});
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
        writer.cannot({no_setting, {"accelerate", "dp_mode zero1"}});
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
         {std::to_string(plan.micro_batch), digits(writer.accumulation())}});
}

/// Buckets of gradients, and what is gathered of weights, in 16 bit (Hugging Face, DeepSpeed integration: overlap holds
/// 4.5 of them). "auto" makes them the square of the hidden size, which is little beside them.
void buckets(Draft& draft)
{
    const double stage = draft.number_or("zero_optimization.stage", 0);
    if (stage < 1)
        return;
    const auto elements = [&](const char* key, double otherwise) {
        return draft.text(key) == "auto" ? 0 : draft.number_or(key, otherwise);
    };
    const char* const live = draft.has("max_live_parameters") ? "max_live_parameters" : "stage3_max_live_parameters";
    const double held = draft.yes("overlap_comm", stage == 3) ? 4.5 : 1;
    const double gathered = stage == 3 ? elements(live, 1e9) : held * elements("allgather_bucket_size", 5e8);
    constexpr double context_bytes = 2.5e9; // device context and NCCL
    draft.understood("reduce_bucket_size", "fixed_memory_bytes",
                     context_bytes + 2 * (held * elements("reduce_bucket_size", 5e8) + gathered));
}

} // namespace

void read_deepspeed(Draft& draft)
{
    offload(draft);
    if (const auto group = draft.number("zero_hpz_partition_size"); group && *group > 1) {
        draft.understood("zero_hpz_partition_size", "dp_mode", std::string("hsdp"));
        draft.understood("zero_hpz_partition_size", "shard_group", *group);
    }
    for (const auto& [key, format] : {std::pair("bf16.enabled", "bf16"), std::pair("fp16.enabled", "fp16")}) {
        const std::string enabled = draft.text(key);
        if (draft.yes(key))
            draft.understood(key, "precision", std::string(format));
        else if (enabled == "auto")
            draft.missing("precision", {PLATEAU_TEXT("%1 is auto: the Trainer's arguments decide"), {key}});
    }
    draft.read_rows(deepspeed_optimizer);
    if (const std::string type = draft.text("communication_data_type"); !type.empty())
        draft.understood("communication_data_type", "reduction_bytes", type == "fp32" ? 4 : 2);
    if (const auto steps = draft.number("gradient_accumulation_steps"))
        draft.accumulation = *steps;
    buckets(draft);
    if (const auto ranks = draft.number("sequence_parallel_size"); ranks && *ranks > 1) {
        draft.understood("sequence_parallel_size", "cp", *ranks);
        draft.assume("cp_method", "ulysses", {PLATEAU_TEXT("DeepSpeed's sequence parallelism exchanges heads"), {}});
    }
}

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
const Program llamafactory_program{"llamafactory", "LLaMA-Factory", trainer_rows,
                                   [](const Settings& settings) {
                                       return has(settings, "model_name_or_path")
                                           && (has(settings, "stage") || has(settings, "per_device_train_batch_size"));
                                   },
                                   trainer};

} // namespace plateau::programs
