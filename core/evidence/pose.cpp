// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/pose.h"

#include <algorithm>

#include "core/evidence/pose_parts.h"
#include "core/evidence/shape.h"

namespace plateau::evidence {

std::vector<int> micro_batch_candidates(double parameters, double sequences_per_rank,
                                        const catalog::PhysicsValues& physics)
{
    const int halved = (parameters > physics.large_model_parameters) + (parameters > physics.huge_model_parameters);
    const int largest = int(physics.largest_micro_batch) >> halved;
    std::vector<int> candidates;
    for (int b = 1; b <= largest && b <= std::max(1.0, sequences_per_rank); b *= 2)
        candidates.push_back(b);
    return candidates;
}

Posed pose(const catalog::Catalog& catalog, const Row& row, const catalog::Stack* software)
{
    Posed posed;
    Scenario& scenario = posed.scenario;
    scenario.title = row.id;
    scenario.assumptions.physics = catalog.physics;
    if (!set_cluster(catalog, row, posed))
        return posed;
    RowShape shape = row_shape(catalog, row);
    scenario.workload.shape = shape.shape;
    posed.defaults.insert(posed.defaults.end(), shape.defaults.begin(), shape.defaults.end());
    posed.missing = !shape.missing.empty() ? shape.missing : !row.sequence ? "seq" : "";
    if (!posed.possible())
        return posed;
    set_software(catalog, row, software, posed);
    set_plan(row, posed);
    return posed;
}

} // namespace plateau::evidence
