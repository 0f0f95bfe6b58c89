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

void read_sizes(Draft& draft, std::initializer_list<std::pair<const char*, int ModelShape::*>> sizes)
{
    for (const auto& [key, member] : sizes)
        if (const auto value = draft.number(key); value && *value > 0)
            draft.shape(key, member, *value);
}

void nanotron(Draft& draft)
{
    if (draft.number("model_config.num_hidden_layers")) {
        draft.model.heads = 0;
        read_sizes(draft,
                   {{"model_config.num_hidden_layers", &ModelShape::layers},
                    {"model_config.hidden_size", &ModelShape::hidden},
                    {"model_config.num_attention_heads", &ModelShape::heads},
                    {"model_config.intermediate_size", &ModelShape::ffn},
                    {"model_config.vocab_size", &ModelShape::vocab},
                    {"model_config.max_position_embeddings", &ModelShape::max_sequence}});
        draft.model.heads = std::max(1, draft.model.heads);
        draft.model.kv_heads = draft.model.heads;
        read_sizes(draft, {{"model_config.num_key_value_heads", &ModelShape::kv_heads}});
        draft.shape_by_default(&ModelShape::head_dim, std::floor(double(draft.model.hidden) / draft.model.heads));
        draft.model.gated = true;
        draft.text("model_config.hidden_act");
        draft.model.tied_embeddings = draft.yes("model_config.tie_word_embeddings");
        for (const char* key : {"moe_config.num_experts", "model_config.moe_num_experts"})
            if (const auto experts = draft.number(key); experts && *experts > 1) {
                draft.shape(key, &ModelShape::experts, *experts);
                draft.model.experts_per_token = 1;
                read_sizes(draft,
                           {{"moe_config.top_k", &ModelShape::experts_per_token},
                            {"model_config.num_experts_per_tok", &ModelShape::experts_per_token},
                            {"moe_config.moe_intermediate_size", &ModelShape::ffn}});
                if (draft.yes("moe_config.enable_shared_expert"))
                    draft.shape("moe_config.enable_shared_expert", &ModelShape::shared_experts, 1);
            }
    }
    if (const std::string engine = lower(draft.text("parallelism.pp_engine")); draft.value("pp", 1) > 1)
        if (engine == "1f1b" || engine == "afab")
            draft.understood("parallelism.pp_engine", "schedule", std::string(engine == "afab" ? "gpipe" : "1f1b"));
    if (const auto stage = draft.number("optimizer.zero_stage"))
        draft.understood("optimizer.zero_stage", "dp_mode", std::string(*stage >= 1 ? "zero1" : "ddp"));
    else
        draft.by_default("dp_mode", "ddp");
    draft.accumulation = draft.number_or("tokens.batch_accumulation_per_replica", 1);
    if (draft.has("optimizer.accumulate_grad_in_fp32"))
        draft.understood("optimizer.accumulate_grad_in_fp32", "reduction_bytes",
                         draft.yes("optimizer.accumulate_grad_in_fp32") ? 4 : 2);
    draft.yes("parallelism.tp_linear_async_communication");
    draft.assume("stack", "nanotron", {PLATEAU_TEXT("the software that reads such files"), {}});
}

