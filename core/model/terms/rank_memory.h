// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/stage.h"
#include "core/model/terms/layer_shape.h"
#include "core/physics/memory/memory.h"

namespace plateau {

/// How states are spread, and over how many ranks.
template<class N>
struct SpreadOf {
    DataParallelMode mode = DataParallelMode::Ddp;
    N shard = 1;
    N expert_shard = 1;
    bool whole_gradients = false; ///< accumulated before they are scattered
};

/// What the memory terms read of one rank of the pipeline.
template<class N>
struct RankOf {
    const Inputs<N>& x;
    const StageParametersOf<N>& parameters;
    const StageWorkOf<N>& work;
    memory::StatesOf<N> states = {}; ///< of all parameters the rank holds, wherever they lie
    N in_flight = 1; ///< micro-batches whose activations the rank holds, in units of all its layers
    N kept = 0; ///< bytes of one layer's activations
    N backward = 0; ///< bytes that one layer's backward pass needs beside them
    bool gathers = true; ///< holds gathered parameters, where the plan gathers any
    bool whole_gradients = false; ///< holds them whole: those do not go to the host

    N layers() const { return layers_of(work.layers, N(0.0)); }
    N gradients_in_host() const { return whole_gradients ? N(0.0) : N(states.gradients * x[&Offload::gradients]); }
};

/// Bytes per parameter where `shards` ranks share a copy of the states.
template<class N>
memory::StateBytesOf<N> state_bytes(const Inputs<N>& x, const SpreadOf<N>& spread, const N& shards)
{
    const DataParallelMode mode = spread.mode;
    memory::StateBytesOf<N> bytes{.weights = x[&Physics::weight_bytes],
                                  .gradients = x[&StackOf::gradient_bytes],
                                  .optimizer = x[&StackOf::optimizer_state_bytes]};
    const bool replicated = mode == DataParallelMode::Ddp || mode == DataParallelMode::Hsdp;
    if (x.prepared.local_steps > 1 && replicated)
        bytes.optimizer += x[&Physics::outer_state_bytes];
    const bool zero2_in_units = mode == DataParallelMode::Zero2 && x.prepared.stack.zero2_in_units > 0;
    if (zero2_in_units && shards > N(1.0))
        bytes.optimizer += bytes.weights; // each rank's own shard stays beside the whole
    const bool in_units = mode == DataParallelMode::Fsdp || mode == DataParallelMode::Hsdp || zero2_in_units;
    if (in_units && spread.whole_gradients
        && shards > N(1.0)) // they wait in the format they are reduced in (torch.distributed.fsdp)
        bytes.gradients = formula::min(bytes.gradients, x[&StackOf::reduction_bytes]);
    switch (mode) {
    case DataParallelMode::Fsdp:
    case DataParallelMode::Hsdp:
        bytes.weight_shards = shards;
        [[fallthrough]];
    case DataParallelMode::Zero2:
        bytes.gradient_shards = spread.whole_gradients ? N(1.0) : shards;
        [[fallthrough]];
    case DataParallelMode::Zero1:
        bytes.optimizer_shards = shards;
        [[fallthrough]];
    case DataParallelMode::Ddp:
        break;
    }
    return bytes;
}

/// States of weights that `shards` ranks share a copy of; frozen ones have a format of their own.
template<class N>
memory::StatesOf<N> states_of(const Inputs<N>& x, const N& weights, const N& trained, const N& frozen,
                              const SpreadOf<N>& spread, const N& shards)
{
    const memory::StateBytesOf<N> bytes = state_bytes(x, spread, shards);
    memory::StatesOf<N> states = memory::state_bytes(weights, trained, bytes);
    if (x.prepared.frozen_bytes != x.prepared.physics.weight_bytes)
        states.weights = states.weights - frozen * (bytes.weights - x[&Prepared::frozen_bytes]) / bytes.weight_shards;
    return states;
}

/// States of parameters a rank holds.
template<class N>
memory::StatesOf<N> states(const Inputs<N>& x, const HoldingsOf<N>& held, const SpreadOf<N>& spread)
{
    const memory::StatesOf<N> dense
        = states_of(x, held.weights.dense, held.trained.dense, held.frozen.dense, spread, spread.shard);
    if (held.weights.expert <= N(0.0))
        return dense;
    const memory::StatesOf<N> expert
        = states_of(x, held.weights.expert, held.trained.expert, held.frozen.expert, spread, spread.expert_shard);
    return {dense.weights + expert.weights, dense.gradients + expert.gradients, dense.optimizer + expert.optimizer};
}

/// The model's weights, as the passes use them.
struct WeightBytes {
    static constexpr TermInfo info{
        .part = Part::Weights,
        .kind = PartKind::Memory,
        .name = "weights",
        .label = PLATEAU_TEXT("Weights"),
        .words = PLATEAU_TEXT("16-bit weights, and their copies in a narrow format where those are kept"),
        .source = sources::memory,
        .remedies = {"dp_mode", "tp", "pp", "offload_parameters"},
    };

    template<class N>
    static N bytes(const RankOf<N>& r)
    {
        return r.states.weights * (1 - r.x[&Offload::parameters]) + narrow_copies(r);
    }

private:
    /// Narrow copies of the weights for the layers' products. FSDP frees what it gathers, and makes them each time.
    template<class N>
    static N narrow_copies(const RankOf<N>& r)
    {
        if (r.x.prepared.narrow_copy_bytes <= 0 || shards_weights(r.x.plan) || !r.gathers)
            return 0;
        const StageWorkOf<N> layers{r.work.layers, 0, 0, {}};
        return r.x[&Prepared::narrow_copy_bytes] * held_parameters(r.parameters, layers, r.x.plan).weights.total();
    }
};

/// Accumulated gradients.
struct GradientBytes {
    static constexpr TermInfo info{
        .part = Part::Gradients,
        .kind = PartKind::Memory,
        .name = "gradients",
        .label = PLATEAU_TEXT("Gradients"),
        .words = PLATEAU_TEXT("Accumulated gradients"),
        .source = sources::memory,
        .remedies = {"dp_mode", "tp", "pp", "gradient_bytes"},
    };

    template<class N>
    static N bytes(const RankOf<N>& r)
    {
        return r.x.prepared.offload.gradients > 0 ? N(r.states.gradients - r.gradients_in_host()) : r.states.gradients;
    }
};

/// Master weights and moments.
struct OptimizerStateBytes {
    static constexpr TermInfo info{
        .part = Part::OptimizerStates,
        .kind = PartKind::Memory,
        .name = "optimizer_states",
        .label = PLATEAU_TEXT("Optimizer states"),
        .words = PLATEAU_TEXT("The optimizer's own copy of the weights, and its moments"),
        .source = sources::memory,
        .remedies = {"dp_mode", "offload_optimizer", "moment_bytes", "tp"},
    };

    template<class N>
    static N bytes(const RankOf<N>& r)
    {
        return r.states.optimizer * (1 - r.x[&Offload::optimizer]);
    }
};

} // namespace plateau
