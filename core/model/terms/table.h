// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>

#include "core/model/stage.h"
#include "core/model/terms/activations.h"
#include "core/model/terms/attention.h"
#include "core/model/terms/context_traffic.h"
#include "core/model/terms/data_traffic.h"
#include "core/model/terms/expert_traffic.h"
#include "core/model/terms/host.h"
#include "core/model/terms/layer_shape.h"
#include "core/model/terms/matrix_multiply.h"
#include "core/model/terms/offload.h"
#include "core/model/terms/other_kernels.h"
#include "core/model/terms/pipeline.h"
#include "core/model/terms/power.h"
#include "core/model/terms/rank_memory.h"
#include "core/model/terms/recomputation.h"
#include "core/model/terms/tensor_traffic.h"
#include "core/model/terms/update.h"

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

// The terms an estimate is made of. A new one is a row here, its file, and its name in core/model/part.h; the
// compiler says what is missing.

template<class... Terms>
struct TermList {
    static constexpr std::size_t size = sizeof...(Terms);
    template<class Term>
    static constexpr bool has = (std::is_same_v<Term, Terms> || ...);
    template<class Term>
    static constexpr std::size_t index = [] {
        static_assert(has<Term>);
        std::size_t place = 0;
        for (const bool same : {std::is_same_v<Term, Terms>...}) {
            if (same)
                break;
            ++place;
        }
        return place;
    }();
    /// visit(std::type_identity<Term>) of each in turn.
    template<class Visit>
    static constexpr void for_each(Visit&& visit)
    {
        (visit(std::type_identity<Terms>()), ...);
    }
    template<class... Others>
    static TermList<Terms..., Others...> joined(TermList<Others...>);
};
template<class First, class Second>
using Joined = decltype(First::joined(Second()));

template<TimeTerm... Listed>
using TimeTermList = TermList<Listed...>;
template<RankMemoryTerm... Listed>
using RankMemoryTermList = TermList<Listed...>;
template<CommonMemoryTerm... Listed>
using CommonMemoryTermList = TermList<Listed...>;
template<PowerTerm... Listed>
using PowerTermList = TermList<Listed...>;
template<CostTerm... Listed>
using CostTermList = TermList<Listed...>;
template<LayerTerm... Listed>
using LayerTermList = TermList<Listed...>;
template<ShardTerm... Listed>
using ShardTermList = TermList<Listed...>;
template<UpdateTerm... Listed>
using UpdateTermList = TermList<Listed...>;

// In the order of enum class Part, in which seconds, bytes, watts and dollars are added up.
using TimeTerms
    = TimeTermList<MatrixMultiply, Attention, OtherKernels, Head, Recomputation, LaunchGap, Conversion, Accumulation,
                   Optimizer, GradientNorm, StepFixed, TensorTraffic, ContextTraffic, ExpertTraffic, AllGather,
                   ReduceScatter, AllReduce, PipelineTransfer, OffloadTraffic, Bubble, Slowdown, Jitter>;
using RankMemoryTerms
    = RankMemoryTermList<WeightBytes, GradientBytes, OptimizerStateBytes, ActivationBytes, WorkingSetBytes, LogitBytes>;
using CommonMemoryTerms = CommonMemoryTermList<FixedMemoryBytes, FragmentationBytes>;
using PowerTerms = PowerTermList<DevicePower, NodePower, NetworkPower, CoolingPower>;
using CostTerms = CostTermList<DeviceCost, NetworkCost, ElectricityCost>;
using Terms = Joined<Joined<TimeTerms, Joined<RankMemoryTerms, CommonMemoryTerms>>, Joined<PowerTerms, CostTerms>>;

/// In the order in which a layer's pass is added up.
using LayerTerms = LayerTermList<MatrixMultiply, Attention, OtherKernels, Conversion, LaunchGap, Recomputation,
                                 TensorTraffic, ContextTraffic, ExpertTraffic>;
using ShardTerms = ShardTermList<AllGather, ReduceScatter>;
using UpdateTerms = UpdateTermList<Optimizer, GradientNorm>;

} // namespace plateau
