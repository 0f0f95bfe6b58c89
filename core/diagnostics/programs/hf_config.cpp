// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/catalog/entry_file.h"
#include "core/diagnostics/programs/tables.h"

namespace plateau::programs {

namespace {

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
    for (const std::string& key : file.keys) {
        std::string parameter;
        const Rows& rows = draft.program().shape;
        if (const auto row = std::ranges::find(rows, key, &Row::key); row != rows.end())
            parameter = key == "intermediate_size" && dense_width ? "dense_ffn" : row->parameter;
        if (draft.has(key.c_str()))
            draft.understood(key.c_str(), parameter, draft.text(key.c_str()));
    }
    for (const char* key : {"torch_dtype", "dtype"}) {
        const std::string format = draft.text(key);
        if (format == "bfloat16" || format == "float16") {
            draft.understood(key, "precision", std::string(format == "float16" ? "fp16" : "bf16"));
            break;
        }
        if (!format.empty()) {
            draft.cannot(key, {PLATEAU_TEXT("how weights are stored says nothing of what multiplies"), {}});
            break;
        }
    }
    for (const char* key : {"num_nextn_predict_layers", "mtp_num_hidden_layers"})
        if (draft.number_or(key, 0) > 0)
            draft.cannot(key, {PLATEAU_TEXT("layers that predict further tokens are not counted"), {}});
    for (const char* key : {"vision_config", "audio_config"})
        for (const Setting& setting : draft.settings().all())
            if (setting.key.starts_with(std::string(key) + ".")) {
                Line line;
                line.key = key;
                line.line = setting.line;
                line.why = {PLATEAU_TEXT("only the language model is read"), {}};
                draft.reading().not_expressible.push_back(std::move(line));
                break;
            }
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
