// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/adapters.h"
#include "core/model/terms/layer_shape.h"

namespace plateau {

/// Projections and feed-forward products of the layers.
struct MatrixMultiply {
    static constexpr TermInfo info{
        .part = Part::MatrixMultiply,
        .kind = PartKind::Compute,
        .name = "matrix_multiply",
        .label = PLATEAU_TEXT("Matrix multiply"),
        .words = PLATEAU_TEXT("Projections and feed-forward products, once forward and twice backward"),
        .source = sources::gemm,
        .known = KnownFrom::Kernels,
        .group = StepGroup::MatrixMultiply,
        .cause = Cause::MatrixMultiplication,
        .forward_place = 2,
        .backward_place = 4,
        .remedies = {"hardware", "precision", "micro_batch", "tp"},
    };

    template<class N>
    static TermRow<N> layer(const LayerInputs<N>& x, const LayerLedger<N>&)
    {
        const N forward = named(
            {"t_products", PLATEAU_TEXT("matrix products of a layer, forward"), units::Unit::Seconds}, products(x));
        const N adapters = adapter_products(x);
        const N weight = x.prepared.frozen ? adapters : forward; // each gradient is as much work as the forward pass
        return plain_row(N(forward + adapters), N(forward + adapters + weight), weight);
    }

    static const char* words(const Prepared& prepared, const Plan&)
    {
        return prepared.frozen ? PLATEAU_TEXT("Projections and feed-forward products, once forward and once backward: "
                                              "frozen weights have no gradients; and their adapters")
                               : info.words;
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return layer_passes<MatrixMultiply>(s);
    }

    /// Router and experts of the layers that have them. Latent experts come with a product into their width and one
    /// back, not divided by tensor parallelism.
    template<class N>
    static N expert_products(const LayerInputs<N>& x)
    {
        if (x.prepared.experts == 0)
            return 0;
        const auto [local, rows, width] = expert_share(x);
        const N h = x[&Prepared::hidden];
        const N router
            = product(x, {"t_router", PLATEAU_TEXT("router"), units::Unit::Seconds}, x[&Prepared::experts], h);
        const N wide = expert_hidden(x);
        const N up = named({"t_experts_up", PLATEAU_TEXT("experts, before the activation"), units::Unit::Seconds},
                           kernels::grouped_gemm_seconds(x.device, local, rows, N(up_products(x) * width), wide,
                                                         x[&Physics::expert_product_seconds]));
        const N down = named(
            {"t_experts_down", PLATEAU_TEXT("experts, after it"), units::Unit::Seconds},
            kernels::grouped_gemm_seconds(x.device, local, rows, wide, width, x[&Physics::expert_product_seconds]));
        N seconds = router + up + down;
        if (x.prepared.expert_hidden != x.prepared.hidden)
            seconds
                += product(x, {"t_latent", PLATEAU_TEXT("into the width of experts"), units::Unit::Seconds}, wide, h)
                + product(x, {"t_latent_back", PLATEAU_TEXT("back from it"), units::Unit::Seconds}, h, wide);
        return x[&Prepared::mixture_share] * seconds;
    }

    /// The last product of a dense layer.
    template<class N>
    static N last_product(const LayerInputs<N>& x)
    {
        return product(x, {"t_down", PLATEAU_TEXT("feed-forward product after it"), units::Unit::Seconds},
                       x[&Prepared::hidden], N(x[&Prepared::dense_ffn] / x[&Plan::tp]));
    }

private:
    template<class N>
    static N product(const LayerInputs<N>& x, const formula::Symbol& symbol, const N& n, const N& k)
    {
        return named(symbol, kernels::gemm_seconds(x.device, x.w.tokens, n, k));
    }

    template<class N>
    static N products(const LayerInputs<N>& x)
    {
        const N h = x[&Prepared::hidden];
        N seconds = x.of_layers(
            &Prepared::attending,
            x.prepared.kv_rank > 0
                ? latent_projections(x)
                : N(product(x, {"t_qkv", PLATEAU_TEXT("queries, keys and values"), units::Unit::Seconds},
                            N(x.w.query + x.w.kv + x.w.gate), h)
                    + product(x, {"t_out", PLATEAU_TEXT("attention's output product"), units::Unit::Seconds}, h,
                              x.w.query)));
        if (x.prepared.scanning > 0)
            seconds += x[&Prepared::scanning] * scan_projections(x);
        seconds += expert_products(x);
        if (x.prepared.dense_ffn > 0) {
            const N dense = x[&Prepared::dense_ffn] / x[&Plan::tp];
            seconds = seconds
                + product(x,
                          {"t_up", PLATEAU_TEXT("feed-forward products before the activation"), units::Unit::Seconds},
                          N(up_products(x) * dense), h)
                + last_product(x);
        }
        return seconds;
    }

