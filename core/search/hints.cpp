// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/plan_space.h"

#include <algorithm>

#include "core/search/enumerate.h"

namespace plateau::search {

namespace {

/// The candidate nearest to the hint; `put` writes one into a plan.
template<class Candidate, class Put>
const Candidate& nearest(const std::vector<Candidate>& candidates, const Plan& hint, Put put)
{
    const Candidate* best = &candidates.front();
    Plan best_plan = hint;
    put(best_plan, *best);
    for (const Candidate& candidate : candidates) {
        Plan plan = hint;
        put(plan, candidate);
        if (is_nearer(plan, best_plan, hint)) {
            best = &candidate;
            best_plan = plan;
        }
    }
    return *best;
}

template<auto Member, class Value>
Value nearest(const std::vector<Value>& values, const Plan& hint)
{
    return nearest(values, hint, [](Plan& plan, Value value) { plan_dimension_of<Member>.set(plan, int(value)); });
}

} // namespace

std::vector<Plan> plans_near(const PlanSpace& space, const Prepared& prepared, const Plan& hint)
{
    const auto put = [](Plan& plan, const auto& part) { assign(plan, part); };
    if (space.layer_meshes.empty())
        return {};
    DeviceMesh mesh = nearest(space.layer_meshes, hint, put);
    const PipelineDegree& stage
        = nearest(space.pp, hint, [](Plan& plan, const PipelineDegree& degree) { plan.pp = degree.stages; });
    mesh.pp = stage.stages;
    std::vector<int> data;
    data_degrees(space, prepared, mesh, data);
    std::vector<Plan> plans;
    std::vector<Sharding> choices;
    for (const int degree : data) {
        mesh.dp = degree;
        if (!is_legal(space, prepared, mesh))
            continue;
        shardings(space, prepared, mesh, choices);
        const std::size_t count = micro_batch_count(space, sequences_per_rank(prepared, mesh));
        if (choices.empty() || count == 0 || stage.schedules.empty())
            continue;
        Plan plan = plan_of(space, mesh);
        plan.micro_batch = std::min(nearest<&Plan::micro_batch>(space.micro_batch, hint), space.micro_batch[count - 1]);
        plan.recompute = nearest<&Plan::recompute>(space.recompute, hint);
        plan.sequence_parallel
            = nearest<&Plan::sequence_parallel>(sequence_parallel_choices(space, mesh.tp), hint) != 0;
        assign(plan, nearest(choices, hint, put));
        assign(plan, nearest(stage.schedules, hint, put));
        plans.push_back(plan);
    }
    return plans;
}

} // namespace plateau::search
