// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/diagnostics/programs/tables.h"
#include "core/text/messages/words.h"

/// What divides weights, gradients and states in programs on Hugging Face's Trainer and accelerate: sections and files
/// of DeepSpeed, FSDP of PyTorch, accelerate's own flags.
namespace plateau::programs {

namespace {

/// What the name of a file says that decides the rest: "configs/ds_z3_offload_config.json", "fsdp2.yaml".
void named(Draft& draft, const char* key)
{
    const std::string file = draft.text(key), name = bare_name(file.substr(file.rfind('/') + 1));
    const auto says = [&](std::string_view part) { return name.find(part) != std::string::npos; };
    const Message why{PLATEAU_TEXT("the name of the file %1 says so; the file itself decides"), {Verbatim{file}}};
    for (const Said& part : draft.word_list("file_names"))
        if (says(part.word) && !draft.knows("dp_mode"))
            draft.assume("dp_mode", part.value, why, key);
    if (!draft.knows("dp_mode"))
        draft.missing("dp_mode", {PLATEAU_TEXT("the file %1 says it"), {Verbatim{file}}});
    if ((says("zero") || says("deepspeed")) && !draft.knows("stack"))
        draft.understood(key, "stack", "deepspeed_2023");
    if (!says("offload"))
        return;
    draft.assume("offload_optimizer", "1", why, key);
    if (says("z3offload") || says("offloadall") || says("offloadparam") || says("fsdp")) // the first is LLaMA-Factory's
        draft.assume("offload_parameters", "1", why, key);
    if (says("fsdp"))
        draft.assume("offload_gradients", "1", why, key);
}

/// A file that the settings name and that is not read; null where none is.
const char* file_named(Draft& draft, std::initializer_list<const char*> keys)
{
    for (const char* key : keys)
        if (const std::string file = lower(draft.text(key)); !file.empty() && file != "true" && !says_no(file))
            return key;
    return nullptr;
}

void offload_all(Draft& draft, const char* key)
{
    draft.understood(key, "offload_parameters", 1);
    for (const char* beside : {"offload_optimizer", "offload_gradients"})
        draft.assume(beside, "1", {PLATEAU_TEXT("states and gradients lie where the weights are"), {}});
}

void by_deepspeed(Draft& draft, const char* said_by)
{
    draft.understood(said_by, "stack", "deepspeed_2023");
    draft.read_table("deepspeed_stage");
    if (draft.has("zero_optimization.stage"))
        read_deepspeed(draft);
    else
        draft.read_table("deepspeed_offload");
    if (draft.yes("offload")) // of DeepSpeed-Chat
        offload_all(draft, "offload");
    if (draft.knows("dp_mode"))
        return;
    if (const char* file = file_named(draft, {"deepspeed", "deepspeed_config_file", "deepspeed_config", "config_file"}))
        named(draft, file);
    else if (draft.has("deepspeed"))
        draft.missing("dp_mode", {PLATEAU_TEXT("the file does not say it"), {}});
    else
        draft.by_default("dp_mode", "zero2");
}

/// Words of a value that may be a list: "shard_grad_op auto_wrap offload".
std::vector<std::string> parts_of_value(std::string text)
{
    std::ranges::replace(text, ',', ' ');
    return split(lower(text), " ");
}

void by_fsdp(Draft& draft)
{
    draft.text("fsdp_version");
    const auto shards = [&](const char* key, const std::string& word) {
        if (const std::string mode = draft.meaning("sharding", word); !mode.empty() && !draft.knows("dp_mode"))
            draft.understood(key, "dp_mode", mode);
    };
    for (const char* key : {"fsdp_sharding_strategy", "sharding_strategy"})
        shards(key, lower(draft.text(key)));
    for (const std::string& word : parts_of_value(draft.text("fsdp"))) {
        shards("fsdp", word);
        if (word == "offload")
            offload_all(draft, "fsdp");
    }
    for (const char* key : {"fsdp_reshard_after_forward", "reshard_after_forward"})
        if (const std::string word = lower(draft.text(key)); !word.empty())
            shards(key, word == "true" ? "full_shard" : word == "false" ? "shard_grad_op" : word);
    for (const char* key : {"fsdp_offload_params", "offload_params"})
        if (draft.yes(key) && !draft.knows("offload_parameters"))
            offload_all(draft, key);
    if (draft.knows("dp_mode"))
        return;
    if (const char* file = file_named(draft, {"config_file"}))
        named(draft, file);
    else
        draft.by_default("dp_mode", "fsdp");
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
    draft.understood("reduce_bucket_size", "fixed_memory_bytes",
                     draft.catalog().common.constants.fixed_memory_bytes
                         + 2 * (held * elements("reduce_bucket_size", 5e8) + gathered));
}

} // namespace

void read_deepspeed(Draft& draft)
{
    draft.read_table("deepspeed_offload");
    if (const auto group = draft.number("mics_shard_size"); group && *group > 1) {
        draft.understood("mics_shard_size", "dp_mode", "hsdp");
        draft.understood("mics_shard_size", "shard_group", *group);
    }
    if (draft.number_or("zero_hpz_partition_size", 1) > 1)
        draft.cannot("zero_hpz_partition_size",
                     {PLATEAU_TEXT("a second 16-bit copy of the weights within groups is not modelled"), {}});
    for (const auto& [key, format] : {std::pair("bf16.enabled", "bf16"), std::pair("fp16.enabled", "fp16")}) {
        const std::string enabled = draft.text(key);
        if (!draft.yes_means(key, "precision", format) && enabled == "auto" && !draft.knows("precision"))
            draft.missing("precision", {PLATEAU_TEXT("%1 is auto: the Trainer's arguments decide"), {Verbatim{key}}});
    }
    if (says_no(draft.text("bf16.enabled")) && says_no(draft.text("fp16.enabled")))
        draft.understood("bf16.enabled", "precision", "tf32");
    draft.read_table("deepspeed_kernels");
    if (const std::string type = draft.text("communication_data_type"); !type.empty())
        draft.understood("communication_data_type", "reduction_bytes", type == "fp32" ? 4 : 2);
    if (const auto steps = draft.number("gradient_accumulation_steps"))
        draft.accumulation = *steps;
    buckets(draft);
    read_ulysses(draft, "sequence_parallel_size");
}

void read_ulysses(Draft& draft, const char* key)
{
    if (const auto ranks = draft.number(key); ranks && *ranks > 1) {
        if (draft.value("cp", 1) != *ranks)
            draft.understood(key, "cp", *ranks);
        draft.assume("cp_method", "ulysses", {PLATEAU_TEXT("DeepSpeed's sequence parallelism exchanges heads"), {}});
    }
}

/// Experts of axolotl stand on ranks of their own beside the groups.
void read_groups(Draft& draft, const char* shards_key, const char* replicas_key)
{
    const double shards = std::max(1.0, draft.number_or(shards_key, 1)),
                 replicas = std::max(1.0, draft.number_or(replicas_key, 1));
    const double experts = draft.has("expert_parallel_size") ? draft.value("ep", 1) : 1;
    if (shards * replicas * experts <= 1)
        return;
    const char* key = shards > 1 ? shards_key : replicas > 1 ? replicas_key : "expert_parallel_size";
    draft.understood(key, "dp", shards * replicas * experts);
    if (shards > 1 && replicas > 1) {
        draft.understood(replicas_key, "dp_mode", "hsdp");
        draft.understood(shards_key, "shard_group", shards * draft.value("cp", 1));
    } else if (replicas > 1) {
        draft.understood(replicas_key, "dp_mode", "ddp");
    }
}

void read_sharding(Draft& draft)
{
    draft.read_table("accelerate_degrees");
    read_ulysses(draft, "parallelism_config_sp_size");
    read_groups(draft, "parallelism_config_dp_shard_size", "parallelism_config_dp_replicate_size");
    read_groups(draft, "dp_shard_size", "dp_replicate_size"); // axolotl's
    const char* const typed = draft.has("distributed_type") ? "distributed_type" : "dist_config.name";
    const std::string type = lower(draft.text(typed));
    const auto first = [&](std::initializer_list<const char*> keys) -> const char* {
        for (const char* key : keys)
            if (const std::string value = draft.text(key); !value.empty() && lower(value) != "false")
                return key;
        return nullptr;
    };
    if (type == "megatron_lm" || draft.yes("use_megatron_lm")) {
        draft.understood(first({"distributed_type", "use_megatron_lm"}), "stack", "megatron_core_2024");
        draft.read_table("accelerate_megatron");
        if (const auto batches = draft.number("megatron_lm_num_micro_batches"))
            draft.accumulation = *batches;
    } else if (const char* key = first({"deepspeed", "use_deepspeed", "zero_stage", "zero_optimization.stage"})) {
        by_deepspeed(draft, key);
    } else if (type == "deepspeed") {
        by_deepspeed(draft, typed);
    } else if (type == "fsdp" || draft.yes("use_fsdp")
               || first({"fsdp", "fsdp_sharding_strategy", "fsdp_config.reshard_after_forward",
                         "fsdp_config.state_dict_type", "fsdp_config.fsdp_state_dict_type"})) {
        by_fsdp(draft);
    } else if (const char* file = file_named(draft, {"config_file"}); file && !draft.knows("dp_mode")) {
        named(draft, file);
    } else if (type == "multi_gpu") {
        draft.understood("distributed_type", "dp_mode", "ddp");
    } else {
        draft.by_default("dp_mode", "ddp");
    }
}

} // namespace plateau::programs
