// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/scenario/scenario_file.h"
#include "ui/pages/scaling_figure.h"

namespace plateau::ui {

namespace {

struct Group {
    const char* name;
    SegmentKind kind;
    std::vector<Part> parts;
    bool always; ///< shown even when zero
};

const std::vector<Group>& groups()
{
    static const std::vector<Group> list{
        {PLATEAU_TEXT("Matrix multiply"), SegmentKind::MatrixMultiply, {Part::MatrixMultiply, Part::Head}, true},
        {PLATEAU_TEXT("Attention"), SegmentKind::Attention, {Part::Attention}, true},
        {PLATEAU_TEXT("Other kernels"), SegmentKind::OtherKernels, {Part::OtherKernels, Part::Accumulation}, true},
        {PLATEAU_TEXT("Recomputation"), SegmentKind::Recompute, {Part::Recompute}, false},
        {PLATEAU_TEXT("Number conversion"), SegmentKind::OtherKernels, {Part::Conversion}, false},
        {PLATEAU_TEXT("Optimizer"), SegmentKind::Optimizer, {Part::Optimizer}, true},
        {PLATEAU_TEXT("All-gather"), SegmentKind::AllGather, {Part::AllGather}, false},
        {PLATEAU_TEXT("Reduce-scatter"), SegmentKind::ReduceScatter, {Part::ReduceScatter}, false},
        {PLATEAU_TEXT("All-reduce"), SegmentKind::ReduceScatter, {Part::AllReduce}, false},
        {PLATEAU_TEXT("Tensor traffic"), SegmentKind::OtherTraffic, {Part::TensorTraffic}, false},
        {PLATEAU_TEXT("Context traffic"), SegmentKind::OtherTraffic, {Part::ContextTraffic}, false},
        {PLATEAU_TEXT("Expert traffic"), SegmentKind::OtherTraffic, {Part::ExpertTraffic}, false},
        {PLATEAU_TEXT("Stage transfers"), SegmentKind::OtherTraffic, {Part::PipelineTransfer}, false},
        {PLATEAU_TEXT("Host memory traffic"), SegmentKind::OtherTraffic, {Part::Offload}, false},
        {PLATEAU_TEXT("Pipeline idle"), SegmentKind::Idle, {Part::Bubble}, false},
        {PLATEAU_TEXT("Host and jitter"),
         SegmentKind::Idle,
         {Part::LaunchGap, Part::StepFixed, Part::Slowdown, Part::Jitter},
         false},
    };
    return list;
}

} // namespace

namespace {

Bar bar_of(const Parts& parts, Message name, SeriesRole role)
{
    Bar bar;
    bar.name = std::move(name);
    bar.role = role;
    bar.stale = !parts.fits();
    for (const Group& group : groups()) {
        Segment segment{{group.name, {}}, group.kind, 0};
        for (Part part : group.parts)
            segment.value += parts[part];
        if (segment.value > 0 || group.always)
            bar.segments.push_back(segment);
    }
    return bar;
}

} // namespace

Figure step_figure(const Estimate& estimate, const Scenario& scenario)
{
    Figure figure;
    figure.id = "step";
    figure.title = {PLATEAU_TEXT("Where the step goes"), {}};
    figure.sentence = {PLATEAU_TEXT("Of a step of %1, %2 waits for communication."),
                       {units::format(estimate.parts.step_seconds, units::Unit::Seconds),
                        units::format(estimate.parts.communication_fraction(), units::Unit::Fraction)}};
    figure.scenario = write_scenario(scenario);
    figure.bars = {bar_of(estimate.parts, {PLATEAU_TEXT("Current"), {}}, SeriesRole::Current)};
    return figure;
}

Figure step_figure(const ScalingPicture& picture)
{
    Figure figure = step_figure(picture.current->estimate, picture.current->scenario);
    if (!picture.other)
        return figure;
    figure.bars.front().name = curve_name(*picture.current);
    if (picture.other->here().possible()) {
        figure.bars.push_back(bar_of(picture.other->here(), curve_name(*picture.other), SeriesRole::OtherPlan));
        figure.bars.back().stale = figure.bars.back().stale || picture.other_stale;
    }
    return figure;
}

} // namespace plateau::ui
