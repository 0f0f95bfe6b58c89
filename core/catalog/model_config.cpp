// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/catalog/entry_file.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau::catalog {

namespace {

using files::Need;
using files::Node;
using files::Reader;

/// What one family of Hugging Face models calls its numbers, and what it does when they are not given.
struct Family {
    const char* model_type;
    const char* layers;
    const char* hidden;
    const char* heads;
    const char* ffn;
    const char* max_sequence;
    bool gated;
    bool rotary;
    bool alibi;
    bool linear_bias;
    bool qkv_bias;
    bool tied;
    const char* experts = "";
    bool parallel_block = false;
};

constexpr const char *layers = "num_hidden_layers", *hidden = "hidden_size", *heads = "num_attention_heads",
                     *ffn = "intermediate_size", *expert_ffn = "moe_intermediate_size",
                     *length = "max_position_embeddings";
constexpr Family families[] = {
    {"llama", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"mistral", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"qwen2", layers, hidden, heads, ffn, length, true, true, false, false, true, false},
    {"qwen3", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"gemma", layers, hidden, heads, ffn, length, true, true, false, false, false, true},
    {"gemma2", layers, hidden, heads, ffn, length, true, true, false, false, false, true},
    {"gemma3_text", layers, hidden, heads, ffn, length, true, true, false, false, false, true},
    {"phi3", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"olmo", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"olmo2", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"granite", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"smollm3", layers, hidden, heads, ffn, length, true, true, false, false, false, true},
    {"stablelm", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"internlm2", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"starcoder2", layers, hidden, heads, ffn, length, false, true, false, true, false, true},
    {"cohere", layers, hidden, heads, ffn, length, true, true, false, false, false, true, "", true},
    {"opt", layers, hidden, heads, "ffn_dim", length, false, false, false, true, false, true},
    {"mixtral", layers, hidden, heads, ffn, length, true, true, false, false, false, false, "num_local_experts"},
    {"qwen3_moe", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, "num_experts"},
    {"deepseek_v3", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false,
     "n_routed_experts"},
    {"deepseek_v2", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false,
     "n_routed_experts"},
    {"glm4_moe", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, "n_routed_experts"},
    {"olmoe", layers, hidden, heads, ffn, length, true, true, false, false, false, false, "num_experts"},
    {"phimoe", layers, hidden, heads, ffn, length, true, true, false, false, false, false, "num_local_experts"},
    {"kimi_k2", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, "n_routed_experts"},
    {"gpt_oss", layers, hidden, heads, ffn, length, true, true, false, false, true, false, "num_local_experts"},
    {"gpt2", "n_layer", "n_embd", "n_head", "n_inner", "n_positions", false, false, false, true, false, true},
    {"gptj", "n_layer", "n_embd", "n_head", "n_inner", "n_positions", false, true, false, false, false, false, "",
     true},
    {"gpt_neox", layers, hidden, heads, ffn, length, false, true, false, true, false, false, "", true},
    {"bloom", "n_layer", hidden, "n_head", "n_inner", "seq_length", false, false, true, true, false, true},
};

const Family* family_of(Reader& reader)
{
    std::string type;
    if (!reader.text("model_type", type, Need::Required))
        return nullptr;
    std::vector<std::string> names;
    for (const Family& family : families) {
        if (type == family.model_type)
            return &family;
        names.emplace_back(family.model_type);
    }
    reader.refuse("model_type",
                  {PLATEAU_TEXT("%1 is not a known model type; the nearest is %2"), {type, nearest(type, names)}},
                  one_of(names));
    return nullptr;
}

void read_heads(Reader& reader, const Family& family, ModelShape& shape)
{
    const bool given = reader.whole(family.heads, shape.heads, 1, 1 << 20, Need::Required);
    shape.kv_heads = shape.heads;
    reader.whole("num_key_value_heads", shape.kv_heads, 1, 1 << 20);
    shape.head_dim = std::max(1, shape.hidden / shape.heads);
    if (!reader.whole("head_dim", shape.head_dim, 1, 1 << 20) && given && shape.hidden % shape.heads != 0)
        reader.refuse(family.heads, {PLATEAU_TEXT("the heads do not divide the hidden size"), {}});
    if (given && shape.heads % shape.kv_heads != 0)
        reader.refuse("num_key_value_heads", {PLATEAU_TEXT("the key-value heads do not divide the heads"), {}});
}

void read_experts(Reader& reader, const Family& family, ModelShape& shape)
{
    reader.whole(family.experts, shape.experts, 1, 100000, Need::Required);
    reader.whole("num_experts_per_tok", shape.experts_per_token, 1, shape.experts, Need::Required);
    reader.whole("n_shared_experts", shape.shared_experts, 0, 100000);
    if (reader.whole("first_k_dense_replace", shape.dense_layers, 0, shape.layers) && shape.dense_layers > 0)
        reader.whole(ffn, shape.dense_ffn, 1, 10'000'000, Need::Required);
}

/// Latent attention, and sliding windows of the layers that the file lists as such.
void read_attention(Reader& reader, ModelShape& shape)
{
    if (reader.whole("kv_lora_rank", shape.kv_rank, 1, 1 << 20)) {
        reader.whole("q_lora_rank", shape.query_rank, 1, 1 << 20);
        reader.whole("qk_nope_head_dim", shape.head_dim, 1, 1 << 20, Need::Required);
        reader.whole("qk_rope_head_dim", shape.rope_head_dim, 0, 1 << 20, Need::Required);
        reader.whole("v_head_dim", shape.value_head_dim, 1, 1 << 20, Need::Required);
    }
    std::vector<std::string> kinds;
    if (reader.texts("layer_types", kinds) && reader.whole("sliding_window", shape.window, 1, 1 << 30))
        shape.window_layers = std::min(shape.layers, int(std::ranges::count(kinds, "sliding_attention")));
}

} // namespace

