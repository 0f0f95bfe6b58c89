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

/// Waiting for the slowest of many hosts: they, not scale-up domains, differ in load, interrupts and temperature.
struct Jitter {
    static constexpr TermInfo info{
        .part = Part::Jitter,
        .kind = PartKind::Overhead,
        .name = "jitter",
        .label = PLATEAU_TEXT("Jitter between hosts"),
        .words = PLATEAU_TEXT("The slowest of many hosts sets the pace"),
        .source = sources::stack,
        .known = KnownFrom::Assumptions,
        .group = StepGroup::Jitter,
        .cause = Cause::Stragglers,
        .closing_place = 8,
        .remedies = {"jitter_per_doubling", "stack"},
    };

    /// The jitter as a share of all else.
    template<class N>
    static N share(const Constants<N>& x, const N& gpus_used)
    {
        const N hosts = named({"hosts", PLATEAU_TEXT("hosts at work")},
                              formula::max(N(1.0), N(gpus_used / x[&Prepared::per_host])));
        return x[&StackOf::jitter_per_doubling] * formula::log2(hosts);
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return exposed_work(N(share<N>(s.x, s.x[&Degrees::gpus_used]) * s.exposed_sum()));
    }
};

} // namespace plateau
