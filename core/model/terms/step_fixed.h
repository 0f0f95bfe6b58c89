// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/layer_shape.h"

namespace plateau {

/// Host work once per step.
struct StepFixed {
    static constexpr TermInfo info{
        .part = Part::StepFixed,
        .kind = PartKind::Overhead,
        .name = "step_overhead",
        .label = PLATEAU_TEXT("Host work per step"),
        .words = PLATEAU_TEXT("Host work once per step: data, logging, clipping, each owner's tensors"),
        .source = sources::stack,
        .known = KnownFrom::Assumptions,
        .group = StepGroup::Host,
        .cause = Cause::OptimizerStep,
        .closing_place = 6,
        .remedies = {"step_fixed_seconds", "sequences_per_gpu", "stack", "owner_seconds"},
    };

    /// Tensors that ZeRO moves owner by owner: slices, launches and broadcasts grow with the ranks that own states; the
    /// step ends with the rank that has the most layers.
    template<class N>
    static N owners_seconds(const StepOf<N>& s)
    {
        const DataParallelMode mode = s.x.plan.dp_mode;
        if (mode != DataParallelMode::Zero1 && mode != DataParallelMode::Zero2)
            return 0;
        return s.x[&StackOf::owner_seconds] * s.x[&Degrees::shard] * most_layers(s.stages);
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return exposed_work(N(s.x[&StackOf::step_fixed_seconds] + owners_seconds(s)));
    }
};

} // namespace plateau
