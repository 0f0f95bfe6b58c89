// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/terms/accumulation.h"
#include "core/model/terms/activations.h"
#include "core/model/terms/all_gather.h"
#include "core/model/terms/all_reduce.h"
#include "core/model/terms/attention.h"
#include "core/model/terms/bubble.h"
#include "core/model/terms/context_traffic.h"
#include "core/model/terms/conversion.h"
#include "core/model/terms/cooling_power.h"
#include "core/model/terms/device_power.h"
#include "core/model/terms/electricity_cost.h"
#include "core/model/terms/expert_traffic.h"
#include "core/model/terms/fixed_memory.h"
#include "core/model/terms/fragmentation.h"
#include "core/model/terms/gradient_norm.h"
#include "core/model/terms/gradients.h"
#include "core/model/terms/hardware_cost.h"
#include "core/model/terms/head.h"
#include "core/model/terms/jitter.h"
#include "core/model/terms/kinds.h"
#include "core/model/terms/launch_gap.h"
#include "core/model/terms/logits.h"
#include "core/model/terms/matrix_multiply.h"
#include "core/model/terms/network_power.h"
#include "core/model/terms/node_power.h"
#include "core/model/terms/offload.h"
#include "core/model/terms/optimizer.h"
#include "core/model/terms/optimizer_states.h"
#include "core/model/terms/other_kernels.h"
#include "core/model/terms/pipeline_transfer.h"
#include "core/model/terms/recomputation.h"
#include "core/model/terms/reduce_scatter.h"
#include "core/model/terms/slowdown.h"
#include "core/model/terms/step_fixed.h"
#include "core/model/terms/tensor_traffic.h"
#include "core/model/terms/weights.h"
#include "core/model/terms/working_set.h"

/// The terms an estimate is made of. A new one is a row here, its file, and its name in core/model/part.h; the
/// compiler says what is missing.
namespace plateau {

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
