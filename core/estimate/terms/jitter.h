// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "core/estimate/terms/layer_shape.h"

namespace plateau {

/// Waiting for the slowest of many nodes.
struct Jitter {
    static constexpr TermInfo info{
        .part = Part::Jitter,
        .kind = PartKind::Overhead,
        .name = "jitter",
        .label = PLATEAU_TEXT("Jitter between nodes"),
        .words = PLATEAU_TEXT("The slowest of many nodes sets the pace"),
        .source = sources::stack,
        .known = KnownFrom::Assumptions,
        .group = StepGroup::HostAndJitter,
        .cause = PLATEAU_TEXT("stragglers"),
        .closing_place = 8,
        .remedies = {"jitter_per_doubling", "nvlink_domain", "stack"},
    };

    /// As a share of all else.
    template<class N>
    static N share(const Constants<N>& x, const N& gpus_used)
    {
        const bool one_domain = std::isinf(x.prepared.domain_size);
        const N domains = named({"domains", PLATEAU_TEXT("scale-up domains at work")},
                                formula::max(N(1.0), one_domain ? N(0.0) : N(gpus_used / x[&Prepared::domain_size])));
        return x[&StackOf::jitter_per_doubling] * formula::log2(domains);
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return exposed_work(N(share<N>(s.x, s.x[&Degrees::gpus_used]) * s.exposed_sum()));
    }
};

} // namespace plateau
