// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/question/scenario/parameter_table.h"
#include "core/views/scaling_view.h"

namespace plateau::narrate {

std::vector<Part> largest_parts(const Stage& stage)
{
    std::vector<Part> parts;
    for (int part = int(first_memory_part); part < int(first_power_part); ++part)
        if (stage.bytes(Part(part)) > 0)
            parts.push_back(Part(part));
    std::stable_sort(parts.begin(), parts.end(), [&](Part a, Part b) { return stage.bytes(a) > stage.bytes(b); });
    return parts;
}

Message peak_words(const Stage& stage, const Peak& peak)
{
    constexpr std::size_t most_named = 3;
    std::vector<Part> parts = largest_parts(stage);
    parts.resize(std::min(parts.size(), most_named));
    std::vector<Argument> held;
    held.reserve(parts.size());
    for (const Part part : parts)
        held.push_back(Message{"%1 %2", {label(part), Quantity{stage.bytes(part), units::Unit::Bytes}}});
    return {
        stage.fullest_at_loss()
            ? PLATEAU_TEXT("Peak: %1 into the step, at the loss of micro-batch %2: %3")
            : PLATEAU_TEXT("Peak: %1 into the step, as the backward pass of micro-batch %2 starts: %3"),
        {Quantity{peak.seconds, units::Unit::Seconds}, Verbatim{std::to_string(peak.micro_batch + 1)}, listed(held)}};
}

Message fullest_peak_words(const Prepared& prepared, const Plan& plan, double most_passes)
{
    const std::vector<Stage> all = stages(prepared, plan);
    if (all.empty())
        return {};
    const Degrees degrees = complete(prepared, plan);
    if (2. * double(all.size()) * chunks(degrees.plan) * degrees.micro_batches > most_passes)
        return {};
    const std::size_t most = fullest(all);
    return peak_words(all[most], peaks(timeline(prepared, plan, 0))[most]);
}

} // namespace plateau::narrate

namespace plateau::figures {

namespace {

constexpr double alike = 1e-6; ///< the share of its bytes within which stages are alike
constexpr double most_passes = 4000; ///< a step of more is not played with every frame: that many take 3 ms
constexpr std::size_t most_groups = 5; ///< of more groups of stages, near ones share the bar of the fullest

struct Look {
    Part part;
    SegmentKind kind;
};

/// They stand in the order of the bar: states, then what comes and goes with a micro-batch.
constexpr Look looks[] = {
    {Part::Weights, SegmentKind::MatrixMultiply},       {Part::Gradients, SegmentKind::Attention},
    {Part::OptimizerStates, SegmentKind::OtherKernels}, {Part::FixedMemory, SegmentKind::Optimizer},
    {Part::Activations, SegmentKind::AllGather},        {Part::WorkingSet, SegmentKind::ReduceScatter},
    {Part::Logits, SegmentKind::OtherTraffic},          {Part::Fragmentation, SegmentKind::Idle},
};
static_assert(std::size(looks) == std::size_t(int(first_power_part) - int(first_memory_part)),
              "a part of the memory has no look");

template<class Bytes>
Bar bar_of(Message name, SeriesRole role, Bytes bytes)
{
    Bar bar{.name = std::move(name), .role = role};
    for (const Look& look : looks)
        if (const double value = bytes(look.part); value > 0)
            bar.segments.push_back({{label(look.part), {}}, look.kind, value, {plateau::name(look.part)}});
    return bar;
}

double total(const StageMemory& stage) { return std::accumulate(stage.begin(), stage.end(), 0.0); }

bool same(const StageMemory& a, const StageMemory& b, double tolerance)
{
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::abs(a[i] - b[i]) > tolerance * total(a))
            return false;
    return true;
}

struct StageRange {
    std::size_t from, to;
};

std::vector<StageRange> groups_of(const std::vector<StageMemory>& stages, double tolerance)
{
    std::vector<StageRange> groups;
    for (std::size_t i = 0; i < stages.size(); ++i)
        if (groups.empty() || !same(stages[groups.back().from], stages[i], tolerance))
            groups.push_back({i, i});
        else
            groups.back().to = i;
    return groups;
}

void add_stages(std::vector<Bar>& bars, const Prepared& prepared, const Plan& plan)
{
    if (plan.pp < 2)
        return;
    const auto stages = stage_memory(prepared, plan);
    auto groups = groups_of(stages, alike);
    for (double near = 0.01; groups.size() > most_groups; near *= 1.5)
        groups = groups_of(stages, near);
    for (const StageRange& group : groups) {
        const auto place = [](std::size_t stage) { return Verbatim{std::to_string(stage + 1)}; };
        const std::vector<Argument> places{place(group.from), place(group.to)};
        const StageMemory& fullest = *std::max_element(
            stages.begin() + std::ptrdiff_t(group.from), stages.begin() + std::ptrdiff_t(group.to) + 1,
            [](const StageMemory& a, const StageMemory& b) { return total(a) < total(b); });
        bars.push_back(bar_of(group.from == group.to ? Message{PLATEAU_TEXT("Stage %1"), places}
                                                     : Message{PLATEAU_TEXT("Stages %1 to %2"), places},
                              SeriesRole::Reference,
                              [&](Part part) { return fullest[std::size_t(part) - std::size_t(first_memory_part)]; }));
    }
}

Figure fullest_figure(const ScalingPicture& picture, bool with_stages)
{
    const answers::ScalingCurve& curve = *picture.current;
    const Parts& here = curve.here();
    Figure figure{.id = "memory", .title = {PLATEAU_TEXT("What fills the memory"), {}}};
    Bars& chart = figure.chart.emplace<Bars>();
    chart.unit = units::Unit::Bytes;
    chart.limit = here.memory_limit_bytes;
    chart.plain_head = {PLATEAU_TEXT("States"), {}};
    chart.waiting_head = {PLATEAU_TEXT("Micro-batches"), {}};
    if (!here.possible()) {
        figure.sentence = curve.estimate.reason;
        return figure;
    }
    const Quantity limit{here.memory_limit_bytes, units::Unit::Bytes};
    figure.sentence = {here.fits() ? PLATEAU_TEXT("The fullest GPU holds %1 of %2.")
                                   : PLATEAU_TEXT("The fullest GPU would hold %1 of %2."),
                       {Quantity{here.memory_bytes, units::Unit::Bytes}, limit}};
    chart.limit_name = {PLATEAU_TEXT("Memory of a GPU, %1"), {limit}};
    const auto fullest = [](const Parts& parts) { return [&parts](Part part) { return parts[part]; }; };
    chart.bars.push_back(bar_of({PLATEAU_TEXT("Fullest GPU, of %1"), {limit}}, SeriesRole::Current, fullest(here)));
    if (with_stages) {
        const auto prepared = prepare(curve.scenario);
        add_stages(chart.bars, *prepared, here.plan);
        if (const Message peak = narrate::fullest_peak_words(*prepared, here.plan, most_passes); !peak.empty())
            figure.sentence = {"%1 %2.", {figure.sentence, peak}};
    }
    for (const PinnedCurve& pin : picture.pins)
        if (pin.curve->here().possible())
            chart.bars.push_back(
                bar_of({"%1 %2", {Verbatim{pin.letter}, pin.name}}, pin.role, fullest(pin.curve->here())));
    return figure;
}

} // namespace

