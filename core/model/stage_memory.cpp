// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/stage_memory.h"

#include "core/model/evaluate.h"
#include "core/model/rank_bytes.h"

namespace plateau {

std::vector<StageMemory> stage_memory(const Prepared& prepared, const Plan& plan)
{
    const WorkspacePointer workspace = make_workspace();
    const Degrees degrees = complete(prepared, plan);
    if (degrees.obstacle != Obstacle::None)
        return {};
    Step step(prepared, degrees, *workspace, workspace->layer(prepared, degrees));
    find_step(step);
    const RankLook<double> look(step.x, step.parameters, Sharded::AsPlanned);
    std::vector<StageMemory> stages;
    for (int rank = 0; rank < step.degrees.plan.pp; ++rank) {
        RankBytes<double> bytes = look(work_of(step.stages, rank, step.degrees.plan), rank);
        add_common_bytes(step.x, bytes);
        stages.push_back(bytes.bytes);
    }
    return stages;
}

} // namespace plateau
