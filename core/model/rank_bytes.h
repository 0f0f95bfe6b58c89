// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/ledger.h"

namespace plateau {

inline constexpr int memory_part_count = int(first_power_part) - int(first_memory_part);

/// Bytes on one rank of the pipeline by memory term, as the plan shards it, or as the leanest sharding and schedule
/// with these degrees would.
template<class N>
struct RankBytes {
    std::array<N, memory_part_count> bytes = {};
    N host = 0; ///< bytes in host memory, not part of the total

    const N& operator[](Part part) const { return bytes[std::size_t(int(part) - int(first_memory_part))]; }
    N& operator[](Part part) { return bytes[std::size_t(int(part) - int(first_memory_part))]; }
    /// What comes and goes with each micro-batch.
    N live() const { return (*this)[Part::Activations] + (*this)[Part::WorkingSet] + (*this)[Part::Logits]; }
    /// All but what no rank is without and what is lost between allocations.
    N own() const
    {
        return (*this)[Part::Weights] + (*this)[Part::Gradients] + (*this)[Part::OptimizerStates]
            + (*this)[Part::Activations] + (*this)[Part::WorkingSet] + (*this)[Part::Logits];
    }
    N total() const { return own() + (*this)[Part::FixedMemory] + (*this)[Part::Fragmentation]; }
};

enum class Sharded { AsPlanned, Leanest };

template<class N>
SpreadOf<N> spread_of(const Inputs<N>& x, Sharded how)
{
    if (how == Sharded::AsPlanned)
        return {x.plan.dp_mode, x[&Degrees::shard], x[&Degrees::expert_shard], holds_whole_gradients(x)};
    const Degrees& degrees = x.degrees; // over all ranks that hold the same parameters
    return {DataParallelMode::Fsdp, N(double(degrees.plan.dp * degrees.plan.cp)),
            N(double(degrees.expert_shard * degrees.expert_replicas))};
}

template<class Term, class N>
N named_bytes(const N& bytes)
{
    return named({Term::info.name, Term::info.label, units::Unit::Bytes}, bytes);
}

template<class N>
RankBytes<N> rank_bytes(const RankOf<N>& rank)
{
    RankBytes<N> result;
    RankMemoryTerms::for_each(
        [&]<class Term>(std::type_identity<Term>) { result[Term::info.part] = named_bytes<Term>(Term::bytes(rank)); });
    const Offload& offload = rank.x.prepared.offload;
    if (offload.any()) {
        result.host = rank.states.weights * rank.x[&Offload::parameters] + rank.gradients_in_host()
            + rank.states.optimizer * rank.x[&Offload::optimizer]
            + rank.x[&Offload::activations] * (rank.in_flight * rank.layers()) * rank.kept;
    }
    return result;
}

/// What the ranks of a pipeline hold, one after the other. Whoever made the layout: only shares of the model are read.
template<class N>
class RankLook {
public:
    RankLook(const Inputs<N>& x, const StageParametersOf<N>& parameters, Sharded how)
        : x_(x), parameters_(parameters), how_(how),
          kind_(how == Sharded::Leanest ? schedule::leanest(pipeline_fold(x.plan)) : pipeline_kind(x.plan)),
          spread_(spread_of(x, how)), layer_(layer_activations(x)), kept_(kept_layer_bytes(x, layer_)),
          backward_(named({"backward_room", PLATEAU_TEXT("room of a layer's backward pass"), units::Unit::Bytes},
                          backward_bytes(x, layer_)))
    {
    }

    template<class Shares>
    RankBytes<N> operator()(const StageWorkOf<Shares>& share, int index) const
    {
        const StageWorkOf<N> work{share.layers, share.embedding, share.head, {}};
        return rank_bytes(RankOf<N>{.x = x_,
                                    .parameters = parameters_,
                                    .work = work,
                                    .states = states(x_, held_parameters(parameters_, work, x_.plan), spread_),
                                    .in_flight = in_flight_of(in_flight(index), N(0.0)),
                                    .kept = kept_,
                                    .backward = backward_,
                                    .gathers = how_ == Sharded::AsPlanned,
                                    .whole_gradients = spread_.whole_gradients});
    }

    /// Micro-batches whose activations a rank keeps at once, in units of all its layers.
    double in_flight(int index) const
    {
        const double passing = schedule::micro_batches_in_flight(kind_, index, x_.plan.pp, x_.plan.virtual_stages,
                                                                 x_.degrees.micro_batches);
        return std::min<double>(x_.degrees.micro_batches, passing + beside());
    }

private:
    /// Where the exchange of experts runs beside other work, one chunk more is warmed up: its backward pass runs beside
    /// the forward pass of the next (Megatron-LM, pipeline_parallel/schedules.py).
    double beside() const
    {
        const bool exchanges = x_.prepared.experts > 0 && x_.plan.ep > 1 && x_.plan.pp > 1;
        const bool warms_up = exchanges && kind_ == PipelineSchedule::Interleaved;
        return warms_up && x_.prepared.stack.expert_overlap > 0 ? 1.0 / x_.plan.virtual_stages : 0.0;
    }

    const Inputs<N>& x_;
    const StageParametersOf<N>& parameters_;
    Sharded how_;
    PipelineSchedule kind_;
    SpreadOf<N> spread_;
    memory::LayerActivationsOf<N> layer_;
    N kept_;
    N backward_;
};

/// visit(bytes) of the ranks among which the fullest is: the first, the first in the middle, the last.
template<class N, class Shares, class Visit>
void for_each_rank(const Inputs<N>& x, const StageParametersOf<N>& parameters, const StagesOf<Shares>& layout,
                   Sharded how, Visit visit)
{
    const int pp = x.plan.pp;
    const RankLook<N> look(x, parameters, how);
    visit(look(layout.first, 0));
    if (pp > 2)
        visit(look(layout.full_count > 0 ? layout.full : layout.slim, 1));
    if (pp > 1)
        visit(look(layout.last, pp - 1));
}

/// What every rank needs besides: the context, and what is lost between allocations.
template<class N>
void add_common_bytes(const Inputs<N>& x, RankBytes<N>& rank)
{
    CommonMemoryTerms::for_each([&]<class Term>(std::type_identity<Term>) {
        rank[Term::info.part] = named_bytes<Term>(Term::template bytes<N>(x, rank.live()));
    });
}

/// All memory terms of the fullest rank.
template<class N, class Shares>
RankBytes<N> fullest_rank(const Inputs<N>& x, const StageParametersOf<N>& parameters, const StagesOf<Shares>& layout)
{
    RankBytes<N> fullest;
    for_each_rank(x, parameters, layout, Sharded::AsPlanned, [&](RankBytes<N> candidate) {
        add_common_bytes(x, candidate);
        if (candidate.total() > fullest.total())
            fullest = candidate;
    });
    return fullest;
}

} // namespace plateau
