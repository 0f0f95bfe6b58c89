// SPDX-License-Identifier: GPL-3.0-or-later
#include <fnmatch.h>

#include <algorithm>
#include <cmath>

#include "core/diagnostics/programs/shell.h"
#include "core/diagnostics/programs/tables.h"
#include "core/text/messages/words.h"

/// Sizes of a model by rows, read and written.
namespace plateau::programs {

namespace {

using catalog::ModelShape;

constexpr std::pair<const char*, int ModelShape::*> numbers_of_shapes[] = {
    {"layers", &ModelShape::layers},
    {"hidden", &ModelShape::hidden},
    {"heads", &ModelShape::heads},
    {"kv_heads", &ModelShape::kv_heads},
    {"head_dim", &ModelShape::head_dim},
    {"ffn", &ModelShape::ffn},
    {"vocab", &ModelShape::vocab},
    {"max_sequence", &ModelShape::max_sequence},
    {"experts", &ModelShape::experts},
    {"experts_per_token", &ModelShape::experts_per_token},
    {"shared_experts", &ModelShape::shared_experts},
    {"shared_ffn", &ModelShape::shared_ffn},
    {"expert_hidden", &ModelShape::expert_hidden},
    {"dense_layers", &ModelShape::dense_layers},
    {"dense_ffn", &ModelShape::dense_ffn},
    {"kv_rank", &ModelShape::kv_rank},
    {"query_rank", &ModelShape::query_rank},
    {"rope_head_dim", &ModelShape::rope_head_dim},
    {"value_head_dim", &ModelShape::value_head_dim},
    {"index_keys", &ModelShape::index_keys},
    {"window", &ModelShape::window},
    {"window_layers", &ModelShape::window_layers},
    {"ffn_only_layers", &ModelShape::ffn_only_layers},
    {"mixer_only_layers", &ModelShape::mixer_only_layers},
};
constexpr std::pair<const char*, bool ModelShape::*> flags_of_shapes[] = {
    {"gated", &ModelShape::gated},
    {"rotary", &ModelShape::rotary},
    {"alibi", &ModelShape::alibi},
    {"tied_embeddings", &ModelShape::tied_embeddings},
    {"linear_bias", &ModelShape::linear_bias},
    {"parallel_block", &ModelShape::parallel_block},
};
constexpr const char* expert_width = "expert_ffn"; // the width of experts where `ffn` is that of the other layers

template<class Member>
Member member_of(std::span<const std::pair<const char*, Member>> members, const std::string& name)
{
    const auto found = std::ranges::find(members, name, [](const auto& each) { return std::string(each.first); });
    return found == members.end() ? nullptr : found->second;
}

int ModelShape::*number_member(const std::string& name)
{
    return member_of<int ModelShape::*>(numbers_of_shapes, name == expert_width ? "ffn" : name);
}

bool ModelShape::*flag_member(const std::string& name) { return member_of<bool ModelShape::*>(flags_of_shapes, name); }

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
    return shape.*number_member(name);
}

} // namespace

const char* name_of_size(int ModelShape::*member)
{
    for (const auto& [name, each] : numbers_of_shapes)
        if (each == member)
            return name;
    return "";
}

void Draft::say_shape()
{
    for (const auto& [name, member] : numbers_of_shapes)
        if (model.*member > 0)
            set(name, std::to_string(model.*member));
    if (model.experts > 0 && !knows("dense_layers"))
        set("dense_layers", "0");
}

std::optional<double> Draft::computed(const std::string& formula, double value) const
{
    return shell::arithmetic(formula, [&](const std::string& name) -> std::optional<double> {
        if (name == "value")
            return value;
        if (const auto member = number_member(name))
            return model.*member;
        const auto found = reading_.scenario.find(name);
        return found == reading_.scenario.end() ? std::nullopt : number_of(found->second);
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
    const auto member = number_member(row.parameter);
    const std::string& formula = row.otherwise.empty() ? row.quietly : row.otherwise;
    if (value && *value > row.above) {
        if (member)
            shape(key, member, *value);
        else
            understood(key, row.parameter, *value);
    } else if (const auto otherwise = formula.empty() || !member ? std::nullopt : computed(formula, 0)) {
        if (row.otherwise.empty())
            model.*member = whole_of(*otherwise);
        else
            shape_by_default(member, *otherwise);
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
            = !row.when.empty() && (number_member(row.when) == nullptr || written_size(*this, row.when) <= 0);
        if (row.key.empty() || !row.written || left_out)
            continue;
        if (const auto flag = flag_member(row.parameter)) {
            set(row.key, shape().*flag ? "true" : "false");
        } else if (number_member(row.parameter)) {
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
