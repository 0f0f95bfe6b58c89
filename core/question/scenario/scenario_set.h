// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/question/scenario/scenario.h"

namespace plateau {

/// Several scenarios in one file: the YAML documents of a stream, each the text of a scenario file as it stands.
///
///     kind: training
///     hardware: h100_sxm
///     ---
///     kind: training
///     hardware: b200
///
/// Errors name the line of the whole file.
Expected<std::vector<Scenario>> read_scenarios(const catalog::Catalog& catalog, const std::filesystem::path& file);
Expected<std::vector<Scenario>> read_scenarios_text(const catalog::Catalog& catalog, const std::string& text,
                                                    const std::string& where);
std::string write_scenarios(const std::vector<Scenario>& scenarios);

/// The documents of a text, each after as many empty lines as stand before it, so that errors name the right line.
std::vector<std::string> scenario_documents(const std::string& text);
/// Documents as one text.
std::string joined_documents(const std::vector<std::string>& documents);

/// Does the text hold more than one document?
bool is_scenario_set(const std::string& text);

} // namespace plateau
