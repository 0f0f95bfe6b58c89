// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string_view>

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
    int window_period = 0; ///< all layers but every n-th have the window of the file; 1: all of them, 0: none
    bool attention_gate = false;
};

constexpr const char *layers = "num_hidden_layers", *hidden = "hidden_size", *heads = "num_attention_heads",
                     *ffn = "intermediate_size", *expert_ffn = "moe_intermediate_size",
                     *length = "max_position_embeddings", *experts = "num_experts", *local = "num_local_experts",
                     *routed = "n_routed_experts";
constexpr Family families[] = {
    {"llama", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"mistral", layers, hidden, heads, ffn, length, true, true, false, false, false, false, "", false, 1},
    {"ministral", layers, hidden, heads, ffn, length, true, true, false, false, false, false, "", false, 1},
    {"qwen2", layers, hidden, heads, ffn, length, true, true, false, false, true, false},
    {"qwen3", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"qwen3_vl", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"qwen3_5", layers, hidden, heads, ffn, length, true, true, false, false, false, false, "", false, 0, true},
    {"gemma", layers, hidden, heads, ffn, length, true, true, false, false, false, true},
    {"gemma2", layers, hidden, heads, ffn, length, true, true, false, false, false, true, "", false, 2},
    {"gemma3", layers, hidden, heads, ffn, length, true, true, false, false, false, true, "", false, 6},
    {"phi3", layers, hidden, heads, ffn, length, true, true, false, false, false, false, "", false, 1},
    {"olmo", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"olmo2", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"olmo3", layers, hidden, heads, ffn, length, true, true, false, false, false, false, "", false, 4},
    {"granite", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"smollm3", layers, hidden, heads, ffn, length, true, true, false, false, false, true},
    {"stablelm", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"internlm2", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"starcoder2", layers, hidden, heads, ffn, length, false, true, false, true, false, true, "", false, 1},
    {"cohere", layers, hidden, heads, ffn, length, true, true, false, false, false, true, "", true},
    {"cohere2", layers, hidden, heads, ffn, length, true, true, false, false, false, true, "", true, 4},
    {"opt", layers, hidden, heads, "ffn_dim", length, false, false, false, true, false, true},
    {"mixtral", layers, hidden, heads, ffn, length, true, true, false, false, false, false, local, false, 1},
    {"qwen2_moe", layers, hidden, heads, expert_ffn, length, true, true, false, false, true, false, experts},
    {"qwen3_moe", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, experts},
    {"qwen3_vl_moe", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, experts},
    {"qwen3_next", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, experts, false, 0,
     true},
    {"qwen3_5_moe", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, experts, false,
     0, true},
    {"deepseek_v3", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, routed},
    {"deepseek_v2", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, routed},
    {"deepseek_v32", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, routed},
    {"glm4_moe", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, routed},
    {"glm_moe_dsa", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, routed},
    {"olmoe", layers, hidden, heads, ffn, length, true, true, false, false, false, false, experts},
    {"phimoe", layers, hidden, heads, ffn, length, true, true, false, false, false, false, local, false, 1},
    {"kimi_k2", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, routed},
    {"kimi_linear", layers, hidden, heads, expert_ffn, "model_max_length", true, true, false, false, false, false,
     experts},
    {"nemotron_h", layers, hidden, heads, ffn, length, false, true, false, false, false, false},
    {"minimax", layers, hidden, heads, ffn, length, true, true, false, false, false, false, local},
    {"minimax_text_01", layers, hidden, heads, ffn, length, true, true, false, false, false, false, local},
    {"minimax_m1", layers, hidden, heads, ffn, length, true, true, false, false, false, false, local},
    {"minimax_m2", layers, hidden, heads, ffn, length, true, true, false, false, false, false, local},
    {"llama4", layers, hidden, heads, ffn, length, true, true, false, false, false, false, local},
    {"gpt_oss", layers, hidden, heads, ffn, length, true, true, false, true, true, false, local, false, 2},
    {"gpt2", "n_layer", "n_embd", "n_head", "n_inner", "n_positions", false, false, false, true, false, true},
    {"gptj", "n_layer", "n_embd", "n_head", "n_inner", "n_positions", false, true, false, false, false, false, "",
     true},
    {"gpt_neox", layers, hidden, heads, ffn, length, false, true, false, true, false, false, "", true},
    {"falcon", layers, hidden, heads, "ffn_hidden_size", length, false, true, false, false, false, true, "", true},
    {"mpt", "n_layers", "d_model", "n_heads", "n_inner", "max_seq_len", false, false, true, false, false, true},
    {"gpt_bigcode", "n_layer", "n_embd", "n_head", "n_inner", "n_positions", false, false, false, true, false, true},
    {"phi", layers, hidden, heads, ffn, length, false, true, false, true, false, false, "", true},
    {"nemotron", layers, hidden, heads, ffn, length, false, true, false, false, false, false},
    {"glm4", layers, hidden, heads, ffn, length, true, true, false, false, true, false},
    {"seed_oss", layers, hidden, heads, ffn, length, true, true, false, false, true, false},
    {"bloom", "n_layer", hidden, "n_head", "n_inner", "seq_length", false, false, true, true, false, true},
};