void write_nanotron(Writer& writer)
{
    const Plan& plan = writer.plan();
    const ModelShape& shape = writer.shape();
    writer.set("tokens.batch_accumulation_per_replica", writer.accumulation());
    writer.must_spread_layers();
    if (plan.pp > 1) {
        writer.set("parallelism.pp_engine", plan.schedule == PipelineSchedule::GPipe ? "afab" : "1f1b");
        if (plan.schedule != PipelineSchedule::OneFOneB && plan.schedule != PipelineSchedule::GPipe)
            writer.cannot({PLATEAU_TEXT("the schedule %1: it runs 1F1B"), {Verbatim{writer.word("schedule")}}});
    }
    writer.set("optimizer.zero_stage", plan.dp_mode == DataParallelMode::Ddp ? 0 : 1);
    if (plan.dp_mode > DataParallelMode::Zero1)
        writer.cannot({no_setting, {Verbatim{"nanotron"}, Verbatim{"dp_mode " + writer.word("dp_mode")}}});
    writer.set("optimizer.accumulate_grad_in_fp32", writer.number("reduction_bytes") == 2 ? "false" : "true");
    const auto size
        = [&](const char* key, double value) { writer.set(std::string("model.model_config.") + key, value); };
    size("num_hidden_layers", shape.layers);
    size("hidden_size", shape.hidden);
    size("num_attention_heads", shape.heads);
    size("num_key_value_heads", shape.kv_heads);
    size("intermediate_size", shape.ffn);
    size("vocab_size", shape.vocab);
    size("max_position_embeddings", std::max(double(shape.max_sequence), writer.number("sequence")));
    writer.set("model.model_config.tie_word_embeddings", shape.tied_embeddings ? "true" : "false");
    if (shape.experts > 0) {
        size("moe_config.num_experts", shape.experts);
        size("moe_config.top_k", shape.experts_per_token);
        size("moe_config.moe_intermediate_size", shape.ffn);
        if (shape.shared_experts > 0)
            writer.set("model.model_config.moe_config.enable_shared_expert", "true");
    }
    if (shape.head_dim * shape.heads != shape.hidden || shape.kv_rank > 0 || shape.dense_layers > 0 || !shape.gated
        || shape.scan.layers > 0)
        writer.cannot({PLATEAU_TEXT("a block of this kind: nanotron has that of Llama and Qwen"), {}});
}

// llm-foundry (mosaicml/llm-foundry@8c8dd48)

