// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/attention.h"
#include "core/model/terms/matrix_multiply.h"
#include "core/model/terms/other_kernels.h"

namespace plateau {

/// Selective recomputation of other modules than the attention core: what latent attention expands, and the activation
/// function of experts (megatron-core's modules mla_up_proj and moe_act).
inline bool repeats_modules(const Prepared& prepared, const Plan& plan)
{
    return plan.recompute == Recompute::Selective && !selects_operators(prepared)
        && (prepared.kv_rank > 0 || prepared.experts > 0);
}

/// Full recomputation that ends before a layer's last product: nothing reads its result again. Routed experts' results
/// are read, for the gradients of what weighs them.
inline bool skips_last_product(const Prepared& prepared)
{
    return prepared.stack.stops_early > 0 && prepared.experts == 0 && prepared.dense_ffn > 0;
}

/// Selective recomputation of the attention core: modules take its place where a fused kernel keeps no scores.
inline bool repeats_attention(const Prepared& prepared, const Plan& plan)
{
    return !(prepared.flash && repeats_modules(prepared, plan));
}

/// Forward work of the layers done again in the backward pass.
struct Recomputation {
    static constexpr TermInfo info{
        .part = Part::Recompute,
        .kind = PartKind::Compute,
        .name = "recompute",
        .label = PLATEAU_TEXT("Recomputation"),
        .words = PLATEAU_TEXT("Forward work done again in the backward pass to save memory"),
        .source = sources::gemm,
        .known = KnownFrom::Kernels,
        .group = StepGroup::Recompute,
        .cause = Cause::Recomputation,
        .backward_place = 3,
        .remedies = {"recompute", "micro_batch", "dp_mode", "tp"},
    };

    template<class N>
    static TermRow<N> layer(const LayerInputs<N>& x, const LayerLedger<N>& so_far)
    {
        const N matmul = so_far.template of<MatrixMultiply>().forward.busy;
        const N attention = so_far.template of<Attention>().forward.busy;
        const N other = so_far.template of<OtherKernels>().forward.busy;
        N again = 0;
        switch (x.plan.recompute) {
        case Recompute::None:
            break;
        case Recompute::Selective:
            if (selects_operators(x.prepared))
                again = other + x[&StackOf::repeated_products] * matmul
                    + (1 - x[&StackOf::repeated_products]) * MatrixMultiply::expert_products(x);
            else if (repeats_attention(x.prepared, x.plan))
                again = attention;
            if (repeats_modules(x.prepared, x.plan))
                again += modules(x);
            break;
        case Recompute::Full:
            again = x[&Prepared::recomputed_layers]
                * (matmul - (skips_last_product(x.prepared) ? MatrixMultiply::last_product(x) : N(0.0)) + attention
                   + other + so_far.template of<Conversion>().forward.busy);
            break;
        }
        return plain_row(N(0.0), again);
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return layer_passes<Recomputation>(s);
    }

private:
    /// What repeats_modules() computes again beside attention.
    template<class N>
    static N modules(const LayerInputs<N>& x)
    {
        const N elements = x.w.tokens * routed_copies(x) * x[&Prepared::expert_ffn] / x[&Plan::tp];
        const N expansion = x.prepared.kv_rank > 0 ? x.of_layers(&Prepared::attending, latent_expansion(x)) : N(0.0);
        return expansion + x.memory_seconds(activation_passes_bytes(x) * elements);
    }
};

} // namespace plateau