/// The language model of a file that holds others beside it.
const Node& language_model(const Node& root)
{
    for (const char* key : {"text_config", "llm_config"}) {
        const Node* found = root.find(key);
        if (found != nullptr && found->kind == Node::Kind::Map)
            return *found;
    }
    return root;
}

const Family* family_of(Reader& reader, const Node& root)
{
    std::string type;
    const Node* whole = root.find("model_type");
    if (!reader.has("model_type") && whole != nullptr && whole->kind == Node::Kind::Scalar)
        type = whole->text;
    else if (!reader.text("model_type", type, Need::Required))
        return nullptr;
    constexpr std::string_view part = "_text";
    const std::string name = type.ends_with(part) ? type.substr(0, type.size() - part.size()) : type;
    std::vector<std::string> names;
    for (const Family& family : families) {
        if (name == family.model_type)
            return &family;
        names.emplace_back(family.model_type);
    }
    reader.refuse_error("model_type",
                        unknown_name({PLATEAU_TEXT("%1 is not a known model type"), {Verbatim{type}}}, type, names));
    return nullptr;
}

/// Gemma 3's files leave out what is as in transformers' Gemma3TextConfig: 8 heads of 256, 4 of keys and values,
/// 262,208 words.
bool says_little(const Family& family) { return std::string_view(family.model_type) == "gemma3"; }

void read_heads(Reader& reader, const Family& family, ModelShape& shape)
{
    const bool implied = says_little(family);
    shape.heads = implied ? 8 : shape.heads;
    const bool given
        = reader.whole(family.heads, shape.heads, 1, 1 << 20, implied ? Need::Optional : Need::Required) || implied;
    shape.kv_heads = implied ? 4 : shape.heads;
    bool one_group
        = std::string_view(family.model_type) == "falcon" || std::string_view(family.model_type) == "gpt_bigcode";
    bool grouped = false; // of Falcon
    reader.flag("new_decoder_architecture", grouped);
    if (one_group && (!reader.flag("multi_query", one_group) || one_group) && !grouped)
        shape.kv_heads = 1;
    if (grouped)
        reader.whole("num_kv_heads", shape.kv_heads, 1, 1 << 20);
    reader.whole("num_key_value_heads", shape.kv_heads, 1, 1 << 20);
    shape.head_dim = implied ? 256 : std::max(1, shape.hidden / shape.heads);
    const bool sized = reader.whole("head_dim", shape.head_dim, 1, 1 << 20)
        || reader.whole("attention_head_dim", shape.head_dim, 1, 1 << 20) || implied;
    if (!sized && given && shape.hidden % shape.heads != 0)
        reader.refuse(family.heads, {PLATEAU_TEXT("the heads do not divide the hidden size"), {}});
    if (given && shape.heads % shape.kv_heads != 0)
        reader.refuse("num_key_value_heads", {PLATEAU_TEXT("the key-value heads do not divide the heads"), {}});
}

/// How many layers mix tokens how, and how many are one block alone.
struct LayerKinds {
    int windows = 0;
    int chunks = 0; ///< windows that do not slide
    int scans = 0;
    int ffn_alone = 0;
    int experts_alone = 0;
    const char* list = nullptr; ///< the key that says of each layer what it is; null: no key does
    int listed = 0; ///< layers in it
    bool single = false; ///< each layer is one block
};

