// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/limits_scenario/limits_scenario.h"
#include "core/scenario/scenario.h"

/// The question that a scenario file, a shipped scenario's name or an exported figure asks.
namespace plateau::figures {

/// "training" or "limits".
Expected<std::string> question_kind(const catalog::Catalog& catalog, const std::string& file_or_name);

Expected<Scenario> read_question(const catalog::Catalog& catalog, const std::string& file_or_name);
Expected<LimitsScenario> read_limits_question(const catalog::Catalog& catalog, const std::string& file_or_name);

} // namespace plateau::figures