EntryFile<ModelShape> parse_model_config(const files::Document& document, std::vector<Error>& errors)
{
    EntryFile<ModelShape> result;
    ModelShape& shape = result.entry;
    Reader reader(document.root, document.file, errors);
    const Family* family = document.root.kind == Node::Kind::Map ? family_of(reader) : nullptr;
    if (!family)
        return result;
    reader.whole(family->layers, shape.layers, 1, 100000, Need::Required);
    reader.whole(family->hidden, shape.hidden, 1, 10'000'000, Need::Required);
    read_heads(reader, *family, shape);
    const bool implied = std::string(family->ffn) == "n_inner";
    shape.ffn = 4 * shape.hidden;
    reader.whole(family->ffn, shape.ffn, 1, 10'000'000, implied ? Need::Optional : Need::Required);
    reader.whole("vocab_size", shape.vocab, 1, 100'000'000, Need::Required);
    shape.max_sequence = 2048;
    reader.whole(family->max_sequence, shape.max_sequence, 1, 1 << 30);
    shape.default_sequence = std::min(shape.max_sequence, 8192);
    shape.gated = family->gated;
    shape.rotary = family->rotary;
    shape.alibi = family->alibi;
    shape.linear_bias = family->linear_bias;
    shape.qkv_bias = family->qkv_bias;
    reader.flag("attention_bias", shape.qkv_bias);
    shape.parallel_block = family->parallel_block;
    reader.flag("use_parallel_residual", shape.parallel_block);
    shape.tied_embeddings = family->tied;
    reader.flag("tie_word_embeddings", shape.tied_embeddings);
    if (*family->experts)
        read_experts(reader, *family, shape);
    read_attention(reader, shape);
    reader.text("_name_or_path", shape.title);
    shape.sources = {"Hugging Face configuration " + document.file};
    return result;
}

} // namespace plateau::catalog
