// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/adapters.h"
#include "core/model/terms/layer_shape.h"

namespace plateau {

/// Norms, activations, residuals, rotary embedding, and copying tokens to and from their experts.
struct OtherKernels {
    static constexpr TermInfo info{
        .part = Part::OtherKernels,
        .kind = PartKind::Compute,
        .name = "other_kernels",
        .label = PLATEAU_TEXT("Other kernels"),
        .words = PLATEAU_TEXT("Norms, activations, residuals and rotary embedding, limited by memory bandwidth"),
        .source = sources::stack,
        .known = KnownFrom::Kernels,
        .group = StepGroup::OtherKernels,
        .cause = Cause::SmallKernels,
        .forward_place = 4,
        .backward_place = 6,
        .remedies = {"memory_passes", "sequence_parallel", "stack", "hardware"},
    };

    template<class N>
    static TermRow<N> layer(const LayerInputs<N>& x, const LayerLedger<N>&)
    {
        const N forward
            = named({"t_other", PLATEAU_TEXT("element-wise kernels of a layer, forward"), units::Unit::Seconds},
                    x.memory_seconds(x.w.tokens * bytes_per_token(x)));
        return plain_row(forward, N(x[&Physics::other_backward] * forward + expert_bias_gradients(x)));
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return layer_passes<OtherKernels>(s);
    }

private:
    template<class N>
    static N bytes_per_token(const LayerInputs<N>& x)
    {
        const N h = x[&Prepared::hidden];
        const N shards = x.plan.sequence_parallel ? x[&Plan::tp] : N(1.0);
        const N rotary = x.prepared.scenario->workload.shape.rotary ? x[&Physics::rotary_traffic_bytes] : N(0.0);
        return named(
            {"bytes_token", PLATEAU_TEXT("memory traffic per token"), units::Unit::Bytes},
            activation_passes_bytes(x) * x.w.ffn
                + memory_passes(x)
                    * (block_share(x) * (x[&Physics::residual_traffic_bytes] + x[&StackOf::norm_bytes]) * h / shards
                       + x.of_layers(&Prepared::attending,
                                     N((x[&Physics::projection_traffic_bytes] + rotary) * h / x[&Plan::tp]))
                       + beside_scans(x) + x[&Physics::adapter_sum_bytes] * adapted_outputs(x))
                + (routed_orders(x.prepared, x.plan) * x[&Physics::routed_copy_bytes] + expert_biases(x))
                    * routed_copies(x) * expert_hidden(x) / x[&Plan::tp]);
    }

    template<class N>
    static N expert_biases(const LayerInputs<N>& x)
    {
        return x.prepared.scenario->workload.shape.linear_bias ? left_by_compiler(x) * x[&Physics::expert_bias_bytes]
                                                               : N(0.0);
    }

    /// Gradients of both biases of the experts where a kernel adds up the rows of each expert one after another: it
    /// ends with the busiest.
    template<class N>
    static N expert_bias_gradients(const LayerInputs<N>& x)
    {
        const Prepared& prepared = x.prepared;
        if (prepared.experts == 0 || prepared.stack.bias_row_seconds <= 0
            || !prepared.scenario->workload.shape.linear_bias)
            return 0;
        const auto share = expert_share(x);
        const N busiest = 1 + x[&Prepared::expert_spread] * above_mean(share.local);
        return named({"t_expert_biases", PLATEAU_TEXT("gradients of the experts' biases"), units::Unit::Seconds},
                     x[&Prepared::mixture_share] * 2 * x[&StackOf::bias_row_seconds] * share.rows
                         * formula::min(share.local, busiest));
    }

    /// Convolution, norm and gate of the layers that scan, and the gate of attention's output: read twice, written
    /// once.
    template<class N>
    static N beside_scans(const LayerInputs<N>& x)
    {
        N elements = x.of_layers(&Prepared::attending, N(3 * x.w.gate));
        if (x.prepared.scanning > 0)
            elements += x[&Prepared::scanning] * x[&catalog::ScanWork::passed] / x[&Plan::tp];
        return x[&Physics::activation_bytes] * elements;
    }
};

/// To narrow number formats. Operands of the four products become narrow where they are made: inputs in the forward
/// pass, gradients of outputs in the backward pass. Weights change once per step and are left out; but frozen ones that
/// are held in fewer bytes are unpacked in every pass.
struct Conversion {
    static constexpr TermInfo info{
        .part = Part::Conversion,
        .kind = PartKind::Compute,
        .name = "conversion",
        .label = PLATEAU_TEXT("Number conversion"),
        .words = PLATEAU_TEXT("Inputs and output gradients of the matrix products read in 16 bit and written narrow, "
                              "along rows and along columns"),
        .source = "Bytes of the number format: values, block scales, two copies",
        .known = KnownFrom::Kernels,
        .group = StepGroup::Conversion,
        .cause = Cause::NumberConversion,
        .forward_place = 5,
        .backward_place = 7,
        .remedies = {"fp8_scaling", "precision", "hardware"},
    };

    template<class N>
    static TermRow<N> layer(const LayerInputs<N>& x, const LayerLedger<N>&)
    {
        const N h = x[&Prepared::hidden];
        const N blocks = 2 * block_share(x);
        N outputs = x.of_layers(&Prepared::attending, x.w.output);
        N projected = x.of_layers(&Prepared::attending, N(x.w.query + x.w.kv + x.w.gate));
        if (x.prepared.scanning > 0) {
            outputs += x[&Prepared::scanning] * x[&catalog::ScanWork::outputs] / x[&Plan::tp];
            projected += x[&Prepared::scanning] * x[&catalog::ScanWork::inputs] / x[&Plan::tp];
        }
        const N inputs = x.w.tokens * (blocks * h + outputs + x.w.ffn);
        const N gradients = x.w.tokens * (blocks * h + projected + up_products(x) * x.w.ffn);
        const auto seconds = [&](const formula::Symbol& symbol, const N& elements) {
            return named(symbol, x.memory_seconds(x[&Prepared::conversion_bytes] * elements));
        };
        const N forward
            = seconds({"t_convert", PLATEAU_TEXT("conversion in a layer, forward"), units::Unit::Seconds}, inputs);
        const N backward = seconds(
            {"t_convert_back", PLATEAU_TEXT("conversion in a layer, backward"), units::Unit::Seconds}, gradients);
        const N weights = unpacking(x);
        return plain_row(N(forward + weights), N(backward + weights));
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return layer_passes<Conversion>(s);
    }

private:
    /// Frozen weights in fewer bytes than the products take, before each product.
    template<class N>
    static N unpacking(const LayerInputs<N>& x)
    {
        if (x.prepared.unpacking_bytes <= 0)
            return 0;
        const N dense = (x[&Prepared::layer_parameters] - x[&Prepared::expert_parameters]) / x[&Plan::tp];
        const N experts = x[&Prepared::expert_parameters] / (x[&Plan::ep] * x.expert_tensor());
        return named({"t_unpack", PLATEAU_TEXT("unpacking a layer's frozen weights"), units::Unit::Seconds},
                     x.memory_seconds(x[&Prepared::unpacking_bytes] * (dense + experts)));
    }
};

} // namespace plateau
