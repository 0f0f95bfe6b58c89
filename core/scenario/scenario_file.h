// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/scenario/scenario.h"

namespace plateau {

/// Reads `kind: training` YAML. Unknown keys name the nearest; values are read as a person would type them.
Expected<Scenario> read_scenario(const catalog::Catalog& catalog, const std::filesystem::path& file);
Expected<Scenario> read_scenario_text(const catalog::Catalog& catalog, const std::string& text, const std::string& where);

/// A file, or the name of a shipped scenario.
Expected<Scenario> find_scenario(const catalog::Catalog& catalog, const std::string& name_or_file);

/// The scenario as YAML with stable key order; reading it back gives the same choices, writing that the same bytes.
std::string write_scenario(const Scenario& scenario);

/// Fingerprint of the preset files the scenario draws on (hardware, transport, model, stack): 16 hexadecimal digits,
/// FNV-1a over their contents. Files that record another one still load, with a remark.
std::string preset_hash(const Scenario& scenario);

} // namespace plateau
