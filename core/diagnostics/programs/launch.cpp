// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/launch.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/diagnostics/programs/program.h"
#include "core/diagnostics/programs/tables.h"
#include "core/plan/plan_layers.h"
#include "core/question/scenario/parameter_table.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

using Tree = nlohmann::ordered_json;

/// A leaf of JSON: true, false and numbers as such, all else as text.
Tree leaf(const std::string& value)
{
    if (value == "true" || value == "false")
        return value == "true";
    const auto number = number_of(value);
    if (!number)
        return value;
    return *number == std::floor(*number) ? Tree(static_cast<std::int64_t>(*number)) : Tree(*number);
}

void add_yaml(const Tree& tree, const std::string& indent, std::string& text)
{
    for (const auto& [key, value] : tree.items()) {
        text += indent + key + ":"
            + (value.is_object() ? "" : " " + (value.is_string() ? value.get<std::string>() : value.dump())) + "\n";
        if (value.is_object())
            add_yaml(value, indent + "  ", text);
    }
}

/// As a shell takes it for one word.
std::string quoted(const std::string& word)
{
    return word.find_first_of("()[]*|&;<>$ ") == std::string::npos ? word : "'" + word + "'";
}

std::string nested(const std::vector<std::pair<std::string, std::string>>& settings, bool json)
{
    Tree tree = Tree::object();
    for (const auto& [key, value] : settings) {
        Tree* at = &tree;
        for (const std::string& part : split(key, "."))
            at = &(*at)[part];
        *at = leaf(value);
    }
    std::string text;
    if (json)
        return tree.dump(2) + "\n";
    add_yaml(tree, {}, text);
    return text;
}

} // namespace

std::vector<std::string> Written::lines() const
{
    std::vector<std::string> result;
    for (const auto& [name, text] : files)
        for (const std::string& line : split(trimmed(text), "\n"))
            result.push_back(line);
    if (!files.empty())
        return result;
    bool after_option = false;
    for (const std::string& word : arguments) {
        const bool option = word.starts_with("--");
        if (after_option && !option)
            result.back() += " " + quoted(word);
        else
            result.push_back(quoted(word));
        after_option = after_option || option;
    }
    return result;
}

Writer::Writer(const Program& program, Scenario scenario, double global_batch, Block block)
    : program_(program), scenario_(std::move(scenario)), global_batch_(global_batch), block_(std::move(block))
{
    written_.blanks = program.blanks;
}

double Writer::gpus() const { return double(plan().dp) * plan().tp * plan().pp * plan().cp; }

double Writer::accumulation() const
{
    return std::max(1.0, std::round(global_batch_ / (double(std::max(1, plan().dp)) * plan().micro_batch)));
}

std::string Writer::word(const std::string& parameter) const
{
    if (parameter == "global_batch")
        return digits(global_batch_);
    if (parameter == "gpus")
        return digits(gpus());
    if (parameter == "etp")
        return std::to_string(expert_tensor(plan()));
    const TrainingParameter* row = training_parameters().find(parameter);
    if (!row)
        return {};
    const Value value = row->get(scenario_);
    if (row->kind == ParameterKind::Switch)
        return std::get<double>(value) != 0 ? "on" : "off";
    const double* number = std::get_if<double>(&value);
    return number ? digits(*number) : std::get<std::string>(value);
}

double Writer::number(const std::string& parameter) const { return number_of(word(parameter)).value_or(0); }

void Writer::set(const std::string& key, const std::string& value) { settings_.emplace_back(key, value); }
void Writer::set(const std::string& key, double value) { set(key, digits(value)); }
void Writer::flag(const std::string& key) { set(key, std::string("true")); }

std::string Writer::model_name() const
{
    const auto found = std::ranges::find(program_.models, shape().id, [](const auto& each) { return each.first; });
    return found == program_.models.end() ? std::string() : found->second;
}

std::string Writer::fact(std::string_view name) const
{
    const auto found = block_.find(name);
    return found == block_.end() ? std::string() : found->second;
}

