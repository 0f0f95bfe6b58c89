// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/layer_shape.h"

namespace plateau {

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