void foundry(Draft& draft)
{
    const auto width = draft.number("model.d_model");
    const auto heads = draft.number("model.n_heads");
    if (width && heads && *heads > 0) {
        read_sizes(draft,
                   {{"model.n_layers", &ModelShape::layers},
                    {"model.d_model", &ModelShape::hidden},
                    {"model.n_heads", &ModelShape::heads},
                    {"model.vocab_size", &ModelShape::vocab},
                    {"model.max_seq_len", &ModelShape::max_sequence}});
        if (const auto ratio = draft.number("model.expansion_ratio"))
            draft.shape("model.expansion_ratio", &ModelShape::ffn, std::floor(*ratio * *width));
        else
            draft.shape_by_default(&ModelShape::ffn, 4 * *width);
        read_sizes(draft, {{"ffn_config.ffn_hidden_size", &ModelShape::ffn}});
        if (const auto kv = draft.number("attn_config.kv_n_heads"))
            draft.shape("attn_config.kv_n_heads", &ModelShape::kv_heads, *kv);
        else
            draft.shape_by_default(&ModelShape::kv_heads,
                                   draft.text("attn_config.attn_type") == "multiquery_attention" ? 1 : *heads);
        draft.shape_by_default(&ModelShape::head_dim, std::floor(*width / *heads));
        const std::string type = draft.text("ffn_config.ffn_type");
        draft.model.gated = type.find("glu") != std::string::npos;
        draft.model.tied_embeddings = draft.yes("model.tie_word_embeddings", true);
        draft.model.alibi = draft.yes("attn_config.alibi");
        draft.model.rotary = draft.yes("attn_config.rope");
        draft.model.linear_bias = !draft.yes("model.no_bias");
        if (const auto experts = draft.number("ffn_config.moe_num_experts"); experts && *experts > 1) {
            draft.shape("ffn_config.moe_num_experts", &ModelShape::experts, *experts);
            draft.model.experts_per_token = 1;
            read_sizes(draft, {{"ffn_config.moe_top_k", &ModelShape::experts_per_token}});
            if (const auto ranks = draft.number("ffn_config.moe_world_size"))
                draft.understood("ffn_config.moe_world_size", "ep", *ranks);
        }
    } else if (const std::string name = draft.text("model.pretrained_model_name_or_path"); !name.empty()) {
        draft.model_named("model.pretrained_model_name_or_path", name);
    }
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
    const auto hidden = draft.number("hidden_size");
    const auto heads = draft.number("num_attention_heads");
    if (hidden && heads && *heads > 0 && draft.number("num_layers")) {
        read_sizes(draft,
                   {{"num_layers", &ModelShape::layers},
                    {"hidden_size", &ModelShape::hidden},
                    {"num_attention_heads", &ModelShape::heads},
                    {"max_position_embeddings", &ModelShape::max_sequence}});
        const std::string activation = draft.text("activation");
        draft.model.gated = activation == "swiglu" || activation == "geglu" || activation == "reglu";
        const auto given = draft.number("intermediate_size");
        const double product = given.value_or(4 * *hidden); // of gated ones a third is each of three matrices
        const auto multiple = draft.number("mlp_multiple_of"); // of its first Llama, whose width is not divided again
        const double width = draft.model.gated && multiple.value_or(0) > 0 && !given
            ? std::ceil(std::floor(product * 2 / 3) / *multiple) * *multiple
            : draft.model.gated ? std::ceil(std::floor(std::floor(product * 2 / 3) / 2) / 256) * 256
                                : product;
        if (given)
            draft.shape("intermediate_size", &ModelShape::ffn, width);
        else
            draft.shape_by_default(&ModelShape::ffn, width);
        draft.shape_by_default(&ModelShape::kv_heads, *heads);
        read_sizes(draft, {{"num_kv_heads", &ModelShape::kv_heads}});
        draft.shape_by_default(&ModelShape::head_dim, std::floor(*hidden / *heads));
        draft.model.tied_embeddings = !draft.yes("no_weight_tying");
        draft.model.parallel_block = draft.yes("gpt_j_residual");
        const std::string positions = draft.text("pos_emb");
        draft.model.rotary = positions == "rotary";
        draft.model.alibi = positions == "alibi" || positions == "none";
        draft.model.linear_bias = draft.yes("use_bias_in_attn_linear", true);
        if (const auto experts = draft.number("moe_num_experts"); experts && *experts > 1) {
            draft.shape("moe_num_experts", &ModelShape::experts, *experts);
            draft.model.experts_per_token = 1;
            read_sizes(draft, {{"moe_top_k", &ModelShape::experts_per_token}});
            if (const double every = draft.number_or("moe_expert_interval", 1); every > 1) {
                draft.shape("moe_expert_interval", &ModelShape::dense_layers,
                            draft.model.layers - std::floor(draft.model.layers / every));
                draft.model.dense_ffn = draft.model.ffn;
            }
        }
        if (const auto words = draft.number("vocab_size")) {
            draft.shape("vocab_size", &ModelShape::vocab, *words);
        } else {
            draft.model.vocab = 50257;
            draft.missing("vocab", {PLATEAU_TEXT("the tokenizer's file says it"), {}});
        }
    }
    read_deepspeed(draft);
    if (!draft.accumulation && !draft.knows("global_batch"))
        draft.accumulation = 1;
    if (draft.text("fp16.type") == "bfloat16")
        draft.understood("fp16.type", "precision", std::string("bf16"));
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
    draft.understood(key, "lora_modules", std::string(beyond_attention ? "all" : "attention"));
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
            draft.understood(key, "", std::string("layers spread evenly"));
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
    bridge_rules, torchtitan_rules, deepspeed_rules, accelerate_rules, axolotl_rules, llamafactory_rules, maxtext_rules;

const Rules* rules_named(const std::string& name)
{
    static constexpr Rules nanotron_rules{"nanotron", nanotron, write_nanotron};
    static constexpr Rules foundry_rules{"llmfoundry", foundry}, neox_rules{"gptneox", neox};
    for (const Rules* rules :
         {&neox_rules, &megatron_deepspeed_rules, &megatron_rules, &flagscale_rules, &primus_rules, &nemo_rules,
          &bridge_rules, &torchtitan_rules, &nanotron_rules, &foundry_rules, &axolotl_rules, &llamafactory_rules,
          &accelerate_rules, &maxtext_rules, &deepspeed_rules, &hf_config_rules})
        if (name == rules->name)
            return rules;
    return nullptr;
}

} // namespace plateau::programs
