// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/model_sizes.h"

#include <algorithm>
#include <iterator>

namespace plateau::catalog {

namespace {

constexpr int widest_size = 10'000'000, longest = 1 << 30, most_layers = 100'000, most_experts = 100'000;
constexpr const char *of_experts = "experts", *of_latent = "kv_rank", *of_index = "index_keys", *of_window = "window",
                     *of_scan = "scan_layers";

constexpr ShapeSize sizes_of_shapes[] = {
    {"layers", PLATEAU_TEXT("Layers"), PLATEAU_TEXT("Transformer layers."), &ModelShape::layers, 4096},
    {"hidden", PLATEAU_TEXT("Hidden size"), PLATEAU_TEXT("Width of the residual stream."), &ModelShape::hidden,
     1048576},
    {"heads", PLATEAU_TEXT("Heads"), PLATEAU_TEXT("Attention (query) heads."), &ModelShape::heads, 16384},
    {.key = "kv_heads",
     .label = PLATEAU_TEXT("Key-value heads"),
     .help = PLATEAU_TEXT("Heads of keys and values; fewer than heads is grouped-query attention."),
     .member = &ModelShape::kv_heads,
     .most = 16384,
     .provenance
     = PLATEAU_TEXT("the model's file; as many as heads where those are changed and the group no longer fits")},
    {.key = "head_dim",
     .label = PLATEAU_TEXT("Head size"),
     .help = PLATEAU_TEXT("Width of one attention head."),
     .member = &ModelShape::head_dim,
     .most = 8192,
     .provenance = PLATEAU_TEXT("the model's file; hidden size / heads where those are changed")},
    {.key = "ffn",
     .label = PLATEAU_TEXT("Feed-forward size"),
     .help = PLATEAU_TEXT("Inner width of the feed-forward block."),
     .member = &ModelShape::ffn,
     .most = 4194304,
     .provenance = PLATEAU_TEXT("the model's file; in proportion where the hidden size is changed")},
    {"vocab", PLATEAU_TEXT("Vocabulary"), PLATEAU_TEXT("Entries of the token table."), &ModelShape::vocab, 4194304},
    {"max_sequence", PLATEAU_TEXT("Longest sequence"), PLATEAU_TEXT("Tokens that the model has positions for."),
     &ModelShape::max_sequence, longest},
    {of_experts, PLATEAU_TEXT("Experts"),
     PLATEAU_TEXT("Experts that a router chooses from, in one layer; none is a dense model."), &ModelShape::experts,
     most_experts, 1, true},
    {"experts_per_token", PLATEAU_TEXT("Experts of a token"),
     PLATEAU_TEXT("How many of the experts each token is sent to."), &ModelShape::experts_per_token, most_experts, 1,
     true, of_experts},
    {"shared_experts", PLATEAU_TEXT("Shared experts"), PLATEAU_TEXT("Experts that every token visits."),
     &ModelShape::shared_experts, most_experts, 1, true, of_experts},
    {"shared_ffn", PLATEAU_TEXT("Width of a shared expert"),
     PLATEAU_TEXT("Inner width of one shared expert; none: as wide as the others."), &ModelShape::shared_ffn,
     widest_size, 1, true, of_experts},
    {"expert_hidden", PLATEAU_TEXT("Input width of experts"),
     PLATEAU_TEXT("Width that routed experts read and write, projected from the hidden size and back; none: that."),
     &ModelShape::expert_hidden, widest_size, 1, true, of_experts},
    {"dense_layers", PLATEAU_TEXT("Dense layers"),
     PLATEAU_TEXT("Layers whose feed-forward block has no experts beside those that have them."),
     &ModelShape::dense_layers, most_layers, 1, true, of_experts},
    {"dense_ffn", PLATEAU_TEXT("Width of dense layers"),
     PLATEAU_TEXT("Inner width of the feed-forward block of layers without experts."), &ModelShape::dense_ffn,
     widest_size, 1, true, of_experts},
    {of_latent, PLATEAU_TEXT("Rank of keys and values"),
     PLATEAU_TEXT("Width of the compressed keys and values of latent attention; none is plain attention."),
     &ModelShape::kv_rank, widest_size, 1, true},
    {"query_rank", PLATEAU_TEXT("Rank of queries"),
     PLATEAU_TEXT("Width of the compressed queries of latent attention; none: they are not compressed."),
     &ModelShape::query_rank, widest_size, 1, true, of_latent},
    {"rope_head_dim", PLATEAU_TEXT("Head size with positions"),
     PLATEAU_TEXT("Elements of a query or key of latent attention that carry positions, beside the head size."),
     &ModelShape::rope_head_dim, widest_size, 1, true, of_latent},
    {"value_head_dim", PLATEAU_TEXT("Head size of values"),
     PLATEAU_TEXT("Elements of a value of latent attention; none: as many as of a key."), &ModelShape::value_head_dim,
     widest_size, 1, true, of_latent},
    {of_index, PLATEAU_TEXT("Keys an indexer keeps"),
     PLATEAU_TEXT("Keys of sparse latent attention that each query attends to; none: there is no indexer."),
     &ModelShape::index_keys, longest, 1, true, of_latent},
    {"index_heads", PLATEAU_TEXT("Heads of the indexer"), PLATEAU_TEXT("Heads that score all pairs of tokens."),
     &ModelShape::index_heads, widest_size, 1, true, of_index},
    {"index_head_dim", PLATEAU_TEXT("Head size of the indexer"), PLATEAU_TEXT("Width of one of the indexer's heads."),
     &ModelShape::index_head_dim, widest_size, 1, true, of_index},
    {of_window, PLATEAU_TEXT("Attention window"),
     PLATEAU_TEXT("Tokens that a query of a windowed layer looks back at; none: no layer has a window."),
     &ModelShape::window, longest, 1, true},
    {.key = "window_layers",
     .label = PLATEAU_TEXT("Layers with a window"),
     .help = PLATEAU_TEXT("Layers whose attention has the window."),
     .member = &ModelShape::window_layers,
     .most = most_layers,
     .may_be_none = true,
     .needs = of_window,
     .provenance = PLATEAU_TEXT("the model's file; all layers with attention where the window is new")},
    {"ffn_only_layers", PLATEAU_TEXT("Layers of feed-forward alone"),
     PLATEAU_TEXT("Layers that are a feed-forward block without attention or a scan."), &ModelShape::ffn_only_layers,
     most_layers, 1, true},
    {"mixer_only_layers", PLATEAU_TEXT("Layers of attention alone"),
     PLATEAU_TEXT("Layers that are attention or a scan without a feed-forward block."), &ModelShape::mixer_only_layers,
     most_layers, 1, true},
    {of_scan, PLATEAU_TEXT("Layers that scan"), PLATEAU_TEXT("Layers of linear attention or state space."), nullptr,
     most_layers, 1, true, nullptr, nullptr, &Scan::layers},
    {"scan_value_heads", PLATEAU_TEXT("Heads of a scan"), PLATEAU_TEXT("Heads of the scan's values."), nullptr,
     widest_size, 1, true, of_scan, nullptr, &Scan::value_heads},
    {"scan_key_heads", PLATEAU_TEXT("Key heads of a scan"),
     PLATEAU_TEXT("Heads of the scan's keys; of a state space its groups."), nullptr, widest_size, 1, true, of_scan,
     nullptr, &Scan::key_heads},
    {"scan_value_dim", PLATEAU_TEXT("Value size of a scan"), PLATEAU_TEXT("Elements of one of the scan's values."),
     nullptr, widest_size, 1, true, of_scan, nullptr, &Scan::value_dim},
    {"scan_key_dim", PLATEAU_TEXT("Key size of a scan"),
     PLATEAU_TEXT("Elements of one of the scan's keys; of a state space the size of its state."), nullptr, widest_size,
     1, true, of_scan, nullptr, &Scan::key_dim},
    {"scan_convolution", PLATEAU_TEXT("Convolution of a scan"),
     PLATEAU_TEXT("Tokens of the short convolution before the scan."), nullptr, widest_size, 1, true, of_scan, nullptr,
     &Scan::convolution},
    {"scan_chunk", PLATEAU_TEXT("Chunk of a scan"), PLATEAU_TEXT("Tokens that the scan works on at once."), nullptr,
     widest_size, 1, false, of_scan, nullptr, &Scan::chunk},
};

constexpr ShapeFlag flags_of_shapes[] = {
    {"gated", PLATEAU_TEXT("Gated activation"),
     PLATEAU_TEXT("The feed-forward block has a gate beside its first product (SwiGLU, GeGLU)."), &ModelShape::gated},
    {"clamped", PLATEAU_TEXT("Clamped activation"), PLATEAU_TEXT("The gated activation has bounds on both sides."),
     &ModelShape::clamped},
    {"tied_embeddings", PLATEAU_TEXT("Tied embeddings"),
     PLATEAU_TEXT("The output head uses the token table of the input."), &ModelShape::tied_embeddings},
    {"parallel_block", PLATEAU_TEXT("Parallel block"),
     PLATEAU_TEXT("Attention and feed-forward lie side by side; their results are summed as one."),
     &ModelShape::parallel_block},
    {"window_chunks", PLATEAU_TEXT("Windows in chunks"),
     PLATEAU_TEXT("Windows do not slide: each begins where the last one ends."), &ModelShape::window_chunks},
    {"attention_gate", PLATEAU_TEXT("Gated attention"),
     PLATEAU_TEXT("A gate as wide as attention's output, made from the layer's input."), &ModelShape::attention_gate},
};

WrongSize wrong(const char* key, Message what, Message accepted = {})
{
    return {key, Error{std::move(what), {}, std::move(accepted)}};
}

std::optional<WrongSize> wrong_experts(const ModelShape& shape)
{
    if (shape.experts > 0 && shape.experts_per_token == 0)
        return wrong("experts_per_token", {PLATEAU_TEXT("nothing says to how many experts a token goes"), {}},
                     {PLATEAU_TEXT("experts_per_token beside experts"), {}});
    if (shape.experts_per_token > shape.experts)
        return wrong("experts_per_token", {PLATEAU_TEXT("a token cannot go to more experts than there are"), {}});
    if (shape.dense_layers > 0 && shape.experts == 0)
        return wrong("dense_layers", {PLATEAU_TEXT("only a shape with experts has dense layers beside"), {}});
    if (shape.dense_layers > shape.layers - shape.mixer_only_layers)
        return wrong("dense_layers", {PLATEAU_TEXT("there are not so many layers with a feed-forward block"), {}});
    if (shape.dense_layers > 0 && shape.dense_ffn == 0)
        return wrong("dense_ffn", {PLATEAU_TEXT("nothing says how wide the dense layers are"), {}});
    return {};
}

std::optional<WrongSize> wrong_latent(const ModelShape& shape)
{
    for (const char* key : {"query_rank", "rope_head_dim", "value_head_dim", of_index})
        if (shape.kv_rank == 0 && shape_size(key)->of(shape) > 0)
            return wrong(key, {PLATEAU_TEXT("%1 belongs to latent attention, which has a kv_rank"), {key}});
    for (const char* key : {"index_heads", "index_head_dim"})
        if (shape.index_keys > 0 && shape_size(key)->of(shape) == 0)
            return wrong(key, {PLATEAU_TEXT("an indexer has %1"), {Verbatim{key}}});
    return {};
}

std::optional<WrongSize> wrong_layers(const ModelShape& shape)
{
    if (shape.ffn_only_layers >= shape.layers)
        return wrong("ffn_only_layers", {PLATEAU_TEXT("at least one layer has attention or a scan"), {}});
    if (shape.mixer_only_layers > shape.layers - std::max(1, shape.ffn_only_layers))
        return wrong("mixer_only_layers", {PLATEAU_TEXT("at least one layer has a feed-forward block"), {}});
    if (shape.scan.layers > shape.layers - shape.ffn_only_layers)
        return wrong(of_scan, {PLATEAU_TEXT("more layers scan than there are"), {}});
    for (const char* key : {"scan_value_heads", "scan_key_heads", "scan_value_dim", "scan_key_dim"})
        if (shape.scan.layers > 0 && shape_size(key)->of(shape) == 0)
            return wrong(key, {PLATEAU_TEXT("a scan has %1"), {Verbatim{key}}});
    if (shape.window_layers > 0 && shape.window == 0)
        return wrong(of_window, {PLATEAU_TEXT("nothing says how long the windows are"), {}});
    if (shape.window_layers > shape.layers - shape.scan.layers - shape.ffn_only_layers)
        return wrong("window_layers", {PLATEAU_TEXT("there are not so many layers with attention"), {}});
    return {};
}

} // namespace

std::span<const ShapeSize> shape_sizes() { return sizes_of_shapes; }

const ShapeSize* shape_size(std::string_view key)
{
    const auto found
        = std::ranges::find(sizes_of_shapes, key, [](const ShapeSize& size) { return std::string_view(size.key); });
    return found == std::end(sizes_of_shapes) ? nullptr : found;
}

std::span<const ShapeFlag> shape_flags() { return flags_of_shapes; }

std::optional<WrongSize> wrong_size(const ModelShape& shape)
{
    if (auto layers = wrong_layers(shape))
        return layers;
    if (auto experts = wrong_experts(shape))
        return experts;
    return wrong_latent(shape);
}

void follow_size(ModelShape& shape, std::string_view key, int value)
{
    if (value == 0) // nothing stays of what needs it
        for (const ShapeSize& size : sizes_of_shapes)
            if (size.needs && key == size.needs && size.may_be_none)
                size.of(shape) = 0;
    if (key == of_window && value > 0 && shape.window_layers == 0)
        shape.window_layers = shape.layers - shape.scan.layers - shape.ffn_only_layers;
    if (key == "dense_layers" && value > 0 && shape.dense_ffn == 0)
        shape.dense_ffn = shape.ffn;
    if (key == of_latent && value > 0)
        shape.kv_heads = shape.heads;
}

} // namespace plateau::catalog
