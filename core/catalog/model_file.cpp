// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/catalog/entry_file.h"
#include "core/files/yaml_writer.h"

namespace plateau::catalog {

namespace {

using files::Need;
using files::Reader;

constexpr int widest = 10'000'000;

enum class Positions { Rotary, Learned, Alibi };
constexpr std::pair<const char*, Positions> positions[]
    = {{"rotary", Positions::Rotary}, {"learned", Positions::Learned}, {"alibi", Positions::Alibi}};

enum class Bias { None, Qkv, All };
constexpr std::pair<const char*, Bias> biases[] = {{"none", Bias::None}, {"qkv", Bias::Qkv}, {"all", Bias::All}};

void read_experts(Reader& reader, ModelShape& shape)
{
    reader.whole("experts", shape.experts, 0, 100000);
    const Need need = shape.experts > 0 ? Need::Required : Need::Optional;
    reader.whole("experts_per_token", shape.experts_per_token, 0, 100000, need);
    reader.whole("shared_experts", shape.shared_experts, 0, 100000);
    reader.whole("shared_ffn", shape.shared_ffn, 1, widest);
    reader.whole("expert_hidden", shape.expert_hidden, 1, widest);
    reader.whole("dense_layers", shape.dense_layers, 0, shape.layers - shape.mixer_only_layers);
    const Need width = shape.dense_layers > 0 ? Need::Required : Need::Optional;
    reader.whole("dense_ffn", shape.dense_ffn, 1, widest, width);
    if (shape.dense_layers > 0 && shape.experts == 0)
        reader.refuse("dense_layers", {PLATEAU_TEXT("only a shape with experts has dense layers beside"), {}});
    if (shape.experts_per_token > shape.experts)
        reader.refuse("experts_per_token", {PLATEAU_TEXT("a token cannot go to more experts than there are"), {}});
}

void read_latent(Reader& reader, ModelShape& shape)
{
    reader.whole("kv_rank", shape.kv_rank, 1, widest);
    reader.whole("query_rank", shape.query_rank, 1, widest);
    reader.whole("rope_head_dim", shape.rope_head_dim, 0, widest);
    reader.whole("value_head_dim", shape.value_head_dim, 1, widest);
    reader.whole("index_keys", shape.index_keys, 1, 1 << 30);
    const Need indexed = shape.index_keys > 0 ? Need::Required : Need::Optional;
    reader.whole("index_heads", shape.index_heads, 1, widest, indexed);
    reader.whole("index_head_dim", shape.index_head_dim, 1, widest, indexed);
    for (const char* key : {"query_rank", "rope_head_dim", "value_head_dim", "index_keys"}) {
        if (shape.kv_rank == 0 && reader.has(key))
            reader.refuse(key, {PLATEAU_TEXT("%1 belongs to latent attention, which has a kv_rank"), {key}});
    }
}

void read_window(Reader& reader, ModelShape& shape)
{
    reader.whole("window", shape.window, 1, 1 << 30);
    const int most = shape.layers - shape.scan.layers - shape.ffn_only_layers;
    shape.window_layers = shape.window > 0 ? most : 0;
    reader.whole("window_layers", shape.window_layers, 0, most);
    reader.flag("window_chunks", shape.window_chunks);
    reader.flag("attention_gate", shape.attention_gate);
}

void read_scan(Reader& reader, ModelShape& shape, std::vector<Error>& errors)
{
    const files::Node* map = reader.map("scan");
    if (map == nullptr)
        return;
    Scan& scan = shape.scan;
    Reader inside(*map, reader.file(), errors);
    inside.choice("kind", scan.kind, Need::Required);
    inside.whole("layers", scan.layers, 1, shape.layers - shape.ffn_only_layers, Need::Required);
    inside.whole("value_heads", scan.value_heads, 1, widest, Need::Required);
    scan.key_heads = scan.value_heads;
    inside.whole("key_heads", scan.key_heads, 1, widest);
    inside.whole("value_dim", scan.value_dim, 1, widest, Need::Required);
    scan.key_dim = scan.value_dim;
    inside.whole("key_dim", scan.key_dim, 1, widest);
    inside.whole("convolution", scan.convolution, 0, 1 << 20);
    inside.whole("chunk", scan.chunk, 1, 1 << 20);
    inside.finish();
}

/// Layers that are one block alone.
void read_single_blocks(Reader& reader, ModelShape& shape)
{
    reader.whole("ffn_only_layers", shape.ffn_only_layers, 0, shape.layers - 1);
    reader.whole("mixer_only_layers", shape.mixer_only_layers, 0, shape.layers - std::max(1, shape.ffn_only_layers));
}

} // namespace

EntryFile<ModelShape> parse_model(const files::Document& document, std::vector<Error>& errors)
{
    EntryFile<ModelShape> result;
    ModelShape& shape = result.entry;
    Reader reader(document.root, document.file, errors);
    reader.text("title", shape.title, Need::Required);
    reader.texts("known_as", shape.known_as);
    reader.whole("layers", shape.layers, 1, 100000, Need::Required);
    reader.whole("hidden", shape.hidden, 1, widest, Need::Required);
    const bool headed = reader.whole("heads", shape.heads, 1, widest, Need::Required);
    shape.kv_heads = shape.heads;
    reader.whole("kv_heads", shape.kv_heads, 1, widest);
    shape.head_dim = std::max(1, shape.hidden / shape.heads);
    if (!reader.whole("head_dim", shape.head_dim, 1, widest) && headed && shape.hidden % shape.heads != 0)
        reader.refuse("heads", {PLATEAU_TEXT("the heads do not divide the hidden size"), {}},
                      {PLATEAU_TEXT("another number of heads, or head_dim"), {}});
    if (headed && shape.heads % shape.kv_heads != 0)
        reader.refuse(reader.has("kv_heads") ? "kv_heads" : "heads",
                      {PLATEAU_TEXT("the key-value heads do not divide the heads"), {}});
    reader.whole("ffn", shape.ffn, 1, widest, Need::Required);
    reader.flag("gated", shape.gated, Need::Required);
    reader.flag("clamped", shape.clamped);
    reader.whole("vocab", shape.vocab, 1, 100'000'000, Need::Required);
    reader.flag("tied_embeddings", shape.tied_embeddings);
    Positions position = Positions::Rotary;
    reader.choice<Positions>("positions", position, positions);
    shape.rotary = position == Positions::Rotary;
    shape.alibi = position == Positions::Alibi;
    Bias bias = Bias::None;
    reader.choice<Bias>("bias", bias, biases);
    shape.linear_bias = bias == Bias::All;
    shape.qkv_bias = bias == Bias::Qkv;
    reader.flag("parallel_block", shape.parallel_block);
    reader.whole("max_sequence", shape.max_sequence, 1, 1 << 30, Need::Required);
    shape.default_sequence = shape.max_sequence;
    reader.whole("default_sequence", shape.default_sequence, 1, 1 << 30);
    read_single_blocks(reader, shape);
    read_experts(reader, shape);
    read_latent(reader, shape);
    read_scan(reader, shape, errors);
    read_window(reader, shape);
    reader.texts("sources", shape.sources, Need::Required);
    reader.text("notes", shape.notes);
    reader.finish();
    return result;
}

std::string write_model(const ModelShape& shape)
{
    std::string text;
    const auto entry = [&text](const char* key, const std::string& value) {
        text += (text.empty() ? "" : ", ") + std::string(key) + ": " + value;
    };
    const auto number = [&entry](const char* key, int value, int otherwise = 0) {
        if (value != otherwise)
            entry(key, std::to_string(value));
    };
    const auto flag = [&entry](const char* key, bool value) {
        if (value)
            entry(key, "true");
    };
    const auto quoted = [](const std::string& words) { return files::yaml_scalar("\n" + words).replace(1, 2, ""); };
    entry("title", quoted(shape.title));
    for (const auto& [key, value] :
         {std::pair("layers", shape.layers), std::pair("hidden", shape.hidden), std::pair("heads", shape.heads),
          std::pair("kv_heads", shape.kv_heads), std::pair("head_dim", shape.head_dim), std::pair("ffn", shape.ffn)})
        entry(key, std::to_string(value));
    entry("gated", shape.gated ? "true" : "false");
    flag("clamped", shape.clamped);
    entry("vocab", std::to_string(shape.vocab));
    flag("tied_embeddings", shape.tied_embeddings);
    if (!shape.rotary)
        entry("positions", shape.alibi ? "alibi" : "learned");
    if (shape.linear_bias || shape.qkv_bias)
        entry("bias", shape.linear_bias ? "all" : "qkv");
    flag("parallel_block", shape.parallel_block);
    entry("max_sequence", std::to_string(shape.max_sequence));
    number("default_sequence", shape.default_sequence, shape.max_sequence);
    number("ffn_only_layers", shape.ffn_only_layers);
    number("mixer_only_layers", shape.mixer_only_layers);
    number("experts", shape.experts);
    number("experts_per_token", shape.experts_per_token);
    number("shared_experts", shape.shared_experts);
    number("shared_ffn", shape.shared_ffn);
    number("expert_hidden", shape.expert_hidden);
    number("dense_layers", shape.dense_layers);
    number("dense_ffn", shape.dense_ffn);
    number("kv_rank", shape.kv_rank);
    number("query_rank", shape.query_rank);
    number("rope_head_dim", shape.rope_head_dim);
    number("value_head_dim", shape.value_head_dim);
    number("index_keys", shape.index_keys);
    number("index_heads", shape.index_heads);
    number("index_head_dim", shape.index_head_dim);
    if (const Scan& scan = shape.scan; scan.layers > 0)
        entry("scan",
              "{kind: " + std::string(name(scan.kind)) + ", layers: " + std::to_string(scan.layers)
                  + ", value_heads: " + std::to_string(scan.value_heads)
                  + ", key_heads: " + std::to_string(scan.key_heads) + ", value_dim: " + std::to_string(scan.value_dim)
                  + ", key_dim: " + std::to_string(scan.key_dim) + ", convolution: " + std::to_string(scan.convolution)
                  + ", chunk: " + std::to_string(scan.chunk) + "}");
    if (shape.window > 0) {
        entry("window", std::to_string(shape.window));
        entry("window_layers", std::to_string(shape.window_layers));
    }
    flag("window_chunks", shape.window_chunks);
    flag("attention_gate", shape.attention_gate);
    std::string sources;
    for (const std::string& source : shape.sources)
        sources += (sources.empty() ? "" : ", ") + quoted(source);
    entry("sources", "[" + sources + "]");
    return "{" + text + "}";
}

} // namespace plateau::catalog
