// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

#include "core/estimate/prepared.h"
#include "core/search/plan_space.h"

/// Walking a plan space. Private to this room.
namespace plateau::search {

/// Sequences of one data-parallel rank and step.
inline double sequences_per_rank(const Prepared& prepared, const Layout& layout)
{
    return prepared.batch_mode == BatchMode::PerGpu ? prepared.sequences_per_gpu * layout.model_ranks()
                                                    : prepared.global_batch / layout.dp;
}

/// Whether tensor, context, expert, pipeline and data degree are possible together, whatever the schedule.
inline bool is_legal(const PlanSpace& space, const Prepared& prepared, const Layout& layout)
{
    Plan plan = plan_of(space, layout);
    plan.micro_batch = 1;
    plan.virtual_stages = 1;
    plan.schedule = PipelineSchedule::OneFOneB;
    plan.shard_group = 0;
    return complete(prepared, plan).obstacle == Obstacle::None;
}

/// visit(layout, index of layout.pp in the space) for every legal layout; stops when it returns false.
template<class Visit>
void for_each_layout(const PlanSpace& space, const Prepared& prepared, Visit visit)
{
    std::vector<int> data;
    for (Layout layout : space.families) {
        for (std::size_t stage = 0; stage < space.pp.size(); ++stage) {
            layout.pp = space.pp[stage].stages;
            layout.dp = 1;
            data_degrees(space, prepared, layout, data);
            for (const int degree : data) {
                layout.dp = degree;
                if (is_legal(space, prepared, layout) && !visit(layout, stage))
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