Figure memory_figure(const ScalingPicture& picture) { return fullest_figure(picture, true); }

Figure holdings_figure(const ScalingPicture& picture)
{
    Figure figure = fullest_figure(picture, false);
    figure.id = "holdings";
    figure.title = {PLATEAU_TEXT("Who holds what?"), {}};
    std::vector<const answers::ScalingCurve*> ways{picture.current};
    for (const PinnedCurve& pin : picture.pins)
        ways.push_back(pin.curve);
    std::erase_if(ways, [](const answers::ScalingCurve* way) { return !way->here().possible(); });
    if (ways.size() < 2)
        return figure;
    const auto [least, most] = std::minmax_element(ways.begin(), ways.end(), [](const auto* a, const auto* b) {
        return a->here().memory_bytes < b->here().memory_bytes;
    });
    const auto held = [](const answers::ScalingCurve& way) {
        return Quantity{way.here().memory_bytes, units::Unit::Bytes};
    };
    figure.sentence = {PLATEAU_TEXT("A GPU would hold from %1 (%2) to %3 (%4); it has %5."),
                       {held(**least), title_of((*least)->scenario), held(**most), title_of((*most)->scenario),
                        Quantity{picture.current->here().memory_limit_bytes, units::Unit::Bytes}}};
    return figure;
}

} // namespace plateau::figures

namespace plateau::views {

namespace {

Drawing memory(const ViewRequest<Scenario>& request) { return drawing_here(request, figures::memory_figure); }

Scenario called(Scenario way, const char* words)
{
    way.title = words;
    way.shipped = true; // the title is a text of ours
    return way;
}

/// Shows who keeps which part. Each way of sharing weights, gradients and states has a bar, the scenario's own comes
/// first.
Drawing holdings(const ViewRequest<Scenario>& request)
{
    std::vector<Scenario> ways{called(request.first(), option(request.first().plan.dp_mode).words)};
    for (const PlanOption& way : data_parallel_modes) {
        if (ways.front().title == way.words)
            continue;
        if (auto other = with(request.answers.data()->catalog(), request.first(), "dp_mode", way.name))
            ways.push_back(called(std::move(*other), way.words));
    }
    return drawing_here(ViewRequest<Scenario>{request.answers, ways, request.stop, request.look},
                        figures::holdings_figure);
}

constexpr View memory_views[] = {
    {"memory", "What fills the memory of the fullest GPU", memory, true, "workbench", "memory",
     PLATEAU_TEXT("What fills the memory")},
    {.name = "holdings",
     .title = PLATEAU_TEXT("What a GPU holds under each way of sharing the states"),
     .make = holdings,
     .page = "workbench",
     .look = "holdings",
     .dock = PLATEAU_TEXT("Shares")},
};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(memory_view, 25, memory_views)
