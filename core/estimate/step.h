// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/ledger.h"

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
    Rows<N, AfterTerms> after = {}; ///< per layer, once its passes have ended
    Rows<N, StageTerms> stage = {}; ///< per stage with two neighbours
    Rows<N, StageTerms> edge_stage = {}; ///< with one
    Rows<N, HeadTerms> head = {}; ///< per output head
    Rows<N, ParameterTerms> parameter = {}; ///< per parameter that the pass meets

    StageParametersOf<N> parameters = {};
    StagesOf<N> stages = {};
    StageWorkOf<N> busiest = {};
    HoldingsOf<N> rank_parameters = {}; ///< of the rank that holds most
    N micro_batches = 0; ///< m
    N layer_passes = 0; ///< m times the layers of the busiest rank
    schedule::PipelineTimeOf<N> pipeline_time = {};

    // parameters and gradients once per step
    Work<N> gathered_once = {};
    Work<N> scattered_once = {};
    Work<N> reduced_once = {};

    std::array<Work<N>, time_part_count> work = {}; ///< by part: the terms so far

    const Rows<N, StageTerms>& hand_overs(const StageWorkOf<N>& rank) const { return rank.edge ? edge_stage : stage; }

    /// Of all terms of one kind so far.
    template<PartKind wanted>
    Work<N> of_kind() const
    {
        Work<N> sum;
        Terms::for_each([&]<class Term>(std::type_identity<Term>) {
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

    /// What FSDP's all-gather or reduce-scatter costs beside and between the passes. Traffic that goes beside the same
    /// pass shares what is exposed of it in proportion to the seconds worked.
    template<class Term>
    Work<N> parameter_passes() const
    {
        const TermRow<N>& row = traffic.layer.template of<Term>();
        const auto share = [&](const OverlappedOf<N>& pass, const N& busy, const N& together) -> Work<N> {
            if (together <= N(0.0))
                return {};
            return {layer_passes * busy, layer_passes * pass.exposed * busy / together};
        };
        const TermRow<N>& end = traffic.ends.template of<Term>();
        return share(forward, row.forward.busy, traffic.layer.forward_busy())
            + share(backward, row.backward.busy, traffic.layer.backward_busy())
            + exposed_work(N(micro_batches * busiest.ends() * (end.forward.exposed + end.backward.exposed)));
    }
};
using Step = StepOf<double>;

/// What a rank's passes cost, from the step's ledger.
template<class N>
schedule::StageCostOf<N> stage_cost(const StepOf<N>& step, const StageWorkOf<N>& stage)
{
    const N layers = layers_of(stage.layers, N(0.0));
    const Rows<N, StageTerms>& hand_overs = step.hand_overs(stage);
    const N accumulation = step.parameter.weight() * met_parameters(step.parameters.trained(), stage).total();
    using units::Unit;
    return {named({"t_stage", PLATEAU_TEXT("forward pass of a rank, one micro-batch"), Unit::Seconds},
                  layers * (step.forward.seconds + step.after.forward()) + hand_overs.forward()
                      + stage.head * step.head.forward() + stage.ends() * step.traffic.ends.forward()),
            named({"t_stage_back", PLATEAU_TEXT("backward pass of a rank, one micro-batch"), Unit::Seconds},
                  layers * (step.backward.seconds + step.after.backward()) + hand_overs.backward()
                      + stage.head * step.head.backward() + stage.ends() * step.traffic.ends.backward() + accumulation),
            layers * step.layer.weight_seconds + stage.head * step.head.weight() + accumulation};
}

/// Fills the passes of the step's layers from its ledger and traffic, and the costs of its stages from those.
template<class N>
void find_stages(StepOf<N>& step)
{
    const Inputs<N>& x = step.x;
    step.forward = overlapped_forward<N>(x, step.layer.forward_seconds, step.traffic);
    step.backward = overlapped_backward<N>(x, step.layer.backward_seconds, step.traffic);
    AfterTerms::for_each([&]<class Term>(std::type_identity<Term>) {
        step.after.template of<Term>() = Term::after(x, step.parameters, step.forward.seconds, step.backward.seconds);
    });
    const Stages layout = layout_of(x.prepared, x.plan);
    StageTerms::for_each([&]<class Term>(std::type_identity<Term>) {
        if (!layout.first.edge || x.plan.pp > 2)
            step.stage.template of<Term>() = Term::stage(x, false);
        if (layout.first.edge)
            step.edge_stage.template of<Term>() = Term::stage(x, true);
    });
    HeadTerms::for_each([&]<class Term>(std::type_identity<Term>) { step.head.template of<Term>() = Term::head(x); });
    ParameterTerms::for_each(
        [&]<class Term>(std::type_identity<Term>) { step.parameter.template of<Term>() = Term::parameter(x); });

    step.stages.full_count = layout.full_count;
    step.stages.slim_count = layout.slim_count;
    const auto fill = [&](StageWorkOf<N>& stage, const StageWork& share) {
        stage = {share.layers, share.embedding, share.head, {}, share.edge};
        stage.cost = stage_cost(step, stage);
    };
    fill(step.stages.first, layout.first);
    fill(step.stages.full, layout.full);
    fill(step.stages.slim, layout.slim);
    fill(step.stages.last, layout.last);
}

/// Passes of a rank during which what is moved once per step can hide. With c chunks of the model on a rank, the first
/// c - 1 are done with (backward) or not yet needed (forward) while the others work on the min(m, p) micro-batches in
/// flight; the last chunk has its own pass alone.
template<class N>
N hiding_passes(const StepOf<N>& step)
{
    const double on_rank = chunks(step.x.plan);
    if (on_rank == 1)
        return 1;
    return named({"n_hide", PLATEAU_TEXT("passes of a rank under which data traffic can hide")},
                 (on_rank - 1) / on_rank * formula::min(step.micro_batches, step.x[&Plan::pp]) + 1 / on_rank);
}

/// Hidden: at most the share, no more than the last backward (gradients) or first forward passes (weights) cover, and
/// never the last bucket of gradients. ZeRO-2 scatters under the backward pass of each micro-batch. FSDP that keeps
/// weights whole gathers a layer under the first pass of the one before, and scatters a chunk's gradients once its last
/// pass has ended: under the other chunks alone. Weight gradients that are kept back hide nothing: what they make is
/// what is to be moved.
template<class N>
void find_data_traffic(StepOf<N>& step, const DataTrafficOf<N>& data)
{
    const N passes = hiding_passes(step);
    const auto hide = [](const N& busy, const N& share, const N& last, N& window) -> Work<N> {
        const N hidden = formula::min(formula::min(N(share * busy), N(busy - last)), window);
        window = window - hidden;
        return {busy, busy - hidden};
    };
    const bool each_micro_batch = step.x.plan.dp_mode == DataParallelMode::Zero2;
    const bool kept_back = schedule::keeps_weight_gradients_back(pipeline_kind(step.x.plan));
    const N pass = kept_back ? N(step.busiest.cost.backward - step.busiest.cost.weight) : step.busiest.cost.backward;
    const bool kept_whole = keeps_gathered(step.x.prepared, step.x.plan);
    N backward = (each_micro_batch ? step.micro_batches
                      : kept_whole ? N(passes - 1. / chunks(step.x.plan))
                                   : passes)
        * pass;
    N forward = (kept_whole ? N(1.0) : passes) * step.busiest.cost.forward;
    step.scattered_once = hide(data.scatters * data.scatter, data.shard_overlap, data.last_scattered, backward);
    step.gathered_once = hide(data.gather, data.shard_overlap, N(0.0), forward);
    backward = formula::min(backward, N(passes * pass));
    backward = formula::max(
        N(0.0), N(backward - passes * layers_of(step.busiest.layers, N(0.0)) * step.traffic.layer.backward_busy()));
    step.reduced_once = hide(data.reduce, data.reduce_overlap, data.last_reduced, backward);
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
    step.busiest = busiest(step.stages);
    step.micro_batches = x[&Degrees::micro_batches];
    step.layer_passes = step.micro_batches * layers_of(step.busiest.layers, N(0.0));
    step.rank_parameters = most_rank_parameters(step.parameters, step.stages, x.plan);
    step.pipeline_time = schedule::pipeline_time(pipeline_of(step.stages, x.plan, step.micro_batches));
    find_data_traffic(step, data_traffic(x, step.parameters, step.rank_parameters));
    Terms::for_each([&]<class Term>(std::type_identity<Term>) {
        if constexpr (requires { Term::step(step); }) {
            Work<N> work = Term::step(step);
            work.exposed = named({Term::info.name, Term::info.label, units::Unit::Seconds}, work.exposed);
            step.work[std::size_t(Term::info.part)] = work;
        }
    });
}

} // namespace plateau
