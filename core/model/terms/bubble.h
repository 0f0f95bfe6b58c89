// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/stage.h"
#include "core/model/terms/layer_shape.h"

namespace plateau {

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
