// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/parameter_traffic.h"

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
        .words = PLATEAU_TEXT("The optimizer reads and writes its states"),
        .source = sources::stack,
        .known = KnownFrom::Kernels,
        .group = StepGroup::Optimizer,
        .cause = Cause::OptimizerStep,
        .closing_place = 5,
        .remedies = {"dp_mode", "sequences_per_gpu", "optimizer_bytes", "tp"},
    };

    template<class N>
    static N seconds(const Inputs<N>& x, const HoldingsOf<N>& held)
    {
        const N owned = owned_parameters(x, held.trained) * (1 - x[&Offload::optimizer]);
        const N states = x.memory_seconds(x[&StackOf::optimizer_bytes] * owned);
        return x.prepared.update_flop > 0 ? N(states + orthogonal(x, held.trained)) : states;
    }

    static const char* words(const Prepared& prepared, const Plan&)
    {
        return prepared.update_flop > 0
            ? PLATEAU_TEXT("Owners gather whole matrices, make their updates orthogonal by matrix products, and read "
                           "and write their states")
            : info.words;
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return exposed_work(seconds(s.x, s.rank_parameters));
    }

private:
    /// Updates of whole matrices: 16-bit momenta are gathered where ranks own parts, and each owner works on its share.
    template<class N>
    static N orthogonal(const Inputs<N>& x, const RankParametersOf<N>& trained)
    {
        N seconds = named({"t_orthogonal", PLATEAU_TEXT("products that make updates orthogonal"), units::Unit::Seconds},
                          x[&Prepared::update_flop] * owned_parameters(x, trained)
                              / (x.device.gemm_efficiency * x.device.attention_peak_flops));
        if (x.plan.dp_mode == DataParallelMode::Ddp)
            return seconds;
        const auto gathered = [&](const Traffic& group, const N& parameters) {
            return group_seconds(x, group, collectives::Operation::AllGather,
                                 N(x[&Physics::weight_bytes] * parameters));
        };
        seconds += gathered(dense_group(x.degrees), trained.dense);
        if (trained.expert > N(0.0))
            seconds += gathered(expert_group(x.degrees), trained.expert);
        return seconds;
    }
};

} // namespace plateau
