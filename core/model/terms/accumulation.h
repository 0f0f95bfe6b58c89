// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/stage.h"
#include "core/model/terms/layer_shape.h"

namespace plateau {

/// Traffic of gradient accumulation.
struct Accumulation {
    static constexpr TermInfo info{
        .part = Part::Accumulation,
        .kind = PartKind::Compute,
        .name = "gradient_accumulation",
        .label = PLATEAU_TEXT("Gradient accumulation"),
        .words = PLATEAU_TEXT("Each micro-batch reads and writes the gradient buffer"),
        .source = sources::stack,
        .known = KnownFrom::Kernels,
        .group = StepGroup::OtherKernels,
        .cause = Cause::SmallKernels,
        .backward_place = 14,
        .remedies = {"micro_batch", "accumulation_bytes", "tp", "pp"},
    };

    template<class N>
    static TermRow<N> parameter(const Inputs<N>& x)
    {
        const N seconds = named(
            {"t_accumulate", PLATEAU_TEXT("gradient buffer, per parameter and micro-batch"), units::Unit::Seconds},
            x.memory_seconds(x[&StackOf::accumulation_bytes]));
        return plain_row(N(0.0), seconds, seconds);
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return exposed_work(N(s.micro_batches * s.accumulation.backward.exposed
                              * met_parameters(s.parameters.trained(), s.busiest_rank).total()));
    }
};

} // namespace plateau
