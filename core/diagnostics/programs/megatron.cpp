// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/diagnostics/programs/megatron.h"
#include "core/diagnostics/programs/tables.h"
#include "core/text/messages/words.h"
#include "core/views/plan_words.h"

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
    for (const char* key : {"recompute_activations"})
        if (draft.yes(key) && !draft.knows("recompute"))
            draft.understood(key, "recompute", std::string("selective"));
    for (const char* key : {"checkpoint_activations", "deepspeed_activation_checkpointing"})
        if (draft.yes(key) && !draft.knows("recompute"))
            draft.understood(key, "recompute", std::string("full"));
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
        draft.understood(key, "precision", std::string("nvfp4"));
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
        draft.understood(fp8, "precision", std::string(recipe == "mxfp8" ? "mxfp8" : "fp8"));
        if (recipe == "blockwise")
            draft.understood("fp8_recipe", "fp8_scaling", std::string("block"));
        else if (!recipe.empty() && recipe != "mxfp8")
            draft.understood("fp8_recipe", "fp8_scaling", std::string("tensor"));
        if (draft.yes("fp8_param_gather") || draft.yes("fp8_param"))
            draft.understood(draft.yes("fp8_param_gather") ? "fp8_param_gather" : "fp8_param", "weight_wire_bytes", 1);
        if (sixteen || draft.text("precision").starts_with("bf16"))
            draft.contradicts(fp8, {PLATEAU_TEXT("it stands beside bf16: products are in fp8, the rest in bf16"), {}});
    } else if (sixteen) {
        draft.understood("bf16", "precision", std::string("bf16"));
    } else if (draft.yes("fp16")) {
        draft.understood("fp16", "precision", std::string("fp16"));
    } else if (!draft.knows("precision")) {
        draft.by_default("precision", "tf32");
    }
    const bool narrow = draft.yes("grad_reduce_in_bf16");
    if (narrow)
        draft.understood("grad_reduce_in_bf16", "reduction_bytes", 2);
    else if (draft.has("accumulate_allreduce_grads_in_fp32"))
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
                                 std::string(hybrid ? "hsdp" : mode));
            }
    } else if (draft.yes("use_torch_fsdp2")) {
        draft.understood("use_torch_fsdp2", "dp_mode",
                         std::string(draft.yes("torch_fsdp2_no_reshard_after_forward") ? "zero2" : "fsdp"));
    } else if (draft.yes("use_distributed_optimizer")) {
        draft.understood("use_distributed_optimizer", "dp_mode", std::string("zero1"));
    } else if (draft.has("zero_stage") || draft.has("zero_optimization.stage")) {
        static constexpr const char* stages[] = {"ddp", "zero1", "zero2", "fsdp"};
        const char* key = draft.has("zero_stage") ? "zero_stage" : "zero_optimization.stage";
        if (const auto stage = draft.number(key); stage && *stage >= 0 && *stage <= 3)
            draft.understood(key, "dp_mode", std::string(stages[static_cast<int>(*stage)]));
    }
    draft.by_default("dp_mode", "ddp");
    const double instances = draft.number_or("num_distributed_optimizer_instances", 1);
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
        draft.understood("deepspeed", "stack", std::string("megatron_deepspeed"));
    else if (data || tensor)
        draft.understood(key ? key : "overlap_param_gather", "stack", std::string("megatron_core_overlap"));
    else
        draft.by_default("stack", old_names ? "megatron_2021" : "megatron_core_2024");
    if (draft.yes("overlap_moe_expert_parallel_comm"))
        draft.understood("overlap_moe_expert_parallel_comm", "expert_overlap",
                         catalog::values_of(draft.catalog().physics).overlapped_experts);
    if (draft.yes("use_flash_attn") && !draft.knows("attention"))
        draft.understood("use_flash_attn", "attention", std::string("flash2"));
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

/// Kernels, buckets and what waits in host memory, by the words of Megatron-core.
void core_settings(Draft& draft)
{
    if (draft.word("dispatcher") == "deepep" && draft.text("moe_flex_dispatcher_backend") == "hybridep")
        draft.understood("moe_flex_dispatcher_backend", "dispatcher", std::string("hybridep"));
    if (draft.text("cross_entropy_fusion_impl") == "linear") {
        draft.understood("cross_entropy_fusion_impl", "loss", std::string("fused"));
    } else if (draft.yes("cross_entropy_loss_fusion")) { // on fp32 logits, in place, as NeMo's stacks have it
        draft.understood("cross_entropy_loss_fusion", "logit_bytes", 6);
        draft.understood("cross_entropy_loss_fusion", "loss_bytes_per_logit", 24);
    }
    for (const char* key : {"cuda_graph_impl", "enable_cuda_graph", "external_cuda_graph"})
        if (const std::string graphs = lower(draft.text(key)); !graphs.empty() && !says_no(graphs)) {
            const std::string scope = draft.text("cuda_graph_scope");
            if (scope.empty() || scope == "full" || scope == "full_iteration")
                draft.understood(key, "cuda_graphs", 1);
            else
                draft.cannot("cuda_graph_scope", {PLATEAU_TEXT("%1 is not modelled"), {Verbatim{scope}}});
        }
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
        draft.understood("rampup_batch_size", "", std::string("the batch it ends with"));
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
    sharding(draft);
    read_launcher(draft);
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
    megatron(draft);
    if (!draft.has_model()) {
        const std::string name = draft.text("pre_trainer.model");
        draft.model_named("pre_trainer.model", name.substr(0, name.find(".yaml")));
        if (draft.knows("model"))
            draft.assume("", name,
                         {PLATEAU_TEXT("the shape is in another file; the model of the catalog stands in"), {}});
        if (draft.has("multi_latent_attention"))
            draft.cannot("multi_latent_attention", {PLATEAU_TEXT("it changes the named model"), {}});
    }
}

