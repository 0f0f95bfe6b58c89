// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/plan_map.h"

#include "core/model/evaluate.h"
#include "core/model/prepared.h"
#include "core/text/messages/words.h"

namespace plateau::answers {

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

namespace {

/// The plan with every open parameter at the value that asks least of the question: what is impossible then is
/// impossible because of the parameters that are held.
Plan barest(Plan plan, const search::OpenKeys& open)
{
    for (const PlanDimension& dimension : plan_dimensions)
        if (open.has(dimension) && dimension.barest >= 0)
            dimension.set(plan, dimension.barest);
    plan.fit_to_batch = false;
    return plan;
}

/// A data degree that follows takes all GPUs; where it is open, one rank is the least a batch must feed.
Parts obstacle_of(search::PlanSearch& search, const Prepared& prepared, const search::OpenKeys& open)
{
    Plan plan = barest(prepared.plan, open);
    const Parts follows = evaluate(prepared, plan, search.workspace());
    if (!open.has<&Plan::dp>() || follows.obstacle != Obstacle::BatchTooSmall)
        return follows;
    plan.dp = 1;
    const Parts one = evaluate(prepared, plan, search.workspace());
    return one.possible() ? follows : one;
}

/// What the cell holds is closed in `open`, not in `asked`.
PlanCell answer(search::PlanSearch& search, const Prepared& prepared, const search::OpenKeys& open,
                const search::OpenKeys& asked, const search::SearchOptions& options)
{
    PlanCell cell;
    cell.parts = open.any() ? best_or_leanest(search, prepared, open, options).value_or(Parts{})
                            : evaluate(prepared, prepared.plan, search.workspace());
    if (cell.parts.verdict == Verdict::Impossible)
        cell.parts = obstacle_of(search, prepared, open);
    if (cell.parts.possible() && !search::may_propose(prepared, asked, cell.parts.plan)) {
        cell.parts.obstacle = Obstacle::NotInSoftware;
        cell.parts.verdict = Verdict::Impossible;
        cell.reason = verdict_reason(prepared, cell.parts);
    } else if (!cell.parts.fits())
        cell.reason = explain(prepared, cell.parts.plan).reason;
    return cell;
}

/// Plans that leave the head room come first among those that fit.
bool comes_first(search::Objective objective, const Parts& left, const Parts& right)
{
    return left.verdict != right.verdict ? left.verdict == Verdict::Fits : search::better(objective, left, right);
}

void hold(Plan& plan, const MapSide& side, std::size_t index)
{
    if (side.of_plan)
        search::find_plan_axis(side.key)->set(plan, side.place(index));
}

} // namespace

int PlanGrid::cell_of(const Plan& plan, const std::vector<Setting>& settings) const
{
    const auto place = [&](const MapSide& side) {
        if (side.of_plan)
            return side.find(Value(double(search::find_plan_axis(side.key)->get(plan))));
        for (const auto& [key, value] : settings)
            if (key == side.key)
                return side.find(value);
        return side.current;
    };
    const int column = place(columns);
    const int row = place(rows);
    return column < 0 || row < 0 ? -1 : row * int(columns.size()) + column;
}

std::vector<Setting> PlanGrid::settings_of(int cell) const
{
    std::vector<Setting> settings;
    const auto add = [&](const MapSide& side, int index) {
        if (!side.of_plan && index != side.current)
            settings.emplace_back(side.key, side.values[std::size_t(index)]);
    };
    add(columns, cell % int(columns.size()));
    add(rows, cell / int(columns.size()));
    return settings;
}

int PlanGrid::best(search::Objective objective) const
{
    int result = -1;
    for (int index = 0; index < int(cells.size()); ++index) {
        const Parts& parts = cells[std::size_t(index)].parts;
        if (parts.fits() && (result < 0 || comes_first(objective, parts, cells[std::size_t(result)].parts)))
            result = index;
    }
    return result;
}

PlanGrid plan_map(threads::Pool& pool, std::vector<search::PlanSearch>& searches, const catalog::Catalog& catalog,
                  const Scenario& scenario, const search::OpenKeys& open, const PlanMapQuestion& question,
                  const search::SearchOptions& options)
{
    PlanGrid map;
    if (question.x == question.y)
        return map;
    const auto prepared = prepare(scenario);
    map.columns = map_side(catalog, scenario, *prepared, question.x, question.shown, question.most);
    map.rows = map_side(catalog, scenario, *prepared, question.y, question.shown, question.most);
    map.cells.resize(map.columns.size() * map.rows.size());
    search::OpenKeys rest = open;
    search::OpenKeys asked = open;
    for (const MapSide* side : {&map.columns, &map.rows})
        if (side->of_plan) {
            rest.set(*search::find_plan_axis(side->key)->dimension, false);
            asked.set(*search::find_plan_axis(side->key)->dimension, true);
        }
    pool.for_each(int(map.cells.size()), [&](int worker, int index) {
        if (options.stop.stop_requested())
            return;
        PlanCell& cell = map.cells[std::size_t(index)];
        const std::vector<Setting> settings = map.settings_of(index);
        const auto changed = settings.empty() ? Expected<Scenario>(scenario) : with_all(catalog, scenario, settings);
        if (!changed) {
            cell.refused = true;
            cell.reason = changed.error().what;
            return;
        }
        Prepared there = settings.empty() ? *prepared : *prepare(*changed);
        if (map.columns.of_plan || map.rows.of_plan)
            there.plan.fit_to_batch = false;
        hold(there.plan, map.columns, std::size_t(index) % map.columns.size());
        hold(there.plan, map.rows, std::size_t(index) / map.columns.size());
        cell = answer(searches[std::size_t(worker)], there, rest, asked, options);
    });
    map.complete = !options.stop.stop_requested();
    return map;
}

PlanMap::Value PlanMap::compute(const Key& key, Work& work)
{
    auto plans = plans_of(key.question, work);
    auto& tools = work.tool<PlanTools>();
    PlanMapQuestion question;
    question.x = key.x;
    question.y = key.y;
    question.shown = {plans->current.plan, plans->best.plan};
    const Scenario& scenario = *key.question.scenario;
    auto map
        = plan_map(tools.pool, tools.searches, work.catalog(), scenario,
                   search::open_keys(scenario, search::PlanChoice::Best), question, hinted(key.question, *plans, work));
    return {std::move(plans), std::move(map)};
}

std::size_t PlanMap::bytes(const Value& value) { return sizeof value + value.found.cells.size() * sizeof(PlanCell); }

} // namespace plateau::answers
