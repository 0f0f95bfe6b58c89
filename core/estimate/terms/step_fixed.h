// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/terms/layer_shape.h"

namespace plateau {

/// Host work once per step.
struct StepFixed {
    static constexpr TermInfo info{
        .part = Part::StepFixed,
        .kind = PartKind::Overhead,
        .name = "step_overhead",
        .label = PLATEAU_TEXT("Host work per step"),
        .words = PLATEAU_TEXT("Host work once per step: data, logging, clipping"),
        .source = sources::stack,
        .known = KnownFrom::Assumptions,
        .group = StepGroup::HostAndJitter,
        .cause = PLATEAU_TEXT("the optimizer step"),
        .closing_place = 6,
        .remedies = {"step_fixed_seconds", "sequences_per_gpu", "stack"},
    };

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return exposed_work(s.x[&StackOf::step_fixed_seconds]);
    }
};

} // namespace plateau
