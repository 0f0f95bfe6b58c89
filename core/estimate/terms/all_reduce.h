// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/terms/parameter_traffic.h"

namespace plateau {

/// Gradients of equal replicas.
struct AllReduce {
    static constexpr TermInfo info{
        .part = Part::AllReduce,
        .kind = PartKind::Communication,
        .name = "all_reduce",
        .label = PLATEAU_TEXT("All-reduce"),
        .words = PLATEAU_TEXT("Gradients of equal replicas summed; the tree's latency grows with the logarithm"),
        .source = sources::collectives,
        .known = KnownFrom::Collectives,
        .group = StepGroup::AllReduce,
        .cause = PLATEAU_TEXT("parameter and gradient traffic"),
        .closing_place = 2,
        .remedies = {"dp_mode", "scale_out_bandwidth", "network_reduction", "local_steps"},
    };

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return s.reduced_once;
    }
};

} // namespace plateau
