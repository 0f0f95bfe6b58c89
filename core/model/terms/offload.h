// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/activations.h"
#include "core/model/terms/update.h"

namespace plateau {

/// To host memory and back, per layer and micro-batch, and once per step for the offloaded optimizer: gradients down,
/// the update there, weights up. Transfers hide under the layer's pass; the optimizer's do not hide.
///     forward  = (a_out + w) / B_host;   backward = (a_back + w + g) / B_host
/// a: offloaded share of the kept activations, w: of the layer's weights on this rank, g: of its gradients.
struct OffloadTraffic {
    static constexpr TermInfo info{
        .part = Part::Offload,
        .kind = PartKind::Communication,
        .name = "offload",
        .label = PLATEAU_TEXT("Host memory traffic"),
        .words = PLATEAU_TEXT("Offloaded activations, weights and gradients travel beside the passes; an offloaded "
                              "optimizer is updated by the host while the accelerator waits"),
        .source = "Link and host rates of the hardware's file; ZeRO-Offload 2101.06840",
        .known = KnownFrom::Collectives,
        .group = StepGroup::Offload,
        .cause = Cause::HostMemoryTraffic,
        .forward_place = 10,
        .backward_place = 12,
        .closing_place = 4,
        .remedies = {"offload_optimizer", "host_bandwidth", "host_update_bandwidth", "offload_activations"},
    };

    template<class N>
    static TermRow<N> after(const Inputs<N>& x, const StageParametersOf<N>& held, const N& forward, const N& backward)
    {
        const Offload& offload = x.prepared.offload;
        if (offload.activations <= 0 && offload.parameters <= 0 && offload.gradients <= 0)
            return {};
        const N activations = x[&Offload::activations] * kept_layer_bytes(x);
        const N seconds = named({"t_host", PLATEAU_TEXT("to host memory, of a layer and pass"), units::Unit::Seconds},
                                (layer_weight_bytes(x, held) + activations) / x[&Prepared::host_bytes_per_s]);
        const N back = offload.gradients <= 0 ? seconds : N(seconds + layer_gradient_seconds(x, held));
        return {{seconds, formula::max(N(0.0), N(seconds - forward))},
                {back, formula::max(N(0.0), N(back - backward))}};
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        const TermRow<N>& row = s.offload;
        const Work<N> passes{s.layer_passes * (row.forward.busy + row.backward.busy),
                             s.layer_passes * (row.forward.exposed + row.backward.exposed)};
        return passes
            + exposed_work(N(optimizer_seconds(s.x, s.rank_parameters) + gathered_seconds(s.x, s.rank_parameters)
                             + whole_gradient_seconds(s.x, s.rank_parameters)));
    }

private:
    /// Bytes of weights that a layer's pass fetches: none where they stay gathered for all micro-batches.
    template<class N>
    static N layer_weight_bytes(const Inputs<N>& x, const StageParametersOf<N>& held)
    {
        if (keeps_gathered(x.prepared, x.plan))
            return 0;
        const bool sharded = shards_weights(x.plan);
        return x[&Offload::parameters] * x[&Physics::weight_bytes]
            * ((held.layer - held.expert) / (sharded ? x[&Degrees::shard] : N(1.0))
               + held.expert / (sharded ? x[&Degrees::expert_shard] : N(1.0)));
    }

    /// Gradients that a layer's backward pass has scattered.
    template<class N>
    static N layer_gradient_seconds(const Inputs<N>& x, const StageParametersOf<N>& held)
    {
        if (holds_whole_gradients(x))
            return 0;
        const bool sharded = x.plan.dp_mode != DataParallelMode::Ddp && x.plan.dp_mode != DataParallelMode::Zero1;
        const N dense = held.trained_layer - held.trained_expert;
        return named({"t_host_gradients", PLATEAU_TEXT("gradients of a layer to host memory"), units::Unit::Seconds},
                     x[&Offload::gradients] * x[&StackOf::gradient_bytes]
                         * (dense / (sharded ? x[&Degrees::shard] : N(1.0))
                            + held.trained_expert / (sharded ? x[&Degrees::expert_shard] : N(1.0)))
                         / x[&Prepared::host_bytes_per_s]);
    }

    /// Gradients that stay whole on the device go down once they are scattered.
    template<class N>
    static N whole_gradient_seconds(const Inputs<N>& x, const HoldingsOf<N>& held)
    {
        if (x.prepared.offload.gradients <= 0 || !holds_whole_gradients(x))
            return 0;
        return x[&Offload::gradients] * x[&StackOf::gradient_bytes] * owned_parameters(x, held.trained)
            / x[&Prepared::host_bytes_per_s];
    }

    /// Where weights stay gathered for all micro-batches, their shards come once per step.
    template<class N>
    static N gathered_seconds(const Inputs<N>& x, const HoldingsOf<N>& held)
    {
        if (!keeps_gathered(x.prepared, x.plan))
            return 0;
        return x[&Offload::parameters] * x[&Physics::weight_bytes] * owned_parameters(x, held.weights)
            / x[&Prepared::host_bytes_per_s];
    }

    template<class N>
    static N optimizer_seconds(const Inputs<N>& x, const HoldingsOf<N>& held)
    {
        const N owned = owned_parameters(x, held.trained) * x[&Offload::optimizer];
        const N gradients = x.prepared.offload.gradients > 0 // those went down before
            ? N((1 - x[&Offload::gradients]) * x[&StackOf::reduction_bytes])
            : x[&StackOf::reduction_bytes];
        return owned
            * ((gradients + x[&Physics::weight_bytes]) / x[&Prepared::host_bytes_per_s]
               + x[&StackOf::optimizer_bytes] / x[&Offload::host_update_bytes_per_s]);
    }
};

} // namespace plateau
