// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/launch.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

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

void add_yaml(const Tree& tree, const std::string& indent, std::vector<std::string>& lines)
{
    for (const auto& [key, value] : tree.items()) {
        lines.push_back(
            indent + key + ":"
            + (value.is_object() ? "" : " " + (value.is_string() ? value.get<std::string>() : value.dump())));
        if (value.is_object())
            add_yaml(value, indent + "  ", lines);
    }
}

/// As a shell takes it for one word.
std::string quoted(const std::string& word)
{
    return word.find_first_of("()[]*|&;<>$") == std::string::npos ? word : "'" + word + "'";
}

std::vector<std::string> nested(const std::vector<std::pair<std::string, std::string>>& settings, bool json)
{
    Tree tree = Tree::object();
    for (const auto& [key, value] : settings) {
        Tree* at = &tree;
        for (const std::string& part : split(key, "."))
            at = &(*at)[part];
        *at = leaf(value);
    }
    std::vector<std::string> lines;
    if (json)
        return split(tree.dump(2), "\n");
    add_yaml(tree, {}, lines);
    return lines;
}

} // namespace

Writer::Writer(const Program& program, Scenario scenario, double global_batch)
    : program_(program), scenario_(std::move(scenario)), global_batch_(global_batch)
{
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

void Writer::must_be_one(const char* parameter)
{
    if (number(parameter) > 1)
        cannot({no_setting, {Verbatim{program_.title}, Verbatim{std::string(parameter) + " " + word(parameter)}}});
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
    if (program_.style == Style::Yaml || program_.style == Style::Json)
        written_.lines = nested(settings_, program_.style == Style::Json);
    else
        for (const auto& [key, value] : settings_) {
            std::string name = key;
            if (program_.style == Style::Flags)
                std::ranges::replace(name, '_', '-');
            if (program_.style == Style::Assigned)
                written_.lines.push_back(quoted(name + "=" + value));
            else
                written_.lines.push_back(
                    "--" + name + (value == "true" && program_.style == Style::Flags ? "" : " " + quoted(value)));
        }
    return std::move(written_);
}

Written write_launch(const Program& program, const Scenario& scenario, const Plan& plan, double global_batch)
{
    Scenario planned = scenario;
    planned.plan = plan;
    return Writer(program, std::move(planned), global_batch).take();
}

} // namespace plateau::programs
