// SPDX-License-Identifier: GPL-3.0-or-later
#include <fnmatch.h>

#include <algorithm>

#include "core/catalog/entry_file.h"
#include "core/catalog/model_sizes.h"
#include "core/diagnostics/programs/shell.h"
#include "core/diagnostics/programs/tables.h"
#include "core/text/messages/words.h"

/// Sizes of a model by rows, read and written.
namespace plateau::programs {

namespace {

using catalog::ModelShape;

/// Switches that rows set, those of a model's file and those it has other words for.
bool ModelShape::*flag_member(const std::string& name)
{
    constexpr std::pair<const char*, bool ModelShape::*> others[] = {{"rotary", &ModelShape::rotary},
                                                                     {"alibi", &ModelShape::alibi},
                                                                     {"linear_bias", &ModelShape::linear_bias},
                                                                     {"qkv_bias", &ModelShape::qkv_bias}};
    for (const auto& [other, member] : others)
        if (name == other)
            return member;
    for (const catalog::ShapeFlag& flag : catalog::shape_flags())
        if (name == flag.key)
            return flag.member;
    return nullptr;
}

constexpr const char* expert_width = "expert_ffn"; // the width of experts where `ffn` is that of the other layers

const catalog::ShapeSize* size_named(const std::string& name)
{
    return catalog::shape_size(name == expert_width ? "ffn" : name);
}

/// What a size of the model is to be written as.
double written_size(const Writer& writer, const std::string& name)
{
    const ModelShape& shape = writer.shape();
    if (name == "max_sequence")
        return std::max(double(shape.max_sequence), writer.number("sequence"));
    if (name == expert_width)
        return shape.experts > 0 ? shape.ffn : 0;
    if (name == "ffn" && shape.experts > 0 && shape.dense_layers > 0)
        return shape.dense_ffn;
    return size_named(name)->of(shape);
}

} // namespace

void Draft::say_shape()
{
    for (const catalog::ShapeSize& size : catalog::shape_sizes())
        if (size.of(model) > 0 && (!size.of_scan || model.scan.layers > 0))
            set(size.key, std::to_string(size.of(model)));
    if (model.experts > 0 && !knows("dense_layers"))
        set("dense_layers", "0");
}

void Draft::forget_assumed_sizes()
{
    has_shape_ = false;
    for (const catalog::ShapeSize& size : catalog::shape_sizes())
        for (auto* lines : {&reading_.assumed, &reading_.missing})
            if (std::erase_if(*lines, [&](const Line& line) { return line.parameter == size.key; }) > 0)
                reading_.scenario.erase(size.key);
}

void Draft::forget_shape()
{
    forget_assumed_sizes();
    for (const catalog::ShapeSize& size : catalog::shape_sizes()) {
        reading_.scenario.erase(size.key);
        for (Line& line : reading_.understood)
            if (line.parameter == size.key) {
                line.parameter.clear();
                line.meaning.clear();
            }
    }
}

void Draft::model_beside(const char* key, const std::string& name)
{
    if (!knows("model") && !is_missing("model"))
        model_named(key, name);
    is_stranger_ = has_shape_ && !knows("model");
    forget_assumed_sizes();
    if (model.shared_experts > 0 && model.shared_ffn == 0) // else all of them are as wide as the named model's one
        assume("shared_ffn", digits(model.ffn), {PLATEAU_TEXT("follows from the settings above"), {}});
}

std::optional<double> Draft::computed(const std::string& formula, double value) const
{
    return shell::arithmetic(formula, [&](const std::string& name) -> std::optional<double> {
        if (name == "value")
            return value;
        if (const catalog::ShapeSize* size = size_named(name))
            return size->of(model);
        return number_of(found_in(reading_.scenario, name));
    });
}

/// The value of a row's key; nothing where the key is absent or says nothing.
std::optional<double> Draft::size_of(const Row& row, const char* key)
{
    if (row.key.empty() || !has(key))
        return std::nullopt;
    if (row.words.empty() && flag_member(row.parameter))
        return yes(key) ? 1 : 0;
    if (row.words.empty())
        return row.as.empty() || !number(key) ? number(key) : computed(row.as, *number(key));
    const std::string word = lower(text(key));
    for (const Said& said : row.words)
        if (says_yes(said.word) == says_yes(word) && says_no(said.word) == says_no(word)
            && (says_yes(word) || says_no(word) || fnmatch(said.word.c_str(), word.c_str(), 0) == 0))
            return number_of(said.value);
    return flag_member(row.parameter) ? std::optional(0.0) : std::nullopt;
}

void Draft::read_size(const Row& row)
{
    const char* key = key_of(row);
    if (row.parameter.empty())
        return void(at(key)); // it is known, and changes nothing
    const std::optional<double> value = size_of(row, key);
    if (const auto flag = flag_member(row.parameter)) {
        if (value || !row.otherwise.empty())
            model.*flag = value.value_or(row.otherwise == "1") != 0;
        return;
    }
    const catalog::ShapeSize* size = size_named(row.parameter);
    const std::string& formula = row.otherwise.empty() ? row.quietly : row.otherwise;
    if (value && *value > row.above) {
        if (size)
            size->of(model) = whole_of(*value);
        understood(key, size ? size->key : row.parameter, *value);
    } else if (const auto otherwise = formula.empty() || !size ? std::nullopt : computed(formula, 0)) {
        size->of(model) = whole_of(*otherwise);
        if (!row.otherwise.empty())
            by_default(size->key, digits(*otherwise));
    }
}

bool Draft::read_shape()
{
    for (const auto& keys : program_.shape_needs)
        if (!std::ranges::any_of(keys, [&](const std::string& key) { return number_or(key.c_str(), 0) > 0; }))
            return false;
    if (program_.shape.empty())
        return false;
    has_shape_ = true;
    int dense_width = 0;
    for (const Row& row : program_.shape) {
        const bool of_key = row.when.find('=') != std::string::npos;
        if (of_key)
            text(row.when.substr(0, row.when.find('=')).c_str());
        if (!row.when.empty() && (of_key ? !sign_stands(row.when, settings_) : computed(row.when, 0).value_or(0) <= 0))
            continue;
        if (row.parameter == expert_width)
            dense_width = model.ffn;
        read_size(row);
    }
    if (model.dense_layers > 0)
        model.dense_ffn = dense_width > 0 ? dense_width : model.ffn;
    return true;
}

void Writer::shape_rows()
{
    for (const Row& row : program_.shape) {
        const bool left_out
            = !row.when.empty() && (size_named(row.when) == nullptr || written_size(*this, row.when) <= 0);
        if (row.key.empty() || !row.written || left_out)
            continue;
        if (const auto flag = flag_member(row.parameter)) {
            set(row.key, shape().*flag ? "true" : "false");
        } else if (size_named(row.parameter)) {
            const double value = written_size(*this, row.parameter);
            const auto said = std::ranges::find(row.words, digits(value), &Said::value);
            if (value > 0 && row.words.empty())
                set(row.key, value);
            else if (value > 0 && said != row.words.end())
                set(row.key, said->word);
        }
    }
}

} // namespace plateau::programs

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
    draft.reading().not_expressible.push_back({.key = key, .why = why, .line = first->line, .column = first->column});
    draft.covered(key);
}

void read_config(Draft& draft)
{
    const auto document = trimmed(*draft.source).starts_with("{")
        ? files::parse_json(*draft.source, draft.reading().file)
        : files::parse_yaml(*draft.source, draft.reading().file);
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
            draft.understood(key, "precision", format == "float16" ? "fp16" : "bf16");
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

extern const Rules hf_config_rules{"hf_config", read_config, nullptr, is_config};

} // namespace plateau::programs
