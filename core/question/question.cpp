// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/question.h"

namespace plateau {

namespace {

const ParameterTable<Scenario>& table_of(const Scenario& /*kind*/) { return training_parameters(); }
const ParameterTable<LimitsScenario>& table_of(const LimitsScenario& /*kind*/) { return limits_parameters(); }

/// What `read` says of the scenario and the row of that key, `otherwise` where there is no such row.
template<class Result, class Read>
Result of_row(const Question& question, const std::string& key, Result otherwise, const Read& read)
{
    return std::visit(
        [&](const auto& scenario) -> Result {
            const auto* row = table_of(scenario).find(key);
            return row ? read(scenario, *row) : otherwise;
        },
        question);
}

} // namespace

const Choices& choices(const Question& question)
{
    return std::visit([](const Choices& scenario) -> const Choices& { return scenario; }, question);
}

Choices& choices(Question& question)
{
    return std::visit([](Choices& scenario) -> Choices& { return scenario; }, question);
}

std::vector<const ParameterDescription*> rows_of(const Question& question)
{
    std::vector<const ParameterDescription*> rows;
    std::visit(
        [&rows](const auto& scenario) {
            for (const auto& row : table_of(scenario).rows())
                rows.push_back(&row);
        },
        question);
    return rows;
}

const ParameterDescription* find_parameter(const Question& question, const std::string& key)
{
    return of_row<const ParameterDescription*>(question, key, nullptr,
                                               [](const auto&, const ParameterDescription& row) { return &row; });
}

Value value_of(const Question& question, const std::string& key)
{
    return of_row<Value>(question, key, 0.0, [](const auto& scenario, const auto& row) { return row.get(scenario); });
}

bool applies(const Question& question, const std::string& key)
{
    return of_row(question, key, false,
                  [](const auto& scenario, const auto& row) { return !row.applies || row.applies(scenario); });
}

bool is_available(const Question& question, const std::string& key, const std::string& option)
{
    return of_row(question, key, false, [&option](const auto& scenario, const auto& row) {
        return !row.available || row.available(scenario, option);
    });
}

Value default_value(const catalog::Catalog& catalog, const Question& question, const std::string& key)
{
    return std::visit([&](const auto& scenario) { return default_value(catalog, scenario, key); }, question);
}

Expected<Question> with_value(const catalog::Catalog& catalog, const Question& question, const std::string& key,
                              const Value& value)
{
    return std::visit(
        [&](const auto& scenario) -> Expected<Question> { return with_value(catalog, scenario, key, value); },
        question);
}

Expected<Question> without(const catalog::Catalog& catalog, const Question& question, const std::string& key)
{
    return std::visit([&](const auto& scenario) -> Expected<Question> { return without(catalog, scenario, key); },
                      question);
}

Expected<Question> default_question(const catalog::Catalog& catalog, bool training)
{
    if (training)
        return default_scenario(catalog);
    return default_limits_scenario(catalog);
}

Expected<Question> read_question_text(const catalog::Catalog& catalog, bool training, const std::string& text,
                                      const std::string& where, UnknownKeys unknown)
{
    if (training)
        return read_scenario_text(catalog, text, where, unknown);
    return read_limits_scenario_text(catalog, text, where, unknown);
}

std::string write_question(const Question& question)
{
    return std::visit([](const auto& scenario) { return write_scenario(scenario); }, question);
}

} // namespace plateau
