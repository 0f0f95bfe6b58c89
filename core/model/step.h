// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/ledger.h"
#include "core/model/terms/data_traffic.h"

namespace plateau {

/// One step of training: the ledger of the busiest rank, and what happens once per step. Refers to what it is made of.
template<class N>
struct StepOf {
    /// The layer's ledger may come from a memo; it must outlive the step.
    StepOf(const Prepared& prepared, const Degrees& filled, Workspace& workspace, const LayerLedger<N>& of_a_layer)
        : degrees(filled), x(prepared, degrees, workspace), layer(of_a_layer)
    {
    }
    StepOf(const StepOf&) = delete;
    StepOf& operator=(const StepOf&) = delete;

    const Degrees& degrees;
    Inputs<N> x;

    // the ledger: what a pass of one micro-batch costs
    const LayerLedger<N>& layer; ///< per layer
    ParameterTrafficOf<N> traffic = {}; ///< beside a layer's passes, and per end of the model
    OverlappedOf<N> forward = {}; ///< a layer's passes with the traffic beside them
    OverlappedOf<N> backward = {};
    TermRow<N> offload = {}; ///< per layer, what waits for its passes to end
    TermRow<N> transfer = {}; ///< per stage with two neighbours
    TermRow<N> edge_transfer = {}; ///< with one
    TermRow<N> head = {}; ///< per output head
    TermRow<N> accumulation = {}; ///< per parameter that the pass meets

    StageParametersOf<N> parameters = {};
    StagesOf<N> stages = {};
    StageWorkOf<N> busiest_rank = {};
    HoldingsOf<N> rank_parameters = {}; ///< of the rank that holds most
    N micro_batches = 0; ///< m
    N layer_passes = 0; ///< m times the layers of the busiest rank

    // parameters and gradients once per step
    Work<N> gathered_once = {};
    Work<N> scattered_once = {};
    Work<N> reduced_once = {};

    std::array<Work<N>, time_part_count> work = {}; ///< by part: the terms so far

    const TermRow<N>& transfer_of(const StageWorkOf<N>& rank) const { return rank.edge ? edge_transfer : transfer; }

    /// The work of all terms of one kind so far.
    template<PartKind wanted>
    Work<N> of_kind() const
    {
        Work<N> sum;
        TimeTerms::for_each([&]<class Term>(std::type_identity<Term>) {
            if constexpr (Term::info.kind == wanted)
                sum = sum + work[std::size_t(Term::info.part)];
        });
        return sum;
    }
    N exposed_sum() const
    {
        N sum = 0;
        for (const Work<N>& each : work)
            sum += each.exposed;
        return sum;
    }
};
using Step = StepOf<double>;

/// What a rank's passes cost, from the step's ledger.
template<class N>
schedule::StageCostOf<N> stage_cost(const StepOf<N>& step, const StageWorkOf<N>& stage)
{
    const N layers = layers_of(stage.layers, N(0.0));
    const TermRow<N>& transfer = step.transfer_of(stage);
    const N accumulation = step.accumulation.weight * met_parameters(step.parameters.trained(), stage).total();
    using units::Unit;
    return {named({"t_stage", PLATEAU_TEXT("forward pass of a rank, one micro-batch"), Unit::Seconds},
                  layers * (step.forward.seconds + step.offload.forward.exposed) + transfer.forward.exposed
                      + stage.head * step.head.forward.exposed + stage.ends() * step.traffic.ends.forward()),
            named({"t_stage_back", PLATEAU_TEXT("backward pass of a rank, one micro-batch"), Unit::Seconds},
                  layers * (step.backward.seconds + step.offload.backward.exposed) + transfer.backward.exposed
                      + stage.head * step.head.backward.exposed + stage.ends() * step.traffic.ends.backward()
                      + accumulation),
            layers * step.layer.weight_seconds + stage.head * step.head.weight + accumulation};
}

/// Fills the passes of the step's layers from its ledger and traffic, and the costs of its stages from those.
template<class N>
void find_stages(StepOf<N>& step)
{
    const Inputs<N>& x = step.x;
    step.forward = overlapped_forward<N>(x, step.layer.forward_seconds, step.traffic);
    step.backward = overlapped_backward<N>(x, step.layer.backward_seconds, step.traffic);
    step.offload = OffloadTraffic::after(x, step.parameters, step.forward.seconds, step.backward.seconds);
    const Stages layout = layout_of(x.prepared, x.plan);
    if (!layout.first.edge || x.plan.pp > 2)
        step.transfer = PipelineTransfer::stage(x, false);
    if (layout.first.edge)
        step.edge_transfer = PipelineTransfer::stage(x, true);
    step.head = Head::head(x);
    step.accumulation = Accumulation::parameter(x);

    step.stages.full_count = layout.full_count;
    step.stages.slim_count = layout.slim_count;
    const auto set_cost = [&](StageWorkOf<N>& stage, const StageWork& share) {
        stage = {share.layers, share.embedding, share.head, {}, share.edge};
        stage.cost = stage_cost(step, stage);
    };
    set_cost(step.stages.first, layout.first);
    set_cost(step.stages.full, layout.full);
    set_cost(step.stages.slim, layout.slim);
    set_cost(step.stages.last, layout.last);
}

/// Everything but the layer's ledger.
template<class N>
void find_step(StepOf<N>& step)
{
    const Inputs<N>& x = step.x;
    step.parameters = stage_parameters(x);
    find_layer_traffic(x, step.parameters, step.traffic);
    find_end_traffic(x, step.parameters, step.traffic);
    find_stages(step);
    step.busiest_rank = busiest_rank(step.stages);
    step.micro_batches = x[&Degrees::micro_batches];
    step.layer_passes = step.micro_batches * layers_of(step.busiest_rank.layers, N(0.0));
    step.rank_parameters = most_rank_parameters(step.parameters, step.stages, x.plan);
    find_data_traffic(step, data_traffic(x, step.parameters, step.rank_parameters));
    TimeTerms::for_each([&]<class Term>(std::type_identity<Term>) {
        Work<N> work = Term::step(step);
        work.exposed = named({Term::info.name, Term::info.label, units::Unit::Seconds}, work.exposed);
        step.work[std::size_t(Term::info.part)] = work;
    });
}

} // namespace plateau
