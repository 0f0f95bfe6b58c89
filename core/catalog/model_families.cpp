// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/model_families.h"

#include <algorithm>
#include <iterator>

#include "core/text/messages/words.h"

namespace plateau::catalog {

constexpr const char *layers = "num_hidden_layers", *hidden = "hidden_size", *heads = "num_attention_heads",

                     *length = "max_position_embeddings", *experts = "num_experts", *local = "num_local_experts",
                     *routed = "n_routed_experts";
constexpr ModelFamily families[] = {
    {"llama", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"mistral", layers, hidden, heads, ffn, length, true, true, false, false, false, false, "", false, 1},
    {"ministral", layers, hidden, heads, ffn, length, true, true, false, false, false, false, "", false, 1},
    {"qwen2", layers, hidden, heads, ffn, length, true, true, false, false, true, false},
    {"qwen3", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"qwen3_vl", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"qwen3_5", layers, hidden, heads, ffn, length, true, true, false, false, false, false, "", false, 0, true, 4},
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
     true, 4},
    {"qwen3_5_moe", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, experts, false,
     0, true, 4},
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
    {"nemotron-nas", layers, hidden, heads, ffn, length, true, true, false, false, false, false},
    {"mimo", layers, hidden, heads, ffn, length, true, true, false, false, true, false},
    {"gemma4", layers, hidden, heads, ffn, length, true, true, false, false, false, true, "", false, 6},
    {"dbrx", "n_layers", "d_model", "n_heads", "ffn_hidden_size", "max_seq_len", true, true, false, false, false, false,
     "moe_num_experts"},
    {"mimo_v2_flash", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, routed, false,
     6},
    {"minimax_m3", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, local},
    {"step3p5", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, "moe_num_experts",
     false, 4},
    {"step3p7", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, experts, false, 4},
    {"deepseek_v4", layers, hidden, heads, expert_ffn, length, true, true, false, false, false, false, routed},
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

/// Names that a program has for a family or one of its models: MaxText's decoder_block.
constexpr std::pair<std::string_view, std::string_view> other_names[]
    = {{"default", "llama"},        {"llama2", "llama"},          {"gpt3", "gpt2"},
       {"deepseek", "deepseek_v3"}, {"deepseek4", "deepseek_v4"}, {"qwen3_custom_moe", "qwen3_moe"},
       {"gemma4_small", "gemma4"}};

constexpr const char* further_tokens = PLATEAU_TEXT("layers that predict further tokens are not counted");
constexpr const char* streams = PLATEAU_TEXT("several residual streams (hyper-connections) are not counted");
constexpr const char* compressed = PLATEAU_TEXT("attention over compressed keys counts as full attention");
constexpr const char* other_heads = PLATEAU_TEXT("heads that differ between kinds of layers count as those of most");
constexpr const char* shared_products
    = PLATEAU_TEXT("products that keys and values or several layers share count apart");
constexpr const char* low_rank = PLATEAU_TEXT("a product of low rank counts as a whole one");
constexpr Mechanism mechanisms[] = {
    {"num_nextn_predict_layers", further_tokens},
    {"hc_mult", streams, 1},
    {"mhc_expansion_rate", streams, 1},
    {"compress_ratios", compressed},
    {"compress_rates", compressed},
    {"sparse_attention_config", PLATEAU_TEXT("attention over chosen blocks counts as full attention")},
    {"q_lora_rank", low_rank},
    {"o_lora_rank", low_rank},
    {"index_topk", PLATEAU_TEXT("the indexer of sparse attention is not counted")},
    {"indexer_topk", PLATEAU_TEXT("the indexer of sparse attention is not counted")},
    {"v_head_dim", PLATEAU_TEXT("values of another size than keys count as large as these")},
    {"global_head_dim", other_heads},
    {"num_global_key_value_heads", other_heads},
    {"global_num_kv_heads", other_heads},
    {"swa_num_attention_heads", other_heads},
    {"swa_num_key_value_heads", other_heads},
    {"attention_k_eq_v", shared_products},
    {"share_kv_projections", shared_products},
    {"num_kv_shared_layers", shared_products},
    {"use_double_wide_mlp", PLATEAU_TEXT("feed-forward blocks of twice the width count as the others")},
    {"hidden_size_per_layer_input", PLATEAU_TEXT("embeddings that each layer has of its own are not counted")},
    {"vision_encoder_block", PLATEAU_TEXT("only the language model is read")},
    {"enable_moe_block", PLATEAU_TEXT("experts beside a feed-forward block count as shared and routed experts")},
};

const Mechanism* mechanism_of(std::string_view key)
{
    static constexpr Mechanism any_mtp{"mtp", further_tokens}; // "use_mtp", "num_mtp_modules", "mtp_num_layers"
    const auto found
        = std::ranges::find(mechanisms, key, [](const Mechanism& each) { return std::string_view(each.key); });
    if (found != std::end(mechanisms))
        return found;
    const bool predicts = key.starts_with("mtp_") || key.find("_mtp") != std::string_view::npos;
    return predicts && key.find("loss") == std::string_view::npos ? &any_mtp : nullptr;
}

const ModelFamily usual_family{"", layers, hidden, heads, ffn, length, true, true, false, false, false, false};

const ModelFamily* model_family(std::string_view model_type)
{
    constexpr std::string_view part = "_text";
    if (model_type.ends_with(part))
        model_type.remove_suffix(part.size());
    for (const auto& [other, own] : other_names)
        model_type = model_type == other ? own : model_type;
    const auto found = std::ranges::find(families, model_type,
                                         [](const ModelFamily& each) { return std::string_view(each.model_type); });
    return found == std::end(families) ? nullptr : found;
}

int windowed_layers(const ModelFamily& family, int layers, int period)
{
    const int every = period > 0 ? period : family.window_period;
    return family.window_period == 0 ? 0 : every == 1 ? layers : layers - layers / every;
}

} // namespace plateau::catalog
