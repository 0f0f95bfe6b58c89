// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/kept_activations.h"
#include "core/model/terms/layer_shape.h"
#include "core/model/terms/rank_memory.h"

namespace plateau {

/// What the forward pass keeps for the backward pass.
struct ActivationBytes {
    static constexpr TermInfo info{
        .part = Part::Activations,
        .kind = PartKind::Memory,
        .name = "activations",
        .label = PLATEAU_TEXT("Activations"),
        .words = PLATEAU_TEXT("What the forward pass keeps for the backward pass"),
        .source = sources::memory,
        .remedies = {"recompute", "micro_batch", "tp", "offload_activations"},
    };

    static const char* words(const Prepared& prepared, const Plan&)
    {
        if (prepared.scanning > 0)
            return PLATEAU_TEXT("What the forward pass keeps for the backward pass; of a scan its inputs, gates and "
                                "output, its states are made again");
        return info.words;
    }

    /// Bytes on the device: where activations are offloaded, the layer at work has its own at hand, and the next
    /// layer's are on the way.
    template<class N>
    static N bytes(const RankOf<N>& r)
    {
        const N passes
            = named({"passes", PLATEAU_TEXT("layers times micro-batches in flight")}, r.in_flight * r.layers());
        if (r.x.prepared.offload.activations <= 0)
            return passes * r.kept;
        const N away = r.x[&Offload::activations];
        return (passes * (1 - away) + formula::min(passes, r.x[&Physics::layers_in_transit]) * away) * r.kept;
    }
};

/// One layer's live tensors and gathered parameters.
struct WorkingSetBytes {
    static constexpr TermInfo info{
        .part = Part::WorkingSet,
        .kind = PartKind::Memory,
        .name = "working_set",
        .label = PLATEAU_TEXT("Working set"),
        .words = PLATEAU_TEXT("Parameters gathered for the layer at work, and the gradients and repeated tensors of "
                              "one layer's backward pass"),
        .source = sources::memory,
        .remedies = {"micro_batch", "layers_per_unit", "tp", "recompute"},
    };

    template<class N>
    static N bytes(const RankOf<N>& r)
    {
        return r.backward + (r.gathers ? gathered(r) : N(0.0));
    }

    /// What of it comes with a layer's backward pass and goes.
    template<class N>
    static N passing(const RankOf<N>& r)
    {
        const bool resharded = r.gathers && shards_weights(r.x.plan) && !keeps_gathered(r.x.prepared, r.x.plan)
            && r.x.prepared.stack.reshard_after_forward > 0;
        return resharded ? N(r.backward + units(r)) : r.backward;
    }

private:
    /// As they are held: frozen ones may have a format of their own.
    template<class N>
    static N layer_weight_bytes(const RankOf<N>& r)
    {
        const N all = r.x[&Physics::weight_bytes] * r.parameters.layer;
        if (r.x.prepared.frozen_bytes == r.x.prepared.physics.weight_bytes)
            return all;
        return all
            - (r.x[&Physics::weight_bytes] - r.x[&Prepared::frozen_bytes])
            * (r.parameters.layer - r.parameters.trained_layer);
    }

    /// What FSDP that gathers again holds: the unit at work and those prefetched, and the unit's gradient.
    template<class N>
    static N units(const RankOf<N>& r)
    {
        const Inputs<N>& x = r.x;
        return x[&StackOf::layers_per_unit] * (1 + x[&StackOf::prefetch]) * layer_weight_bytes(r) + unit_gradients(r);
    }

    /// Gradients of one unit, on their way to the ranks that own them.
    template<class N>
    static N unit_gradients(const RankOf<N>& r)
    {
        return r.x[&StackOf::layers_per_unit] * r.x[&StackOf::reduction_bytes] * r.parameters.trained_layer;
    }

    /// FSDP holds the gathered weights of the unit at work and of those prefetched, and one unit's full gradient; where
    /// ZeRO-2 is FSDP the gradient alone, since Weights has the rest. Inside a pipeline, all weights of the rank, and
    /// gradients as GradientBytes has them. Of offloaded weights, the layer at work and the one on the way.
    template<class N>
    static N gathered(const RankOf<N>& r)
    {
        const Inputs<N>& x = r.x;
        const N weight = x[&Physics::weight_bytes];
        if (!shards_weights(x.plan)) {
            const N scattered = zero2_in_units(x.prepared, x.plan) && x.degrees.shard > 1 ? unit_gradients(r) : N(0.0);
            if (x.prepared.offload.parameters <= 0)
                return scattered;
            return scattered
                + x[&Offload::parameters] * formula::min(r.layers(), x[&Physics::layers_in_transit])
                * layer_weight_bytes(r);
        }
        if (keeps_gathered(x.prepared, x.plan))
            return weight * held_parameters(r.parameters, r.work, x.plan).weights.total();
        if (x.prepared.stack.reshard_after_forward <= 0)
            return layer_weight_bytes(r) * r.layers()
                + x[&StackOf::gradient_bytes] * x[&StackOf::layers_per_unit] * r.parameters.trained_layer;
        return units(r) + weight * formula::max(r.parameters.embedding, r.parameters.head);
    }
};

/// Logits and their gradient, on the rank that has the output head. They are gone when the first layer's backward pass
/// needs its room, and gathered weights where those come and go: of the two the larger counts.
struct LogitBytes {
    static constexpr TermInfo info{
        .part = Part::Logits,
        .kind = PartKind::Memory,
        .name = "logits",
        .label = PLATEAU_TEXT("Logits"),
        .words
        = PLATEAU_TEXT("Logits and their gradient on the last stage, beyond the room that a layer's backward pass "
                       "and its weights take after them"),
        .source = sources::stack,
        .remedies = {"loss", "micro_batch", "tp", "vocab_parallel_loss"},
    };

    template<class N>
    static N bytes(const RankOf<N>& r)
    {
        if (r.work.head <= 0)
            return 0;
        const bool sharded = r.x.prepared.stack.vocab_parallel_loss > 0;
        const N width = sharded ? N(r.x[&Prepared::vocab] / r.x[&Plan::tp]) : r.x[&Prepared::vocab];
        const N tokens = tokens_of(r.x) / r.x[&Prepared::loss_pieces];
        return formula::max(N(0.0), N(r.x[&StackOf::logit_bytes] * tokens * width - WorkingSetBytes::passing(r)));
    }
};

/// Driver context, communication library, allocator floor.
struct FixedMemoryBytes {
    static constexpr TermInfo info{
        .part = Part::FixedMemory,
        .kind = PartKind::Memory,
        .name = "fixed_memory",
        .label = PLATEAU_TEXT("Framework and context"),
        .words = PLATEAU_TEXT("Driver context, communication library, allocator floor"),
        .source = sources::stack,
        .remedies = {"fixed_memory_bytes", "stack"},
    };

    template<class N>
    static N bytes(const Constants<N>& x, const N&)
    {
        return x[&StackOf::fixed_memory_bytes];
    }
};

/// Memory lost between allocations.
struct FragmentationBytes {
    static constexpr TermInfo info{
        .part = Part::Fragmentation,
        .kind = PartKind::Memory,
        .name = "fragmentation",
        .label = PLATEAU_TEXT("Fragmentation"),
        .words = PLATEAU_TEXT("Lost between allocations"),
        .source = sources::stack,
        .remedies = {"fragmentation", "micro_batch", "recompute"},
    };

    /// A share of what comes and goes with each micro-batch: activations, working set, logits.
    template<class N>
    static N bytes(const Constants<N>& x, const N& live)
    {
        return x[&StackOf::fragmentation] * live;
    }
};

} // namespace plateau
