// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explore/adopt.h"

#include "core/model/prepared.h"
#include "core/question/scenario/parameter_table.h"
#include "core/search/plan_axis.h"

namespace plateau::explore {

Expected<Scenario> with_plan(const catalog::Catalog& catalog, const Scenario& scenario, const Plan& plan)
{
    const auto value = [&plan](const char* key) {
        Scenario wanted;
        wanted.plan = plan;
        return training_parameters().find(key)->get(wanted);
    };
    std::vector<std::pair<std::string, Value>> changes;
    for (const search::PlanAxis& axis : search::plan_axes()) {
        const bool open = scenario.open.count(axis.key()) > 0;
        if (axis.dimension->worked_out) {
            if (open || axis.get(scenario.plan) != 0)
                changes.emplace_back(axis.key(), 0.0);
            continue;
        }
        const bool differs = axis.get(scenario.plan) != axis.get(plan);
        const bool matters = !axis.has_words() || applies(*axis.dimension, plan, scenario.workload.shape.experts > 0);
        if (open || (differs && matters))
            changes.emplace_back(axis.key(), value(axis.key()));
    }
    if (scenario.plan.fit_to_batch)
        changes.emplace_back("fit_to_batch", 0.0);
    const auto next = with_all(catalog, scenario, changes);
    if (!next)
        return next;
    const Plan complete_plan = complete(*prepare(*next), next->plan).plan;
    changes.clear();
    for (const search::PlanAxis& axis : search::plan_axes()) {
        const bool typed = axis.dimension->worked_out && axis.get(plan) != 0 && applies(*axis.dimension, plan);
        if (typed && axis.get(complete_plan) != axis.get(plan))
            changes.emplace_back(axis.key(), value(axis.key()));
    }
    return changes.empty() ? next : with_all(catalog, *next, changes);
}

Scenario recomputed_to_fit(const catalog::Catalog& catalog, const Scenario& scenario)
{
    const WorkspacePointer workspace = make_workspace();
    const auto fits = [&workspace](const Scenario& question) {
        return evaluate(*prepare(question), question.plan, *workspace).fits();
    };
    if (fits(scenario))
        return scenario;
    for (const PlanOption& more : recomputations)
        if (const auto with_more = with(catalog, scenario, "recompute", more.name);
            with_more && with_more->plan.recompute > scenario.plan.recompute && fits(*with_more))
            return *with_more;
    return scenario;
}

} // namespace plateau::explore
