// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/expert_traffic.h"
#include "core/model/terms/layer_shape.h"
#include "core/model/terms/recomputation.h"

namespace plateau {

/// The device waits for the host to launch kernels.
struct LaunchGap {
    static constexpr TermInfo info{
        .part = Part::LaunchGap,
        .kind = PartKind::Overhead,
        .name = "launch_gap",
        .label = PLATEAU_TEXT("Kernel launch gaps"),
        .words = PLATEAU_TEXT("The host cannot launch a layer's kernels faster than this"),
        .source = sources::stack,
        .known = KnownFrom::Assumptions,
        .group = StepGroup::Host,
        .cause = Cause::SmallKernels,
        .forward_place = 6,
        .backward_place = 8,
        .remedies = {"cuda_graphs", "micro_batch", "layer_launch_seconds", "tp"},
    };

    /// The host launches collectives too: while it is behind, traffic hides in the gaps.
    template<class N>
    static TermRow<N> layer(const LayerInputs<N>& x, const LayerLedger<N>& so_far)
    {
        const auto& matmul = so_far.template of<MatrixMultiply>();
        const auto& attention = so_far.template of<Attention>();
        const auto& other = so_far.template of<OtherKernels>();
        const auto& conversion = so_far.template of<Conversion>();
        const N forward = matmul.forward.busy + attention.forward.busy + other.forward.busy + conversion.forward.busy;
        const N backward = matmul.backward.busy + attention.backward.busy + other.backward.busy
            + conversion.backward.busy + so_far.template of<Recomputation>().backward.busy;
        const N launch = named({"t_launch", PLATEAU_TEXT("launching a layer's forward pass"), units::Unit::Seconds},
                               x[&StackOf::layer_launch_seconds] * launches(x));
        N backward_launch = x[&Physics::launch_backward] * launch;
        if (x.plan.recompute == Recompute::Full)
            backward_launch += x[&Prepared::recomputed_layers] * launch;
        backward_launch
            = named({"t_launch_back", PLATEAU_TEXT("launching a layer's backward pass"), units::Unit::Seconds},
                    backward_launch);
        const N kernels = named({"t_gpu", PLATEAU_TEXT("kernels of a layer, forward"), units::Unit::Seconds},
                                forward + waited(so_far, &TermRow<N>::forward));
        const N backward_kernels
            = named({"t_gpu_back", PLATEAU_TEXT("kernels of a layer, backward"), units::Unit::Seconds},
                    backward + waited(so_far, &TermRow<N>::backward));
        const N gap = longer(backward_kernels, backward_launch);
        const N waiting = read_back(x);
        const N repeated = x.plan.recompute == Recompute::Full ? N(x[&Prepared::recomputed_layers] * waiting) : N(0.0);
        return plain_row(longer(kernels, launch) + waiting, gap + repeated, N(gap * matmul.weight / backward_kernels));
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return layer_passes<LaunchGap>(s);
    }

private:
    /// The share of what is launched that is left where a graph of it is launched at once.
    template<class N>
    static N left(const LayerInputs<N>& x, catalog::Graphs captured_by)
    {
        return x.prepared.graphs >= captured_by ? x[&Physics::graph_launch_share] : N(1.0);
    }

    /// A layer's launches, relative to those of a dense layer with fused attention on one rank.
    template<class N>
    static N launches(const LayerInputs<N>& x)
    {
        const bool separate = !x.prepared.flash && !softmax_fused(x.prepared, x.plan);
        const N collectives = x.plan.tp > 1 ? x[&Physics::tensor_launch] : N(0.0);
        const N attention = x[&Physics::attention_launch] + (x.prepared.flash ? N(0.0) : x[&Physics::unfused_launch])
            + (separate ? x[&Physics::separate_softmax_launch] : N(0.0)) + collectives / 2;
        const N feed_forward = 1 - x[&Physics::attention_launch] + collectives / 2;
        return block_share(x)
            * (left(x, catalog::Graphs::Attention) * attention + left(x, catalog::Graphs::Full) * feed_forward)
            + mixture_launches(x);
    }

    /// Routing and exchange of a layer with experts, and the products of each expert of the rank.
    template<class N>
    static N mixture_launches(const LayerInputs<N>& x)
    {
        if (x.prepared.experts == 0)
            return 0;
        const N exchange = forwards(x.prepared) ? x[&Physics::forwarding_launch] : x[&Physics::exchange_launch];
        const N products = x[&Prepared::expert_launches]
            * formula::min(x[&Prepared::most_launched], N(x[&Prepared::experts] / x[&Plan::ep]));
        return x[&Prepared::mixture_share]
            * (left(x, catalog::Graphs::Router) * x[&Physics::router_launch]
               + left(x, catalog::Graphs::Full) * (exchange + products));
    }

    /// The host waits until it knows how many tokens its experts get, and the device then for the host.
    template<class N>
    static N read_back(const LayerInputs<N>& x)
    {
        if (!x.prepared.counts_read_back || (x.plan.ep == 1 && x.prepared.expert_launches == 0))
            return 0;
        return named(
            {"t_read_back", PLATEAU_TEXT("waiting for the host to learn what its experts get"), units::Unit::Seconds},
            x[&Prepared::mixture_share] * x[&Physics::read_back_seconds]);
    }

    /// Traffic between the ranks of a layer that its kernels wait for.
    template<class N>
    static N waited(const LayerLedger<N>& so_far, Work<N> TermRow<N>::*pass)
    {
        const auto of = [pass](const TermRow<N>& row) { return (row.*pass).exposed; };
        return of(so_far.template of<TensorTraffic>()) + of(so_far.template of<ContextTraffic>())
            + of(so_far.template of<ExpertTraffic>());
    }

    /// How much longer a pass takes than its kernels because the host cannot launch them faster: a smooth maximum.
    template<class N>
    static N longer(const N& kernels, const N& host)
    {
        const auto fourth = [](const N& t) { return N(t * t * t * t); };
        return formula::max(N(0.0), N(formula::sqrt(formula::sqrt(fourth(kernels) + fourth(host))) - kernels));
    }
};

/// Host work once per step.
struct StepFixed {
    static constexpr TermInfo info{
        .part = Part::StepFixed,
        .kind = PartKind::Overhead,
        .name = "step_overhead",
        .label = PLATEAU_TEXT("Host work per step"),
        .words = PLATEAU_TEXT("Host work once per step: data, logging, clipping, each owner's tensors"),
        .source = sources::stack,
        .known = KnownFrom::Assumptions,
        .group = StepGroup::Host,
        .cause = Cause::OptimizerStep,
        .closing_place = 6,
        .remedies = {"step_fixed_seconds", "sequences_per_gpu", "stack", "owner_seconds"},
    };

    /// Tensors that ZeRO moves owner by owner: slices, launches and broadcasts grow with the ranks that own states; the
    /// step ends with the rank that has the most layers.
    template<class N>
    static N owners_seconds(const StepOf<N>& s)
    {
        const DataParallelMode mode = s.x.plan.dp_mode;
        if (mode != DataParallelMode::Zero1 && mode != DataParallelMode::Zero2)
            return 0;
        return s.x[&StackOf::owner_seconds] * s.x[&Degrees::shard] * most_layers(s.stages);
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return exposed_work(N(s.x[&StackOf::step_fixed_seconds] + owners_seconds(s)));
    }
};

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
