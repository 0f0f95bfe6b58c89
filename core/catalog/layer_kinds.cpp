// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/layer_kinds.h"

#include "core/text/messages/words.h"

namespace plateau::catalog {

using files::Need;
using files::Node;
using files::Reader;

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

int count_marked(Reader& reader, const char* key)
{
    const Node* node = reader.node().find(key);
    if (!node || node->kind != Node::Kind::List)
        return -1;
    return count_items(reader.list(key), "1");
}

namespace {

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

void count_names(const char* key, const std::vector<std::string>& list, LayerKinds& kinds, NotModelled& unclear)
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
            unclear.emplace_back(
                key, Message{PLATEAU_TEXT("layers of the kind %1 count as full attention"), {Verbatim{each}}});
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

} // namespace

LayerKinds layer_kinds(Reader& reader, const ModelFamily& family, const ModelShape& shape, NotModelled& unclear,
                       std::vector<Error>& errors)
{
    LayerKinds kinds;
    std::string pattern;
    std::vector<std::string> list;
    if (const char* key = "hybrid_override_pattern"; reader.text(key, pattern))
        count_letters(reader, key, pattern, kinds);
    for (const char* key : {"layers_block_type", "layer_types"})
        if (!kinds.list && reader.texts(key, list))
            count_names(key, list, kinds, unclear);
    if (const int windows = count_marked(reader, "hybrid_layer_pattern"); windows >= 0 && !kinds.list) {
        kinds.list = "hybrid_layer_pattern"; // MiMo V2: 1 has a window
        kinds.listed = int(reader.list(kinds.list).size());
        kinds.windows = windows;
    }
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
    int interval = family.scan_period > 0 ? family.scan_period : 4;
    if (!kinds.list && reader.has("linear_num_value_heads")) {
        reader.whole("full_attention_interval", interval, 1, 100000);
        kinds.scans = shape.layers - shape.layers / interval;
    }
    if (kinds.list && kinds.listed != shape.layers && kinds.listed > 0)
        reader.refuse(
            kinds.list,
            {PLATEAU_TEXT("%1 layers are listed, %2 says %3"),
             {Verbatim{std::to_string(kinds.listed)}, Verbatim{family.layers}, Verbatim{std::to_string(shape.layers)}}},
            {PLATEAU_TEXT("each layer once"), {}});
    kinds.scans = std::min(kinds.scans, shape.layers);
    return kinds;
}

int listed_layers(Reader& reader)
{
    std::string pattern;
    std::vector<std::string> list;
    if (reader.text("hybrid_override_pattern", pattern))
        return int(pattern.size());
    return reader.texts("layers_block_type", list) ? int(list.size()) : 0;
}

} // namespace plateau::catalog
