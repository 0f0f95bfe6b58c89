// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/adopt.h"

#include "core/estimate/prepared.h"
#include "core/scenario/parameter_table.h"
#include "core/search/plan_axis.h"

namespace plateau::explore {

namespace {

/// Whether the parameter does anything in this plan.
bool has_effect(const std::string& key, const Scenario& scenario, const Plan& plan)
{
    if (key == "cp_method")
        return plan.cp > 1;
    if (key == "etp")
        return scenario.workload.shape.experts > 0;
    if (key == "schedule" || key == "virtual_stages")
        return plan.pp > 1;
    if (key == "sequence_parallel")
        return plan.tp > 1;
    if (key == "shard_group")
        return plan.dp_mode == DataParallelMode::Hsdp;
    return true;
}

bool follows(const std::string& key) { return key == "dp" || key == "shard_group"; }

} // namespace

Expected<Scenario> with_plan(const catalog::Catalog& catalog, const Scenario& scenario, const Plan& plan)
{
    const auto value = [&plan](const char* key) {
        Scenario wanted;
        wanted.plan = plan;
        return training_parameters().find(key)->get(wanted);
    };
    std::vector<std::pair<std::string, Value>> changes;
    for (const search::PlanAxis& axis : search::plan_axes()) {
        const bool open = scenario.open.count(axis.key) > 0;
        if (follows(axis.key)) {
            if (open || axis.get(scenario.plan) != 0)
                changes.emplace_back(axis.key, 0.0);
            continue;
        }
        const bool differs = axis.get(scenario.plan) != axis.get(plan);
        const bool chunks = std::string(axis.key) == "virtual_stages"; // more than one set the schedule too
        if (open || (differs && (has_effect(axis.key, scenario, plan) || chunks)))
            changes.emplace_back(axis.key, value(axis.key));
    }
    if (scenario.plan.fit_to_batch)
        changes.emplace_back("fit_to_batch", 0.0);
    const auto next = with_all(catalog, scenario, changes);
    if (!next)
        return next;
    const Plan complete_plan = complete(*prepare(*next), next->plan).plan;
    changes.clear();
    for (const char* key : {"dp", "shard_group"}) {
        const search::PlanAxis& axis = *search::find_plan_axis(key);
        if (has_effect(key, scenario, plan) && axis.get(plan) != 0 && axis.get(complete_plan) != axis.get(plan))
            changes.emplace_back(key, value(key));
    }
    return changes.empty() ? next : with_all(catalog, *next, changes);
}

} // namespace plateau::explore
