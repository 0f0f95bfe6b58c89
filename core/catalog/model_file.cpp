// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/catalog/entry_file.h"
#include "core/catalog/model_sizes.h"
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

constexpr std::string_view scan_prefix = "scan_";

/// The sizes that parse_model() does not read one by one.
bool is_basic(const ShapeSize& size)
{
    constexpr std::string_view basic[]
        = {"layers", "hidden", "heads", "kv_heads", "head_dim", "ffn", "vocab", "max_sequence"};
    return std::ranges::find(basic, size.key) != std::end(basic);
}

void read_scan(Reader& reader, ModelShape& shape)
{
    reader.within("scan", [&](Reader& inside) {
        inside.choice("kind", shape.scan.kind, Need::Required);
        for (const ShapeSize& size : shape_sizes()) {
            if (!size.of_scan)
                continue;
            const std::string key = size.key + scan_prefix.size();
            const bool follows = key == "key_heads" || key == "key_dim" || key == "convolution" || key == "chunk";
            inside.whole(key, size.of(shape), key == "convolution" ? 0 : 1, size.most,
                         follows ? Need::Optional : Need::Required);
        }
        Scan& scan = shape.scan;
        scan.key_heads = inside.has("key_heads") ? scan.key_heads : scan.value_heads;
        scan.key_dim = inside.has("key_dim") ? scan.key_dim : scan.value_dim;
    });
}

/// What only some shapes have, and whether all of it goes together.
void read_sizes(Reader& reader, ModelShape& shape, std::vector<Error>& errors)
{
    for (const ShapeSize& size : shape_sizes())
        if (!is_basic(size) && !size.of_scan)
            reader.whole(size.key, size.of(shape), 0, size.most);
    for (const ShapeFlag& flag : shape_flags())
        reader.flag(flag.key, shape.*flag.member);
    read_scan(reader, shape);
    if (shape.window > 0 && !reader.has("window_layers"))
        follow_size(shape, "window", shape.window);
    if (const auto wrong = wrong_size(shape); wrong && errors.empty())
        reader.refuse_error(wrong->key, wrong->error);
}

} // namespace

EntryFile<ModelShape> parse_model(const files::Document& document, std::vector<Error>& errors)
{
    EntryFile<ModelShape> result;
    ModelShape& shape = result.entry;
    Reader reader(document.root, document.file, errors);
    reader.text("title", shape.title, Need::Required);
    reader.texts("known_as", shape.known_as);
    reader.whole("popularity", shape.popularity, 0, 100);
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
    reader.whole("vocab", shape.vocab, 1, 100'000'000, Need::Required);
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
    read_sizes(reader, shape, errors);
    reader.texts("sources", shape.sources, Need::Required);
    reader.text("notes", shape.notes);
    reader.finish();
    return result;
}

std::string write_model(const ModelShape& shape)
{
    std::string text, scan;
    const auto entry = [&text](const char* key, const std::string& value) {
        text += (text.empty() ? "" : ", ") + std::string(key) + ": " + value;
    };
    const auto quoted = [](const std::string& words) { return files::yaml_scalar("\n" + words).replace(1, 2, ""); };
    entry("title", quoted(shape.title));
    for (const ShapeSize& size : shape_sizes()) {
        const std::string value = std::to_string(size.of(shape));
        if (size.of_scan)
            scan += std::string(", ") + (size.key + scan_prefix.size()) + ": " + value;
        else if (size.of(shape) > 0 || (shape.window > 0 && size.member == &ModelShape::window_layers))
            entry(size.key, value);
    }
    if (shape.scan.layers > 0)
        entry("scan", "{kind: " + std::string(name(shape.scan.kind)) + scan + "}");
    for (const ShapeFlag& flag : shape_flags())
        if (shape.*flag.member || flag.member == &ModelShape::gated)
            entry(flag.key, shape.*flag.member ? "true" : "false");
    if (!shape.rotary)
        entry("positions", shape.alibi ? "alibi" : "learned");
    if (shape.linear_bias || shape.qkv_bias)
        entry("bias", shape.linear_bias ? "all" : "qkv");
    if (shape.default_sequence != shape.max_sequence)
        entry("default_sequence", std::to_string(shape.default_sequence));
    std::string sources;
    for (const std::string& source : shape.sources)
        sources += (sources.empty() ? "" : ", ") + quoted(source);
    entry("sources", "[" + sources + "]");
    return "{" + text + "}";
}

} // namespace plateau::catalog
