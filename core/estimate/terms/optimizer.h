// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stage.h"
#include "core/estimate/terms/layer_shape.h"

namespace plateau {

/// Parameters whose optimizer states lie on this rank: all of them where every rank has its own copy.
template<class N>
N owned_parameters(const Inputs<N>& x, const RankParametersOf<N>& held)
{
    if (x.plan.dp_mode == DataParallelMode::Ddp)
        return held.total();
    return held.dense / x[&Degrees::shard] + held.expert / x[&Degrees::expert_shard];
}

/// The update of the parameters a rank owns.
struct Optimizer {
    static constexpr TermInfo info{
        .part = Part::Optimizer,
        .kind = PartKind::Compute,
        .name = "optimizer",
        .label = PLATEAU_TEXT("Optimizer"),
        .words = PLATEAU_TEXT("Adam reads and writes its states"),
        .source = sources::stack,
        .known = KnownFrom::Kernels,
        .group = StepGroup::Optimizer,
        .cause = PLATEAU_TEXT("the optimizer step"),
        .closing_place = 5,
        .remedies = {"dp_mode", "sequences_per_gpu", "optimizer_bytes", "tp"},
    };

    template<class N>
    static N seconds(const Inputs<N>& x, const HoldingsOf<N>& held)
    {
        const N owned = owned_parameters(x, held.trained) * (1 - x[&Offload::optimizer]);
        return x.memory_seconds(x[&StackOf::optimizer_bytes] * owned);
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return exposed_work(seconds(s.x, s.rank_parameters));
    }
};

} // namespace plateau
