// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario.h"

/// The question that a scenario file, a shipped scenario's name or an exported figure asks.
namespace plateau::figures {

/// The kind of question that is asked: "training" or "limits".
Expected<std::string> question_kind(const catalog::Catalog& catalog, const std::string& file_or_name);

Expected<Scenario> read_question(const catalog::Catalog& catalog, const std::string& file_or_name);
Expected<LimitsScenario> read_limits_question(const catalog::Catalog& catalog, const std::string& file_or_name);

/// All questions of an exported figure of several, or of a file of several documents; the one that is asked comes
/// first.
Expected<std::vector<Scenario>> read_questions(const catalog::Catalog& catalog, const std::string& file_or_name);
Expected<std::vector<LimitsScenario>> read_limits_questions(const catalog::Catalog& catalog,
                                                            const std::string& file_or_name);

} // namespace plateau::figures