int count_texts(const std::vector<std::string>& list, std::initializer_list<const char*> names)
{
    return int(std::ranges::count_if(list, [&](const std::string& each) {
        return std::ranges::any_of(names, [&](const char* name) { return each == name; });
    }));
}

int count_items(std::span<const Node> list, const std::string& text)
{
    return int(std::ranges::count_if(list, [&](const Node& item) { return item.text == text; }));
}

/// Nemotron-H: M scans, * attends, - and E are feed-forward blocks, E of experts.
void count_letters(Reader& reader, const char* key, const std::string& pattern, LayerKinds& kinds)
{
    constexpr const char* letters = "M*-E";
    if (const std::size_t other = pattern.find_first_not_of(letters); other != std::string::npos)
        reader.refuse(key,
                      {PLATEAU_TEXT("layers of the kind %1 are not modelled"), {Verbatim{pattern.substr(other, 1)}}},
                      {PLATEAU_TEXT("letters of %1"), {Verbatim{letters}}});
    kinds.list = key;
    kinds.listed = int(pattern.size());
    kinds.single = true;
    kinds.scans = int(std::ranges::count(pattern, 'M'));
    kinds.ffn_alone = int(std::ranges::count(pattern, '-'));
    kinds.experts_alone = int(std::ranges::count(pattern, 'E'));
}

void count_names(Reader& reader, const char* key, const std::vector<std::string>& list, LayerKinds& kinds)
{
    kinds.list = key;
    kinds.listed = int(list.size());
    kinds.windows = count_texts(list, {"sliding_attention"});
    kinds.chunks = count_texts(list, {"chunked_attention"});
    kinds.scans = count_texts(list, {"linear_attention", "mamba"});
    kinds.ffn_alone = count_texts(list, {"mlp"});
    kinds.experts_alone = count_texts(list, {"moe"});
    kinds.single = kinds.ffn_alone + kinds.experts_alone > 0;
    const int known = kinds.windows + kinds.chunks + kinds.scans + kinds.ffn_alone + kinds.experts_alone
        + count_texts(list, {"full_attention", "attention", "deepseek_sparse_attention"});
    if (known == int(list.size()))
        return;
    for (const std::string& each : list) {
        if (count_texts({each},
                        {"sliding_attention", "chunked_attention", "linear_attention", "mamba", "mlp", "moe",
                         "full_attention", "attention", "deepseek_sparse_attention"})
            == 0) {
            reader.refuse(key, {PLATEAU_TEXT("layers of the kind %1 are not modelled"), {Verbatim{each}}});
            return;
        }
    }
}

/// Kimi Linear's lists of the layers that scan and of those that attend.
void count_linear(Reader& reader, const Node& linear, LayerKinds& kinds, std::vector<Error>& errors)
{
    Reader inside(linear, reader.file(), errors);
    kinds.list = "linear_attn_config";
    kinds.scans = int(inside.list("kda_layers", Need::Required).size());
    kinds.listed = kinds.scans + int(inside.list("full_attn_layers", Need::Required).size());
}

LayerKinds layer_kinds(Reader& reader, const Family& family, const ModelShape& shape, std::vector<Error>& errors)
{
    LayerKinds kinds;
    std::string pattern;
    std::vector<std::string> list;
    if (const char* key = "hybrid_override_pattern"; reader.text(key, pattern))
        count_letters(reader, key, pattern, kinds);
    for (const char* key : {"layers_block_type", "layer_types"})
        if (!kinds.list && reader.texts(key, list))
            count_names(reader, key, list, kinds);
    const char* const types_key = "attn_type_list";
    if (const auto types = reader.list(types_key); !kinds.list && !types.empty()) {
        kinds.list = types_key;
        kinds.listed = int(types.size());
        kinds.scans = count_items(types, "0");
    }
    const Node* linear = reader.map("linear_attn_config");
    if (linear && !kinds.list)
        count_linear(reader, *linear, kinds, errors);
    if (!linear && std::string_view(family.model_type) == "kimi_linear")
        reader.refuse(
            "linear_attn_config", {PLATEAU_TEXT("nothing says which layers have linear attention"), {}},
            {PLATEAU_TEXT("%1 with %2"), {"linear_attn_config", "kda_layers, full_attn_layers, num_heads, head_dim"}});
    int interval = 4;
    if (!kinds.list && reader.has("linear_num_value_heads")) {
        reader.whole("full_attention_interval", interval, 1, 100000);
        kinds.scans = shape.layers - shape.layers / interval;
    }
    if (kinds.list && kinds.listed != shape.layers)
        reader.refuse(
            kinds.list,
            {PLATEAU_TEXT("%1 layers are listed, %2 says %3"),
             {Verbatim{std::to_string(kinds.listed)}, Verbatim{family.layers}, Verbatim{std::to_string(shape.layers)}}},
            {PLATEAU_TEXT("each layer once"), {}});
    kinds.scans = std::min(kinds.scans, shape.layers);
    return kinds;
}

