// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explore/plan_map.h"

#include <algorithm>
#include <limits>

#include "core/model/evaluate.h"
#include "core/model/prepared.h"

namespace plateau::explore {

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

int PlanMap::cell_of(const Plan& plan, const std::vector<Setting>& settings) const
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

std::vector<Setting> PlanMap::settings_of(int cell) const
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

int PlanMap::best(search::Objective objective) const
{
    int result = -1;
    for (int index = 0; index < int(cells.size()); ++index) {
        const Parts& parts = cells[std::size_t(index)].parts;
        if (parts.fits() && (result < 0 || comes_first(objective, parts, cells[std::size_t(result)].parts)))
            result = index;
    }
    return result;
}

PlanMap plan_map(threads::Pool& pool, std::vector<search::PlanSearch>& searches, const catalog::Catalog& catalog,
                 const Scenario& scenario, const search::OpenKeys& open, const PlanMapQuestion& question,
                 const search::SearchOptions& options)
{
    PlanMap map;
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

} // namespace plateau::explore
