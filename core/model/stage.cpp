// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/stage.h"

#include <algorithm>

namespace plateau {

namespace {

StageWork mean(const StageWork& one, const StageWork& other)
{
    return {(one.layers + other.layers) / 2, (one.embedding + other.embedding) / 2, (one.head + other.head) / 2, {}};
}

/// Stage i and stage p - 1 - i on one rank: the middle stages with a layer less come last, so they pair with full ones.
Stages paired(const Stages& straight)
{
    const StageWork ends = mean(straight.first, straight.last);
    const int mixed = std::min(straight.full_count, straight.slim_count);
    const bool mostly_full = straight.full_count >= straight.slim_count;
    return {ends, mostly_full ? straight.full : straight.slim,           mean(straight.full, straight.slim),
            ends, straight.full_count + straight.slim_count - 2 * mixed, 2 * mixed};
}

} // namespace

Stages layout_of(const Prepared& prepared, const Plan& plan)
{
    const schedule::Fold fold = pipeline_fold(plan);
    const schedule::LayerSplit split = split_layers(prepared.layers, plan);
    const bool both = plan.pp == 1 || fold == schedule::Fold::V;
    Stages stages{{double(split.first), 1, both ? 1. : 0., {}},
                  {double(split.full), 0, 0, {}},
                  {double(split.full - 1), 0, 0, {}},
                  {double(split.last), 0, both ? 0. : 1., {}},
                  split.full_count,
                  split.slim_count};
    if (plan.pp == 1)
        stages.last = stages.first;
    if (fold == schedule::Fold::BothEnds)
        stages = paired(stages);
    stages.first.edge = stages.last.edge = pipeline_kind(plan) != PipelineSchedule::Interleaved; // else round and round
    return stages;
}

Traced layers_of(double layers, const Traced&)
{
    return formula::given({"layers", PLATEAU_TEXT("layers of this kind of rank"), units::Unit::Count}, layers,
                          PLATEAU_TEXT("Follows from the model and the pipeline degree"), "pp");
}

Traced in_flight_of(double micro_batches, const Traced&)
{
    return formula::given({"in_flight", PLATEAU_TEXT("micro-batches whose activations the rank holds")}, micro_batches,
                          PLATEAU_TEXT("Follows from the pipeline schedule"), "schedule");
}

} // namespace plateau
