// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/estimate/estimate.h"
#include "core/estimate/inputs.h"

/// What a term is. A term has one file in this folder: a struct with
///
///     info                        what is said about it, and where it stands
///     layer(x, so_far)            its share of one layer's passes, before any parameter traffic (optional)
///     gap(x, so_far)              the same for what depends on all other shares (optional)
///     beside(x, parameters)       parameter traffic beside one layer's passes, seconds worked (optional)
///     after(x, step)              what waits for the layer's passes to end (optional)
///     stage, head, ends(...)      its share of a stage's passes: per stage (with two neighbours or one), output head,
///                                 end of the model (optional)
///     parameter(x)                the same per parameter that the stage's passes meet (optional)
///     step(s)                     its seconds per step (time terms), as worked and as waited for
///     seconds(x, held)            the same of what is done once per step with the parameters a rank holds, whatever
///     the
///                                 passes: bounds of a search know it too (optional)
///     bytes(r)                    its bytes on one rank (memory terms)
///     watts(b), usd(b)            its share of the power and of the bill
///     words, source(prepared, plan)   where they depend on the question (optional)
///
/// all written for a number type N. table.h lists the terms and loops over them.
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

/// A row without anything hidden.
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
    const char* cause = "";
    int forward_place = 0; ///< order in a drawn forward pass
    int backward_place = 0;
    int closing_place = 0; ///< order in what the step waits for once, after its passes
    std::array<const char*, 4> remedies = {}; ///< parameter keys
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
inline constexpr const char* power = "Two-state device power, from the ratio reported for 128 and 2,048 H100";
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

/// The same where one share of all of it is hidden.
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