/// The number of layers, where only a list of them says it.
int listed_layers(Reader& reader)
{
    std::string pattern;
    std::vector<std::string> list;
    if (reader.text("hybrid_override_pattern", pattern))
        return int(pattern.size());
    return reader.texts("layers_block_type", list) ? int(list.size()) : 0;
}

void read_scan(Reader& reader, const Family& family, ModelShape& shape, const LayerKinds& kinds,
               std::vector<Error>& errors)
{
    Scan& scan = shape.scan;
    scan.layers = kinds.scans;
    if (scan.layers == 0)
        return;
    constexpr int most = 1 << 20;
    if (reader.has("mamba_num_heads")) {
        scan.kind = ScanKind::Mamba2;
        scan.chunk = 128;
        reader.whole("mamba_num_heads", scan.value_heads, 1, most, Need::Required);
        reader.whole("mamba_head_dim", scan.value_dim, 1, most, Need::Required);
        reader.whole("ssm_state_size", scan.key_dim, 1, most, Need::Required);
        reader.whole("n_groups", scan.key_heads, 1, most, Need::Required);
        reader.whole("conv_kernel", scan.convolution, 0, most);
        reader.whole("chunk_size", scan.chunk, 1, most);
    } else if (const Node* linear = reader.map("linear_attn_config")) {
        scan.kind = ScanKind::KimiDelta;
        Reader inside(*linear, reader.file(), errors);
        inside.whole("num_heads", scan.value_heads, 1, most, Need::Required);
        inside.whole("head_dim", scan.value_dim, 1, most, Need::Required);
        inside.whole("short_conv_kernel_size", scan.convolution, 0, most);
        scan.key_heads = scan.value_heads;
        scan.key_dim = scan.value_dim;
    } else if (reader.has("linear_num_value_heads")) {
        scan.convolution = 4;
        reader.whole("linear_num_value_heads", scan.value_heads, 1, most, Need::Required);
        reader.whole("linear_value_head_dim", scan.value_dim, 1, most, Need::Required);
        reader.whole("linear_num_key_heads", scan.key_heads, 1, most, Need::Required);
        reader.whole("linear_key_head_dim", scan.key_dim, 1, most, Need::Required);
        reader.whole("linear_conv_kernel_dim", scan.convolution, 0, most);
    } else if (!std::string_view(family.model_type).starts_with("minimax")) {
        reader.refuse(kinds.list, {PLATEAU_TEXT("nothing says how large the layers of linear attention are"), {}},
                      one_of({"linear_num_value_heads", "linear_attn_config", "mamba_num_heads"}));
    } else {
        scan = {ScanKind::Lightning, scan.layers, shape.heads, shape.heads, shape.head_dim, shape.head_dim, 0, 256};
        reader.whole("block_size", scan.chunk, 1, most);
    }
}

/// Layers whose feed-forward block has no experts, however the file says which.
int dense_layers(Reader& reader, const ModelShape& shape)
{
    int dense = 0;
    int step = 1;
    if (reader.whole("first_k_dense_replace", dense, 0, shape.layers))
        return dense;
    std::vector<std::string> kinds;
    if (reader.texts("mlp_layer_types", kinds))
        return std::min(shape.layers, count_texts(kinds, {"dense"}));
    if (const auto mixtures = reader.list("moe_layers"); !mixtures.empty())
        return std::max(0, shape.layers - int(mixtures.size()));
    if (reader.whole("interleave_moe_layer_step", step, 1, 100000)
        || reader.whole("decoder_sparse_step", step, 1, 100000))
        dense = shape.layers - shape.layers / step;
    return std::min(shape.layers, dense + int(reader.list("mlp_only_layers").size()));
}

