// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/ledger.h"

/// What is said about each term, by part; the compiler checks that nothing is missing.
namespace plateau {

namespace descriptions {

template<class... Listed>
constexpr std::array<TermInfo, sizeof...(Listed)> of(TermList<Listed...>)
{
    return {Listed::info...};
}

constexpr bool in_order(const auto& infos)
{
    for (std::size_t i = 0; i < infos.size(); ++i) {
        if (infos[i].part != Part(i))
            return false;
    }
    return true;
}

/// In the timeline; what no pass and no closing holds are its gaps.
constexpr bool is_placed(const TermInfo& info)
{
    return info.kind == PartKind::Idle || info.forward_place + info.backward_place + info.closing_place > 0;
}

constexpr bool is_said(const TermInfo& info)
{
    const auto empty = [](const char* text) { return !text || *text == '\0'; };
    const bool time = info.part < first_memory_part;
    return !empty(info.name) && !empty(info.label) && !empty(info.words) && info.remedies[0]
        && (!time || (!empty(info.cause) && info.group != StepGroup::Count && is_placed(info)))
        && (info.known != KnownFrom::Parameter || !empty(info.parameter));
}

constexpr bool all_said(const auto& infos)
{
    for (const TermInfo& info : infos) {
        if (!is_said(info))
            return false;
    }
    return true;
}

/// Terms with a share of a layer's passes stand in LayerTerms, and so on.
template<class Term>
constexpr bool is_listed()
{
    using X = LayerInputs<double>;
    using Ledger = LayerLedger<double>;
    using Parameters = StageParametersOf<double>;
    constexpr bool layer = requires(const X& x, const Ledger& ledger) { Term::layer(x, ledger); }
    || requires(const X& x, const Ledger& ledger) { Term::gap(x, ledger); };
    constexpr bool beside = requires(const X& x, const Parameters& p) { Term::beside(x, p); };
    constexpr bool ends = requires(const X& x, const Parameters& p) { Term::ends(x, p); };
    constexpr bool after = requires(const X& x, const Parameters& p, double t) { Term::after(x, p, t, t); };
    constexpr bool stage = requires(const X& x) { Term::stage(x, true); };
    constexpr bool head = requires(const X& x) { Term::head(x); };
    constexpr bool parameter = requires(const X& x) { Term::parameter(x); };
    return layer
        == LayerTerms::has<
               Term> && beside == BesideTerms::has<Term> && ends == EndTerms::has<Term> && after == AfterTerms::has<Term> && stage == StageTerms::has<Term> && head == HeadTerms::has<Term> && parameter == ParameterTerms::has<Term>;
}

template<class... Listed>
constexpr bool all_listed(TermList<Listed...>)
{
    return (is_listed<Listed>() && ...);
}

} // namespace descriptions

inline constexpr std::array<TermInfo, Terms::size> term_infos = descriptions::of(Terms());
static_assert(Terms::size == part_count, "a part has no term, or a term no part");
static_assert(descriptions::in_order(term_infos), "terms stand in the order of their parts");
static_assert(descriptions::all_said(term_infos), "a term lacks its name, words, cause, group or remedies");
static_assert(descriptions::all_listed(Terms()), "a term's share of a pass is not in the list that is added up");

} // namespace plateau