constexpr std::pair<const char*, const char*> nemo_precisions[] = {
    {"bf16", "bf16"}, {"bf16-mixed", "bf16"}, {"16", "fp16"}, {"16-mixed", "fp16"}, {"fp16", "fp16"}, {"32", "tf32"}};

void nemo_adapters(Draft& draft)
{
    const std::string scheme = draft.text("peft.peft_scheme");
    if (!scheme.empty() && scheme != "lora" && !says_no(scheme)) {
        draft.cannot("peft.peft_scheme", {PLATEAU_TEXT("%1 is not modelled"), {Verbatim{scheme}}});
    } else if (scheme == "lora" || draft.has("peft.dim")) {
        draft.understood(scheme.empty() ? "peft.dim" : "peft.peft_scheme", "fine_tune", std::string("lora"));
        for (const char* key : {"lora_tuning.adapter_dim", "peft.dim"})
            if (const auto rank = draft.number(key))
                draft.understood(key, "lora_rank", *rank);
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
    if (const auto sequence = draft.number(length))
        draft.understood(length, "sequence", *sequence);
    if (!data.empty() && !encoder.empty() && data != encoder)
        draft.contradicts("encoder_seq_length",
                          {PLATEAU_TEXT("data.seq_length says %1, which counts"), {Verbatim{data}}});
    const std::string activation = draft.text("model.activation");
    const bool gated = activation.find("glu") != std::string::npos || draft.yes("gated_linear_unit");
    read_megatron_shape(draft, "num_moe_experts", gated, true);
    if (draft.has_shape()) {
        draft.model.tied_embeddings = draft.yes("share_embeddings_and_output_weights", true);
        draft.model.linear_bias = draft.yes("model.bias", true);
    }
    virtual_stages(draft);
    const char* key = draft.has("trainer.precision") ? "trainer.precision" : "model.precision";
    const std::string words = lower(draft.text(key));
    if (draft.yes("model.fp8")) {
        draft.understood("model.fp8", "precision", std::string("fp8"));
        if (words.starts_with("bf16"))
            draft.contradicts(key, {PLATEAU_TEXT("model.fp8 is true: products are in fp8, the rest in bf16"), {}});
    } else {
        for (const auto& [word, format] : nemo_precisions)
            if (words == word)
                draft.understood(key, "precision", std::string(format));
    }
    const std::string optimizer = draft.text("optim.name");
    if (draft.yes("model.fsdp")) {
        const char* key = "fsdp_sharding_strategy";
        const std::string strategy = draft.text(key);
        draft.understood(draft.has(key) ? key : "model.fsdp", "dp_mode",
                         std::string(strategy == "grad"         ? "zero2"
                                         : strategy == "hybrid" ? "hsdp"
                                                                : "fsdp"));
    } else if (!optimizer.empty())
        draft.understood("optim.name", "dp_mode",
                         std::string(optimizer.find("distributed") != std::string::npos ? "zero1" : "ddp"));
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

void bridge(Draft& draft)
{
    nemo(draft);
    auto& assumed = draft.reading().assumed;
    for (const char* parameter : {"tp", "pp", "cp", "ep", "sequence_parallel", "recompute"}) // the recipe has its own
        if (std::erase_if(assumed, [&](const Line& line) { return line.parameter == parameter; }) > 0
            && std::ranges::find(draft.reading().understood, parameter, &Line::parameter)
                == draft.reading().understood.end())
            draft.recipe_decides(parameter);
}

// Written

void mode_lines(Writer& writer)
{
    const DataParallelMode mode = writer.plan().dp_mode;
    if (mode == DataParallelMode::Ddp)
        return;
    writer.flag("use_distributed_optimizer");
    if (mode == DataParallelMode::Zero1)
        return;
    writer.flag("use_megatron_fsdp");
    writer.set("data_parallel_sharding_strategy",
               mode == DataParallelMode::Zero2 ? "optim_grads" : "optim_grads_params");
    writer.flag("no_gradient_accumulation_fusion");
    writer.set("ckpt_format", "fsdp_dtensor");
    if (mode != DataParallelMode::Hsdp)
        return;
    const double group = writer.plan().shard_group;
    if (group > 0)
        writer.set("num_distributed_optimizer_instances", double(writer.plan().dp) * writer.plan().cp / group);
    else
        writer.cannot({PLATEAU_TEXT("hybrid sharding within one NVLink domain: say how many ranks share a copy"), {}});
}

void schedule_lines(Writer& writer)
{
    const PipelineSchedule schedule = writer.plan().schedule;
    if (writer.plan().pp > 1 && schedule != PipelineSchedule::OneFOneB && schedule != PipelineSchedule::Interleaved)
        writer.cannot({PLATEAU_TEXT("the schedule %1: it runs 1F1B"), {Verbatim{writer.word("schedule")}}});
}

void recompute_lines(Writer& writer)
{
    const catalog::ModelShape& shape = writer.shape();
    if (writer.plan().recompute == Recompute::Full) {
        const double own = double(shape.layers) / (double(writer.plan().pp) * writer.plan().virtual_stages);
        const double share = writer.number("recompute_layers");
        writer.set("recompute_method", share < 1 ? "block" : "uniform");
        writer.set("recompute_num_layers", share < 1 ? std::round(share * own) : 1);
    } else if (writer.plan().recompute == Recompute::Selective && (shape.kv_rank > 0 || shape.experts > 0)) {
        std::string modules = catalog::is_flash(writer.scenario().assumptions.attention) ? "" : "core_attn ";
        modules += std::string(shape.kv_rank > 0 ? "mla_up_proj " : "") + (shape.experts > 0 ? "moe_act" : "");
        writer.set("recompute_modules", trimmed(modules));
    }
}

void number_lines(Writer& writer)
{
    const catalog::Precision precision = writer.scenario().workload.precision;
    if (precision == catalog::Precision::Fp16)
        writer.flag("fp16");
    else if (precision != catalog::Precision::Tf32)
        writer.flag("bf16");
    if (precision == catalog::Precision::Fp8) {
        writer.set("fp8_format", "hybrid");
        if (const std::string scaling = writer.word("fp8_scaling"); scaling == "block")
            writer.set("fp8_recipe", "blockwise");
        else if (scaling == "row")
            writer.cannot({PLATEAU_TEXT("fp8 with a scale for each row"), {}});
    } else if (precision == catalog::Precision::MxFp8) {
        writer.set("fp8_format", "e4m3");
        writer.set("fp8_recipe", "mxfp8");
    } else if (precision == catalog::Precision::NvFp4) {
        writer.set("fp4_format", "e2m1");
    }
    if (precision == catalog::Precision::Fp8 && writer.number("weight_wire_bytes") == 1)
        writer.flag("fp8_param_gather");
    if (precision != catalog::Precision::Fp16 && precision != catalog::Precision::Tf32
        && writer.number("reduction_bytes") == 2)
        writer.flag("grad_reduce_in_bf16");
}

void traffic_lines(Writer& writer)
{
    if (writer.scenario().assumptions.stack.id == "megatron_core_overlap") {
        writer.flag("overlap_grad_reduce");
        if (writer.plan().dp_mode != DataParallelMode::Ddp)
            writer.flag("overlap_param_gather");
    }
    if (writer.shape().experts == 0)
        return;
    const catalog::Dispatcher dispatcher = writer.scenario().assumptions.dispatcher;
    if (Message refusal = narrate::dispatcher_warning(writer.scenario(), writer.plan()); !refusal.empty())
        return writer.cannot(std::move(refusal));
    writer.set("moe_token_dispatcher_type", dispatcher == catalog::Dispatcher::AllToAll ? "alltoall" : "flex");
    if (dispatcher == catalog::Dispatcher::DeepEp)
        writer.flag("moe_enable_deepep");
    if (dispatcher == catalog::Dispatcher::HybridEp)
        writer.set("moe_flex_dispatcher_backend", "hybridep");
    if (writer.scenario().assumptions.expert_products != catalog::ExpertProducts::Loop)
        writer.flag("moe_grouped_gemm");
}

void write_megatron(Writer& writer)
{
    writer.must_divide_batch();
    if ((writer.plan().tp > 1 || writer.plan().cp > 1) && writer.plan().dp_mode <= DataParallelMode::Zero1
        && writer.scenario().cluster.accelerator.generation != "Blackwell") // validate_args() asks for it below sm_100
        writer.environment("CUDA_DEVICE_MAX_CONNECTIONS", "1");
    mode_lines(writer);
    stage_lines(writer);
    schedule_lines(writer);
    recompute_lines(writer);
    number_lines(writer);
    traffic_lines(writer);
    write_megatron_shape(writer);
}

} // namespace

extern const Rules megatron_deepspeed_rules, megatron_rules, flagscale_rules, primus_rules, nemo_rules, bridge_rules;
const Rules megatron_deepspeed_rules{"megatron_deepspeed", deepspeed_megatron};
const Rules megatron_rules{"megatron", functional_test, write_megatron};
const Rules flagscale_rules{"flagscale", megatron};
const Rules primus_rules{"primus", primus};
const Rules nemo_rules{"nemo", nemo};
const Rules bridge_rules{"bridge", bridge};

} // namespace plateau::programs
