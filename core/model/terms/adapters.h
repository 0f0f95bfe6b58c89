// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/layer_shape.h"

/// Low-rank adapters beside frozen products: y = W x + B A x with A of r x k, B of n x r (LoRA, 2106.09685). Queries,
/// keys and values share one A, as gate and up do. B is divided like W; A like W where the input is.
namespace plateau {

/// Seconds of a layer's adapters, forward.
template<class N>
N adapter_products(const LayerInputs<N>& x)
{
    if (!x.prepared.frozen)
        return 0;
    const N h = x[&Prepared::hidden];
    const N r = x[&Prepared::adapter_rank];
    const auto pair = [&](const N& in, const N& out) {
        return N(kernels::gemm_seconds(x.device, x.w.tokens, r, in)
                 + kernels::gemm_seconds(x.device, x.w.tokens, out, r));
    };
    N seconds = x.of_layers(&Prepared::attending,
                            N(pair(h, N(x.w.query + x.w.kv + x.w.gate)) + pair(x.w.output, N(h / x[&Plan::tp]))));
    if (x.prepared.scanning > 0) {
        const N inputs = x[&catalog::ScanWork::inputs] / x[&Plan::tp];
        const N outputs = x[&catalog::ScanWork::outputs] / x[&Plan::tp];
        seconds += x[&Prepared::scanning] * (pair(h, inputs) + pair(outputs, N(h / x[&Plan::tp])));
    }
    if (x.prepared.adapts_ffn) {
        const N dense = x[&Prepared::dense_ffn] / x[&Plan::tp];
        if (x.prepared.dense_ffn > 0)
            seconds += pair(h, N(up_products(x) * dense)) + pair(dense, N(h / x[&Plan::tp]));
        if (x.prepared.experts > 0) {
            const ExpertShare<N> share = expert_share(x);
            const auto grouped = [&](const N& in, const N& out) {
                const auto product = [&](const N& n, const N& k) {
                    return kernels::grouped_gemm_seconds(x.device, share.local, share.rows, n, k,
                                                         x[&Physics::expert_product_seconds]);
                };
                return N(product(r, in) + product(out, r));
            };
            const N wide = expert_hidden(x);
            seconds += x[&Prepared::mixture_share]
                * (grouped(wide, N(up_products(x) * share.width)) + grouped(share.width, wide));
        }
    }
    return named({"t_adapters", PLATEAU_TEXT("products of a layer's adapters, forward"), units::Unit::Seconds},
                 seconds);
}

/// Outputs of a token on a rank that an adapter's is added to.
template<class N>
N adapted_outputs(const LayerInputs<N>& x)
{
    if (!x.prepared.frozen)
        return 0;
    const N h = x[&Prepared::hidden] / x[&Plan::tp];
    N outputs = x.of_layers(&Prepared::attending, N(x.w.query + x.w.kv + x.w.gate + h));
    if (x.prepared.scanning > 0)
        outputs += x[&Prepared::scanning] * (x[&catalog::ScanWork::inputs] / x[&Plan::tp] + h);
    if (x.prepared.adapts_ffn)
        outputs += up_products(x) * x.w.ffn + x.of_layers(&Prepared::feeding, h);
    return outputs;
}

} // namespace plateau
