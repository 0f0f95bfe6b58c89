// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/question/limits_scenario/limits_scenario.h"

namespace plateau {

/// Translates what stands in a row of the table.
using SaidWords = std::function<std::string(const std::string&)>;

/// What a line sets: keys and values.
using TypedSettings = std::vector<std::pair<std::string, Value>>;

/// What people type in one line, "gpus 2k", "256 h100", "70b 32k", "2k gpus, fp8, 400g", "batch 4m tokens": names of
/// parameters beside their values, names, beginnings of names and sizes of hardware, models and software, values of
/// choices, context lengths, rates of the network, counts of GPUs; on limits "1e29", "3 months". Where the steps of a
/// row are powers of two, 32k is 32,768. Each way to read all of the line, the likeliest first: of fewest parts, each
/// the most popular of those with its words; none where a part of it says nothing. Of a Scenario or a LimitsScenario.
template<class S>
std::vector<TypedSettings> typed_settings(const catalog::Catalog& catalog, const S& scenario, const std::string& line,
                                          const SaidWords& said = {}, std::size_t most = 4);

/// "GPU count 2,048 GPUs; Shape Llama 3 70B", settings of such a scenario: `said` translates labels.
template<class S>
std::string settings_words(const catalog::Catalog& catalog, const S& of, const TypedSettings& settings,
                           const SaidWords& said = {});

} // namespace plateau
