// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/branch_and_bound.h"

#include <algorithm>
#include <limits>

#include "core/model/bounds.h"

namespace plateau::search {

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

/// What gathering keys and values instead of passing them round costs at least: one gather, and attention at its longer
/// kernels' speed. Leaves out scattering their gradients, and what latent attention gathers and expands.
void lower_gathered(const Prepared& prepared, const Plan& plan, const LayerCost& ring, LayerTable::Pass& pass)
{
    const double faster = 1 - Attention::gathered_share(prepared, plan);
    const TermRow<double>& context = ring.of<ContextTraffic>();
    const TermRow<double>& attention = ring.of<Attention>();
    const TermRow<double>& gap = ring.of<LaunchGap>();
    const double gather = prepared.kv_rank > 0 ? 0 : context.forward.busy;
    const double again = plan.recompute == Recompute::None ? 0 : attention.forward.busy;
    lower(pass,
          least_with(ring.forward_seconds, gap.forward.exposed,
                     gather - context.forward.exposed - faster * attention.forward.busy),
          least_with(ring.backward_seconds, gap.backward.exposed,
                     gather - context.backward.exposed - faster * (attention.backward.busy + again)),
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
            lower_gathered(prepared, degrees.plan, layer, least.gathered);
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
