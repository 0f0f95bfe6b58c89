// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/enumerate.h"

#include <algorithm>
#include <limits>

#include "core/model/bounds.h"
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

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The least of the plan's own exchange between context ranks, and of gathering where the plan has a ring.
struct Passes {
    LayerTable::Pass own{infinity, infinity, 0};
    LayerTable::Pass gathered{infinity, infinity, 0};
};

void lower(LayerTable::Pass& pass, double forward, double backward, double weight)
{
    pass.forward = std::min(pass.forward, forward);
    pass.backward = std::min(pass.backward, backward);
    pass.weight = std::max(pass.weight, weight);
}

/// A pass of `seconds`, `gap` of them waiting for the host, at least, once its kernels take `more` (or less). The
/// host's time hides under what they take longer, and shows where they take less.
double least_with(double seconds, double gap, double more)
{
    return std::max(seconds + std::min(more, 0.0), seconds - gap + more);
}

/// What gathering keys and values instead of passing them round costs at least: one gather. Leaves out scattering their
/// gradients, and what latent attention gathers and expands.
void lower_gathered(const Prepared& prepared, const LayerCost& ring, LayerTable::Pass& pass)
{
    const TermRow<double>& context = ring.of<ContextTraffic>();
    const TermRow<double>& gap = ring.of<LaunchGap>();
    const double gather = prepared.kv_rank > 0 ? 0 : context.forward.busy;
    lower(pass, least_with(ring.forward_seconds, gap.forward.exposed, gather - context.forward.exposed),
          least_with(ring.backward_seconds, gap.backward.exposed, gather - context.backward.exposed),
          ring.weight_seconds);
}

Passes least_passes(const PlanSpace& space, const Prepared& prepared, Workspace& workspace, const Plan& plan)
{
    Degrees degrees{.plan = plan};
    degrees.domain_used = usable_domain(prepared, plan);
    // No recomputation is the fastest where it may be chosen.
    const bool may_keep = std::count(space.recompute.begin(), space.recompute.end(), Recompute::None) > 0;
    const std::vector<Recompute> recompute = may_keep ? std::vector<Recompute>{Recompute::None} : space.recompute;
    Passes least;
    for (const Recompute kind : recompute) {
        for (const bool sequence_parallel : sequence_parallel_choices(space, plan.tp)) {
            degrees.plan.recompute = kind;
            degrees.plan.sequence_parallel = sequence_parallel;
            const LayerCost layer = layer_ledger(Inputs<double>(prepared, degrees, workspace));
            lower(least.own, layer.forward_seconds, layer.backward_seconds, layer.weight_seconds);
            lower_gathered(prepared, layer, least.gathered);
        }
    }
    return least;
}

void add_passes(LayerTable& table, LayerTable::LayerMesh& layer_mesh, const std::vector<LayerTable::Pass>& passes,
                const std::vector<int>& micro_batches)
{
    layer_mesh.least_seconds = infinity;
    layer_mesh.least_seconds_per_sequence = infinity;
    for (std::size_t i = 0; i < passes.size(); ++i) {
        const double seconds = passes[i].forward + passes[i].backward;
        layer_mesh.least_seconds = std::min(layer_mesh.least_seconds, seconds);
        layer_mesh.least_seconds_per_sequence
            = std::min(layer_mesh.least_seconds_per_sequence, seconds / micro_batches[i]);
        table.passes.push_back(passes[i]);
    }
}

/// Whether one is the other with all-gathers in place of its ring.
bool is_gathered(const DeviceMesh& ring, const DeviceMesh& gathered)
{
    return ring.cp_method == ContextMethod::Ring && ring.tp == gathered.tp && ring.cp == gathered.cp
        && ring.ep == gathered.ep && ring.etp == gathered.etp;
}

} // namespace

LayerTable layer_table(const PlanSpace& space, const Prepared& prepared, Workspace& workspace)
{
    LayerTable table{.micro_batches = int(space.micro_batch.size())};
    for (const DeviceMesh& mesh : space.layer_meshes)
        table.layer_meshes.push_back({mesh, 0, 0});
    const bool hides = std::any_of(space.pp.begin(), space.pp.end(),
                                   [](const PipelineDegree& degree) { return degree.hides_expert_traffic; });
    table.passes.reserve(table.layer_meshes.size() * space.micro_batch.size());
    std::vector<LayerTable::Pass> own;
    std::vector<LayerTable::Pass> gathered;
    DeviceMesh ring; // of which `gathered` is, with all-gathers
    for (LayerTable::LayerMesh& layer_mesh : table.layer_meshes) {
        if (layer_mesh.mesh.cp_method == ContextMethod::AllGather && is_gathered(ring, layer_mesh.mesh)) {
            add_passes(table, layer_mesh, gathered, space.micro_batch);
            continue;
        }
        own.clear();
        gathered.clear();
        for (const int micro_batch : space.micro_batch) {
            Plan plan = plan_of(space, layer_mesh.mesh);
            plan.micro_batch = micro_batch;
            if (hides) { // as a stage of the schedule that is fastest per layer
                plan.pp = 2;
                plan.schedule = PipelineSchedule::DualPipe;
            }
            const Passes least = least_passes(space, prepared, workspace, plan);
            own.push_back(least.own);
            gathered.push_back(least.gathered);
        }
        add_passes(table, layer_mesh, own, space.micro_batch);
        ring = layer_mesh.mesh;
    }
    return table;
}

} // namespace plateau::search
