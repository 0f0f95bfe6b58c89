// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/stage.h"
#include "core/model/terms/layer_shape.h"

namespace plateau {

/// Activations handed to the next stage of the pipeline, and gradients handed back.
struct PipelineTransfer {
    static constexpr TermInfo info{
        .part = Part::PipelineTransfer,
        .kind = PartKind::Communication,
        .name = "pipeline_transfer",
        .label = PLATEAU_TEXT("Pipeline transfers"),
        .words = PLATEAU_TEXT("Activations handed to the next stage and gradients handed back, where they cross the "
                              "widest boundary of all stages"),
        .source = sources::collectives,
        .known = KnownFrom::Collectives,
        .group = StepGroup::PipelineTransfer,
        .cause = Cause::StageTransfers,
        .forward_place = 12,
        .backward_place = 15,
        .remedies = {"pp", "virtual_stages", "scale_out_bandwidth", "tp"},
    };

    /// With each micro-batch a rank exchanges activations and gradients once with the rank before it and once with the
    /// one behind it, both ways at once. `edge`: it has one neighbour only, whom it hands over to and takes from in
    /// turn.
    template<class N>
    static TermRow<N> stage(const Inputs<N>& x, bool edge)
    {
        const double pp = x.plan.pp;
        if (pp == 1)
            return {};
        const N bytes = named({"S", PLATEAU_TEXT("bytes of one exchange"), units::Unit::Bytes},
                              x[&Prepared::wire_bytes] * tokens_of(x) * x[&Prepared::hidden] * share_of_rank(x));
        const auto exchange = [&](const char* symbol, const char* words, const collectives::Link& link) {
            return named({symbol, words, units::Unit::Seconds}, chunks(x.plan) * x.point_to_point(link, bytes));
        };
        if (edge) {
            const collectives::Link start = widest_link(x, 0, 2);
            const collectives::Link end = widest_link(x, pp - 2, pp);
            const N seconds = exchange("t_transfer_edge",
                                       PLATEAU_TEXT("one way of the first or last rank's hand-overs, per micro-batch"),
                                       end.tier > start.tier ? end : start);
            return plain_row(seconds, seconds);
        }
        return plain_row(exchange("t_transfer", PLATEAU_TEXT("a micro-batch's exchanges across the widest boundary"),
                                  widest_link(x, 0, pp)),
                         exchange("t_transfer_other", PLATEAU_TEXT("the same on the other side of a rank beside it"),
                                  widest_link(x, 0, 2)));
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        const TermRow<N>& row = s.transfer_of(s.busiest_rank);
        return exposed_work(N(s.micro_batches * (row.forward.exposed + row.backward.exposed)));
    }

private:
    /// The share of a micro-batch's activations that one rank sends.
    template<class N>
    static N share_of_rank(const Inputs<N>& x)
    {
        const N cut = 1 / x[&Plan::tp];
        if (x.plan.sequence_parallel)
            return cut;
        const N split = x[&StackOf::split_handovers];
        return named({"s", PLATEAU_TEXT("share of them that each tensor rank sends"), units::Unit::Fraction},
                     N(split * cut + (1 - split)));
    }

    /// What some hand-over among stages `first` to before `last` crosses: they follow one another over all accelerators
    /// in use, a hand-over goes as far as a stage is wide, and so two on end cross what lies in two stages.
    template<class N>
    static collectives::Link widest_link(const Inputs<N>& x, double first, double last)
    {
        const double width = x.degrees.gpus_used / x.plan.pp;
        const auto place = [&](double rank) { // those left out of full domains counted
            const double domain = std::floor(rank / x.degrees.segment);
            return domain > 0 ? domain * (x.prepared.domain_size - x.degrees.segment) + rank : rank;
        };
        return collectives::widest_link(x.prepared.tiers, place(first * width), place(last * width - 1),
                                        x.prepared.stack.fabric_fraction, x.prepared.stack.network_fraction);
    }
};

/// Stages of the pipeline wait for the first micro-batch to arrive and the last to drain: the time of the schedule less
/// that of the busiest rank. schedule::pipeline_time() has the formula of each schedule, its domain and sources.
struct Bubble {
    static constexpr TermInfo info{
        .part = Part::Bubble,
        .kind = PartKind::Idle,
        .name = "pipeline_bubble",
        .label = PLATEAU_TEXT("Pipeline idle"),
        .words = PLATEAU_TEXT("Stages wait for the first micro-batch to arrive and the last to drain"),
        .source = "Narayanan et al. 2104.04473",
        .group = StepGroup::Bubble,
        .cause = Cause::PipelineBubble,
        .remedies = {"pp", "micro_batch", "virtual_stages", "schedule"},
    };

    static const char* source(const Prepared&, const Plan& plan)
    {
        switch (pipeline_kind(plan)) {
        case PipelineSchedule::GPipe:
        case PipelineSchedule::OneFOneB:
        case PipelineSchedule::Interleaved:
            break;
        case PipelineSchedule::ZeroBubbleH1:
        case PipelineSchedule::ZeroBubbleH2:
            return "Zero bubble, 2401.10241";
        case PipelineSchedule::ZeroBubbleV:
            return "Controllable memory, 2405.15362";
        case PipelineSchedule::DualPipe:
            return "DeepSeek-V3, 2412.19437, table 2";
        case PipelineSchedule::DualPipeV:
            return "DeepSeek-V3, 2412.19437, table 2, over half stages";
        }
        return info.source;
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return exposed_work(schedule::pipeline_time(pipeline_of(s.stages, s.x.plan, s.micro_batches)).bubble_seconds());
    }
};

} // namespace plateau