void Writer::block_rows()
{
    const auto table = program_.tables.find("block");
    if (table == program_.tables.end())
        return;
    for (const Row& row : table->second) {
        if (row.parameter.starts_with("rotary") && !shape().rotary)
            continue;
        const std::string value = fact(row.parameter);
        const auto said = std::ranges::find(row.words, value, &Said::value);
        if (value.empty() && row.otherwise.empty())
            written_.blanks.push_back(option(row.key));
        else if (value.empty() || value == row.otherwise)
            continue;
        else if (row.words.empty())
            set(row.key, value);
        else if (said == row.words.end())
            cannot({no_setting, {Verbatim{program_.title}, Verbatim{row.parameter + " " + value}}});
        else if (!said->word.empty())
            set(row.key, said->word);
    }
}

std::string Writer::option(std::string key) const
{
    if (program_.style == Style::Flags)
        std::ranges::replace(key, '_', '-');
    return program_.style == Style::Flags || program_.style == Style::Dotted ? "--" + key : key;
}

void Writer::must_be_one(const char* parameter)
{
    if (number(parameter) > 1)
        cannot({no_setting, {Verbatim{program_.title}, Verbatim{std::string(parameter) + " " + word(parameter)}}});
}

void Writer::must_divide_batch()
{
    if (std::fmod(global_batch_, double(plan().micro_batch) * plan().dp) != 0)
        cannot({PLATEAU_TEXT("a global batch of %1: it must be a multiple of micro-batch %2 x DP %3"),
                {Verbatim{digits(global_batch_)}, Verbatim{std::to_string(plan().micro_batch)},
                 Verbatim{std::to_string(plan().dp)}}});
}

void Writer::must_spread_layers()
{
    for (const char* parameter : {"first_stage_layers", "last_stage_layers"})
        if (states_layers(plan()) && number(parameter) > 0)
            cannot({no_setting, {Verbatim{program_.title}, Verbatim{std::string(parameter) + " " + word(parameter)}}});
}

void Writer::rows()
{
    for (const Row& row : program_.rows) {
        const TrainingParameter* parameter = training_parameters().find(row.parameter);
        if (!row.written || !parameter
            || (parameter->applies && !parameter->applies(scenario_) && row.parameter != "global_batch"))
            continue;
        const std::string value = word(row.parameter);
        const bool plain = (value == "1" && (row.parameter == "cp" || row.parameter == "ep"))
            || (row.parameter == "etp"
                && (!row.otherwise.empty() ? plan().ep == 1 : expert_tensor(plan()) == plan().tp));
        if (plain || value.empty())
            continue;
        if (row.words.empty()) {
            set(row.key, value);
            continue;
        }
        const auto said = std::ranges::find_if(
            row.words, [&](const Said& each) { return each.means == Said::Means::Value && each.value == value; });
        if (said == row.words.end())
            cannot({no_setting, {Verbatim{program_.title}, Verbatim{row.parameter + " " + value}}});
        else if (!said->word.empty() && !(program_.style == Style::Flags && said->word == "false"))
            set(row.key, said->word);
    }
}

Written Writer::take()
{
    rows();
    if (program_.rules && program_.rules->write)
        program_.rules->write(*this);
    else
        shape_rows();
    if (scenario_.workload.fine_tune == FineTune::Lora)
        cannot({PLATEAU_TEXT("adapters beside frozen weights"), {}});
    words();
    return std::move(written_);
}

void Writer::words()
{
    if (program_.style == Style::Yaml || program_.style == Style::Json) {
        written_.files.emplace_back(program_.file, nested(settings_, program_.style == Style::Json));
        written_.arguments = split(program_.file_option + " " + program_.file, " ");
        return;
    }
    for (const auto& [key, value] : settings_) {
        if (program_.style == Style::Assigned) {
            written_.arguments.push_back(option(key) + "=" + value);
            continue;
        }
        if (!key.empty())
            written_.arguments.push_back(option(key));
        if (program_.style == Style::Dotted && !value.empty())
            written_.arguments.push_back(value);
        else if (value != "true")
            std::ranges::copy(split(value, " "), std::back_inserter(written_.arguments));
    }
}

Written write_launch(const Program& program, const Scenario& scenario, const Plan& plan, double global_batch,
                     const Programs& programs)
{
    Scenario planned = scenario;
    planned.plan = plan;
    const auto block = programs.blocks.find(scenario.workload.shape.id);
    return Writer(program, std::move(planned), global_batch, block == programs.blocks.end() ? Block() : block->second)
        .take();
}

} // namespace plateau::programs
