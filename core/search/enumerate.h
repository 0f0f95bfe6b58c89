// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

#include "core/model/prepared.h"
#include "core/search/plan_space.h"

/// Walking a plan space. Private to this room.
namespace plateau::search {

/// Sequences of one data-parallel rank and step.
inline double sequences_per_rank(const Prepared& prepared, const DeviceMesh& mesh)
{
    return prepared.batch_mode == BatchMode::PerGpu ? prepared.sequences_per_gpu * mesh.model_ranks()
                                                    : prepared.global_batch / mesh.dp;
}

/// Whether tensor, context, expert, pipeline and data degree are possible together, whatever the schedule.
inline bool is_legal(const PlanSpace& space, const Prepared& prepared, const DeviceMesh& mesh)
{
    Plan plan = plan_of(space, mesh);
    plan.micro_batch = 1;
    plan.virtual_stages = 1;
    plan.schedule = PipelineSchedule::OneFOneB;
    plan.shard_group = 0;
    return complete(prepared, plan).obstacle == Obstacle::None;
}

/// visit(mesh, index of mesh.pp in the space) for every legal mesh; stops when it returns false.
template<class Visit>
void for_each_mesh(const PlanSpace& space, const Prepared& prepared, Visit visit)
{
    std::vector<int> data;
    for (DeviceMesh mesh : space.layer_meshes) {
        for (std::size_t stage = 0; stage < space.pp.size(); ++stage) {
            mesh.pp = space.pp[stage].stages;
            mesh.dp = 1;
            data_degrees(space, prepared, mesh, data);
            for (const int degree : data) {
                mesh.dp = degree;
                if (is_legal(space, prepared, mesh) && !visit(mesh, stage))
                    return;
            }
        }
    }
}

/// Micro-batches of the space that `sequences` of a rank allow.
inline std::size_t micro_batch_count(const PlanSpace& space, double sequences)
{
    const auto end = std::upper_bound(space.micro_batch.begin(), space.micro_batch.end(), std::ceil(sequences));
    return std::size_t(end - space.micro_batch.begin());
}

} // namespace plateau::search
