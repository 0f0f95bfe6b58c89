// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/layer_shape.h"

namespace plateau {

/// Compute slowed by communication beside it.
struct Slowdown {
    static constexpr TermInfo info{
        .part = Part::Slowdown,
        .kind = PartKind::Overhead,
        .name = "slowdown",
        .label = PLATEAU_TEXT("Slow-down under traffic"),
        .words = PLATEAU_TEXT("Communication kernels occupy processors while they run beside computation"),
        .source = sources::stack,
        .known = KnownFrom::Assumptions,
        .group = StepGroup::Jitter,
        .cause = Cause::SlowedCompute,
        .closing_place = 7,
        .remedies = {"compute_slowdown", "dp_mode", "stack"},
    };

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        const Work<N> traffic = s.template of_kind<PartKind::Communication>();
        const N hidden = traffic.busy - traffic.exposed;
        return exposed_work(N(s.x[&StackOf::compute_slowdown] * formula::max(N(0.0), hidden)));
    }
};

} // namespace plateau