void read_experts(Reader& reader, const Family& family, ModelShape& shape, const LayerKinds& kinds)
{
    reader.whole(*family.experts != '\0' ? family.experts : routed, shape.experts, 1, 100000, Need::Required);
    shape.experts_per_token = 1;
    if (!reader.whole("num_experts_per_token", shape.experts_per_token, 1, shape.experts))
        reader.whole("num_experts_per_tok", shape.experts_per_token, 1, shape.experts, Need::Required);
    if (!reader.whole("num_shared_experts", shape.shared_experts, 0, 100000))
        reader.whole("n_shared_experts", shape.shared_experts, 0, 100000);
    constexpr int widest = 10'000'000;
    if (reader.whole("shared_expert_intermediate_size", shape.shared_ffn, 0, widest) && shape.shared_ffn > 0)
        shape.shared_experts = 1;
    reader.whole("moe_shared_expert_intermediate_size", shape.shared_ffn, 0, widest);
    if (!reader.whole("moe_latent_size", shape.expert_hidden, 1, widest))
        reader.whole("routed_expert_hidden_size", shape.expert_hidden, 1, widest);
    if (std::string_view(family.model_type) == "llama4")
        shape.shared_experts = 1; // of the architecture, not of the file
    if (kinds.single) {
        reader.whole(expert_ffn, shape.ffn, 1, widest, Need::Required);
        shape.dense_layers = kinds.ffn_alone;
    } else {
        shape.dense_layers = std::min(dense_layers(reader, shape), shape.layers - 1);
    }
    if (shape.shared_ffn == shape.ffn)
        shape.shared_ffn = 0;
    if (shape.dense_layers > 0 && !reader.whole("intermediate_size_mlp", shape.dense_ffn, 1, widest))
        reader.whole(ffn, shape.dense_ffn, 1, widest, Need::Required);
}

/// Latent attention and its indexer.
void read_compressed(Reader& reader, ModelShape& shape)
{
    if (!reader.whole("kv_lora_rank", shape.kv_rank, 1, 1 << 20))
        return;
    reader.whole("q_lora_rank", shape.query_rank, 1, 1 << 20);
    reader.whole("qk_nope_head_dim", shape.head_dim, 1, 1 << 20, Need::Required);
    reader.whole("qk_rope_head_dim", shape.rope_head_dim, 0, 1 << 20, Need::Required);
    reader.whole("v_head_dim", shape.value_head_dim, 1, 1 << 20, Need::Required);
    reader.flag("mla_use_output_gate", shape.attention_gate);
    if (reader.whole("index_topk", shape.index_keys, 1, 1 << 30)) {
        reader.whole("index_n_heads", shape.index_heads, 1, 1 << 20, Need::Required);
        reader.whole("index_head_dim", shape.index_head_dim, 1, 1 << 20, Need::Required);
    }
}

/// Layers with a window where the file does not list them, of so many.
int windows_by_rule(Reader& reader, const Family& family, int count)
{
    bool used = family.window_period > 0;
    if (reader.flag("use_sliding_window", used)) {
        int first = 0; // with a window
        reader.whole("max_window_layers", first, 0, 1 << 20);
        return used ? std::max(0, count - first) : 0;
    }
    int period = family.window_period;
    if (period > 1 && !reader.whole("_sliding_window_pattern", period, 1, 100000))
        reader.whole("sliding_window_pattern", period, 1, 100000);
    return !used ? 0 : period == 1 ? count : count - count / period;
}

void read_windows(Reader& reader, const Family& family, ModelShape& shape, const LayerKinds& kinds)
{
    int chunked = kinds.chunks;
    if (!kinds.list && std::string_view(family.model_type) == "llama4") {
        const auto positions = reader.list("no_rope_layers"); // of each layer, whether it has them
        constexpr int period = 4;
        chunked = positions.empty() ? shape.layers - shape.layers / period : count_items(positions, "1");
    }
    if (chunked > 0) {
        if (reader.whole("attention_chunk_size", shape.window, 1, 1 << 30)) {
            shape.window_chunks = true;
            shape.window_layers = std::min(shape.layers, chunked);
        }
        return;
    }
    const int windows = kinds.list ? kinds.windows : windows_by_rule(reader, family, shape.layers);
    if (windows > 0 && reader.whole("sliding_window", shape.window, 1, 1 << 30))
        shape.window_layers = std::min(shape.layers, windows);
}

