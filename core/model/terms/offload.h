// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/activations.h"
#include "core/model/terms/update.h"

namespace plateau {

/// To host memory and back, per layer and micro-batch, and once per step for the offloaded optimizer: gradients down,
/// the update there, weights up. Transfers hide under the layer's pass; the optimizer's do not hide.
///     forward  = (a_out + w) / B_host;   backward = (a_back + w) / B_host
/// a: offloaded share of the kept activations, w: of the layer's weights on this rank.
struct OffloadTraffic {
    static constexpr TermInfo info{
        .part = Part::Offload,
        .kind = PartKind::Communication,
        .name = "offload",
        .label = PLATEAU_TEXT("Host memory traffic"),
        .words = PLATEAU_TEXT("Offloaded activations and weights travel beside the passes; an offloaded optimizer is "
                              "updated by the host while the accelerator waits"),
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
        if (x.prepared.offload.activations <= 0 && x.prepared.offload.parameters <= 0)
            return {};
        const N activations = x[&Offload::activations] * kept_layer_bytes(x);
        const N seconds = named({"t_host", PLATEAU_TEXT("to host memory, of a layer and pass"), units::Unit::Seconds},
                                (layer_weight_bytes(x, held) + activations) / x[&Prepared::host_bytes_per_s]);
        return {{seconds, formula::max(N(0.0), N(seconds - forward))},
                {seconds, formula::max(N(0.0), N(seconds - backward))}};
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        const TermRow<N>& row = s.offload;
        const Work<N> passes{s.layer_passes * (row.forward.busy + row.backward.busy),
                             s.layer_passes * (row.forward.exposed + row.backward.exposed)};
        return passes
            + exposed_work(N(optimizer_seconds(s.x, s.rank_parameters) + gathered_seconds(s.x, s.rank_parameters)));
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
        return owned
            * ((x[&StackOf::reduction_bytes] + x[&Physics::weight_bytes]) / x[&Prepared::host_bytes_per_s]
               + x[&StackOf::optimizer_bytes] / x[&Offload::host_update_bytes_per_s]);
    }
};

} // namespace plateau