    /// The compressing products of latent attention are not divided by tensor parallelism.
    template<class N>
    static N latent_projections(const LayerInputs<N>& x)
    {
        N down = x[&Prepared::query_rank] + x[&Prepared::kv_rank] + x[&Prepared::shared_key_dim] + x.w.gate;
        N index = 0;
        if (x.prepared.index_heads > 0) {
            down += x[&Prepared::index_head_dim];
            index = product(x, {"t_index_queries", PLATEAU_TEXT("queries of the indexer"), units::Unit::Seconds},
                            N(x[&Prepared::index_heads] * x[&Prepared::index_head_dim] / x[&Plan::tp]),
                            x.prepared.query_rank > 0 ? x[&Prepared::query_rank] : x[&Prepared::hidden]);
        }
        return index
            + product(x, {"t_compress", PLATEAU_TEXT("compressing queries, keys and values"), units::Unit::Seconds},
                      down, x[&Prepared::hidden])
            + latent_expansion(x)
            + product(x, {"t_out", PLATEAU_TEXT("attention's output product"), units::Unit::Seconds},
                      x[&Prepared::hidden], x.w.output);
    }

    /// Into queries, keys, values and gates, and back.
    template<class N>
    static N scan_projections(const LayerInputs<N>& x)
    {
        using Scan = catalog::ScanWork;
        const N h = x[&Prepared::hidden];
        N seconds = product(x, {"t_scan_in", PLATEAU_TEXT("input product of a scan"), units::Unit::Seconds},
                            N(x[&Scan::inputs] / x[&Plan::tp]), h)
            + product(x, {"t_scan_out", PLATEAU_TEXT("output product of a scan"), units::Unit::Seconds}, h,
                      N(x[&Scan::outputs] / x[&Plan::tp]));
        if (x.prepared.scan.gate_rank > 0)
            seconds += product(x, {"t_scan_gates", PLATEAU_TEXT("gates of a scan"), units::Unit::Seconds},
                               N(x[&Scan::gates] / x[&Plan::tp]), x[&Scan::gate_rank]);
        return seconds;
    }
};

/// Logits and cross-entropy, on the rank that has the output head.
struct Head {
    static constexpr TermInfo info{
        .part = Part::Head,
        .kind = PartKind::Compute,
        .name = "head",
        .label = PLATEAU_TEXT("Output head and loss"),
        .words = PLATEAU_TEXT("Logits, cross-entropy and their backward pass"),
        .source = sources::gemm,
        .known = KnownFrom::Kernels,
        .group = StepGroup::MatrixMultiply,
        .cause = Cause::MatrixMultiplication,
        .forward_place = 11,
        .backward_place = 1,
        .remedies = {"vocab", "tp", "vocab_parallel_loss", "hardware"},
    };

    template<class N>
    static TermRow<N> head(const Inputs<N>& x)
    {
        const N tokens = tokens_of(x);
        const N pieces = x[&Prepared::loss_pieces];
        const N hidden = x[&Prepared::hidden];
        const N shard = x[&Prepared::vocab] / x[&Plan::tp];
        const N product = named({"t_logits", PLATEAU_TEXT("matrix product of the output head"), units::Unit::Seconds},
                                pieces * kernels::gemm_seconds(x.device, N(tokens / pieces), shard, hidden));
        const N width = x.prepared.stack.vocab_parallel_loss > 0 ? shard : x[&Prepared::vocab];
        const N loss = named({"t_loss", PLATEAU_TEXT("cross-entropy, forward and backward"), units::Unit::Seconds},
                             x.memory_seconds(x[&StackOf::loss_bytes_per_logit] * tokens * width));
        const N sums = named(
            {"t_sums", PLATEAU_TEXT("adding the weight gradients of all pieces but the first"), units::Unit::Seconds},
            x.memory_seconds(x[&StackOf::accumulation_bytes] * (pieces - 1) * shard * hidden));
        const N weight = x.prepared.frozen ? N(0.0) : N(product + sums);
        return plain_row(N(product + loss / 2), N(product + weight + loss / 2), weight);
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return exposed_work(
            N(s.micro_batches * s.busiest_rank.head * (s.head.forward.exposed + s.head.backward.exposed)));
    }
};

} // namespace plateau