/// Which keys of the file the shape is made of, and which layers it leaves out.
std::string source_of(const Reader& reader, const std::string& file)
{
    std::string keys;
    for (const std::string& key : reader.read())
        keys += (keys.empty() ? "" : ", ") + key;
    std::string source = "Hugging Face configuration " + file + ": " + keys;
    for (const char* key : {"num_nextn_predict_layers", "mtp_num_hidden_layers"}) {
        const Node* extra = reader.node().find(key);
        if (extra != nullptr && extra->kind == Node::Kind::Scalar && extra->text != "0")
            source += std::string("; not counted: ") + key;
    }
    return source;
}

} // namespace

EntryFile<ModelShape> parse_model_config(const files::Document& document, std::vector<Error>& errors)
{
    EntryFile<ModelShape> result;
    ModelShape& shape = result.entry;
    const Node& model = document.root.kind == Node::Kind::Map ? language_model(document.root) : document.root;
    Reader reader(model, document.file, errors);
    const Family* family = model.kind == Node::Kind::Map ? family_of(reader, document.root) : nullptr;
    if (!family)
        return result;
    shape.layers = listed_layers(reader);
    reader.whole(family->layers, shape.layers, 1, 100000, shape.layers > 0 ? Need::Optional : Need::Required);
    shape.layers = std::max(1, shape.layers);
    reader.whole(family->hidden, shape.hidden, 1, 10'000'000, Need::Required);
    read_heads(reader, *family, shape);
    const LayerKinds kinds = layer_kinds(reader, *family, shape, errors);
    const bool implied = std::string_view(family->ffn) == "n_inner"
        || std::string_view(family->ffn) == "ffn_hidden_size" || kinds.experts_alone > 0;
    shape.ffn = 4 * shape.hidden;
    reader.whole(family->ffn, shape.ffn, 1, 10'000'000, implied ? Need::Optional : Need::Required);
    shape.vocab = says_little(*family) ? 262208 : shape.vocab;
    reader.whole("vocab_size", shape.vocab, 1, 100'000'000, says_little(*family) ? Need::Optional : Need::Required);
    shape.max_sequence = 2048;
    reader.whole(family->max_sequence, shape.max_sequence, 1, 1 << 30);
    shape.default_sequence = std::min(shape.max_sequence, 8192);
    shape.gated = family->gated;
    double limit = std::string_view(family->model_type) == "gpt_oss" ? 7 : 0; // as transformers has it
    reader.quantity("swiglu_limit", units::Unit::None, limit, 0, 1e6);
    shape.clamped = limit > 0;
    shape.rotary = family->rotary;
    shape.alibi = family->alibi;
    if (reader.flag("alibi", shape.alibi))
        shape.rotary = family->rotary && !shape.alibi;
    shape.linear_bias = family->linear_bias;
    shape.qkv_bias = family->qkv_bias;
    reader.flag("attention_bias", shape.qkv_bias);
    shape.qkv_bias = shape.qkv_bias && !shape.linear_bias; // which has them all
    shape.attention_gate = family->attention_gate;
    reader.flag("attn_output_gate", shape.attention_gate);
    shape.parallel_block = family->parallel_block;
    reader.flag("use_parallel_residual", shape.parallel_block);
    shape.tied_embeddings = family->tied;
    Reader(document.root, document.file, errors).flag("tie_word_embeddings", shape.tied_embeddings);
    reader.flag("tie_word_embeddings", shape.tied_embeddings);
    if (kinds.single) {
        shape.ffn_only_layers = std::min(shape.layers - 1, kinds.ffn_alone + kinds.experts_alone);
        shape.mixer_only_layers = shape.layers - std::max(1, shape.ffn_only_layers);
    }
    if (kinds.single ? kinds.experts_alone > 0 : *family->experts != '\0')
        read_experts(reader, *family, shape, kinds);
    read_compressed(reader, shape);
    read_scan(reader, *family, shape, kinds, errors);
    read_windows(reader, *family, shape, kinds);
    reader.text("_name_or_path", shape.title);
    shape.sources = {source_of(reader, document.file)};
    result.keys = reader.read();
    return result;
}

} // namespace plateau::catalog
