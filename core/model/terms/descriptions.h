// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/ledger.h"

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
        && (!time || (info.cause != Cause::None && info.group != StepGroup::Count && is_placed(info)))
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

/// Whatever has a share of a layer's passes stands in LayerTerms, and so on.
template<class Term>
constexpr bool is_listed()
{
    const bool layer = LayerTerm<Term> == LayerTerms::has<Term>;
    const bool shard = ShardTerm<Term> == ShardTerms::has<Term>;
    const bool update = UpdateTerm<Term> == UpdateTerms::has<Term>;
    return layer && shard && update;
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
static_assert(descriptions::all_listed(Terms()),
              "a term with a share of a pass or of the update is not in the list that is added up");

} // namespace plateau
