// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/plan_map.h"

#include <algorithm>
#include <limits>

#include "core/estimate/prepared.h"

namespace plateau::explore {

namespace {

/// The plan with every open parameter at the value that asks least of the question: what is impossible then is
/// impossible because of the parameters that are held.
Plan barest(Plan plan, const OpenKeys& open)
{
    for (const PlanAxis& axis : plan_axes()) {
        if (!(open.*axis.open) || axis.words)
            continue;
        const std::string key = axis.key;
        axis.set(plan, key == "dp" || key == "shard_group" ? 0 : 1);
    }
    if (open.schedule)
        plan.schedule = PipelineSchedule::OneFOneB;
    if (open.dp_mode)
        plan.dp_mode = DataParallelMode::Ddp;
    plan.fit_to_batch = false;
    return plan;
}

/// A data degree that follows takes all GPUs; where it is open, one rank is the least a batch must feed.
Parts obstacle_of(PlanSearch& search, const Prepared& prepared, const OpenKeys& open)
{
    Plan plan = barest(prepared.plan, open);
    const Parts follows = evaluate(prepared, plan, search.workspace());
    if (!open.dp || follows.obstacle != Obstacle::BatchTooSmall)
        return follows;
    plan.dp = 1;
    const Parts one = evaluate(prepared, plan, search.workspace());
    return one.possible() ? follows : one;
}

PlanCell answer(PlanSearch& search, const Prepared& prepared, const OpenKeys& open, const SearchOptions& options)
{
    PlanCell cell;
    cell.parts = open.any() ? best_or_leanest(search, prepared, open, options).value_or(Parts{})
                            : evaluate(prepared, prepared.plan, search.workspace());
    if (cell.parts.verdict == Verdict::Impossible)
        cell.parts = obstacle_of(search, prepared, open);
    if (!cell.parts.fits())
        cell.reason = explain(prepared, cell.parts.plan).reason;
    return cell;
}

} // namespace

int PlanMap::cell_of(const Plan& plan) const
{
    const PlanAxis* across = find_plan_axis(x);
    const PlanAxis* down = find_plan_axis(y);
    if (!across || !down)
        return -1;
    const auto column = std::find(columns.begin(), columns.end(), across->get(plan));
    const auto row = std::find(rows.begin(), rows.end(), down->get(plan));
    if (column == columns.end() || row == rows.end())
        return -1;
    return int((row - rows.begin()) * std::ptrdiff_t(columns.size()) + (column - columns.begin()));
}

int PlanMap::best(Objective objective) const
{
    int result = -1;
    for (int index = 0; index < int(cells.size()); ++index) {
        const Parts& parts = cells[std::size_t(index)].parts;
        if (parts.fits() && (result < 0 || better(objective, parts, cells[std::size_t(result)].parts)))
            result = index;
    }
    return result;
}

std::vector<const PlanAxis*> map_axes(const Prepared& prepared)
{
    std::vector<const PlanAxis*> result;
    for (const PlanAxis& axis : plan_axes()) {
        const bool experts_only = std::string(axis.key) == "ep";
        if (!experts_only || prepared.experts > 0)
            result.push_back(&axis);
    }
    return result;
}

PlanMap plan_map(Pool& pool, std::vector<PlanSearch>& searches, const Prepared& prepared, const OpenKeys& open,
                 const PlanMapQuestion& question, const SearchOptions& options)
{
    PlanMap map;
    const PlanAxis* across = find_plan_axis(question.x);
    const PlanAxis* down = find_plan_axis(question.y);
    if (!across || !down || across == down)
        return map;
    map.x = question.x;
    map.y = question.y;
    std::vector<int> x_also, y_also;
    for (const Plan& plan : question.shown) {
        x_also.push_back(across->get(plan));
        y_also.push_back(down->get(plan));
    }
    map.columns = axis_values(*across, prepared, x_also, question.most);
    map.rows = axis_values(*down, prepared, y_also, question.most);
    map.cells.resize(map.columns.size() * map.rows.size());
    OpenKeys rest = open;
    rest.*across->open = false;
    rest.*down->open = false;
    pool.for_each(int(map.cells.size()), [&](int worker, int index) {
        if (options.stop.stop_requested())
            return;
        Prepared cell = prepared;
        cell.plan.fit_to_batch = false;
        across->set(cell.plan, map.columns[std::size_t(index) % map.columns.size()]);
        down->set(cell.plan, map.rows[std::size_t(index) / map.columns.size()]);
        map.cells[std::size_t(index)] = answer(searches[std::size_t(worker)], cell, rest, options);
    });
    map.complete = !options.stop.stop_requested();
    return map;
}

} // namespace plateau::explore
