// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/limits/limits_scenario.h"

/// The rows of the limits table, by group, and how to write one. Private to this room.
namespace plateau::limits_rows {

std::vector<LimitsParameter> cluster();
std::vector<LimitsParameter> rules();
std::vector<LimitsParameter> assumptions();
std::vector<LimitsParameter> view();

/// What every row has. `access` is a generic lambda that returns a reference to the field.
struct Words {
    const char* key;
    const char* label;
    const char* group;
    const char* help;
    const char* provenance;
};

struct Range {
    units::Unit unit;
    ParameterScale scale;
    double minimum;
    double maximum;
};

inline LimitsParameter named(const Words& words, ParameterKind kind)
{
    LimitsParameter row;
    row.key = words.key;
    row.label = words.label;
    row.group = words.group;
    row.help = words.help;
    row.provenance = words.provenance;
    row.kind = kind;
    row.applies = [](const LimitsScenario&) { return true; };
    return row;
}

template<class Access>
LimitsParameter number(const Words& words, const Range& range, Access access)
{
    LimitsParameter row = named(words, ParameterKind::Number);
    row.unit = range.unit;
    row.scale = range.scale;
    row.minimum = range.minimum;
    row.maximum = range.maximum;
    row.get = [access](const LimitsScenario& s) { return Value(access(s)); };
    row.set = [access](LimitsScenario& s, const Value& value) { access(s) = std::get<double>(value); };
    return row;
}

template<class Access>
LimitsParameter on_off(const Words& words, Access access)
{
    LimitsParameter row = named(words, ParameterKind::Switch);
    row.get = [access](const LimitsScenario& s) { return Value(access(s) ? 1.0 : 0.0); };
    row.set = [access](LimitsScenario& s, const Value& value) { access(s) = std::get<double>(value) != 0; };
    return row;
}

/// Choice between options whose names are name(Enum) of the enumerators 0, 1, 2 ...
template<class Access>
LimitsParameter choice(const Words& words, std::vector<Option> options, Access access)
{
    using Enum = std::remove_reference_t<decltype(access(std::declval<LimitsScenario&>()))>;
    LimitsParameter row = named(words, ParameterKind::Choice);
    row.options = std::move(options);
    row.get = [access](const LimitsScenario& s) { return Value(std::string(name(access(s)))); };
    const std::size_t count = row.options.size();
    row.set = [access, count](LimitsScenario& s, const Value& value) {
        for (std::size_t i = 0; i < count; ++i)
            if (std::get<std::string>(value) == name(static_cast<Enum>(i)))
                access(s) = static_cast<Enum>(i);
    };
    return row;
}

} // namespace plateau::limits_rows
