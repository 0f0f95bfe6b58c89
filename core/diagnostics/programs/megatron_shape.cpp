// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/catalog/entry_file.h"
#include "core/diagnostics/programs/tables.h"
#include "core/text/messages/words.h"

/// A model's shape as Megatron's arguments say it (NVIDIA/Megatron-LM@d98e8a64, training/arguments.py), both ways.
namespace plateau::programs {

namespace {

using catalog::ModelShape;

/// "2", or "([0]*3+[1]*11)": layers without experts.
double dense_layers(const std::string& text, double layers)
{
    if (const auto every = number_of(text))
        return *every > 0 ? layers - std::ceil(layers / *every) : 0;
    double dense = 0;
    for (std::size_t at = text.find('['); at != std::string::npos; at = text.find('[', at + 1)) {
        const std::size_t close = text.find(']', at);
        if (close == std::string::npos)
            break;
        double zeros = 0;
        for (const std::string& item : split(text.substr(at + 1, close - at - 1), ","))
            zeros += trimmed(item) == "0" ? 1 : 0;
        double times = 1;
        const std::string rest = trimmed(text.substr(close + 1, 12));
        if (rest.starts_with("*"))
            times = number_of(rest.substr(1, rest.find_first_not_of("0123456789 ", 1) - 1)).value_or(1);
        dense += zeros * times;
    }
    return std::min(dense, layers - 1);
}

void experts(Draft& draft, const char* experts_key)
{
    const auto count = draft.number(experts_key);
    if (!count || *count <= 1)
        return;
    draft.shape(experts_key, &ModelShape::experts, *count);
    const bool deepspeed = draft.has("deepspeed"); // has names of its own
    const char* top_k = deepspeed ? "topk" : "moe_router_topk";
    draft.shape_or_default(top_k, &ModelShape::experts_per_token, deepspeed ? 1 : 2);
    const int dense_width = draft.model.ffn;
    draft.shape("moe_ffn_hidden_size", &ModelShape::ffn);
    if (const std::string mixed = draft.text("moe_layer_freq"); !mixed.empty()) {
        const double dense = dense_layers(mixed, draft.model.layers);
        draft.shape("moe_layer_freq", &ModelShape::dense_layers, dense);
    }
    if (const auto every = deepspeed ? draft.number("expert_interval").value_or(2) : 1; every > 1)
        draft.shape("expert_interval", &ModelShape::dense_layers,
                    draft.model.layers - std::floor(draft.model.layers / every));
    if (draft.model.dense_layers > 0)
        draft.model.dense_ffn = dense_width;
    if (const auto shared = draft.number("moe_shared_expert_intermediate_size"); shared && *shared > 0) {
        const double width = draft.model.ffn;
        const double several = std::fmod(*shared, width) == 0 ? *shared / width : 1;
        draft.shape("moe_shared_expert_intermediate_size", &ModelShape::shared_experts, several);
        if (several * width != *shared)
            draft.model.shared_ffn = whole_of(*shared);
    }
    draft.shape("moe_latent_size", &ModelShape::expert_hidden);
    draft.number_means("moe_expert_capacity_factor", "capacity_factor");
}

void latent(Draft& draft)
{
    if (!draft.yes("multi_latent_attention"))
        return;
    draft.shape_or_default("kv_lora_rank", &ModelShape::kv_rank, 32);
    draft.shape("q_lora_rank", &ModelShape::query_rank);
    draft.shape_or_default("qk_head_dim", &ModelShape::head_dim, 128);
    draft.shape_or_default("qk_pos_emb_head_dim", &ModelShape::rope_head_dim, 64);
    draft.shape_or_default("v_head_dim", &ModelShape::value_head_dim, 128);
    draft.model.kv_heads = draft.model.heads;
}

/// The key that says what each layer is, and its letters, where it says them; null: all are alike.
std::pair<const char*, std::string> hybrid_pattern(Draft& draft)
{
    for (const char* key :
         {"hybrid_layer_pattern", "hybrid_override_pattern", "hybrid_attention_ratio", "is_hybrid_model"}) {
        std::string pattern = draft.text(key);
        pattern.erase(std::min(pattern.find('/'), pattern.size())); // then come layers that predict further tokens
        std::erase(pattern, '|'); // ends of stages
        if (!pattern.empty() && !says_no(pattern))
            return {key, pattern.find_first_not_of("MGD*+-E") == std::string::npos ? pattern : ""};
    }
    return {};
}

/// Layers that are one block each, as the configuration of such a model says them (nemotron_h): one reader for both.
void read_hybrid(Draft& draft, const char* experts_key)
{
    const auto [key, pattern] = hybrid_pattern(draft);
    if (!key)
        return;
    if (pattern.empty())
        return draft.no_model(key, {PLATEAU_TEXT("it does not say which layers have a state space"), {}});
    const ModelShape& sizes = draft.model;
    const double scan_dim = draft.number_or("mamba_head_dim", 64);
    nlohmann::json config = {{"model_type", "nemotron_h"},
                             {"hybrid_override_pattern", pattern},
                             {"hidden_size", sizes.hidden},
                             {"num_attention_heads", sizes.heads},
                             {"num_key_value_heads", sizes.kv_heads},
                             {"head_dim", sizes.head_dim},
                             {"intermediate_size", draft.number_or("ffn_hidden_size", sizes.ffn)},
                             {"vocab_size", sizes.vocab},
                             {"max_position_embeddings", sizes.max_sequence},
                             {"tie_word_embeddings", !draft.yes("untie_embeddings_and_output_weights")},
                             {"mamba_head_dim", scan_dim},
                             {"mamba_num_heads", draft.number_or("mamba_num_heads", 2 * sizes.hidden / scan_dim)},
                             {"ssm_state_size", draft.number_or("mamba_state_dim", 128)},
                             {"n_groups", draft.number_or("mamba_num_groups", 8)},
                             {"conv_kernel", 4}};
    if (draft.number_or(experts_key, 0) > 1) {
        config["n_routed_experts"] = sizes.experts;
        config["num_experts_per_tok"] = sizes.experts_per_token;
        config["moe_intermediate_size"] = sizes.ffn;
        config["n_shared_experts"] = std::min(1, sizes.shared_experts);
        config["moe_shared_expert_intermediate_size"] = draft.number_or("moe_shared_expert_intermediate_size", 0);
        if (sizes.expert_hidden > 0)
            config["moe_latent_size"] = sizes.expert_hidden;
    }
    std::vector<Error> errors;
    const auto document = files::parse_json(config.dump(), draft.reading().file);
    catalog::EntryFile<ModelShape> file = catalog::parse_model_config(*document, errors);
    if (!errors.empty())
        return draft.no_model(key, errors.front().what);
    draft.take_shape(std::move(file.entry));
    draft.understood(key, "scan_layers", draft.model.scan.layers);
}

/// The vocabulary that a kind of tokenizer has.
constexpr std::pair<const char*, double> tokenizers[] = {{"GPT2BPETokenizer", 50257}, {"Llama2Tokenizer", 32000}};

void vocabulary(Draft& draft)
{
    double size = 0;
    const char* key = draft.has("vocab_size") ? "vocab_size" : "padded_vocab_size";
    if (const auto given = draft.number(key)) {
        size = *given;
        draft.shape(key, &ModelShape::vocab, size);
    } else {
        for (const char* named : {"tokenizer_type", "tokenizer.type"})
            for (const auto& [type, words] : tokenizers)
                if (draft.text(named) == type && size == 0) {
                    size = words;
                    draft.shape(named, &ModelShape::vocab, size);
                }
    }
    if (size == 0) {
        draft.model.vocab = 32000;
        draft.missing("vocab", {PLATEAU_TEXT("the tokenizer's file says it"), {}});
        return;
    }
    const double multiple = draft.number_or("make_vocab_size_divisible_by", 128) * draft.value("tp", 1);
    const double padded = multiple > 0 ? std::ceil(size / multiple) * multiple : size;
    if (padded != size)
        draft.assume(
            "", digits(padded),
            {PLATEAU_TEXT("%1 pads the vocabulary to this; not counted"), {Verbatim{draft.reading().program}}});
}

// Written

void expert_lines(Writer& writer)
{
    const ModelShape& shape = writer.shape();
    if (shape.experts == 0)
        return;
    writer.set("num_experts", shape.experts);
    writer.set("moe_router_topk", shape.experts_per_token);
    writer.set("moe_ffn_hidden_size", shape.ffn);
    if (shape.dense_layers > 0)
        writer.set("moe_layer_freq",
                   "([0]*" + std::to_string(shape.dense_layers) + "+[1]*"
                       + std::to_string(shape.layers - shape.dense_layers) + ")");
    if (shape.shared_experts > 0)
        writer.set("moe_shared_expert_intermediate_size",
                   double(shape.shared_experts) * (shape.shared_ffn > 0 ? shape.shared_ffn : shape.ffn));
    if (shape.expert_hidden > 0)
        writer.cannot({PLATEAU_TEXT("experts of another width than the model's"), {}});
}

void latent_lines(Writer& writer)
{
    const ModelShape& shape = writer.shape();
    if (shape.kv_rank == 0)
        return;
    writer.set("multi_latent_attention", "true");
    writer.set("kv_lora_rank", shape.kv_rank);
    if (shape.query_rank > 0)
        writer.set("q_lora_rank", shape.query_rank);
    writer.set("qk_head_dim", shape.head_dim);
    writer.set("qk_pos_emb_head_dim", shape.rope_head_dim);
    writer.set("v_head_dim", catalog::value_head_dim(shape));
}

void size_lines(Writer& writer)
{
    const ModelShape& shape = writer.shape();
    writer.set("num_layers", shape.layers);
    writer.set("hidden_size", shape.hidden);
    writer.set("num_attention_heads", shape.heads);
    writer.set("ffn_hidden_size", shape.experts > 0 && shape.dense_layers > 0 ? shape.dense_ffn : shape.ffn);
    if (shape.kv_rank == 0)
        writer.set("kv_channels", shape.head_dim);
    writer.set("max_position_embeddings", std::max(double(shape.max_sequence), writer.number("sequence")));
    writer.set("position_embedding_type", shape.rotary ? "rope" : "learned_absolute");
}

} // namespace

void refuse_strange_shapes(Writer& writer)
{
    const ModelShape& shape = writer.shape();
    if (shape.scan.layers > 0 || shape.ffn_only_layers > 0 || shape.mixer_only_layers > 0)
        writer.cannot({PLATEAU_TEXT("layers that differ in kind"), {}});
    if (shape.parallel_block)
        writer.cannot({PLATEAU_TEXT("attention and feed-forward side by side"), {}});
    if (shape.attention_gate)
        writer.cannot({PLATEAU_TEXT("a gate of attention's output"), {}});
    if (shape.clamped)
        writer.cannot({PLATEAU_TEXT("the bounds of a clamped activation"), {}});
    if (shape.window_layers > 0 && shape.window_layers < shape.layers)
        writer.cannot({PLATEAU_TEXT("windows of attention in some layers"), {}});
    if (shape.alibi)
        writer.cannot({PLATEAU_TEXT("positions by ALiBi"), {}});
    if (shape.index_keys > 0)
        writer.cannot({PLATEAU_TEXT("attention to the keys that an indexer chooses"), {}});
}

void read_megatron_shape(Draft& draft, const char* experts_key, bool gated, bool by_words)
{
    const auto [pattern_key, pattern] = hybrid_pattern(draft);
    const auto layers = pattern.empty() ? draft.number("num_layers") : std::optional(double(pattern.size()));
    const auto hidden = draft.number("hidden_size");
    const auto heads = draft.number("num_attention_heads");
    if (!layers || !hidden || !heads || *layers < 1 || *hidden < 1 || *heads < 1)
        return;
    draft.shape(pattern.empty() ? "num_layers" : pattern_key, &ModelShape::layers, *layers);
    draft.shape("hidden_size", &ModelShape::hidden, *hidden);
    draft.shape("num_attention_heads", &ModelShape::heads, *heads);
    draft.model.gated = gated;
    const auto groups = draft.number("num_query_groups");
    const auto older = draft.number("num_key_value_heads"); // of Megatron-DeepSpeed
    if (older)
        draft.shape("num_key_value_heads", &ModelShape::kv_heads, *older);
    else if (groups
             && (by_words || draft.yes("group_query_attention")
                 || (*groups > 0 && !has(draft.settings(), "group_query_attention")
                     && has(draft.settings(), "system.tensor_model_parallel_size"))))
        draft.shape("num_query_groups", &ModelShape::kv_heads, *groups);
    else {
        if (groups)
            draft.contradicts("num_query_groups",
                              {PLATEAU_TEXT("without --group-query-attention it does nothing"), {}});
        draft.shape_by_default(&ModelShape::kv_heads, *heads);
    }
    draft.shape_or_default("kv_channels", &ModelShape::head_dim, std::floor(*hidden / *heads));
    draft.shape_or_default("ffn_hidden_size", &ModelShape::ffn,
                           gated && !by_words ? std::floor(*hidden * 4 * 2 / 3 / 64) * 64 : *hidden * 4);
    if (!draft.shape("max_position_embeddings", &ModelShape::max_sequence))
        draft.model.max_sequence = whole_of(draft.value("sequence", 4096));
    latent(draft);
    experts(draft, experts_key);
    vocabulary(draft);
    const std::string positions = lower(draft.text("position_embedding_type"));
    draft.model.rotary = positions.starts_with("rope") || positions == "mrope" || positions == "yarn"
        || draft.yes("use_rotary_position_embeddings");
    draft.model.alibi = positions == "none" || positions == "alibi" || positions == "nope";
    if (draft.number_or("mtp_num_layers", 0) > 0)
        draft.cannot("mtp_num_layers", {PLATEAU_TEXT("layers that predict further tokens are not counted"), {}});
    read_hybrid(draft, experts_key);
    if (const std::string window = draft.text("window_size");
        !window.empty()) { // keys to the left: "(127, 0)", "127,0"
        const std::size_t digit = window.find_first_of("0123456789");
        const auto before = digit == std::string::npos
            ? std::nullopt
            : number_of(window.substr(digit, window.find_first_not_of("0123456789", digit) - digit));
        if (before && *before > 0) {
            draft.shape("window_size", &ModelShape::window, *before + 1);
            const double every = draft.number_or("window_attn_skip_freq", 0); // one layer in so many has none
            draft.model.window_layers = draft.model.layers
                - (every > 0 ? std::min(draft.model.layers, whole_of(draft.model.layers / every)) : 0);
        }
    }
}

/// What no row says of the block.
void block_lines(Writer& writer)
{
    writer.block_rows();
    const std::string activation = writer.fact("activation"), scaling = writer.fact("rotary_scaling.type");
    if (activation == "squared_relu")
        writer.flag("squared_relu");
    else if (!activation.empty() && activation != "swiglu" && activation != "gelu")
        writer.cannot({PLATEAU_TEXT("the activation %1"), {Verbatim{activation}}});
    const bool latent = writer.shape().kv_rank > 0;
    if (latent && scaling.empty()) // else it scales by 40
        writer.set("rope_type", "rope");
    if (scaling == "llama3") {
        writer.flag("use_rope_scaling");
        writer.set("rope_scaling_factor", writer.fact("rotary_scaling.factor"));
    } else if (scaling == "yarn" && latent) {
        writer.set("rope_type", "yarn");
        writer.set("rotary_scaling_factor", writer.fact("rotary_scaling.factor"));
        for (const char* key : {"mscale", "mscale_all_dim"})
            if (const std::string value = writer.fact(std::string("rotary_scaling.") + key); !value.empty())
                writer.set(key, value);
    } else if (!scaling.empty()) {
        writer.cannot({PLATEAU_TEXT("positions scaled as %1"), {Verbatim{scaling}}});
    }
}

void write_megatron_shape(Writer& writer)
{
    const ModelShape& shape = writer.shape();
    size_lines(writer);
    block_lines(writer);
    if (shape.kv_heads != shape.heads && shape.kv_rank == 0) { // latent attention has no groups
        writer.flag("group_query_attention");
        writer.set("num_query_groups", shape.kv_heads);
    }
    if (shape.gated)
        writer.flag("swiglu");
    if (!shape.tied_embeddings)
        writer.flag("untie_embeddings_and_output_weights");
    if (!shape.linear_bias)
        writer.flag("disable_bias_linear");
    if (!shape.linear_bias && !shape.gated)
        writer.flag("no_bias_gelu_fusion"); // fused, it needs a bias
    if (shape.qkv_bias)
        writer.flag("add_qkv_bias");
    if (shape.window_layers == shape.layers)
        writer.set("window_size", std::to_string(shape.window - 1) + ",0");
    expert_lines(writer);
    latent_lines(writer);
    writer.set("vocab_size", shape.vocab);
    refuse_strange_shapes(writer);
}

} // namespace plateau::programs
