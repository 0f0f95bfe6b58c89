// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/megatron.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/diagnostics/programs/tables.h"
#include "core/plan/plan_layers.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

constexpr const char* layout_key = "pipeline_model_parallel_layout";

/// "Et*2|(tt|)*3tL" as "Ett|tt|tt|tt|tL": letters and groups repeated; stages are divided by bars.
std::string written_out(const std::string& layout)
{
    constexpr double most = 1000;
    std::string result;
    for (std::size_t i = 0; i < layout.size() && result.size() < 100'000;) {
        const std::size_t close = layout[i] == '(' ? std::min(layout.size() - 1, layout.find(')', i)) : i;
        const std::string unit = layout[i] == '(' ? layout.substr(i + 1, close - i - 1) : layout.substr(i, 1);
        std::size_t end = close + 1;
        double times = 1;
        if (end < layout.size() && layout[end] == '*') {
            const std::size_t digits = std::min(layout.size(), layout.find_first_not_of("0123456789", end + 1));
            times = std::min(most, number_of(layout.substr(end + 1, digits - end - 1)).value_or(1));
            end = digits;
        }
        for (int time = 0; time < whole_of(times); ++time)
            result += unit;
        i = end;
    }
    return result.ends_with("|") ? result.substr(0, result.size() - 1) : result;
}

/// Layers of every chunk, "Et|(tt|)*2tL" or a list of lists.
std::vector<int> layout_of(Draft& draft)
{
    std::vector<int> chunks;
    if (const std::string text = draft.text(layout_key); !text.empty())
        for (const std::string& part : split(written_out(text), "|"))
            chunks.push_back(int(std::ranges::count(part, 't')));
    const auto item = [&] { return layout_key + ("." + std::to_string(chunks.size())); };
    while (chunks.size() < std::size_t(most_layers) && draft.has(item().c_str())) {
        const std::vector<std::string> words = split(draft.text(item().c_str()), ", ");
        chunks.push_back(int(std::ranges::count(words, "decoder")));
    }
    return chunks;
}

/// "1,2,2,3", with or without brackets.
std::vector<int> listed_layers(std::string text)
{
    std::erase_if(text, [](char c) { return c == '[' || c == ']'; });
    std::vector<int> layers;
    for (const std::string& number : split(text, ","))
        if (!trimmed(number).empty())
            layers.push_back(std::clamp(whole_of(number_of(trimmed(number)).value_or(0)), 0, most_layers));
    return layers;
}

/// Layers of each chunk; chunk c of rank r is the one numbered c x pp + r.
void chunk_layers(Draft& draft, const char* key, const std::vector<int>& layers)
{
    const auto stages = std::size_t(std::clamp(whole_of(draft.value("pp", 1)), 1, most_layers));
    if (layers.size() % stages != 0)
        return draft.contradicts(key,
                                 {PLATEAU_TEXT("it lists %1 stages, the pipeline has %2"),
                                  {Verbatim{std::to_string(layers.size())}, Verbatim{draft.word("pp")}}});
    std::vector<int> ranks(stages);
    for (std::size_t i = 0; i < layers.size(); ++i)
        ranks[i % stages] += layers[i];
    spread_layers(draft, key, ranks);
}

/// What of the pipeline's layers other keys say than rows: lists, also of MindSpeed and FlagScale, and whether
/// embedding and loss count as layers of the first and the last chunk.
void stage_layers(Draft& draft, const std::vector<int>& layout)
{
    if (!layout.empty())
        return chunk_layers(draft, layout_key, layout);
    for (const char* key : {"num_layer_list", "hetero_pipeline_layer_split"})
        if (const std::vector<int> layers = listed_layers(draft.text(key)); !layers.empty())
            return chunk_layers(draft, key, layers);
    const char *first = "account_for_embedding_in_pipeline_split", *last = "account_for_loss_in_pipeline_split";
    const bool input = draft.yes(first), output = draft.yes(last);
    const int stages = std::clamp(whole_of(draft.value("pp", 1)), 1, most_layers), layers = whole_of(layers_of(draft));
    const int all = layers + (input ? 1 : 0) + (output ? 1 : 0);
    if (all == layers || layers == 0 || all % stages != 0)
        return;
    std::vector<int> ranks(std::size_t(stages), all / stages);
    ranks.front() -= input ? 1 : 0;
    ranks.back() -= output ? 1 : 0;
    spread_layers(draft, input ? first : last, ranks);
}

