// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/layer_shape.h"

namespace plateau {

/// To narrow number formats. Operands of the four products become narrow where they are made: inputs in the forward
/// pass, gradients of outputs in the backward pass. Weights change once per step and are left out.
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
        const N inputs = x.w.tokens * (2 * h + x.w.output + x.w.ffn);
        const N gradients = x.w.tokens * (2 * h + x.w.query + x.w.kv + up_products(x) * x.w.ffn);
        const auto seconds = [&](const formula::Symbol& symbol, const N& elements) {
            return named(symbol, x.memory_seconds(x[&Prepared::conversion_bytes] * elements));
        };
        return plain_row(
            seconds({"t_convert", PLATEAU_TEXT("conversion in a layer, forward"), units::Unit::Seconds}, inputs),
            seconds({"t_convert_back", PLATEAU_TEXT("conversion in a layer, backward"), units::Unit::Seconds},
                    gradients));
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return layer_passes<Conversion>(s);
    }
};

} // namespace plateau
