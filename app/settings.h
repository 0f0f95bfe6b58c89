// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/question.h"
#include "core/question/scenario/parameter_table.h"
#include "core/text/messages/words.h"

namespace plateau::app {

/// The error, said of the flag and the text it came from; with what to type, where a name or a range was mistyped.
tl::unexpected<Error> at_flag(Error error, const std::string& flag, const std::string& text);
/// Whether any kind of scenario has a parameter of this name.
bool is_parameter(const std::string& key);

/// The parameters of a kind of scenario.
template<class S>
const ParameterTable<S>& parameters()
{
    if constexpr (std::is_same_v<S, Scenario>)
        return training_parameters();
    else
        return limits_parameters();
}

/// The scenario with every --set KEY=VALUE applied at once, for a scenario type S (training or limits).
template<class S>
Expected<S> apply_settings(const catalog::Catalog& catalog, const S& scenario, const std::vector<std::string>& settings)
{
    std::vector<std::pair<std::string, Value>> changes;
    for (const std::string& text : settings) {
        const auto assignment = split_assignment(set_flag.name, text);
        if (!assignment)
            return tl::unexpected(assignment.error());
        const auto parameter = parameters<S>().require(assignment->first);
        if (!parameter)
            return at_flag(parameter.error(), set_flag.name, text);
        const auto value = parse_value(**parameter, assignment->second);
        if (!value)
            return at_flag(value.error(), set_flag.name, text);
        changes.emplace_back(assignment->first, *value);
    }
    if (changes.empty())
        return scenario;
    auto changed = with_all(catalog, scenario, changes);
    if (changed)
        return changed;
    for (std::size_t i = 0; i < changes.size(); ++i)
        if (!with_all(catalog, scenario, {changes[i]}))
            return at_flag(changed.error(), set_flag.name, settings[i]);
    return at_flag(changed.error(), set_flag.name, joined(settings, " --set ")); // only together they are wrong
}

} // namespace plateau::app
