// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/catalog/entry_file.h"
#include "core/catalog/model_sizes.h"
#include "core/diagnostics/programs/tables.h"

namespace plateau::programs {

namespace {

constexpr const char* stored = PLATEAU_TEXT("how weights are stored says nothing of what multiplies");

/// Says once why nothing is read of a section.
void leave_section(Draft& draft, const std::string& key, const Message& why)
{
    const auto& all = draft.settings().all();
    const auto first
        = std::ranges::find_if(all, [&](const Setting& setting) { return setting.key.starts_with(key + "."); });
    if (first == all.end())
        return;
    Line line;
    line.key = key;
    line.line = first->line;
    line.column = first->column;
    line.why = why;
    draft.reading().not_expressible.push_back(std::move(line));
    draft.covered(key);
}

void read_config(Draft& draft)
{
    const auto document = files::parse_json(*draft.source, draft.reading().file);
    if (!document) {
        draft.wrong = document.error();
        return;
    }
    std::vector<Error> errors;
    catalog::EntryFile<catalog::ModelShape> file = catalog::parse_model_config(*document, errors);
    if (!errors.empty()) {
        draft.wrong = errors.front();
        return;
    }
    if (file.entry.title.empty())
        file.entry.title = draft.text("model_type");
    draft.take_shape(std::move(file.entry));
    const bool dense_width = draft.settings().find("moe_intermediate_size") != nullptr;
    const std::string section = file.section.empty() ? std::string() : file.section + ".";
    const auto place
        = [&](const std::string& key) { return draft.settings().find(section + key) ? section + key : key; };
    for (const std::string& key : file.keys) {
        const Rows& rows = draft.program().shape;
        const auto row = std::ranges::find(rows, key, &Row::key);
        const std::string at = place(key);
        if (!draft.has(at.c_str()))
            continue;
        std::string parameter;
        if (row != rows.end())
            parameter = key == "intermediate_size" && dense_width ? "dense_ffn" : row->parameter;
        const catalog::ShapeSize* size = catalog::shape_size(parameter);
        if (row != rows.end() && size && digits(size->of(draft.model)) == draft.text(at.c_str()))
            draft.understood(at.c_str(), parameter, draft.text(at.c_str()));
    }
    draft.at("tie_word_embeddings");
    if (draft.model.kv_rank > 0)
        draft.at(place("head_dim").c_str()); // its parts count
    for (const auto& [key, why] : file.not_modelled) {
        draft.cannot(place(key).c_str(), why);
        draft.covered(place(key));
    }
    for (const char* key : {"torch_dtype", "dtype"}) {
        const std::string format = draft.text(key);
        if (format == "bfloat16" || format == "float16") {
            draft.understood(key, "precision", std::string(format == "float16" ? "fp16" : "bf16"));
            break;
        }
        if (!format.empty()) {
            draft.cannot(key, {stored, {}});
            break;
        }
    }
    for (const char* key : {"vision_config", "audio_config", "visual", "speech_config"})
        leave_section(draft, key, {PLATEAU_TEXT("only the language model is read"), {}});
    leave_section(draft, "quantization_config", {stored, {}});
    if (!section.empty())
        leave_section(draft, section + "quantization_config", {stored, {}});
}

bool is_config(const Settings& settings)
{
    const auto rooted = [&](const char* key) {
        const Setting* found = settings.find(key);
        return found
            && (found->key == key || found->key.ends_with("_config." + std::string(key))
                || found->key.ends_with(std::string(key) + ".0"));
    };
    return (rooted("model_type") || rooted("architectures"))
        && (has(settings, "hidden_size") || has(settings, "n_embd") || has(settings, "d_model")
            || has(settings, "vocab_size"));
}

} // namespace

extern const Rules hf_config_rules;
const Rules hf_config_rules{"hf_config", read_config, nullptr, is_config};

} // namespace plateau::programs
