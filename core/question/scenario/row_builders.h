// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/question/scenario/parameter_table.h"

/// How to write the rows of a parameter table, for a scenario type S (training or limits). `access` is a generic
/// lambda that returns a reference to the field. Included by the header of each table's rows.
namespace plateau::rows {

/// What every row has.
struct Words {
    const char* key;
    const char* label;
    const char* group;
    const char* help;
    const char* provenance;
    const char* also = ""; ///< everyday words it is looked for by
};

struct Range {
    units::Unit unit;
    ParameterScale scale;
    double minimum;
    double maximum;
};

/// What only some rows have.
template<class S>
struct Extras {
    std::optional<ParameterKind> kind = {}; ///< none: as the field's type has it
    bool unlimited = false;
    catalog::OnStep on_step = catalog::OnStep::Anything;
    bool advanced = false;
    std::vector<double> ladder = {};
    const char* zero_name = "";
    const char* zero_label = "";
    std::function<void(S&, const Value&)> set = {}; ///< none: writes the field
    std::function<bool(const S&)> applies = {}; ///< none: always
    std::function<bool(const S&, const std::string&)> available = {};
};

template<class S>
Parameter<S> with(Parameter<S> row, const Extras<S>& extras)
{
    row.kind = extras.kind.value_or(row.kind);
    row.unlimited = extras.unlimited;
    row.on_step = extras.on_step;
    row.advanced = extras.advanced;
    row.ladder = extras.ladder;
    row.zero_name = extras.zero_name;
    row.zero_label = extras.zero_label;
    row.set = extras.set ? extras.set : row.set;
    row.applies = extras.applies ? extras.applies : row.applies;
    row.available = extras.available;
    return row;
}

/// The type of the field of S that `access` returns.
template<class S, class Access>
using Field = std::remove_reference_t<decltype(std::declval<Access>()(std::declval<S&>()))>;

template<class S>
struct Named {
    Parameter<S> operator()(const Words& words, ParameterKind kind) const
    {
        Parameter<S> row;
        row.key = words.key;
        row.label = words.label;
        row.group = words.group;
        row.help = words.help;
        row.provenance = words.provenance;
        row.also = words.also;
        row.kind = kind;
        row.applies = [](const S&) { return true; };
        return row;
    }
};

template<class S>
struct Number {
    template<class Access>
    Parameter<S> operator()(const Words& words, const Range& range, Access access, const Extras<S>& extras = {}) const
    {
        using F = Field<S, Access>;
        Parameter<S> row = Named<S>()(words, std::is_integral_v<F> ? ParameterKind::Whole : ParameterKind::Number);
        row.unit = range.unit;
        row.scale = range.scale;
        row.minimum = range.minimum;
        row.maximum = range.maximum;
        row.get = [access](const S& s) { return Value(static_cast<double>(access(s))); };
        row.set = [access](S& s, const Value& value) { access(s) = static_cast<F>(std::get<double>(value)); };
        return with(row, extras);
    }
};

template<class S>
struct OnOff {
    template<class Access>
    Parameter<S> operator()(const Words& words, Access access, const Extras<S>& extras = {}) const
    {
        using F = Field<S, Access>;
        Parameter<S> row = Named<S>()(words, ParameterKind::Switch);
        row.get = [access](const S& s) { return Value(access(s) != F(0) ? 1.0 : 0.0); };
        row.set = [access](S& s, const Value& value) { access(s) = static_cast<F>(std::get<double>(value) != 0); };
        return with(row, extras);
    }
};

/// Needs name() and from_name() of the enumeration.
template<class S>
struct Choice {
    template<class Access>
    Parameter<S> operator()(const Words& words, const std::vector<Option>& options, Access access,
                            const Extras<S>& extras = {}) const
    {
        using Enum = Field<S, Access>;
        Parameter<S> row = Named<S>()(words, ParameterKind::Choice);
        row.options = options;
        row.get = [access](const S& s) { return Value(std::string(name(access(s)))); };
        row.set = [access](S& s, const Value& value) { access(s) = *from_name<Enum>(std::get<std::string>(value)); };
        return with(row, extras);
    }
};

template<class S>
struct CatalogName {
    template<class Access>
    Parameter<S> operator()(const Words& words, Access access, const Extras<S>& extras = {}) const
    {
        Parameter<S> row = Named<S>()(words, ParameterKind::Name);
        row.get = [access](const S& s) { return Value(access(s)); };
        row.set = [access](S& s, const Value& value) { access(s) = std::get<std::string>(value); };
        return with(row, extras);
    }
};

} // namespace plateau::rows
