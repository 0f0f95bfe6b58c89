// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/stage.h"
#include "core/model/terms/layer_shape.h"
#include "core/model/terms/parameter_traffic.h"

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
        return x.prepared.update_flop > 0 ? N(states + of_matrices(x, held.trained)) : states;
    }

    static const char* words(const Prepared& prepared, const Plan&)
    {
        if (prepared.update_flop <= 0)
            return info.words;
        return prepared.scenario->assumptions.numerics.optimizer == OptimizerKind::GaLore
            ? PLATEAU_TEXT("Owners gather whole matrices, project their gradients to a low rank and the updates back, "
                           "and read and write their states")
            : PLATEAU_TEXT("Owners gather whole matrices, make their updates orthogonal by matrix products, and read "
                           "and write their states");
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return exposed_work(seconds(s.x, s.rank_parameters));
    }

private:
    /// Updates of whole matrices: 16-bit momenta are gathered where ranks own parts, and each owner works on its share.
    template<class N>
    static N of_matrices(const Inputs<N>& x, const RankParametersOf<N>& trained)
    {
        N seconds = named({"t_matrices", PLATEAU_TEXT("matrix products of the updates"), units::Unit::Seconds},
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
