// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/question/scenario/scenario_file.h"
#include "core/text/units/durations.h"
#include "core/views/plan_figures.h"
#include "core/views/times.h"

namespace plateau::figures {

namespace {

using units::day;
using units::Unit;

Quantity gpus_words(double gpus) { return {gpus, Unit::Gpus}; }

/// Names a run by its GPUs and by how it is known: "512 GPUs, extrapolated".
std::string known_name(const answers::RunChoices& choices, std::size_t i)
{
    const std::string words = english(gpus_words(choices.front[i].gpus));
    return i < choices.known.size() ? words + ", " + name(choices.known[i].known) : words;
}

/// Says how the runs of the front are known. It is empty until measured runs are read.
Message known_sentence(const answers::RunChoices& choices)
{
    const auto supported = std::count_if(choices.known.begin(), choices.known.end(), [](const auto& nearest) {
        return nearest.known <= evidence::Known::Interpolated;
    });
    if (choices.known.empty())
        return {};
    if (supported == 0)
        return {PLATEAU_TEXT("No measured run is near any of them."), {}};
    return {PLATEAU_TEXT("%1 of these %2 counts have measured runs near them."),
            {narrate::count(double(supported)), narrate::count(double(choices.known.size()))}};
}

void add_point(Series& series, const explore::RunCost& run)
{
    series.x.push_back(run.seconds / day);
    series.y.push_back(run.usd);
    series.names.push_back(english(gpus_words(run.gpus)));
}

Series points(const char* name, SeriesRole role)
{
    return Series{.name = {name, {}}, .role = role, .label_at_end = false, .form = SeriesForm::Points};
}

Message sentence(const answers::RunChoices& choices, const answers::PlanPair& context)
{
    if (choices.front.empty())
        return {PLATEAU_TEXT("No plan fits on any of these GPU counts."), {}};
    const explore::RunCost& slow = choices.front.front();
    const explore::RunCost& fast = choices.front.back();
    return {PLATEAU_TEXT("%1 tokens take from %2 for %3 on %4 to %5 for %6 on %7."),
            {in_prose(context.scenario.workload.tokens, Unit::Count), Quantity{slow.seconds, Unit::Seconds},
             in_prose(slow.usd, Unit::Usd), gpus_words(slow.gpus), Quantity{fast.seconds, Unit::Seconds},
             in_prose(fast.usd, Unit::Usd), gpus_words(fast.gpus)}};
}

/// Lays the axis around the values and leaves room for labels: a share of what the values span, on the axis' own
/// scale. The axis is linear where something costs nothing, as that has no logarithm.
void span(Axis& axis, const std::vector<double>& values, double share)
{
    constexpr double least = 1.02;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    axis.logarithmic = *low > 0;
    if (!axis.logarithmic) {
        axis.maximum = *high > 0 ? *high * (1 + share) : 1;
        return;
    }
    const double margin = std::max(least, std::pow(*high / *low, share));
    axis.minimum = *low / margin;
    axis.maximum = *high * margin;
}

} // namespace

Figure frontier_figure(const answers::RunChoices& choices, const answers::PlanPair& context,
                       const std::vector<PinnedRun>& pins)
{
    Figure figure{
        .id = "frontier", .title = {PLATEAU_TEXT("What does time cost?"), {}}, .sentence = sentence(choices, context)};
    figure.seen = figure.sentence;
    if (const Message known = known_sentence(choices); !known.empty())
        figure.sentence = {PLATEAU_TEXT("%1 %2"), {figure.sentence, known}};
    figure.scenario = write_scenario(context.scenario);
    Plot& plot = figure.plot();
    plot.x
        = {{PLATEAU_TEXT("Days for %1 tokens, log scale"), {in_prose(context.scenario.workload.tokens, Unit::Count)}},
           Unit::None,
           true,
           0,
           0,
           {}};
    Panel panel{.id = "cost",
                .title = {PLATEAU_TEXT("Cost of the run"), {}},
                .unit = {PLATEAU_TEXT("US$ of GPUs alone; GPU counts at the points"), {}},
                .y = {{PLATEAU_TEXT("Cost"), {}}, Unit::Usd, true, 0, 0, {}}};
    const double tokens = context.scenario.workload.tokens;
    Series others = points(PLATEAU_TEXT("Other GPU counts"), SeriesRole::GroupRest);
    std::vector<double> days, dollars;
    for (const explore::CurvePoint& point : choices.curve) {
        if (!point.parts.fits())
            continue;
        const explore::RunCost run = explore::run_cost(point.parts, tokens);
        days.push_back(run.seconds / day);
        dollars.push_back(run.usd);
        if (std::none_of(choices.front.begin(), choices.front.end(), [&](const auto& f) { return f.gpus == run.gpus; }))
            add_point(others, run);
    }
    if (days.empty())
        return figure;
    Series front = points(PLATEAU_TEXT("No count is faster and cheaper"), SeriesRole::Current);
    Series line{.role = SeriesRole::Thin, .markers = false, .label_at_end = false};
    for (auto run = choices.front.rbegin(); run != choices.front.rend(); ++run) {
        add_point(front, *run);
        front.names.back() = known_name(choices, static_cast<std::size_t>(choices.front.rend() - run) - 1);
        line.x.push_back(run->seconds / day);
        line.y.push_back(run->usd);
        const bool power_of_two = std::exp2(std::round(std::log2(run->gpus))) == run->gpus;
        const bool is_noted = context.current.fits() && run->gpus == context.current.gpus; // says it itself
        if (power_of_two && !is_noted)
            panel.labels.push_back(
                {run->seconds / day, run->usd, {"%1", {narrate::count(run->gpus)}}, SeriesRole::Current, false});
    }
    panel.series = {line, others, front};
    if (context.current.fits()) {
        const explore::RunCost run = explore::run_cost(context.current, tokens);
        Series current = points(PLATEAU_TEXT("The current plan"), SeriesRole::Published);
        add_point(current, run);
        days.push_back(run.seconds / day);
        dollars.push_back(run.usd);
        panel.series.push_back(current);
        panel.notes.push_back(
            {run.seconds / day, run.usd, {PLATEAU_TEXT("Current plan"), {}}, {"%1", {gpus_words(run.gpus)}}, false});
    }
    for (const PinnedRun& pin : pins) {
        if (!pin.parts.fits())
            continue;
        const explore::RunCost run = explore::run_cost(pin.parts, pin.tokens);
        Series pinned = points("%1", pin.role);
        pinned.name.arguments = {Verbatim{pin.letter}};
        add_point(pinned, run);
        pinned.names.back() = pin.letter + ", " + pinned.names.back();
        days.push_back(run.seconds / day);
        dollars.push_back(run.usd);
        panel.labels.push_back({run.seconds / day, run.usd, {"%1", {Verbatim{pin.letter}}}, pin.role, false});
        panel.series.push_back(std::move(pinned));
    }
    span(plot.x, days, 0.08);
    span(panel.y, dollars, 0.25);
    constexpr double lift = 0.03; // of the axis, clear of the points
    for (Label& label : panel.labels)
        label.y = panel.y.logarithmic ? label.y * std::pow(panel.y.maximum / panel.y.minimum, lift)
                                      : label.y + lift * panel.y.maximum;
    plot.panels = {panel};
    return figure;
}

} // namespace plateau::figures
