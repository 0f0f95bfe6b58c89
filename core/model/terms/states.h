// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/rank_memory.h"

namespace plateau {

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
