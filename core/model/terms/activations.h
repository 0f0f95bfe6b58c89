// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/layer_shape.h"
#include "core/model/terms/rank_memory.h"
#include "core/model/terms/recomputation.h"

namespace plateau {

/// Inputs of the feed-forward products, for the gradients of their weights or adapters.
inline bool keeps_ffn_inputs(const Prepared& prepared) { return !prepared.frozen || prepared.adapts_ffn; }

/// Elements of queries and keys per token, apart from what attention reads where they are turned: of latent attention
/// the expanded keys' part without positions, which lies with the values.
template<class N>
N rotated_width(const Inputs<N>& x)
{
    if (!x.prepared.scenario->workload.shape.rotary)
        return 0;
    if (x.prepared.kv_rank > 0)
        return x[&Prepared::heads] * (x[&Prepared::latent_head_dim] - x[&Prepared::value_head_dim]);
    return (x[&Prepared::heads] + formula::max(x[&Plan::tp], x[&Prepared::kv_heads])) * x[&Prepared::key_head_dim];
}

/// Width that layers keep of a gate of attention, itself and what it makes, and of a scan, as its kind does.
template<class N>
N mixed_width(const Inputs<N>& x)
{
    N width = 0;
    if (x.prepared.gate_width > 0)
        width = x.of_layers(&Prepared::attending, N(2 * x[&Prepared::gate_width]));
    if (x.prepared.scanning > 0)
        width += x[&Prepared::scanning] * x[&catalog::ScanWork::kept];
    return width;
}

/// Width of the copies that experts get, relative to a token's.
template<class N>
N dispatched_share(const Inputs<N>& x)
{
    return x.prepared.expert_hidden == x.prepared.hidden ? N(1.0)
                                                         : N(x[&Prepared::expert_hidden] / x[&Prepared::hidden]);
}

/// What a layer of this plan would keep, were all of it kept that `recompute` keeps.
template<class N>
memory::LayerActivationsOf<N> layer_activations(const Inputs<N>& x, bool keeps_scores, bool repeats)
{
    using formula::min;
    const N copies = x[&Prepared::mixture_share] * x[&Prepared::experts_per_token] * expert_load(x);
    const auto of_attention = [&](const N& width) { return x.of_layers(&Prepared::attending, width); };
    const bool latent = x.prepared.kv_rank > 0;
    const bool gated = x.prepared.projections > 2;
    const bool expands_again = repeats && latent;
    const N element = x[&Physics::activation_bytes];
    const N all_ffn = gated
        ? N(x[&StackOf::activation_gated_bytes] + separate_clamps(x) * x[&Physics::clamp_kept_bytes])
        : x[&StackOf::activation_ffn_bytes];
    const N before = gated ? N(2 * element) : element; // of the activation function: gate and up, or up
    const N saved_attention = element - x[&Prepared::narrow_bytes];
    const N narrow_output = saved_attention > N(0.0) ? x[&Prepared::narrow_bytes] : N(0.0); // attention keeps its own
    const N saved_ffn = keeps_ffn_inputs(x.prepared) ? saved_attention : element;
    const N ffn_bytes = formula::max(min(all_ffn, before), N(all_ffn - saved_ffn));
    return {
        .tokens = tokens_of(x),
        .hidden = x[&Prepared::hidden],
        .query_width = of_attention(x[&Prepared::heads] * x[&Prepared::head_dim]),
        .kv_width = of_attention(formula::max(x[&Plan::tp], x[&Prepared::kv_heads]) * x[&Prepared::head_dim]),
        .latent = latent
            ? of_attention(2 * (x[&Prepared::query_rank] + x[&Prepared::kv_rank]) + x[&Prepared::shared_key_dim])
            : N(0.0),
        .rotated = of_attention(rotated_width(x)),
        .mixed = mixed_width(x),
        .ffn = x[&Prepared::dense_ffn],
        .expert_ffn = copies * x[&Prepared::expert_ffn],
        .dispatched = copies * x.expert_tensor() * dispatched_share(x),
        .heads = of_attention(x[&Prepared::heads]),
        .keys = keeps_scores ? x[&Prepared::sequence] : N(0.0),
        .tensor = x[&Plan::tp],
        .sequence_shards = x.plan.sequence_parallel ? x[&Plan::tp] : N(1.0),
        .hidden_bytes = block_share(x)
            * (x[&StackOf::activation_hidden_bytes] + x[&StackOf::activation_norm_bytes] - saved_attention - saved_ffn),
        .query_bytes = expands_again ? N(element * x[&Prepared::value_head_dim] / x[&Prepared::head_dim])
                                     : N(2 * element) + narrow_output, // or attention's output alone
        .kv_bytes = expands_again ? N(0.0) : N(2 * element),
        .ffn_bytes = ffn_bytes,
        .expert_ffn_bytes = repeats ? min(ffn_bytes, before) : ffn_bytes,
        .dispatched_bytes = formula::max(N(0.0), N(x[&StackOf::activation_expert_bytes] - saved_ffn)),
        .rotary_bytes = expands_again ? N(0.0) : x[&StackOf::activation_rotary_bytes],
        .score_bytes = x[&StackOf::activation_score_bytes],
        .element_bytes = element};
}

template<class N>
memory::LayerActivationsOf<N> layer_activations(const Inputs<N>& x)
{
    const bool keeps_scores = !x.prepared.flash && x.plan.recompute != Recompute::Selective;
    return layer_activations(x, keeps_scores, repeats_modules(x.prepared, x.plan));
}

/// Recomputation that needs room for one layer's tensors while it repeats them.
inline bool repeats_kernels(const Prepared& prepared, const Plan& plan)
{
    return plan.recompute == Recompute::Full || (plan.recompute == Recompute::Selective && selects_operators(prepared));
}

/// Bytes one layer keeps of one micro-batch for its backward pass, wherever they wait.
template<class N>
N kept_bytes(const Inputs<N>& x, const memory::LayerActivationsOf<N>& layer)
{
    if (x.plan.recompute == Recompute::Full)
        return x[&Prepared::recomputed_layers] * memory::layer_checkpoint_bytes(layer)
            + (1 - x[&Prepared::recomputed_layers]) * memory::layer_activation_bytes(layer);
    if (repeats_kernels(x.prepared, x.plan))
        return memory::operator_bytes(layer, N(1 - x[&StackOf::repeated_products]), x.plan.ep > 1);
    return memory::layer_activation_bytes(layer);
}

template<class N>
N kept_layer_bytes(const Inputs<N>& x, const memory::LayerActivationsOf<N>& layer)
{
    return named({"kept", PLATEAU_TEXT("activations of a layer kept for its backward pass"), units::Unit::Bytes},
                 kept_bytes(x, layer));
}

template<class N>
N kept_layer_bytes(const Inputs<N>& x)
{
    return kept_layer_bytes(x, layer_activations(x));
}

/// Room that recomputation needs for what it repeats of one layer.
template<class N>
N bytes_made_again(const Inputs<N>& x, const memory::LayerActivationsOf<N>& layer)
{
    if (repeats_kernels(x.prepared, x.plan))
        return memory::layer_activation_bytes(layer);
    if (!repeats_modules(x.prepared, x.plan))
        return 0;
    const memory::LayerActivationsOf<N> all = layer_activations(x, !x.prepared.flash, false);
    return memory::layer_activation_bytes(all) - memory::layer_activation_bytes(layer);
}

/// Room for score matrices where attention stores them: the gradients of what softmax makes and of the scores. A fused
/// kernel writes one over the other; without one softmax is in fp32, and so are both. With selective recomputation
/// also what is made again.
template<class N>
N score_room_bytes(const Inputs<N>& x, const memory::LayerActivationsOf<N>& layer)
{
    constexpr double fp32_bytes = 4;
    if (x.prepared.flash)
        return 0;
    N each = x.prepared.scores_fused ? layer.element_bytes : N(2 * fp32_bytes);
    if (x.plan.recompute == Recompute::Selective)
        each += layer.score_bytes;
    return each * layer.tokens * layer.heads * x[&Prepared::sequence] / layer.tensor;
}

/// Room that a layer's backward pass needs beside what was kept: gradients, and what recomputation repeats. Where
/// layers are one block alone, the mean layer's twice: of its two blocks.
template<class N>
N backward_bytes(const Inputs<N>& x, const memory::LayerActivationsOf<N>& layer)
{
    const N room = memory::backward_room_bytes(layer, up_products(x), score_room_bytes(x, layer));
    return (bytes_made_again(x, layer) + room) / block_share(x);
}

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

/// Memory lost between allocations, and what captured graphs hold beside it.
struct FragmentationBytes {
    static constexpr TermInfo info{
        .part = Part::Fragmentation,
        .kind = PartKind::Memory,
        .name = "fragmentation",
        .label = PLATEAU_TEXT("Fragmentation"),
        .words
        = PLATEAU_TEXT("Lost between allocations, or held by captured graphs for what the host launches beside them"),
        .source = sources::stack,
        .remedies = {"fragmentation", "cuda_graphs", "micro_batch", "recompute"},
    };

    /// A share of what comes and goes with each micro-batch: activations, working set, logits.
    template<class N>
    static N bytes(const Constants<N>& x, const N& live)
    {
        return (x[&StackOf::fragmentation] + pool(x)) * live;
    }

private:
    /// A graph's tensors are its own: what streams share is freed only when all of it is captured. A compiler that lays
    /// memory out loses none.
    template<class N>
    static N pool(const Constants<N>& x)
    {
        if (x.prepared.stack.fragmentation <= 0)
            return 0;
        switch (x.prepared.graphs) {
        case catalog::Graphs::None:
            return 0;
        case catalog::Graphs::Full:
            return x.prepared.experts > 0 ? x[&Physics::graph_pool] : N(0.0);
        default:
            return x[&Physics::partial_graph_pool];
        }
    }
};

} // namespace plateau
