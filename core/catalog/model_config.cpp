// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "core/catalog/entry_file.h"
#include "core/catalog/layer_kinds.h"
#include "core/catalog/model_families.h"
#include "core/text/messages/words.h"

namespace plateau::catalog {

namespace {

using files::Need;
using files::Node;
using files::Reader;

constexpr const char* routed_experts = "n_routed_experts"; // where a layer has them alone

/// The language model of a file that holds others beside it, with what stands in parts of its own (dbrx, mpt).
struct LanguageModel {
    std::string section; ///< its key in the file; empty: the file is the model
    Node node;
};
LanguageModel language_model(const Node& root)
{
    LanguageModel model{{}, root};
    for (const char* key : {"text_config", "llm_config", "language_config"}) {
        const Node* found = root.find(key);
        if (found != nullptr && found->kind == Node::Kind::Map && model.section.empty())
            model = {key, *found};
    }
    for (const char* key : {"attn_config", "ffn_config"}) {
        const Node* part = root.find(key);
        for (std::size_t i = 0; part && part->kind == Node::Kind::Map && i < part->keys.size(); ++i)
            if (!model.node.find(part->keys[i].text)) {
                model.node.keys.push_back(part->keys[i]);
                model.node.items.push_back(part->items[i]);
            }
    }
    return model;
}

/// The first of several names of one number that the file has; the first of all where it has none.
const char* name_in(const Reader& reader, std::initializer_list<const char*> names)
{
    const auto found = std::ranges::find_if(names, [&](const char* name) {
        const Node* node = reader.node().find(name);
        return node && node->kind == Node::Kind::Scalar;
    });
    return found == names.end() ? *names.begin() : *found;
}

/// A family that nobody here knows: the usual decoder, by whichever of the usual keys the file has.
ModelFamily guessed_family(const Reader& reader)
{
    ModelFamily family = usual_family;
    family.layers = name_in(reader, {family.layers, "n_layers", "n_layer", "num_layers"});
    family.hidden = name_in(reader, {family.hidden, "d_model", "n_embd", "dim"});
    family.heads = name_in(reader, {family.heads, "n_heads", "n_head", "num_heads"});
    family.max_sequence
        = name_in(reader, {family.max_sequence, "max_seq_len", "n_positions", "seq_length", "model_max_length"});
    const char* experts = name_in(
        reader, {"num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts", "num_routed_experts"});
    int count = 0;
    if (const Node* node = reader.node().find(experts); node && node->kind == Node::Kind::Scalar)
        count = std::atoi(node->text.c_str());
    family.experts = count > 1 ? experts : "";
    family.ffn = count > 1 ? name_in(reader, {expert_ffn, "moe_ffn_hidden_size", ffn})
                           : name_in(reader, {ffn, "ffn_hidden_size", "ffn_dim", "n_inner", "d_ff"});
    return family;
}

/// A key of scans, recurrences, encoders or pictures, with which a family that is not known is no usual decoder.
std::string strange_block(const Node& config)
{
    for (std::size_t i = 0; i < config.keys.size(); ++i)
        for (const char* part : {"mamba", "ssm", "lru_", "rwkv", "block_types", "state_size", "decoder_layers",
                                 "is_encoder_decoder", "_layer_period", "hybrid_layer", "patch_size"})
            if (config.keys[i].text.find(part) != std::string::npos && config.items[i].text != "false")
                return config.keys[i].text;
    return {};
}

std::optional<ModelFamily> family_of(Reader& reader, const Node& root, NotModelled& unclear)
{
    std::string type;
    const Node* whole = root.find("model_type");
    if (!reader.has("model_type") && whole != nullptr && whole->kind == Node::Kind::Scalar)
        type = whole->text;
    else if (!reader.text("model_type", type, Need::Required))
        return std::nullopt;
    if (const ModelFamily* known = model_family(type))
        return *known;
    if (const std::string key = strange_block(reader.node()); !key.empty()) {
        reader.refuse(
            "model_type",
            {PLATEAU_TEXT("%1 is no family that Plateau knows, and %2 speaks of blocks that no usual decoder has"),
             {Verbatim{type}, Verbatim{key}}});
        return std::nullopt;
    }
    unclear.emplace_back("model_type", Message{unknown_family, {Verbatim{type}}});
    return guessed_family(reader);
}

/// Gemma 3's files leave out what is as in transformers' Gemma3TextConfig: 8 heads of 256, 4 of keys and values,
/// 262,208 words.
bool says_little(const ModelFamily& family) { return std::string_view(family.model_type) == "gemma3"; }

void read_heads(Reader& reader, const ModelFamily& family, ModelShape& shape)
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
    reader.whole(name_in(reader, {"num_key_value_heads", "kv_n_heads", "n_kv_heads", "num_kv_heads"}), shape.kv_heads,
                 1, 1 << 20);
    shape.head_dim = implied ? 256 : std::max(1, shape.hidden / shape.heads);
    const bool latent = reader.has("qk_nope_head_dim") || reader.has("block_configs");
    const bool sized = latent || reader.whole("head_dim", shape.head_dim, 1, 1 << 20)
        || reader.whole("attention_head_dim", shape.head_dim, 1, 1 << 20) || implied;
    if (!sized && given && shape.hidden % shape.heads != 0)
        reader.refuse(family.heads, {PLATEAU_TEXT("the heads do not divide the hidden size"), {}});
    if (given && shape.heads % shape.kv_heads != 0)
        reader.refuse("num_key_value_heads", {PLATEAU_TEXT("the key-value heads do not divide the heads"), {}});
}

void read_scan(Reader& reader, const ModelFamily& family, ModelShape& shape, const LayerKinds& kinds,
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
    if (const int mixtures = count_marked(reader, "moe_layer_freq"); mixtures >= 0)
        return std::max(0, shape.layers - mixtures);
    if (const auto mixtures = reader.list("moe_layers"); !mixtures.empty())
        return std::max(0, shape.layers - int(mixtures.size()));
    if (reader.whole("interleave_moe_layer_step", step, 1, 100000)
        || reader.whole("decoder_sparse_step", step, 1, 100000))
        dense = shape.layers - shape.layers / step;
    return std::min(shape.layers, dense + int(reader.list("mlp_only_layers").size()));
}

void read_experts(Reader& reader, const ModelFamily& family, ModelShape& shape, const LayerKinds& kinds)
{
    reader.whole(*family.experts != '\0' ? family.experts : routed_experts, shape.experts, 1, 100000, Need::Required);
    shape.experts_per_token = 1;
    reader.whole(name_in(reader,
                         {"num_experts_per_tok", "num_experts_per_token", "moe_top_k", "top_k_experts", "moe_topk",
                          "num_experts_per_layer", "moe_router_topk"}),
                 shape.experts_per_token, 1, shape.experts, Need::Required);
    if (!reader.whole("num_shared_experts", shape.shared_experts, 0, 100000))
        reader.whole("n_shared_experts", shape.shared_experts, 0, 100000);
    constexpr int widest = 10'000'000;
    for (const char* key : {"shared_expert_intermediate_size", "shared_intermediate_size", "share_expert_dim"})
        if (reader.whole(key, shape.shared_ffn, 0, widest) && shape.shared_ffn > 0 && shape.shared_experts == 0)
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
    if (shape.dense_layers > 0 && !reader.whole("intermediate_size_mlp", shape.dense_ffn, 1, widest)
        && !reader.whole("dense_intermediate_size", shape.dense_ffn, 1, widest))
        reader.whole(ffn, shape.dense_ffn, 1, widest, Need::Required);
}

/// Gemma 4 sends tokens to experts beside a dense block, which every token visits as it would a shared expert.
void read_experts_beside(Reader& reader, ModelShape& shape)
{
    shape.shared_experts = 1;
    shape.shared_ffn = shape.ffn;
    reader.whole("num_experts", shape.experts, 1, 100000, Need::Required);
    reader.whole("top_k_experts", shape.experts_per_token, 1, std::max(1, shape.experts), Need::Required);
    reader.whole(expert_ffn, shape.ffn, 1, 10'000'000, Need::Required);
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
int windows_by_rule(Reader& reader, const ModelFamily& family, int count)
{
    int period = 0;
    bool used = family.window_period > 0;
    if (reader.flag("use_sliding_window", used)) {
        int first = 0; // with a window
        reader.whole("max_window_layers", first, 0, 1 << 20);
        return used ? std::max(0, count - first) : 0;
    }
    if (family.window_period > 1 && !reader.whole("_sliding_window_pattern", period, 1, 100000))
        reader.whole("sliding_window_pattern", period, 1, 100000);
    return windowed_layers(family, count, period);
}

void read_windows(Reader& reader, const ModelFamily& family, ModelShape& shape, const LayerKinds& kinds)
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

/// Nemotron-NAS says of each layer what it has: a feed-forward width as a share, attention or none.
void read_blocks(Reader& reader, ModelShape& shape, NotModelled& unclear)
{
    const auto blocks = reader.list("block_configs");
    if (blocks.empty())
        return;
    const auto part = [](const Node& block, const char* name, const char* key) -> const Node* {
        const Node* inside = block.find(name);
        return inside ? inside->find(key) : nullptr;
    };
    const auto is_true = [](const Node* node) { return node && node->text == "true"; };
    int without_attention = 0, without_ffn = 0, heads_in_group = 0;
    double width = 0;
    for (const Node& block : blocks) {
        without_attention
            += is_true(part(block, "attention", "no_op")) || is_true(part(block, "attention", "replace_with_linear"));
        without_ffn += is_true(part(block, "ffn", "no_op"));
        if (const Node* group = part(block, "attention", "n_heads_in_group");
            group && group->kind == Node::Kind::Scalar)
            heads_in_group = std::atoi(group->text.c_str());
        constexpr double multiple = 256; // DeciLM's modeling_decilm.py, _ffn_mult_to_intermediate_size
        if (const Node* share = part(block, "ffn", "ffn_mult"); share && share->kind == Node::Kind::Scalar)
            width += std::ceil(std::floor(2 * std::atof(share->text.c_str()) * shape.hidden / 3) / multiple) * multiple;
    }
    shape.ffn_only_layers = std::min(shape.layers - 1, without_attention);
    shape.mixer_only_layers = std::min(without_ffn, shape.layers - std::max(1, shape.ffn_only_layers));
    shape.ffn = std::max(1, int(std::lround(width / std::max(1, int(blocks.size()) - without_ffn))));
    shape.kv_heads
        = heads_in_group > 0 && shape.heads % heads_in_group == 0 ? shape.heads / heads_in_group : shape.kv_heads;
    unclear.emplace_back(
        "block_configs",
        Message{PLATEAU_TEXT("feed-forward blocks of unlike width count as so many of their mean width"), {}});
}

/// Whether a value says that there is something: not 0, false or empty, and no part that says use_...: false.
bool says_something(const Node& node, double harmless)
{
    switch (node.kind) {
    case Node::Kind::Empty:
        return false;
    case Node::Kind::Scalar:
        return node.text != "false" && (node.text == "true" || std::atof(node.text.c_str()) > harmless);
    case Node::Kind::List:
        return std::ranges::any_of(node.items, [&](const Node& item) { return says_something(item, harmless); });
    case Node::Kind::Map:
        break;
    }
    for (std::size_t i = 0; i < node.keys.size(); ++i)
        if (node.keys[i].text.starts_with("use_") && node.items[i].text == "false")
            return false;
    return !node.items.empty();
}

/// What stands in the file, was not read, and is known to change what is computed.
void name_what_is_left(const Reader& reader, NotModelled& unclear)
{
    const std::vector<std::string> read = reader.read();
    for (std::size_t i = 0; i < reader.node().keys.size(); ++i) {
        const std::string& key = reader.node().keys[i].text;
        const Mechanism* mechanism = mechanism_of(key);
        if (mechanism && std::ranges::find(read, key) == read.end()
            && says_something(reader.node().items[i], mechanism->harmless))
            unclear.emplace_back(key, Message{mechanism->what, {}});
    }
}

/// Which keys of the file the shape is made of, and which layers it leaves out.
std::string source_of(const Reader& reader, const std::string& file, const NotModelled& unclear)
{
    std::string source = "Hugging Face configuration " + std::filesystem::path(file).filename().string() + ": "
        + joined(reader.read());
    for (std::size_t i = 0; i < unclear.size(); ++i)
        source += (i == 0 ? "; not counted: " : ", ") + unclear[i].first;
    return source;
}

/// What a block does beside its sizes.
void read_flags(Reader& reader, const files::Document& document, const ModelFamily& family, ModelShape& shape,
                std::vector<Error>& errors)
{
    shape.gated = family.gated;
    double limit = std::string_view(family.model_type) == "gpt_oss" ? 7 : 0; // as transformers has it
    reader.quantity("swiglu_limit", units::Unit::None, limit, 0, 1e6);
    shape.clamped = limit > 0;
    shape.rotary = family.rotary;
    shape.alibi = family.alibi;
    if (reader.flag("alibi", shape.alibi))
        shape.rotary = family.rotary && !shape.alibi;
    shape.linear_bias = family.linear_bias;
    shape.qkv_bias = family.qkv_bias;
    reader.flag("attention_bias", shape.qkv_bias);
    shape.qkv_bias = shape.qkv_bias && !shape.linear_bias; // which has them all
    shape.attention_gate = family.attention_gate;
    reader.flag("attn_output_gate", shape.attention_gate);
    shape.parallel_block = family.parallel_block;
    reader.flag("use_parallel_residual", shape.parallel_block);
    shape.tied_embeddings = family.tied;
    Reader(document.root, document.file, errors).flag("tie_word_embeddings", shape.tied_embeddings);
    reader.flag("tie_word_embeddings", shape.tied_embeddings);
}

} // namespace

EntryFile<ModelShape> parse_model_config(const files::Document& document, std::vector<Error>& errors)
{
    EntryFile<ModelShape> result;
    ModelShape& shape = result.entry;
    const LanguageModel model = language_model(document.root);
    result.section = model.section;
    Reader reader(model.node, document.file, errors);
    NotModelled& unclear = result.not_modelled;
    const auto family = model.node.kind == Node::Kind::Map ? family_of(reader, document.root, unclear) : std::nullopt;
    if (!family)
        return result;
    shape.layers = listed_layers(reader);
    reader.whole(family->layers, shape.layers, 1, 100000, shape.layers > 0 ? Need::Optional : Need::Required);
    shape.layers = std::max(1, shape.layers);
    reader.whole(family->hidden, shape.hidden, 1, 10'000'000, Need::Required);
    read_heads(reader, *family, shape);
    const LayerKinds kinds = layer_kinds(reader, *family, shape, unclear, errors);
    const bool implied = std::string_view(family->ffn) == "n_inner"
        || std::string_view(family->ffn) == "ffn_hidden_size" || kinds.experts_alone > 0 || reader.has("block_configs");
    shape.ffn = 4 * shape.hidden;
    reader.whole(family->ffn, shape.ffn, 1, 10'000'000, implied ? Need::Optional : Need::Required);
    shape.vocab = says_little(*family) ? 262208 : shape.vocab;
    reader.whole("vocab_size", shape.vocab, 1, 100'000'000, says_little(*family) ? Need::Optional : Need::Required);
    shape.max_sequence = 2048;
    reader.whole(family->max_sequence, shape.max_sequence, 1, 1 << 30);
    shape.default_sequence = std::min(shape.max_sequence, 8192);
    read_flags(reader, document, *family, shape, errors);
    if (kinds.single) {
        shape.ffn_only_layers = std::min(shape.layers - 1, kinds.ffn_alone + kinds.experts_alone);
        shape.mixer_only_layers = shape.layers - std::max(1, shape.ffn_only_layers);
    }
    bool block = false; // of Gemma 4: experts beside the dense block
    if (reader.flag("enable_moe_block", block) && block)
        read_experts_beside(reader, shape);
    else if (kinds.single ? kinds.experts_alone > 0 : *family->experts != '\0')
        read_experts(reader, *family, shape, kinds);
    read_compressed(reader, shape);
    read_scan(reader, *family, shape, kinds, errors);
    read_windows(reader, *family, shape, kinds);
    reader.text("_name_or_path", shape.title);
    read_blocks(reader, shape, unclear);
    name_what_is_left(reader, unclear);
    shape.sources = {source_of(reader, document.file, unclear)};
    result.keys = reader.read();
    return result;
}

} // namespace plateau::catalog
