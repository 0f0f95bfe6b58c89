// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/question/scenario/parameter_table.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

/// Small text helpers of the parameter table. Private to this room and to limits.
namespace plateau::parameter_text {

/// Lower case, without spaces, commas, hyphens and underscores: "FSDP, whole world" and "fsdp_whole-world" are equal.
std::string folded(const std::string& text);
std::optional<bool> switch_value(const std::string& text);

std::vector<double> powers_of_two(double minimum, double maximum);
std::vector<double> one_two_five(double minimum, double maximum);
std::vector<double> even_steps(double minimum, double maximum, bool whole);
/// `count` values from `from` to `to`, ends included; geometric when `logarithmic` and both ends are positive.
std::vector<double> spaced(double from, double to, int count, bool logarithmic, bool whole);

} // namespace plateau::parameter_text

/// Definitions of ParameterTable's members. Included by the one .cpp per scenario type that instantiates the table.
namespace plateau {

template<class S>
ParameterTable<S>::ParameterTable(std::vector<Parameter<S>> rows) : rows_(std::move(rows))
{
}

template<class S>
const Parameter<S>* ParameterTable<S>::find(const std::string& key) const
{
    const auto row = std::find_if(rows_.begin(), rows_.end(), [&](const auto& r) { return r.key == key; });
    return row == rows_.end() ? nullptr : &*row;
}

template<class S>
Expected<const Parameter<S>*> ParameterTable<S>::require(const std::string& key) const
{
    if (const Parameter<S>* row = find(key))
        return row;
    std::vector<Called> keys;
    for (const Parameter<S>& row : rows_)
        keys.push_back({row.key, row.label + "," + row.also});
    return tl::unexpected(unknown_name({PLATEAU_TEXT("%1 is not a known parameter"), {Verbatim{key}}}, key, keys,
                                       "plateau catalog parameters"));
}

} // namespace plateau

/// Changing one key of a scenario of type S (training or limits), in terms of its table, resolve() and with_value().
/// Included by the one .cpp per type that defines the functions people call.
namespace plateau::edit {

template<class S>
Expected<S> with(const ParameterTable<S>& table, const catalog::Catalog& catalog, const S& scenario,
                 const std::string& key, const std::string& text)
{
    const auto row = table.require(key);
    if (!row)
        return tl::make_unexpected(row.error());
    const auto value = parse_value(**row, text);
    if (!value)
        return tl::make_unexpected(value.error());
    return with_value(catalog, scenario, key, *value);
}

template<class S>
Expected<S> without(const ParameterTable<S>& table, const catalog::Catalog& catalog, const S& scenario,
                    const std::string& key)
{
    const auto row = table.require(key);
    if (!row)
        return tl::make_unexpected(row.error());
    S changed = scenario;
    if (changed.overrides.erase(key) + changed.open.erase(key) > 0)
        say_parameter(changed.unsaid, key); // the default stands, and unsaid() says so where it decides
    return resolve(catalog, std::move(changed));
}

template<class S>
Value default_value(const ParameterTable<S>& table, const catalog::Catalog& catalog, const S& scenario,
                    const std::string& key)
{
    const Parameter<S>* row = table.find(key);
    if (!row)
        return Value(0.0);
    const Expected<S> plain = without(table, catalog, scenario, key);
    return row->get(plain ? *plain : scenario);
}

} // namespace plateau::edit
