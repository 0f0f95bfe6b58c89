// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/enumerate.h"

#include <algorithm>

#include "core/search/branch_and_bound.h"

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

namespace {

constexpr int progress_interval = 1 << 16; // plans

/// visit(plan) for every plan of one mesh; shapes outside, so that layers are remembered from plan to plan.
template<class Visit>
void for_each_plan(const PlanSpace& space, const DeviceMesh& mesh, std::size_t stage, std::size_t micro_batches,
                   const std::vector<Sharding>& choices, Visit visit)
{
    const std::vector<int> sequence_parallel = sequence_parallel_choices(space, mesh.tp);
    Plan plan = plan_of(space, mesh);
    for (std::size_t i = 0; i < micro_batches; ++i) {
        plan.micro_batch = space.micro_batch[i];
        for (const Recompute recompute : space.recompute) {
            plan.recompute = recompute;
            for (const int sequence : sequence_parallel) {
                plan.sequence_parallel = sequence != 0;
                for (const Sharding& sharding : choices) {
                    plan.dp_mode = sharding.mode;
                    plan.shard_group = sharding.group;
                    for (const Pipelining& pipelining : space.pp[stage].schedules) {
                        plan.schedule = pipelining.schedule;
                        plan.virtual_stages = pipelining.virtual_stages;
                        visit(plan);
                    }
                }
            }
        }
    }
}

} // namespace

double count_plans(const PlanSpace& space, const Prepared& prepared, const std::stop_token& stop)
{
    double count = 0;
    std::vector<Sharding> choices;
    for_each_mesh(space, prepared, [&](const DeviceMesh& mesh, std::size_t stage) {
        shardings(space, prepared, mesh, choices);
        const double shapes = double(micro_batch_count(space, sequences_per_rank(prepared, mesh)))
            * double(space.recompute.size()) * double(sequence_parallel_choices(space, mesh.tp).size());
        count += shapes * double(choices.size() * space.pp[stage].schedules.size());
        return !stop.stop_requested();
    });
    return count;
}

SearchResult try_everything(const PlanSpace& space, const Prepared& prepared, Workspace& workspace,
                            const SearchOptions& options)
{
    SearchResult result;
    BestPlans best(options.objective, options.top, options.tight);
    const double expected = options.progress ? count_plans(space, prepared, options.stop) : 0;
    std::vector<Sharding> choices;
    long long evaluated = 0;
    long long feasible = 0;
    for_each_mesh(space, prepared, [&](const DeviceMesh& mesh, std::size_t stage) {
        shardings(space, prepared, mesh, choices);
        const std::size_t count = micro_batch_count(space, sequences_per_rank(prepared, mesh));
        for_each_plan(space, mesh, stage, count, choices, [&](const Plan& plan) {
            if (options.wanted && !options.wanted(plan))
                return;
            const Parts parts = evaluate(prepared, plan, workspace);
            feasible += best.takes(parts);
            best.add(parts);
            if (++evaluated % progress_interval == 0 && options.progress && expected > 0)
                options.progress(double(evaluated) / expected);
        });
        result.stopped = options.stop.stop_requested();
        return !result.stopped;
    });
    result.evaluated = double(evaluated);
    result.considered = result.evaluated;
    result.feasible = double(feasible);
    result.plans = best.plans();
    return result;
}

} // namespace plateau::search
