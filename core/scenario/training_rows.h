// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "core/scenario/parameter_table.h"

/// The rows of the training table, by group, and how to write one. Private to this room.
namespace plateau::training_rows {

std::vector<TrainingParameter> cluster();
std::vector<TrainingParameter> model();
std::vector<TrainingParameter> batch();
std::vector<TrainingParameter> plan();
std::vector<TrainingParameter> assumptions();

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

inline TrainingParameter named(const Words& words, ParameterKind kind)
{
    TrainingParameter row;
    row.key = words.key;
    row.label = words.label;
    row.group = words.group;
    row.help = words.help;
    row.provenance = words.provenance;
    row.kind = kind;
    row.applies = [](const Scenario&) { return true; };
    return row;
}

template<class Access>
TrainingParameter number(const Words& words, const Range& range, Access access)
{
    using Field = std::remove_reference_t<decltype(access(std::declval<Scenario&>()))>;
    TrainingParameter row = named(words, std::is_integral_v<Field> ? ParameterKind::Whole : ParameterKind::Number);
    row.unit = range.unit;
    row.scale = range.scale;
    row.minimum = range.minimum;
    row.maximum = range.maximum;
    row.get = [access](const Scenario& s) { return Value(static_cast<double>(access(s))); };
    row.set = [access](Scenario& s, const Value& value) { access(s) = static_cast<Field>(std::get<double>(value)); };
    return row;
}

template<class Access>
TrainingParameter on_off(const Words& words, Access access)
{
    using Field = std::remove_reference_t<decltype(access(std::declval<Scenario&>()))>;
    TrainingParameter row = named(words, ParameterKind::Switch);
    row.get = [access](const Scenario& s) { return Value(access(s) != Field(0) ? 1.0 : 0.0); };
    row.set
        = [access](Scenario& s, const Value& value) { access(s) = static_cast<Field>(std::get<double>(value) != 0); };
    return row;
}

template<class Access>
TrainingParameter choice(const Words& words, std::vector<Option> options, Access access)
{
    using Enum = std::remove_reference_t<decltype(access(std::declval<Scenario&>()))>;
    TrainingParameter row = named(words, ParameterKind::Choice);
    row.options = std::move(options);
    row.get = [access](const Scenario& s) { return Value(std::string(plateau::name(access(s)))); };
    row.set = [access](Scenario& s, const Value& value) { access(s) = *from_name<Enum>(std::get<std::string>(value)); };
    return row;
}

template<class Access>
TrainingParameter catalog_name(const Words& words, Access access)
{
    TrainingParameter row = named(words, ParameterKind::Name);
    row.get = [access](const Scenario& s) { return Value(access(s)); };
    row.set = [access](Scenario& s, const Value& value) { access(s) = std::get<std::string>(value); };
    return row;
}

} // namespace plateau::training_rows
