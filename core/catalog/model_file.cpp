// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/entry_file.h"

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
    if (shape.experts_per_token > shape.experts)
        reader.refuse(*reader.any("experts_per_token"),
                      {PLATEAU_TEXT("a token cannot go to more experts than there are"), {}});
}

} // namespace

EntryFile<ModelShape> parse_model(const files::Document& document, std::vector<Error>& errors)
{
    EntryFile<ModelShape> result;
    ModelShape& shape = result.entry;
    Reader reader(document.root, document.file, errors);
    reader.text("title", shape.title, Need::Required);
    reader.whole("layers", shape.layers, 1, 100000, Need::Required);
    reader.whole("hidden", shape.hidden, 1, widest, Need::Required);
    reader.whole("heads", shape.heads, 1, widest, Need::Required);
    shape.kv_heads = shape.heads;
    reader.whole("kv_heads", shape.kv_heads, 1, widest);
    shape.head_dim = std::max(1, shape.hidden / shape.heads);
    if (!reader.whole("head_dim", shape.head_dim, 1, widest) && shape.hidden % shape.heads != 0)
        reader.refuse(*reader.any("heads"), {PLATEAU_TEXT("the heads do not divide the hidden size"), {}},
                      {PLATEAU_TEXT("another number of heads, or head_dim"), {}});
    if (shape.heads % shape.kv_heads != 0)
        reader.refuse(*reader.any(reader.has("kv_heads") ? "kv_heads" : "heads"),
                      {PLATEAU_TEXT("the key-value heads do not divide the heads"), {}});
    reader.whole("ffn", shape.ffn, 1, widest, Need::Required);
    reader.flag("gated", shape.gated, Need::Required);
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
    reader.whole("max_sequence", shape.max_sequence, 1, 1 << 30, Need::Required);
    shape.default_sequence = shape.max_sequence;
    reader.whole("default_sequence", shape.default_sequence, 1, 1 << 30);
    read_experts(reader, shape);
    reader.texts("sources", shape.sources, Need::Required);
    reader.text("notes", shape.notes);
    reader.finish();
    return result;
}

} // namespace plateau::catalog
