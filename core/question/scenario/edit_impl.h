// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

#include "core/question/scenario/parameter_table.h"

/// Changing one key of a scenario of type S (training or limits), in terms of its table, resolve() and with_value().
/// Included by the one .cpp per type that defines the functions people call.
namespace plateau::edit {

/// Title, notes and choices alone; everything resolved at its initial value.
template<class S>
S choices_of(S& scenario)
{
    S fresh;
    fresh.title = std::move(scenario.title);
    fresh.notes = std::move(scenario.notes);
    fresh.shipped = scenario.shipped;
    fresh.overrides = std::move(scenario.overrides);
    if constexpr (requires { fresh.locked; }) {
        fresh.locked = std::move(scenario.locked);
        fresh.open = std::move(scenario.open);
    }
    fresh.view = std::move(scenario.view);
    fresh.presets = std::move(scenario.presets);
    return fresh;
}

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
    if constexpr (requires { changed.open; })
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
