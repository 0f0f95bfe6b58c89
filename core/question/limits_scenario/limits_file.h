// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"

namespace plateau {

/// Reads `kind: limits` YAML:
///
///     kind: limits
///     title: H100, dense
///     notes: |-              # any number of lines
///     hardware: h100_sxm     # then what the user set, one row of limits_parameters() per line, as people type it
///     duration: 3 months
///     view: {page: limits}   # what the window remembers; kept as it stands
///
/// Unknown keys name the nearest.
Expected<LimitsScenario> read_limits_scenario(const catalog::Catalog& catalog, const std::filesystem::path& file,
                                              UnknownKeys unknown = UnknownKeys::Refuse);
Expected<LimitsScenario> read_limits_scenario_text(const catalog::Catalog& catalog, const std::string& text,
                                                   const std::string& where, UnknownKeys unknown = UnknownKeys::Refuse);

/// A file, or the name of one in scenarios/ of the preset folders.
Expected<LimitsScenario> find_limits_scenario(const catalog::Catalog& catalog, const std::string& name_or_file);

/// The scenario as YAML with stable key order; reading it back gives the same choices, writing that the same bytes.
std::string write_scenario(const LimitsScenario& scenario);

/// Fingerprint of the hardware's file, as preset_hash(const Scenario&).
std::string preset_hash(const LimitsScenario& scenario);

} // namespace plateau
