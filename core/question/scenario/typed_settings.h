// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/question/limits_scenario/limits_scenario.h"

namespace plateau {

/// Whether a parameter is called so, upper and lower case alike: by its key, its label or one of the everyday words of
/// its row, or, `begun`, by words that begin with it. `said` translates what stands in a row.
using SaidWords = std::function<std::string(const std::string&)>;
bool is_called(const ParameterDescription& parameter, std::string_view name, bool begun, const SaidWords& said = {});

/// What a line sets: keys and values.
using TypedSettings = std::vector<std::pair<std::string, Value>>;

/// What people type in one line, "gpus 2k", "h200", "70b 32k", "2k gpus, fp8, context 128k": names of parameters beside
/// their values, names and sizes of hardware and models, values of choices, context lengths; on limits "1e29",
/// "3 months". Where the steps of a row are powers of two, 32k is 32,768. Each way to read all of the line, the
/// likeliest first; none where a part of it says nothing.
std::vector<TypedSettings> typed_settings(const catalog::Catalog& catalog, const Scenario& scenario,
                                          const std::string& line, const SaidWords& said = {}, std::size_t most = 4);
std::vector<TypedSettings> typed_settings(const catalog::Catalog& catalog, const LimitsScenario& scenario,
                                          const std::string& line, const SaidWords& said = {}, std::size_t most = 4);

/// "GPU count 2,048 GPUs; Shape Llama 3 70B", settings of such a scenario: `said` translates labels.
std::string settings_words(const catalog::Catalog& catalog, const Scenario& of, const TypedSettings& settings,
                           const SaidWords& said = {});
std::string settings_words(const catalog::Catalog& catalog, const LimitsScenario& of, const TypedSettings& settings,
                           const SaidWords& said = {});

} // namespace plateau
