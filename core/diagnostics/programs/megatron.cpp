// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/tables.h"
#include "core/text/messages/words.h"

/// Megatron-LM (NVIDIA/Megatron-LM@d98e8a64, training/arguments.py) and what is made of it: as command lines, as YAML
/// with the same words, as NeMo's configurations.
namespace plateau::programs {

namespace {

/// Full recomputation of a part of the layers, or of several at once.
void recomputed_layers(Draft& draft)
{
    if (draft.word("recompute") != "full")
        return;
    const double own = layers_of(draft) / (draft.value("pp", 1) * draft.value("virtual_stages", 1));
    for (const auto& [method, number] :
         {std::pair("recompute_method", "recompute_num_layers"),
          std::pair("activations_checkpoint_method", "activations_checkpoint_num_layers")}) {
        const double count = draft.number_or(number, 1);
        if (draft.text(method) == "block" && own == 0)
            draft.cannot(number, {PLATEAU_TEXT("full recomputation of some layers only"), {}});
        else if (draft.text(method) == "block" && count < own)
            draft.understood(number, "recompute_layers", count / own);
        else if (draft.text(method) == "uniform" && count > 1)
            draft.cannot(number, {several_at_once, {}});
    }
}

void recomputation(Draft& draft)
{
    if (draft.yes("recompute_activations") && !draft.knows("recompute"))
        draft.understood("recompute_activations", "recompute", "selective");
    for (const char* key : {"checkpoint_activations", "deepspeed_activation_checkpointing"})
        if (draft.yes(key) && !draft.knows("recompute"))
            draft.understood(key, "recompute", "full");
    draft.by_default("recompute", "none");
    if (draft.has("recompute_modules"))
        draft.cannot("recompute_modules",
                     {PLATEAU_TEXT("what selective recomputation makes again follows from the model, "
                                   "not from a list"),
                      {}});
    recomputed_layers(draft);
}

/// NVFP4; another recipe of four bits is told, and what stands beside it counts.
bool four_bits(Draft& draft)
{
    const char* key = draft.has("fp4_format") ? "fp4_format" : "fp4";
    const std::string format = draft.text(key), recipe = draft.text("fp4_recipe");
    if (format.empty() || says_no(format))
        return false;
    const bool known = recipe.empty() || recipe == "nvfp4";
    if (known)
        draft.understood(key, "precision", "nvfp4");
    else
        draft.cannot("fp4_recipe", {PLATEAU_TEXT("%1 is not modelled"), {Verbatim{recipe}}});
    return known;
}

void precision(Draft& draft)
{
    const char* fp8 = draft.has("fp8_format") ? "fp8_format" : "fp8";
    const std::string format = draft.text(fp8);
    const bool sixteen = draft.yes("bf16");
    const std::string recipe = draft.text("fp8_recipe");
    if (four_bits(draft)) {
        // said
    } else if (!format.empty() && !says_no(format)) {
        draft.understood(fp8, "precision", recipe == "mxfp8" ? "mxfp8" : "fp8");
        if (recipe == "blockwise")
            draft.understood("fp8_recipe", "fp8_scaling", "block");
        else if (!recipe.empty() && recipe != "mxfp8")
            draft.understood("fp8_recipe", "fp8_scaling", "tensor");
        if (draft.yes("fp8_param_gather") || draft.yes("fp8_param"))
            draft.understood(draft.yes("fp8_param_gather") ? "fp8_param_gather" : "fp8_param", "weight_wire_bytes", 1);
        if (sixteen || draft.text("precision").starts_with("bf16"))
            draft.contradicts(fp8, {PLATEAU_TEXT("it stands beside bf16: products are in fp8, the rest in bf16"), {}});
    } else if (!draft.yes_means("bf16", "precision", "bf16") && !draft.yes_means("fp16", "precision", "fp16")) {
        draft.by_default("precision", "tf32");
    }
    if (draft.yes_means("grad_reduce_in_bf16", "reduction_bytes", 2))
        return;
    if (draft.has("accumulate_allreduce_grads_in_fp32"))
        draft.understood("accumulate_allreduce_grads_in_fp32", "reduction_bytes",
                         draft.yes("accumulate_allreduce_grads_in_fp32") || sixteen ? 4 : 2);
    else if (sixteen)
        draft.by_default("reduction_bytes", "4");
}

constexpr std::pair<const char*, const char*> strategies[]
    = {{"no_shard", "ddp"}, {"optim", "zero1"}, {"optim_grads", "zero2"}, {"optim_grads_params", "fsdp"}};

void sharding(Draft& draft)
{
    const char* strategy = "data_parallel_sharding_strategy";
    if (draft.yes("use_megatron_fsdp") || draft.yes("use_custom_fsdp")) {
        const std::string word = draft.has(strategy) ? draft.text(strategy) : "no_shard";
        for (const auto& [name, mode] : strategies)
            if (word == name) {
                const bool hybrid
                    = draft.number_or("num_distributed_optimizer_instances", 1) > 1 && word == "optim_grads_params";
                draft.understood(draft.has(strategy) ? strategy : "use_megatron_fsdp", "dp_mode",
                                 hybrid ? "hsdp" : mode);
            }
    } else if (draft.yes("use_torch_fsdp2")) {
        draft.understood("use_torch_fsdp2", "dp_mode",
                         draft.yes("torch_fsdp2_no_reshard_after_forward") ? "zero2" : "fsdp");
    } else if (draft.yes("use_distributed_optimizer")) {
        draft.understood("use_distributed_optimizer", "dp_mode", "zero1");
    } else if (draft.has("zero_stage") || draft.has("zero_optimization.stage")) {
        static constexpr const char* stages[] = {"ddp", "zero1", "zero2", "fsdp"};
        const char* key = draft.has("zero_stage") ? "zero_stage" : "zero_optimization.stage";
        if (const auto stage = draft.number(key); stage && *stage >= 0 && *stage <= 3)
            draft.understood(key, "dp_mode", stages[static_cast<int>(*stage)]);
    }
    draft.by_default("dp_mode", "ddp");
    const double instances = draft.number_or("num_distributed_optimizer_instances", 1);
    if (instances > 1 && draft.word("dp_mode") == "hsdp")
        draft.replicas = instances;
    if (instances > 1 && draft.word("dp_mode") == "zero1")
        draft.cannot("num_distributed_optimizer_instances", {PLATEAU_TEXT("ZeRO-1 within groups"), {}});
}

void overlaps(Draft& draft, bool old_names)
{
    const bool gathers = draft.yes("overlap_param_gather");
    const bool data = draft.yes("overlap_grad_reduce") || gathers;
    const bool tensor = draft.yes("tp_comm_overlap");
    const char* key = draft.yes("overlap_grad_reduce") ? "overlap_grad_reduce" : tensor ? "tp_comm_overlap" : nullptr;
    if (draft.has("deepspeed") || draft.has("deepspeed_config") || draft.has("zero_stage"))
        draft.understood("deepspeed", "stack", "megatron_deepspeed");
    else if (data || tensor)
        draft.understood(key ? key : "overlap_param_gather", "stack", "megatron_core_overlap");
    else
        draft.by_default("stack", old_names ? "megatron_2021" : "megatron_core_2024");
    draft.yes_means("overlap_moe_expert_parallel_comm", "expert_overlap",
                    catalog::values_of(draft.catalog().physics).overlapped_experts);
    if (draft.yes("use_flash_attn") && !draft.knows("attention"))
        draft.understood("use_flash_attn", "attention", "flash2");
    if (draft.yes("optimizer_cpu_offload"))
        draft.understood("optimizer_cpu_offload", "offload_optimizer",
                         draft.number_or("optimizer_offload_fraction", 1));
}

constexpr std::pair<const char*, double> widths[] = {{"32", 4}, {"16", 2}, {"8", 1}};

/// What the precision-aware optimizer holds: "bf16", "torch.float32", "fp8".
void states(Draft& draft)
{
    if (!draft.yes("use_precision_aware_optimizer"))
        return;
    const auto bytes = [&](const char* key) {
        const std::string dtype = draft.text(key);
        for (const auto& [bits, width] : widths)
            if (dtype.ends_with(bits) || (bits == std::string_view("16") && dtype.ends_with("bfloat16")))
                return width;
        return 4.0;
    };
    const char* const moments = draft.has("exp_avg_dtype") ? "exp_avg_dtype" : "exp_avg_sq_dtype";
    if (draft.has(moments))
        draft.understood(moments, "moment_bytes", bytes("exp_avg_dtype") + bytes("exp_avg_sq_dtype"));
    if (draft.has("main_params_dtype"))
        draft.understood("main_params_dtype", "master_bytes", bytes("main_params_dtype"));
    if (draft.has("main_grads_dtype")) {
        draft.understood("main_grads_dtype", "gradient_bytes", bytes("main_grads_dtype"));
        draft.understood("main_grads_dtype", "reduction_bytes", bytes("main_grads_dtype"));
    }
}

/// What is captured: whole steps where no module is named.
std::string graphs_of(const std::string& scope)
{
    if (scope.empty() || scope.starts_with("full"))
        return "full";
    return scope.find("moe") != std::string::npos ? "router" : "attention";
}

void graphs(Draft& draft)
{
    for (const char* key : {"cuda_graph_impl", "enable_cuda_graph", "external_cuda_graph"}) {
        const std::string text = lower(draft.text(key));
        if (!text.empty() && (!says_no(text) || !draft.knows("cuda_graphs")))
            draft.understood(key, "cuda_graphs",
                             says_no(text) ? std::string("none") : graphs_of(draft.text("cuda_graph_scope")));
    }
}

/// Kernels, buckets and what waits in host memory, by the words of Megatron-core.
void core_settings(Draft& draft)
{
    if (draft.word("dispatcher") == "deepep" && draft.text("moe_flex_dispatcher_backend") == "hybridep")
        draft.understood("moe_flex_dispatcher_backend", "dispatcher", "hybridep");
    if (draft.text("cross_entropy_fusion_impl") == "linear") {
        draft.understood("cross_entropy_fusion_impl", "loss", "fused");
    } else if (draft.yes("cross_entropy_loss_fusion")) { // on fp32 logits, in place, as NeMo's stacks have it
        draft.understood("cross_entropy_loss_fusion", "logit_bytes", 6);
        draft.understood("cross_entropy_loss_fusion", "loss_bytes_per_logit", 24);
    }
    graphs(draft);
    states(draft);
    for (const char* key : {"ddp_bucket_size", "ddp.bucket_size"})
        if (const auto elements = draft.number(key))
            draft.understood(key, "bucket_bytes", *elements * draft.value("reduction_bytes", 4));
    if (const double layers = layers_of(draft); draft.yes("cpu_offloading") && layers > 0)
        draft.understood("cpu_offloading", "offload_activations",
                         std::clamp(draft.number_or("cpu_offloading_num_layers", layers) / layers, 0.0, 1.0));
    not_modelled(draft, {"distribute_saved_activations", "fine_grained_activation_offloading"});
}

void schedule_of_batch(Draft& draft)
{
    const char* schedule = "step_batch_size_schedule";
    const std::string steps = draft.text(schedule);
    if (!draft.knows("global_batch") && !steps.empty())
        if (const auto last = number_of(trimmed(steps.substr(steps.rfind(':') + 1))))
            draft.understood(schedule, "global_batch", *last);
    if (draft.has("rampup_batch_size"))
        draft.understood("rampup_batch_size", "", "the batch it ends with");
    if (!draft.knows("global_batch") && !draft.settings().find("rampup_batch_size") && draft.knows("micro_batch"))
        draft.accumulation = 1;
}

void megatron(Draft& draft)
{
    const bool gated = draft.yes("swiglu") || draft.yes("geglu") || draft.yes("quick_geglu");
    read_megatron_shape(draft, "num_experts", gated, false);
    if (draft.has_shape()) {
        draft.model.tied_embeddings = !draft.yes("untie_embeddings_and_output_weights");
        draft.model.linear_bias = !draft.yes("disable_bias_linear");
        draft.model.qkv_bias = draft.yes("add_qkv_bias");
        draft.model.clamped = gated && draft.number_or("activation_func_clamp_value", 0) > 0;
        draft.yes("squared_relu");
    }
    virtual_stages(draft);
    recomputation(draft);
    precision(draft);
    read_launcher(draft);
    sharding(draft);
    core_settings(draft);
    overlaps(draft, draft.has("model_parallel_size") || draft.yes("checkpoint_activations"));
    schedule_of_batch(draft);
}

void deepspeed_megatron(Draft& draft)
{
    draft.read_table("deepspeed");
    read_ulysses(draft, "ds_sequence_parallel_size");
    megatron(draft);
    draft.reading().version.clear();
}

/// Megatron-LM's functional tests: one host, unless they are releases.
void functional_test(Draft& draft)
{
    megatron(draft);
    const std::string type = draft.text("TEST_TYPE");
    if (!type.empty() && type != "release" && !draft.knows("gpus"))
        draft.assume("gpus", "8", {PLATEAU_TEXT("the tests of Megatron-LM run on one host"), {}}, "TEST_TYPE");
}

void primus(Draft& draft)
{
    if (!draft.has("bf16") && !draft.has("fp16"))
        draft.by_default("precision", "bf16");
    const std::string name = draft.text("pre_trainer.model"), model = name.substr(0, name.find(".yaml"));
    if (!name.empty())
        draft.model_named("pre_trainer.model", model); // whose layers count
    megatron(draft);
    if (name.empty())
        return;
    draft.model_beside("pre_trainer.model", model);
    if (draft.knows("model"))
        draft.assume("", name, {PLATEAU_TEXT("the shape is in another file; the model of the catalog stands in"), {}});
    if (draft.yes("multi_latent_attention"))
        draft.cannot("multi_latent_attention", {PLATEAU_TEXT("it changes the named model"), {}});
}

constexpr std::pair<const char*, const char*> nemo_precisions[] = {{"bf16", "bf16"},
                                                                   {"bf16-mixed", "bf16"},
                                                                   {"bf16_mixed", "bf16"},
                                                                   {"fp16_mixed", "fp16"},
                                                                   {"bf16_with_fp8_delayed_scaling_mixed", "fp8"},
                                                                   {"bf16_with_fp8_current_scaling_mixed", "fp8"},
                                                                   {"bf16_with_mxfp8_mixed", "mxfp8"},
                                                                   {"bf16_with_nvfp4_mixed", "nvfp4"},
                                                                   {"16", "fp16"},
                                                                   {"16-mixed", "fp16"},
                                                                   {"fp16", "fp16"},
                                                                   {"32", "tf32"}};

void nemo_adapters(Draft& draft)
{
    const std::string scheme = draft.text("peft.peft_scheme");
    if (!scheme.empty() && scheme != "lora" && !says_no(scheme)) {
        draft.cannot("peft.peft_scheme", {PLATEAU_TEXT("%1 is not modelled"), {Verbatim{scheme}}});
    } else if (scheme == "lora" || draft.has("peft.dim")) {
        draft.understood(scheme.empty() ? "peft.dim" : "peft.peft_scheme", "fine_tune", "lora");
        for (const char* key : {"lora_tuning.adapter_dim", "peft.dim"})
            draft.number_means(key, "lora_rank");
        for (const char* key : {"lora_tuning.target_modules", "peft.target_modules"})
            adapted_modules(draft, key);
    }
}

void nemo(Draft& draft)
{
    const std::string data = draft.text("data.seq_length"), encoder = draft.text("encoder_seq_length");
    const char* length = !data.empty() ? "data.seq_length"
        : !encoder.empty()             ? "encoder_seq_length"
        : draft.has("seq_length")      ? "seq_length"
                                       : "train_ds.max_seq_length";
    draft.number_means(length, "sequence");
    if (!data.empty() && !encoder.empty() && data != encoder)
        draft.contradicts("encoder_seq_length",
                          {PLATEAU_TEXT("data.seq_length says %1, which counts"), {Verbatim{data}}});
    const std::string activation = draft.text("model.activation");
    const bool gated = activation.find("glu") != std::string::npos || draft.yes("gated_linear_unit");
    read_megatron_shape(draft, "num_moe_experts", gated, true);
    if (draft.has_shape()) {
        draft.model.tied_embeddings = draft.yes("share_embeddings_and_output_weights", true);
        draft.model.linear_bias = draft.yes("model.bias", draft.yes("add_bias_linear", true));
        draft.model.qkv_bias = draft.yes("add_qkv_bias");
    }
    virtual_stages(draft);
    const char* key = draft.has("trainer.precision") ? "trainer.precision"
        : draft.has("mixed_precision")               ? "mixed_precision"
                                                     : "model.precision";
    const std::string words = lower(draft.text(key));
    if (draft.yes_means("model.fp8", "precision", "fp8")) {
        if (words.starts_with("bf16"))
            draft.contradicts(key, {PLATEAU_TEXT("model.fp8 is true: products are in fp8, the rest in bf16"), {}});
    } else {
        for (const auto& [word, format] : nemo_precisions)
            if (words == word)
                draft.understood(key, "precision", format);
    }
    const std::string optimizer = draft.text("optim.name");
    if (draft.yes("model.fsdp")) {
        const char* key = "fsdp_sharding_strategy";
        const std::string strategy = draft.text(key);
        draft.understood(draft.has(key) ? key : "model.fsdp", "dp_mode",
                         strategy == "grad"         ? "zero2"
                             : strategy == "hybrid" ? "hsdp"
                                                    : "fsdp");
    } else if (!optimizer.empty())
        draft.understood("optim.name", "dp_mode", optimizer.find("distributed") != std::string::npos ? "zero1" : "ddp");
    for (const char* reduced : {"ddp.grad_reduce_in_fp32", "grad_reduce_in_fp32"})
        if (draft.has(reduced) && !draft.knows("reduction_bytes"))
            draft.understood(reduced, "reduction_bytes", draft.yes(reduced) ? 4 : 2);
    nemo_adapters(draft);
    recomputed_layers(draft);
    core_settings(draft);
    draft.assume("stack", draft.word("precision") == "fp8" ? "nemo_fp8" : "nemo_bf16",
                 {PLATEAU_TEXT("the software that reads such files"), {}});
    for (const char* overlap : {"overlap_grad_sync", "overlap_param_sync", "ub_tp_comm_overlap", "overlap_p2p_comm"})
        draft.yes(overlap);
    if (const auto each = draft.number("trainer.devices"))
        if (const auto hosts = draft.number("trainer.num_nodes"))
            draft.understood("trainer.devices", "gpus", *each * *hosts);
}

/// "llama3_70b_pretrain_64gpu_gb200_fp8mx_config": what the name of a recipe says.
void recipe_named(Draft& draft, const std::string& recipe)
{
    constexpr std::pair<const char*, const char*> formats[]
        = {{"bf16", "bf16"}, {"fp8cs", "fp8"}, {"fp8sc", "fp8"}, {"fp8mx", "mxfp8"}, {"nvfp4", "nvfp4"}};
    const Message why{PLATEAU_TEXT("the recipe's name says it"), {}};
    draft.model_beside("recipe", recipe.substr(0, recipe.find("_pretrain")));
    const std::vector<std::string> words = split(recipe, "_");
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const auto count
            = words[i].ends_with("gpu") ? number_of(words[i].substr(0, words[i].size() - 3)) : std::nullopt;
        if (!count)
            continue;
        draft.reading().device = words[i + 1];
        if (!draft.knows("gpus"))
            draft.assume("gpus", digits(*count), why);
    }
    for (const auto& [word, format] : formats)
        if (std::ranges::find(words, word) != words.end() && !draft.knows("precision"))
            draft.assume("precision", format, why);
}

void bridge(Draft& draft)
{
    read_launcher(draft);
    nemo(draft);
    if (draft.has("ddp.use_distributed_optimizer") || draft.has("ddp.data_parallel_sharding_strategy")
        || draft.text("recipe").starts_with("vanilla"))
        sharding(draft);
    const std::string recipe = draft.text("recipe");
    if (recipe.starts_with("vanilla"))
        return; // which has nothing of its own
    if (!recipe.empty())
        recipe_named(draft, recipe);
    for (const auto& [key, size] : {std::pair("num_layers", "layers"), {"hidden_size", "hidden"}})
        if (draft.knows("model"))
            draft.number_means(key, size);
    auto& assumed = draft.reading().assumed;
    for (const char* parameter : {"tp", "pp", "cp", "ep", "sequence_parallel", "recompute"}) // the recipe has its own
        if (std::erase_if(assumed, [&](const Line& line) { return line.parameter == parameter; }) > 0
            && std::ranges::find(draft.reading().understood, parameter, &Line::parameter)
                == draft.reading().understood.end())
            draft.recipe_decides(parameter);
    for (const char* parameter : {"virtual_stages", "dp_mode", "precision"})
        if (!draft.knows(parameter))
            draft.recipe_decides(parameter);
}

} // namespace

extern const Rules megatron_deepspeed_rules{"megatron_deepspeed", deepspeed_megatron};
extern const Rules megatron_rules{"megatron", functional_test, write_megatron};
extern const Rules flagscale_rules{"flagscale", megatron};
extern const Rules primus_rules{"primus", primus};
extern const Rules nemo_rules{"nemo", nemo};
extern const Rules bridge_rules{"bridge", bridge, write_bridge};

} // namespace plateau::programs
