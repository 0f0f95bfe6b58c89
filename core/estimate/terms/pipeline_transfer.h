// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/terms/layer_shape.h"

namespace plateau {

/// Activations handed to the next stage of the pipeline, and gradients handed back.
struct PipelineTransfer {
    static constexpr TermInfo info{
        .part = Part::PipelineTransfer,
        .kind = PartKind::Communication,
        .name = "pipeline_transfer",
        .label = PLATEAU_TEXT("Pipeline transfers"),
        .words = PLATEAU_TEXT("Activations handed to the next stage and gradients handed back"),
        .source = sources::collectives,
        .known = KnownFrom::Collectives,
        .group = StepGroup::PipelineTransfer,
        .cause = PLATEAU_TEXT("stage transfers"),
        .forward_place = 12,
        .backward_place = 15,
        .remedies = {"pp", "virtual_stages", "scale_out_bandwidth", "tp"},
    };

    template<class N>
    static TermRow<N> stage(const Inputs<N>& x)
    {
        if (x.plan.pp == 1)
            return {};
        const Plan& plan = x.plan;
        const double distance = double(plan.tp) * plan.cp * plan.dp;
        const collectives::Link link = collectives::link_between(
            x.prepared.tiers, distance, x.prepared.stack.fabric_fraction, x.prepared.stack.network_fraction);
        const N bytes = named({"S", PLATEAU_TEXT("bytes of one exchange"), units::Unit::Bytes},
                              x[&Prepared::wire_bytes] * tokens_of(x) * x[&Prepared::hidden] / x[&Plan::tp]);
        const N seconds
            = named({"t_transfer", PLATEAU_TEXT("exchanges of one micro-batch and pass"), units::Unit::Seconds},
                    chunks(plan) * x.point_to_point(link, bytes));
        return plain_row(seconds, seconds);
    }

    template<class N>
    static Work<N> step(const StepOf<N>& s)
    {
        return exposed_work(N(s.micro_batches * 2 * s.stage.template of<PipelineTransfer>().forward.exposed));
    }
};

} // namespace plateau
