// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explore/map_side.h"

#include <algorithm>
#include <cmath>

#include "core/text/messages/words.h"

namespace plateau::explore {

namespace {

MapSide plan_side(const search::PlanAxis& axis, const Prepared& prepared, const std::vector<Plan>& shown, int most)
{
    MapSide side{axis.key(), axis.label(), {}, true, {}, {}, -1};
    std::vector<int> also;
    also.reserve(shown.size());
    for (const Plan& plan : shown)
        also.push_back(axis.get(plan));
    for (const int value : search::axis_values(axis, prepared, also, most)) {
        side.values.emplace_back(double(value));
        side.words.push_back(axis.value_words(value));
    }
    return side;
}

struct Named {
    Value value;
    Argument words;
};

template<class Entry>
std::vector<Named> names_of(const std::vector<Entry>& entries)
{
    std::vector<Named> result;
    result.reserve(entries.size());
    for (const Entry& entry : entries)
        if constexpr (std::is_same_v<Entry, catalog::Stack>)
            result.push_back({Value(entry.id), title_of(entry)});
        else
            result.push_back({Value(entry.id), Verbatim{entry.title}});
    return result;
}

std::vector<Named> numbers_of(const TrainingParameter& row, double current)
{
    std::vector<double> numbers = stops(row);
    if (std::find(numbers.begin(), numbers.end(), current) == numbers.end())
        numbers.push_back(current);
    std::sort(numbers.begin(), numbers.end());
    std::vector<Named> result;
    for (const double number : numbers)
        if (std::isfinite(number))
            result.push_back({Value(number), value_words(row, Value(number))});
    return result;
}

std::vector<Named> choices_of(const catalog::Catalog& catalog, const Scenario& scenario, const TrainingParameter& row,
                              const Value& current)
{
    switch (row.kind) {
    case ParameterKind::Name:
        return row.key == "hardware" ? names_of(catalog.accelerators)
            : row.key == "model"     ? names_of(catalog.models)
                                     : names_of(catalog.stacks);
    case ParameterKind::Switch:
        return {{Value(0.0), value_words(row, Value(0.0))}, {Value(1.0), value_words(row, Value(1.0))}};
    case ParameterKind::Choice:
        break;
    default:
        return numbers_of(row, std::get<double>(current));
    }
    std::vector<Named> result;
    for (const Option& option : row.options)
        if (!row.available || row.available(scenario, option.value))
            result.push_back({Value(option.value), Word{option.label}});
    return result;
}

/// Numbers without their unit where all have the same.
void share_unit(MapSide& side, const TrainingParameter& row)
{
    std::vector<units::NumberInParts> shown;
    for (const Value& value : side.values) {
        const double* number = std::get_if<double>(&value);
        if (!number || (*number == 0 && !row.zero_label.empty()))
            return;
        shown.push_back(units::in_parts(*number, row.unit));
        if (shown.back().unit() != shown.front().unit())
            return;
    }
    side.unit = shown.empty() ? Message{} : unit_words(shown.front());
    for (std::size_t index = 0; index < shown.size(); ++index)
        side.words[index] = Quantity{std::get<double>(side.values[index]), row.unit, 3, Quantity::Style::Number};
}

} // namespace

int MapSide::find(const Value& value) const
{
    const auto found = std::find(values.begin(), values.end(), value);
    return found == values.end() ? -1 : int(found - values.begin());
}

MapSide map_side(const catalog::Catalog& catalog, const Scenario& scenario, const Prepared& prepared,
                 const std::string& key, const std::vector<Plan>& shown, int most)
{
    if (const search::PlanAxis* axis = search::find_plan_axis(key))
        return plan_side(*axis, prepared, shown, most);
    const TrainingParameter* row = training_parameters().find(key);
    if (!row)
        return {};
    MapSide side{key, row->label, {}, false, {}, {}, -1};
    const Value current = row->get(scenario);
    std::vector<Named> all = choices_of(catalog, scenario, *row, current);
    if (all.size() < 2)
        return {};
    const auto here = std::find_if(all.begin(), all.end(), [&](const Named& named) { return named.value == current; });
    const int place = here == all.end() ? 0 : int(here - all.begin());
    const int first = std::clamp(place - most / 2, 0, std::max(0, int(all.size()) - most));
    const int last = std::min(int(all.size()), first + most);
    for (int index = first; index < last; ++index) {
        side.values.push_back(all[std::size_t(index)].value);
        side.words.push_back(all[std::size_t(index)].words);
    }
    side.current = here == all.end() ? -1 : place - first;
    if (row->kind == ParameterKind::Number || row->kind == ParameterKind::Whole)
        share_unit(side, *row);
    return side;
}

std::vector<std::string> map_keys(const Scenario& scenario)
{
    std::vector<std::string> result;
    for (const search::PlanAxis& axis : search::plan_axes()) {
        if (!axis.dimension->experts_only || scenario.workload.shape.experts > 0)
            result.emplace_back(axis.key());
    }
    for (const bool advanced : {false, true}) {
        for (const TrainingParameter& row : training_parameters().rows()) {
            const bool estimated = row.group != "returns" && row.group != "view" && !is_plan_key(row.key);
            const bool chosen = row.kind == ParameterKind::Choice && row.options.size() < 2;
            if (row.advanced == advanced && estimated && !chosen && (!row.applies || row.applies(scenario)))
                result.push_back(row.key);
        }
    }
    return result;
}

} // namespace plateau::explore
