// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/diagnostics/programs/tables.h"
#include "core/plan/plan_layers.h"
#include "core/text/messages/words.h"

/// nanotron, llm-foundry and GPT-NeoX, and the list of all programs.
namespace plateau::programs {

namespace {

using catalog::ModelShape;

// nanotron (huggingface/nanotron@2411b02)

void nanotron(Draft& draft)
{
    if (draft.read_shape() && draft.model.window > 0)
        draft.model.window_layers = draft.model.layers;
    if (const std::string engine = lower(draft.text("parallelism.pp_engine")); draft.value("pp", 1) > 1)
        if (engine == "1f1b" || engine == "afab")
            draft.understood("parallelism.pp_engine", "schedule", engine == "afab" ? "gpipe" : "1f1b");
    if (const auto stage = draft.number("optimizer.zero_stage"))
        draft.understood("optimizer.zero_stage", "dp_mode", *stage >= 1 ? "zero1" : "ddp");
    else
        draft.by_default("dp_mode", "ddp");
    draft.accumulation = draft.number_or("tokens.batch_accumulation_per_replica", 1);
    if (draft.has("optimizer.accumulate_grad_in_fp32"))
        draft.understood("optimizer.accumulate_grad_in_fp32", "reduction_bytes",
                         draft.yes("optimizer.accumulate_grad_in_fp32") ? 4 : 2);
    draft.yes("parallelism.tp_linear_async_communication");
    draft.assume("stack", "nanotron", {PLATEAU_TEXT("the software that reads such files"), {}});
}

/// Its Qwen2 block, which is Llama's where nothing is said of a bias (config/models_config.py).
void nanotron_block(Writer& writer)
{
    const ModelShape& shape = writer.shape();
    const std::string of_model = "model.model_config.";
    writer.flag(of_model + "is_qwen2_config");
    writer.shape_rows();
    writer.block_rows();
    refuse_strange_shapes(writer);
    const bool other = !writer.fact("rotary_scaling.type").empty() || writer.fact("qk_norm") == "yes"
        || writer.fact("norm") == "layer" || shape.linear_bias || !shape.rotary;
    if (other || shape.head_dim * shape.heads != shape.hidden || shape.kv_rank > 0 || shape.dense_layers > 0
        || !shape.gated || shape.shared_experts > 0)
        writer.cannot({PLATEAU_TEXT("a block of this kind: nanotron has that of Llama and Qwen"), {}});
    if (writer.plan().cp > 1) {
        writer.set(of_model + "_attn_implementation", "llama3_ring_attention");
        writer.set(of_model + "ring_attn_heads_k_stride", 1);
    }
}

void write_nanotron(Writer& writer)
{
    const Plan& plan = writer.plan();
    writer.must_divide_batch();
    if (writer.shape().kv_heads < plan.tp) // its heads of keys are not doubled
        writer.has_no("tp");
    writer.set("tokens.batch_accumulation_per_replica", writer.accumulation());
    writer.must_spread_layers();
    if (plan.pp > 1) {
        writer.set("parallelism.pp_engine", plan.schedule == PipelineSchedule::GPipe ? "afab" : "1f1b");
        if (plan.schedule != PipelineSchedule::OneFOneB && plan.schedule != PipelineSchedule::GPipe)
            writer.cannot({PLATEAU_TEXT("the schedule %1: it runs 1F1B"), {Verbatim{writer.word("schedule")}}});
    }
    writer.set("optimizer.zero_stage", plan.dp_mode == DataParallelMode::Ddp ? 0 : 1);
    if (plan.dp_mode > DataParallelMode::Zero1)
        writer.has_no("dp_mode");
    writer.set("optimizer.accumulate_grad_in_fp32", writer.number("reduction_bytes") == 2 ? "false" : "true");
    nanotron_block(writer);
}

// llm-foundry (mosaicml/llm-foundry@8c8dd48)

void foundry(Draft& draft)
{
    if (!draft.read_shape())
        if (const std::string name = draft.text("model.pretrained_model_name_or_path"); !name.empty())
            draft.model_named("model.pretrained_model_name_or_path", name);
    draft.by_default("dp_mode", "fsdp");
    draft.text("variables.max_seq_len");
    for (const char* key : {"compile_config.mode", "compile_config.backend", "compile_config.fullgraph"})
        if (draft.has(key) && !draft.knows("compiled_kernels"))
            draft.understood(key, "compiled_kernels", 1);
    draft.assume("stack", "composer_fsdp", {PLATEAU_TEXT("the software that reads such files"), {}});
}

// GPT-NeoX (EleutherAI/gpt-neox@ea7aefd)

void neox(Draft& draft)
{
    if (const auto stages = draft.number("pipe_parallel_size"))
        draft.understood("pipe_parallel_size", "pp", std::max(1.0, *stages));
    else
        draft.by_default("pp", "1");
    if (const auto hidden = draft.number("hidden_size");
        hidden && draft.number("num_layers") && draft.number_or("num_attention_heads", 0) > 0) {
        const std::string activation = draft.text("activation");
        const bool gated = activation == "swiglu" || activation == "geglu" || activation == "reglu";
        const auto given = draft.number("intermediate_size");
        const double product = given.value_or(4 * *hidden); // of gated ones a third is each of three matrices
        const auto multiple = draft.number("mlp_multiple_of"); // of its first Llama, whose width is not divided again
        const double width = gated && multiple.value_or(0) > 0 && !given
            ? std::ceil(std::floor(product * 2 / 3) / *multiple) * *multiple
            : gated ? std::ceil(std::floor(std::floor(product * 2 / 3) / 2) / 256) * 256
                    : product;
        if (given)
            draft.shape("intermediate_size", &ModelShape::ffn, width);
        else
            draft.shape_by_default(&ModelShape::ffn, width);
        draft.read_shape();
        const std::string positions = draft.text("pos_emb");
        draft.model.alibi = positions == "alibi" || positions == "none";
        if (!draft.has("vocab_size")) {
            draft.model.vocab = 50257;
            draft.missing("vocab", {PLATEAU_TEXT("the tokenizer's file says it"), {}});
        }
    }
    read_deepspeed(draft);
    if (!draft.accumulation && !draft.knows("global_batch"))
        draft.accumulation = 1;
    if (draft.text("fp16.type") == "bfloat16")
        draft.understood("fp16.type", "precision", "bf16");
    draft.by_default("precision", "tf32");
    if (draft.word("recompute") == "full" && draft.number_or("checkpoint_num_layers", 1) > 1)
        draft.cannot("checkpoint_num_layers", {several_at_once, {}});
    draft.assume("stack", "megatron_deepspeed", {PLATEAU_TEXT("the software nearest to it"), {}});
}

} // namespace

std::string bare_name(const std::string& text)
{
    std::string result;
    for (const char c : lower(text))
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            result += c;
    return result;
}

void not_modelled(Draft& draft, std::initializer_list<const char*> switches)
{
    for (const char* key : switches)
        if (draft.yes(key))
            draft.cannot(key, {PLATEAU_TEXT("%1 is not modelled"), {Verbatim{key}}});
}

void adapted_modules(Draft& draft, const char* key)
{
    const std::string modules = draft.text(key);
    if (modules.empty())
        return;
    bool beyond_attention = modules == "all";
    for (const char* word : {"all-linear", "gate_proj", "up_proj", "down_proj", "mlp", "fc1", "fc2"})
        beyond_attention = beyond_attention || modules.find(word) != std::string::npos;
    draft.understood(key, "lora_modules", beyond_attention ? "all" : "attention");
}

double layers_of(const Draft& draft)
{
    if (draft.has_shape())
        return draft.model.layers;
    const ModelShape* known = draft.catalog().model(draft.word("model"));
    return known ? known->layers : 0;
}

void spread_layers(Draft& draft, const char* key, const std::vector<int>& ranks)
{
    if (ranks.size() < 2)
        return;
    const int layers = std::accumulate(ranks.begin(), ranks.end(), 0);
    if (const double own = layers_of(draft); own > 0 && own != layers) {
        draft.contradicts(key,
                          {PLATEAU_TEXT("its stages have %1 layers, the model %2"),
                           {Verbatim{digits(layers)}, Verbatim{digits(own)}}});
        return;
    }
    if (*std::ranges::min_element(ranks) < 1) {
        draft.cannot(key, {PLATEAU_TEXT("a stage without layers; they are spread evenly instead"), {}});
        return;
    }
    const auto [least, most] = std::ranges::minmax_element(ranks.begin() + 1, ranks.end() - 1);
    const bool even = ranks.size() == 2 || *most - *least <= 1;
    if (!even)
        draft.cannot(key,
                     {PLATEAU_TEXT("stages between the first and the last that differ by several layers; they share "
                                   "theirs evenly instead"),
                      {}});
    const schedule::LayerSplit split = schedule::split_layers(layers, int(ranks.size()));
    if (even && split.first == ranks.front() && split.last == ranks.back()) {
        if (draft.has(key))
            draft.understood(key, "", "layers spread evenly");
        return;
    }
    draft.understood(key, "first_stage_layers", ranks.front());
    draft.understood(key, "last_stage_layers", ranks.back());
}

std::vector<int> spread_layers(const Writer& writer)
{
    const schedule::LayerSplit split = split_layers(writer.shape().layers, writer.plan());
    std::vector<int> ranks{split.first};
    ranks.insert(ranks.end(), std::size_t(std::max(0, split.full_count)), split.full);
    ranks.insert(ranks.end(), std::size_t(std::max(0, split.slim_count)), split.full - 1);
    ranks.push_back(split.last);
    return ranks;
}

extern const Rules hf_config_rules, megatron_deepspeed_rules, megatron_rules, flagscale_rules, primus_rules, nemo_rules,
    bridge_rules, torchtitan_rules, torchtitan_2026_rules, deepspeed_rules, accelerate_rules, axolotl_rules,
    llamafactory_rules, llamafactory_v1_rules, maxtext_rules;

const Rules* rules_named(const std::string& name)
{
    static constexpr Rules nanotron_rules{"nanotron", nanotron, write_nanotron};
    static constexpr Rules foundry_rules{"llmfoundry", foundry}, neox_rules{"gptneox", neox};
    for (const Rules* rules : {&neox_rules, &megatron_deepspeed_rules, &megatron_rules, &flagscale_rules, &primus_rules,
                               &nemo_rules, &bridge_rules, &torchtitan_rules, &torchtitan_2026_rules, &nanotron_rules,
                               &foundry_rules, &axolotl_rules, &llamafactory_rules, &llamafactory_v1_rules,
                               &accelerate_rules, &maxtext_rules, &deepspeed_rules, &hf_config_rules})
        if (name == rules->name)
            return rules;
    return nullptr;
}

namespace {

struct Count {
    const char* key = nullptr;
    double value = 0;
};

/// The first of the keys that has a number: "2", "2 pretrain.py", "1:4". A short one is an option of a command.
Count count(const Settings& settings, std::initializer_list<const char*> keys)
{
    for (const char* key : keys)
        if (const Setting* found = settings.find(key)) {
            const auto value = number_of(found->value.substr(0, found->value.find_first_of(" :")));
            if (value && *value > 0 && (std::string_view(key).size() > 2 || found->key.starts_with("-")))
                return {key, *value};
        }
    return {};
}

/// GPUs in a list of them: "0,1,2", deepspeed's "worker-0@worker-1:0,2"; 0 where one of the hosts has no list.
double listed(const std::string& text)
{
    double sum = 0;
    for (const std::string& host : split(text, "@")) {
        const std::size_t colon = host.find(':');
        if (colon == std::string::npos && text.find_first_of("@:") != std::string::npos)
            return 0;
        const std::vector<std::string> each = split(host.substr(colon + 1), ",");
        if (!std::ranges::all_of(each, [](const std::string& gpu) { return number_of(trimmed(gpu)).has_value(); }))
            return 0;
        sum += double(each.size());
    }
    return sum;
}

} // namespace

void read_launcher(Draft& draft)
{
    if (draft.knows("gpus") || draft.knows("dp"))
        return;
    const Settings& settings = draft.settings();
    const auto total = [&](std::initializer_list<const char*> keys) {
        const Count all = count(settings, keys);
        if (all.key)
            draft.understood(all.key, "gpus", all.value);
        return all.key != nullptr;
    };
    if (total({"num_processes"}))
        return;
    const Count nodes
        = count(settings, {"nnodes", "num_nodes", "num_machines", "nodes", "env.NNODES", "env.NUM_NODES"});
    const Count each = count(settings,
                             {"nproc_per_node", "num_gpus", "gpus_per_node", "SBATCH.gres", "ntasks_per_node",
                              "env.GPUS_PER_NODE", "env.N_GPUS_PER_NODE", "env.NPROC_PER_NODE", "env.NGPU"});
    if (nodes.key && each.key) {
        draft.text(nodes.key);
        draft.understood(each.key, "gpus", nodes.value * each.value);
        return;
    }
    if (total({"np", "n", "env.WORLD_SIZE", "env.NUM_GPUS", "env.NGPUS", "env.N_GPUS", "env.GPU_NUM", "SBATCH.gpus",
               "SBATCH.ntasks"}))
        return;
    const Setting *included = settings.find("include"), *visible = settings.find("env.CUDA_VISIBLE_DEVICES");
    if (const double gpus = included && included->key.starts_with("-") ? listed(included->value) : 0; gpus > 0) {
        draft.understood("include", "gpus", gpus);
        return;
    }
    if (const double gpus = visible ? listed(visible->value) : 0; gpus > 0) {
        draft.understood("env.CUDA_VISIBLE_DEVICES", "gpus", gpus * std::max(1.0, nodes.value));
        return;
    }
    if (each.key) {
        draft.understood(each.key, "gpus", each.value);
        draft.assume("", "1", {PLATEAU_TEXT("the launcher's default: one host"), {}});
    }
}

} // namespace plateau::programs
