// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>

#include "core/model/stage.h"
#include "core/model/terms/layer_shape.h"

/// What each kind of term must define. A list of table.h takes no term without it.
namespace plateau {

/// What is said about it; `first` to before `end` are the parts of its kind.
template<class T, Part first, Part end>
concept DescribedTerm = requires
{
    {
        T::info
        } -> std::convertible_to<TermInfo>;
}
&&T::info.part >= first&& T::info.part < end;

template<class T>
concept TimeTerm = DescribedTerm<T, Part(0), first_memory_part> && requires(const StepOf<double>& s)
{
    {
        T::step(s)
        } -> std::same_as<Work<double>>;
};

/// A memory term counts bytes on one rank of the pipeline.
template<class T>
concept RankMemoryTerm = DescribedTerm<T, first_memory_part, first_power_part> && requires(const RankOf<double>& r)
{
    {
        T::bytes(r)
        } -> std::same_as<double>;
};

/// On every rank, whatever it holds; `live`: bytes that come and go with each micro-batch.
template<class T>
concept CommonMemoryTerm
    = DescribedTerm<T, first_memory_part, first_power_part> && requires(const Constants<double>& x, double live)
{
    {
        T::bytes(x, live)
        } -> std::same_as<double>;
};

template<class T>
concept PowerTerm = DescribedTerm<T, first_power_part, first_cost_part> && requires(const BillOf<double>& b)
{
    {
        T::watts(b)
        } -> std::same_as<double>;
};

template<class T>
concept CostTerm = DescribedTerm<T, first_cost_part, Part::Count> && requires(const BillOf<double>& b)
{
    {
        T::usd(b)
        } -> std::same_as<double>;
};

/// With a share of one layer's passes, before any parameter traffic.
template<class T>
concept LayerTerm = requires(const LayerInputs<double>& x, const LayerLedger<double>& so_far)
{
    {
        T::layer(x, so_far)
        } -> std::same_as<TermRow<double>>;
};

/// Traffic of sharded parameters beside a layer's passes, and at the ends of the model, where nothing hides it.
template<class T>
concept ShardTerm = requires(const Inputs<double>& x, const StageParametersOf<double>& parameters)
{
    {
        T::beside(x, parameters)
        } -> std::same_as<TermRow<double>>;
    {
        T::ends(x, parameters)
        } -> std::same_as<TermRow<double>>;
};

/// Done once per step with the parameters a rank holds, whatever the passes.
template<class T>
concept UpdateTerm = requires(const Inputs<double>& x, const HoldingsOf<double>& held)
{
    {
        T::seconds(x, held)
        } -> std::same_as<double>;
};

} // namespace plateau
