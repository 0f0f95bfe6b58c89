// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/nearest_fit.h"

#include <algorithm>

#include "core/model/estimate.h"
#include "core/search/plan_space.h"

namespace plateau::search {

namespace {

/// Stops by their distance in steps from `current`, the smaller first.
std::vector<Value> by_distance(const std::vector<double>& stops, double current)
{
    std::vector<Value> ordered;
    const auto middle = std::lower_bound(stops.begin(), stops.end(), current) - stops.begin();
    const auto count = static_cast<std::ptrdiff_t>(stops.size());
    for (std::ptrdiff_t distance = 0; distance <= count; ++distance)
        for (const std::ptrdiff_t index : {middle - 1 - distance, middle + distance})
            if (index >= 0 && index < count && stops[static_cast<std::size_t>(index)] != current)
                ordered.emplace_back(stops[static_cast<std::size_t>(index)]);
    return ordered;
}

} // namespace

std::optional<Value> nearest_fit(const catalog::Catalog& catalog, const Scenario& scenario, const std::string& key)
{
    const TrainingParameter* row = training_parameters().find(key);
    if (!row || row->kind == ParameterKind::Name)
        return {};
    const Value current = row->get(scenario);
    std::vector<Value> candidates;
    if (row->kind == ParameterKind::Choice) {
        for (const Option& option : row->options)
            if (Value(option.value) != current)
                candidates.emplace_back(option.value);
    } else if (row->kind != ParameterKind::Switch)
        candidates = by_distance(stops(*row), std::get<double>(current));
    const auto workspace = make_workspace();
    const OpenKeys open = open_keys(scenario, PlanChoice::Best);
    for (const Value& candidate : candidates) {
        const auto changed = with_value(catalog, scenario, key, candidate);
        if (!changed)
            continue;
        const auto prepared = prepare(*changed);
        const Parts parts = evaluate(*prepared, plan(*prepared), *workspace);
        if (parts.fits() && may_propose(*prepared, open, parts.plan))
            return candidate;
    }
    return {};
}

} // namespace plateau::search
