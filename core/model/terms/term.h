// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/model/estimate.h"
#include "core/model/inputs.h"

/// What a term is. A term is a struct of this folder with `info`, what is said about it and where it stands,
/// and the functions of its kind, which table.h requires:
///
///     time      step(s)            seconds of a step, as worked and as waited for
///     memory    bytes(r)           on one rank; what every rank has, whatever it holds: bytes(x, live)
///     power     watts(b)
///     cost      usd(b)
///
/// A time term may also have a share of a layer's passes, layer(x, so_far), parameter traffic beside them, beside(...)
/// and ends(...), or seconds(x, held) once per step that bounds of a search know too: each has its list in table.h.
/// Where words or source depend on the question: words(prepared, plan), source(prepared, plan). All are written for a
/// number type N.
namespace plateau {

/// Seconds worked, and those of them that nothing hides.
template<class N>
struct Work {
    N busy = 0;
    N exposed = 0;
};

template<class N>
Work<N> operator+(const Work<N>& left, const Work<N>& right)
{
    return {left.busy + right.busy, left.exposed + right.exposed};
}

/// A share of the forward and backward pass of one micro-batch.
template<class N>
struct TermRow {
    Work<N> forward = {};
    Work<N> backward = {};
    N weight = 0; ///< of backward, the gradients of the weights: what no other stage waits for
    N exposed_share = 1; ///< of all of it, where the same share is hidden throughout
};

/// The row of a term that nothing hides.
template<class N>
TermRow<N> plain_row(const N& forward, const N& backward, const N& weight = N(0.0))
{
    return {{forward, forward}, {backward, backward}, weight};
}

/// A row of which one share is hidden throughout.
template<class N>
TermRow<N> shared_row(const N& forward, const N& backward, const N& exposed_share)
{
    return {{forward, forward * exposed_share}, {backward, backward * exposed_share}, N(0.0), exposed_share};
}

/// How well a term's value is known.
enum class KnownFrom {
    Kernels, ///< derived where the accelerator's kernels were measured, else estimated
    Collectives, ///< the same of its collectives
    Arithmetic, ///< derived from the shape and the plan
    Assumptions, ///< estimated: constants of the software, prices
    Parameter, ///< as the assumption `TermInfo::parameter` is, estimated once it is typed
};

struct TermInfo {
    Part part;
    PartKind kind;
    const char* name; ///< stable, for JSON
    const char* label;
    const char* words; ///< one sentence
    const char* source;
    KnownFrom known = KnownFrom::Arithmetic;
    const char* parameter = "";
    // time terms
    StepGroup group = StepGroup::Count;
    Cause cause = Cause::None;
    int forward_place = 0; ///< order in a drawn forward pass
    int backward_place = 0;
    int closing_place = 0; ///< order in what the step waits for once, after its passes
    std::array<const char*, 5> remedies = {}; ///< parameter keys
};

using formula::named;

namespace sources {
inline constexpr const char* gemm
    = "Fit to measured matrix products (ai-dynamo/aiconfigurator tables), per accelerator";
inline constexpr const char* attention = "Values printed in the FlashAttention repository's figures";
inline constexpr const char* collectives
    = "NCCL tuner constants (NVIDIA/nccl src/graph/tuning.cc), checked on measured collectives";
inline constexpr const char* stack = "Constant of the software stack, fitted on published runs";
inline constexpr const char* memory = "Korthikanti et al. 2205.05198 Table 2 in general form; ZeRO 1910.02054";
inline constexpr const char* power
    = "Power of a busy and of a waiting device, from the values reported for 128 and 2,048 H100";
} // namespace sources

template<class N>
struct LayerLedger;
template<class N>
struct StepOf;
template<class N>
struct RankOf;
template<class N>
struct BillOf;

/// What many terms of one layer's passes cost per step: each layer of the busiest stage, each micro-batch.
template<class Term, class N>
Work<N> layer_passes(const StepOf<N>& s)
{
    const TermRow<N>& row = s.layer.template of<Term>();
    return {s.layer_passes * (row.forward.busy + row.backward.busy),
            s.layer_passes * (row.forward.exposed + row.backward.exposed)};
}

/// layer_passes() where one share of all of it is hidden.
template<class Term, class N>
Work<N> shared_layer_passes(const StepOf<N>& s)
{
    const TermRow<N>& row = s.layer.template of<Term>();
    const N busy = s.layer_passes * (row.forward.busy + row.backward.busy);
    return {busy, busy * row.exposed_share};
}

template<class N>
Work<N> exposed_work(const N& seconds)
{
    return {seconds, seconds};
}

} // namespace plateau
