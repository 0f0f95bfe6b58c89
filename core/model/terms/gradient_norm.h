// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/optimizer.h"

namespace plateau {

/// The norm of all gradients, over every rank that holds a part of them, and the scaling of the gradients by it.
struct GradientNorm {
    static constexpr TermInfo info{
        .part = Part::GradientNorm,
        .kind = PartKind::Overhead,
        .name = "gradient_norm",
        .label = PLATEAU_TEXT("Gradient norm and clipping"),
        .words
        = PLATEAU_TEXT("Each rank reads its gradients for their norm, all ranks sum one number, and the gradients "
                       "are scaled"),
        .source
        = "torch.nn.utils.clip_grad_norm_: one pass for the norm, one all-reduce of a scalar, one pass to scale",
        .known = KnownFrom::Assumptions,
        .group = StepGroup::Optimizer,
        .cause = Cause::OptimizerStep,
        .closing_place = 4,
        .remedies = {"dp_mode", "sequences_per_gpu", "tp", "gradient_bytes"},
    };

    template<class N>
    static N seconds(const Inputs<N>& x, const HoldingsOf<N>& held)
    {
        const N owned = owned_parameters(x, held.trained);
        const N clipping
            = named({"t_clip", PLATEAU_TEXT("passes over the gradients"), units::Unit::Seconds},
                    x.memory_seconds(x[&Physics::gradient_norm_passes] * x[&StackOf::gradient_bytes] * owned));
        return clipping + norm(x);
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return exposed_work(seconds(s.x, s.rank_parameters));
    }

private:
    /// One fp32 number, summed over the ranks whose gradients differ: replicas have the same ones.
    template<class N>
    static N norm(const Inputs<N>& x)
    {
        constexpr double bytes = 4;
        const double shards = x.plan.dp_mode == DataParallelMode::Ddp ? 1 : x.degrees.shard;
        const Traffic traffic{.among = Among::GradientOwners,
                              .operation = collectives::Operation::AllReduce,
                              .ranks = double(x.plan.tp) * x.plan.pp * shards,
                              .usable = x.degrees.segment};
        return traffic.ranks > 1 ? x.collective(traffic, N(bytes)) : N(0.0);
    }
};

} // namespace plateau
