// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"

/// A question of whatever kind, for what does not ask which: its parameters by key, its edits and its file. Errors are
/// those of the functions of the same name for one kind.
namespace plateau {

/// What can be asked: a training scenario, or one of the limits of scaling.
using Question = std::variant<Scenario, LimitsScenario>;

inline bool is_training(const Question& question) { return std::holds_alternative<Scenario>(question); }
const Choices& choices(const Question& question);
Choices& choices(Question& question);

std::vector<const ParameterDescription*> rows_of(const Question& question);
/// Null: there is none.
const ParameterDescription* find_parameter(const Question& question, const std::string& key);
/// 0 where there is no such parameter.
Value value_of(const Question& question, const std::string& key);
/// Tells whether the parameter has an effect now, and whether an option of it exists now.
bool applies(const Question& question, const std::string& key);
bool is_available(const Question& question, const std::string& key, const std::string& option);
Value default_value(const catalog::Catalog& catalog, const Question& question, const std::string& key);

Expected<Question> with_value(const catalog::Catalog& catalog, const Question& question, const std::string& key,
                              const Value& value);
Expected<Question> without(const catalog::Catalog& catalog, const Question& question, const std::string& key);

/// The question of that kind that is asked when nobody has asked one.
Expected<Question> default_question(const catalog::Catalog& catalog, bool training);
/// Reads a file's text; one of the other kind is an error.
Expected<Question> read_question_text(const catalog::Catalog& catalog, bool training, const std::string& text,
                                      const std::string& where, UnknownKeys unknown);
std::string write_question(const Question& question);

} // namespace plateau