/// "Et*3|t*2|t*2L".
std::string layout_text(const std::vector<int>& ranks, int chunks)
{
    std::string text = "E";
    for (int chunk = 0; chunk < chunks; ++chunk)
        for (const int layers : ranks) {
            const int own = layers / chunks + (chunk < layers % chunks ? 1 : 0);
            text += (text.size() > 1 ? "|" : "") + (own > 0 ? "t*" + std::to_string(own) : std::string());
        }
    return text + "L";
}

} // namespace

void virtual_stages(Draft& draft)
{
    const double stages = draft.value("pp", 1);
    const double layers = layers_of(draft);
    const char* each = "num_layers_per_virtual_pipeline_stage";
    const char *chunks = "num_virtual_stages_per_pipeline_rank", *sizes = "virtual_pipeline_model_parallel_size";
    double count = 1;
    const char* key = nullptr;
    const std::vector<int> layout = layout_of(draft);
    if (const auto length = draft.number(each); length && *length > 0 && layers > 0) {
        const double counted = layers + (draft.yes("account_for_embedding_in_pipeline_split") ? 1 : 0)
            + (draft.yes("account_for_loss_in_pipeline_split") ? 1 : 0);
        count = std::max(1.0, std::floor(counted / stages / *length));
        key = each;
    } else if (const auto given = draft.number(chunks)) {
        count = *given;
        key = chunks;
    } else if (const auto size = draft.number(sizes)) {
        count = *size;
        key = sizes;
    } else if (!layout.empty()) {
        count = std::max(1.0, std::round(double(layout.size()) / stages));
        key = layout_key;
    }
    if (key && stages <= 1 && count > 1)
        draft.contradicts(key, {PLATEAU_TEXT("virtual stages without a pipeline mean nothing"), {}});
    else if (key)
        draft.understood(key, "virtual_stages", count);
    stage_layers(draft, layout);
}

void stage_lines(Writer& writer)
{
    const Plan& plan = writer.plan();
    int layers = writer.shape().layers;
    const int on_rank = chunks(plan), parts = plan.pp * on_rank;
    if (plan.pp <= 1 || pipeline_fold(plan) != schedule::Fold::None)
        return;
    const std::vector<int> ranks = spread_layers(writer);
    const std::span others(ranks.begin() + (plan.first_stage_layers > 0), ranks.end() - (plan.last_stage_layers > 0));
    const auto fills = [&](int number) { return number % on_rank == 0; };
    const bool even = others.empty() || std::ranges::count(others, others.front()) == std::ssize(others);
    if (!even || !std::ranges::all_of(ranks, fills)) {
        if (states_layers(plan) || (layers + 2) % parts != 0)
            return writer.set(layout_key, layout_text(ranks, on_rank));
        writer.flag("account_for_embedding_in_pipeline_split");
        writer.flag("account_for_loss_in_pipeline_split");
        layers += 2;
    }
    if (plan.first_stage_layers > 0)
        writer.set("decoder_first_pipeline_num_layers", plan.first_stage_layers);
    if (plan.last_stage_layers > 0)
        writer.set("decoder_last_pipeline_num_layers", plan.last_stage_layers);
    const int of_chunk = layers / parts;
    if (on_rank > 1 && !states_layers(plan))
        writer.set("num_layers_per_virtual_pipeline_stage", of_chunk);
    else if (on_rank > 1)
        writer.set("num_virtual_stages_per_pipeline_rank", on_rank);
}

} // namespace plateau::programs
