// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/question/scenario/scenario_file.h"
#include "core/views/scaling_view.h"

namespace plateau::figures {

namespace {

struct Group {
    StepGroup group;
    const char* name;
    SegmentKind kind;
    bool always; ///< shown even when zero
};

/// They stand in the order of the bar.
constexpr Group groups[] = {
    {StepGroup::MatrixMultiply, PLATEAU_TEXT("Matrix multiply"), SegmentKind::MatrixMultiply, true},
    {StepGroup::Attention, PLATEAU_TEXT("Attention"), SegmentKind::Attention, true},
    {StepGroup::OtherKernels, PLATEAU_TEXT("Other kernels"), SegmentKind::OtherKernels, true},
    {StepGroup::Recompute, PLATEAU_TEXT("Recomputation"), SegmentKind::Recompute, false},
    {StepGroup::Conversion, PLATEAU_TEXT("Number conversion"), SegmentKind::OtherKernels, false},
    {StepGroup::Optimizer, PLATEAU_TEXT("Optimizer"), SegmentKind::Optimizer, true},
    {StepGroup::AllGather, PLATEAU_TEXT("All-gather"), SegmentKind::AllGather, false},
    {StepGroup::ReduceScatter, PLATEAU_TEXT("Reduce-scatter"), SegmentKind::ReduceScatter, false},
    {StepGroup::AllReduce, PLATEAU_TEXT("All-reduce"), SegmentKind::ReduceScatter, false},
    {StepGroup::TensorTraffic, PLATEAU_TEXT("Tensor traffic"), SegmentKind::TensorTraffic, false},
    {StepGroup::ContextTraffic, PLATEAU_TEXT("Context traffic"), SegmentKind::ContextTraffic, false},
    {StepGroup::ExpertTraffic, PLATEAU_TEXT("Expert traffic"), SegmentKind::ExpertTraffic, false},
    {StepGroup::PipelineTransfer, PLATEAU_TEXT("Stage transfers"), SegmentKind::OtherTraffic, false},
    {StepGroup::Offload, PLATEAU_TEXT("Host memory traffic"), SegmentKind::OtherTraffic, false},
    {StepGroup::Bubble, PLATEAU_TEXT("Pipeline idle"), SegmentKind::Idle, false},
    {StepGroup::Host, PLATEAU_TEXT("Launches and host"), SegmentKind::Host, false},
    {StepGroup::Jitter, PLATEAU_TEXT("Jitter"), SegmentKind::Jitter, false},
};

constexpr bool in_order()
{
    for (std::size_t i = 0; i < std::size(groups); ++i) {
        if (groups[i].group != StepGroup(i))
            return false;
    }
    return std::size(groups) == std::size_t(StepGroup::Count);
}
static_assert(in_order(), "the step bar lacks a group");

std::array<double, std::size_t(StepGroup::Count)> seconds_by_group(const Parts& parts)
{
    std::array<double, std::size_t(StepGroup::Count)> seconds{};
    for (int part = 0; part < time_part_count; ++part)
        seconds[std::size_t(step_group(Part(part)))] += parts[Part(part)];
    return seconds;
}

} // namespace

double computing_share(const Parts& parts)
{
    const auto seconds = seconds_by_group(parts);
    double sum = 0;
    for (const Group& group : groups)
        sum += is_waiting(group.kind) ? 0 : seconds[std::size_t(group.group)];
    return sum / parts.step_seconds;
}

std::vector<StepPiece> step_pieces(const Parts& parts)
{
    const auto seconds = seconds_by_group(parts);
    const auto share = [&](StepGroup group) { return seconds[std::size_t(group)] / parts.step_seconds; };
    const double kernels = computing_share(parts) - share(StepGroup::Recompute);
    const double at_peak = parts.tokens_per_s * parts.causal_flop_per_token / (parts.gpus_used * parts.peak_flops);
    const double arithmetic = std::min(kernels, at_peak);
    std::vector<StepPiece> pieces{
        {PLATEAU_TEXT("Arithmetic at peak"), SegmentKind::MatrixMultiply, arithmetic},
        {PLATEAU_TEXT("Kernels below peak"), SegmentKind::OtherKernels, kernels - arithmetic},
    };
    for (const Group& group : groups)
        if (group.group == StepGroup::Recompute || is_waiting(group.kind))
            pieces.push_back({group.name, group.kind, share(group.group), group.group});
    return pieces;
}

std::vector<std::string> terms_of(const StepPiece& piece, const Parts& parts)
{
    std::vector<std::string> terms;
    for (int part = 0; part < time_part_count; ++part) {
        const StepGroup own = step_group(Part(part));
        const bool computes = own != StepGroup::Recompute && !is_waiting(groups[std::size_t(own)].kind);
        if (parts.value[part] > 0 && (piece.group == own || (piece.group == StepGroup::Count && computes)))
            terms.emplace_back(plateau::name(Part(part)));
    }
    return terms;
}

SegmentKind segment_kind(Part part)
{
    return part < first_memory_part ? groups[std::size_t(step_group(part))].kind : SegmentKind::OtherKernels;
}

Bar step_bar(const Parts& parts, Message name, SeriesRole role)
{
    Bar bar{.name = std::move(name), .role = role, .fits = parts.fits()};
    for (const Group& group : groups) {
        Segment segment{{group.name, {}}, group.kind, 0};
        for (int part = 0; part < time_part_count; ++part) {
            if (step_group(Part(part)) == group.group && parts.value[part] > 0) {
                segment.value += parts.value[part];
                segment.terms.emplace_back(plateau::name(Part(part)));
            }
        }
        if (segment.value > 0 || group.always)
            bar.segments.push_back(segment);
    }
    return bar;
}

Figure step_figure(const Estimate& estimate, const Scenario& scenario)
{
    return Figure{.id = "step",
                  .title = {PLATEAU_TEXT("Where the step goes"), {}},
                  .sentence = {PLATEAU_TEXT("Of a step of %1, %2 waits for communication."),
                               {Quantity{estimate.parts.step_seconds, units::Unit::Seconds},
                                Quantity{estimate.parts.communication_fraction(), units::Unit::Fraction}}},
                  .chart = Bars{.bars = {step_bar(estimate.parts, {current_name, {}}, SeriesRole::Current)}},
                  .scenario = write_scenario(scenario)};
}

Figure step_figure(const ScalingPicture& picture)
{
    Figure figure = step_figure(picture.current->estimate, picture.current->scenario);
    std::vector<Bar>& bars = figure.as<Bars>()->bars;
    if (picture.other)
        bars.front().name = curve_name(*picture.current);
    if (picture.other && picture.other->here().possible()) {
        bars.push_back(step_bar(picture.other->here(), curve_name(*picture.other), SeriesRole::OtherPlan));
        if (picture.other_standing == answers::Standing::Earlier)
            figure.earlier.add(SeriesRole::OtherPlan);
    }
    for (const PinnedCurve& pin : picture.pins)
        if (pin.curve->here().possible())
            bars.push_back(step_bar(pin.curve->here(), {"%1 %2", {Verbatim{pin.letter}, pin.name}}, pin.role));
    return figure;
}

} // namespace plateau::figures

namespace plateau::views {

namespace {

Drawing step(const ViewRequest<Scenario>& request) { return drawing_here(request, figures::step_figure); }

constexpr View step_views[] = {{"step", "Where the time of one step goes", step, true, "workbench", "timeline",
                                PLATEAU_TEXT("Where the step goes")}};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(step_view, 20, step_views)
