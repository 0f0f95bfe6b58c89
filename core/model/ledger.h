// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/stage.h"
#include "core/model/terms/table.h"

/// Who causes which seconds of a step. Stage costs, step time, timeline, sentences and pictures are loops over it.
namespace plateau {

/// Rows of some terms, by term.
template<class N, class Some>
struct Rows {
    std::array<TermRow<N>, Some::size> rows = {};

    template<class Term>
    const TermRow<N>& of() const
    {
        return rows[Some::template index<Term>];
    }
    template<class Term>
    TermRow<N>& of()
    {
        return rows[Some::template index<Term>];
    }

    N forward() const
    {
        return sum([](const TermRow<N>& row) -> const N& { return row.forward.exposed; });
    }
    N backward() const
    {
        return sum([](const TermRow<N>& row) -> const N& { return row.backward.exposed; });
    }
    N forward_busy() const
    {
        return sum([](const TermRow<N>& row) -> const N& { return row.forward.busy; });
    }
    N backward_busy() const
    {
        return sum([](const TermRow<N>& row) -> const N& { return row.backward.busy; });
    }
    N weight() const
    {
        return sum([](const TermRow<N>& row) -> const N& { return row.weight; });
    }

private:
    template<class Member>
    N sum(Member member) const
    {
        N all = member(rows[0]);
        for (std::size_t i = 1; i < Some::size; ++i)
            all = all + member(rows[i]);
        return all;
    }
};

/// One layer and one micro-batch on one rank, before any sharding of parameters.
template<class N>
struct LayerLedger : Rows<N, LayerTerms> {
    N forward_seconds = 0;
    N backward_seconds = 0;
    N weight_seconds = 0; ///< of backward: gradients of the weights
};
using LayerCost = LayerLedger<double>;

template<class N>
LayerLedger<N> layer_ledger(const Inputs<N>& inputs)
{
    const LayerInputs<N> x(inputs);
    LayerLedger<N> ledger;
    LayerTerms::for_each([&]<class Term>(std::type_identity<Term>) {
        if constexpr (!std::is_same_v<Term, LaunchGap>) // which depends on the others
            ledger.template of<Term>() = Term::layer(x, ledger);
    });
    ledger.template of<LaunchGap>() = LaunchGap::layer(x, ledger);
    ledger.forward_seconds
        = named({"t_layer", PLATEAU_TEXT("a layer's forward pass, parameter traffic apart"), units::Unit::Seconds},
                ledger.forward());
    ledger.backward_seconds = named(
        {"t_layer_back", PLATEAU_TEXT("a layer's backward pass, parameter traffic apart"), units::Unit::Seconds},
        ledger.backward());
    ledger.weight_seconds = ledger.weight();
    return ledger;
}

/// Traffic of FSDP: beside one layer's passes, and at the ends of the model, where nothing hides it.
template<class N>
struct ParameterTrafficOf {
    Rows<N, ShardTerms> layer = {};
    Rows<N, ShardTerms> ends = {};
};
using ParameterTraffic = ParameterTrafficOf<double>;

template<class N>
void find_layer_traffic(const Inputs<N>& x, const StageParametersOf<N>& parameters, ParameterTrafficOf<N>& traffic)
{
    ShardTerms::for_each(
        [&]<class Term>(std::type_identity<Term>) { traffic.layer.template of<Term>() = Term::beside(x, parameters); });
}

template<class N>
void find_end_traffic(const Inputs<N>& x, const StageParametersOf<N>& parameters, ParameterTrafficOf<N>& traffic)
{
    ShardTerms::for_each(
        [&]<class Term>(std::type_identity<Term>) { traffic.ends.template of<Term>() = Term::ends(x, parameters); });
}

template<class N>
OverlappedOf<N> overlapped_forward(const Constants<N>& x, const N& work, const ParameterTrafficOf<N>& traffic)
{
    return overlap({"t_pass", PLATEAU_TEXT("a layer's forward pass with the traffic beside it"), units::Unit::Seconds},
                   work, traffic.layer.forward_busy(), overlap_penalty(x));
}

template<class N>
OverlappedOf<N> overlapped_backward(const Constants<N>& x, const N& work, const ParameterTrafficOf<N>& traffic)
{
    return overlap(
        {"t_pass_back", PLATEAU_TEXT("a layer's backward pass with the traffic beside it"), units::Unit::Seconds}, work,
        traffic.layer.backward_busy(), overlap_penalty(x));
}

} // namespace plateau
