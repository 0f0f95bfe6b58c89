// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/layer_table.h"

#include <algorithm>
#include <limits>

namespace plateau::explore {

namespace {

LayerTable::Pass least_passes(const PlanSpace& space, const Prepared& prepared, Workspace& workspace, Plan plan)
{
    Degrees degrees{.plan = plan};
    degrees.domain_used = usable_domain(prepared, plan.tp, plan.cp);
    // No recomputation is the fastest where it may be chosen.
    const bool may_keep = std::count(space.recompute.begin(), space.recompute.end(), Recompute::None) > 0;
    const std::vector<Recompute> recompute = may_keep ? std::vector<Recompute>{Recompute::None} : space.recompute;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    LayerTable::Pass least{infinity, infinity};
    for (const Recompute kind : recompute) {
        for (const bool sequence_parallel : sequence_parallel_choices(space, plan.tp)) {
            degrees.plan.recompute = kind;
            degrees.plan.sequence_parallel = sequence_parallel;
            const LayerCost layer = layer_cost(prepared, degrees, workspace);
            least.forward = std::min(least.forward, layer.forward());
            least.backward = std::min(least.backward, layer.backward());
        }
    }
    return least;
}

} // namespace

LayerTable layer_table(const PlanSpace& space, const Prepared& prepared, Workspace& workspace)
{
    LayerTable table;
    table.micro_batches = int(space.micro_batch.size());
    for (const int tp : space.tp) {
        for (const int cp : space.cp) {
            for (const int ep : space.ep)
                table.families.push_back({tp, cp, ep});
        }
    }
    table.passes.reserve(table.families.size() * space.micro_batch.size());
    for (LayerTable::Family& family : table.families) {
        family.least_seconds = std::numeric_limits<double>::infinity();
        family.least_seconds_per_sequence = family.least_seconds;
        for (const int micro_batch : space.micro_batch) {
            Plan plan = plan_of(space, {family.tp, family.cp, family.ep, 1, 1});
            plan.micro_batch = micro_batch;
            table.passes.push_back(least_passes(space, prepared, workspace, plan));
            const double seconds = table.passes.back().forward + table.passes.back().backward;
            family.least_seconds = std::min(family.least_seconds, seconds);
            family.least_seconds_per_sequence = std::min(family.least_seconds_per_sequence, seconds / micro_batch);
        }
    }
    return table;
}

} // namespace plateau::explore
