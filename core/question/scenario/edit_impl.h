// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

#include "core/question/scenario/parameter_table.h"

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
    changed.overrides.erase(key);
    changed.open.erase(key);
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
