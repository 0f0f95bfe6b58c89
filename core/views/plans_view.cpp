// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/plans_view.h"

#include "core/answers/step.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/view.h"
#include "core/views/words.h"

namespace plateau::figures {

namespace {

using answers::PlanCell;
using units::Unit;

/// Says in a cell why it has no plan.
Message short_reason(const Parts& parts)
{
    if (parts.possible())
        return {"%1", {Quantity{parts.memory_bytes, Unit::Bytes}}};
    return {obstacle_word(parts.obstacle), {}};
}

HeatCell heat_cell(const PlanCell& cell, const Metric& shown)
{
    const Parts& parts = cell.parts;
    if (cell.refused)
        return {std::numeric_limits<double>::quiet_NaN(), {PLATEAU_TEXT("not legal"), {}}, cell.reason};
    if (!parts.fits())
        return {std::numeric_limits<double>::quiet_NaN(), short_reason(parts), cell.reason};
    return {shown.value(parts),
            {},
            {"%1 %2 %3\n%4, %5",
             {metric_text(shown, shown.value(parts)), "·", shown.label, narrate::plan_words(parts.plan),
              narrate::plan_details(parts.plan)}}};
}

std::vector<Message> labels(const answers::MapSide& side)
{
    std::vector<Message> result;
    for (const Argument& words : side.words)
        result.push_back({"%1", {words}});
    return result;
}

bool is_degree(const answers::MapSide& side) { return side.of_plan && side.key.size() == 2; }

Message axis_title(const answers::MapSide& side)
{
    if (is_degree(side))
        return {PLATEAU_TEXT("%1 parallel degree"), {Word{side.title}}};
    return side.unit.empty() ? Message{side.title, {}} : Message{"%1, %2", {Word{side.title}, side.unit}};
}

} // namespace

const Metric& usual_map_metric() { return search::told_metric(search::Objective::Throughput); }

Figure plan_map_figure(const answers::PlanGrid& map, const Metric& shown, const answers::PlanPair& context)
{
    Figure figure{.id = "plans-heatmap",
                  .title = {PLATEAU_TEXT("Which plan is best?"), {}},
                  .sentence = narrate::best_plan_sentence(context.best, context.current, context.objective),
                  .scenario = write_scenario(context.scenario)};
    HeatMap& heat = figure.chart.emplace<HeatMap>();
    heat.title = metric_title(shown, shown.label);
    heat.note = map.columns.of_plan || map.rows.of_plan
        ? Message{PLATEAU_TEXT("best of the other parameters; framed: the best"), {}}
        : Message{PLATEAU_TEXT("best plan in every cell; framed: the best"), {}};
    heat.unit = shown.shown_in.unit;
    heat.column_title = axis_title(map.columns);
    heat.row_title = axis_title(map.rows);
    heat.columns = labels(map.columns);
    heat.rows = labels(map.rows);
    for (const PlanCell& cell : map.cells)
        heat.cells.push_back(heat_cell(cell, shown));
    heat.best = map.best(context.objective);
    heat.current = context.current.possible() ? map.cell_of(context.current.plan) : -1;
    if (context.current.fits())
        heat.current_value = shown.value(context.current);
    return figure;
}

void mark_pins(Figure& figure, const answers::PlanGrid& map, const std::vector<PinnedRun>& pins)
{
    for (const PinnedRun& pin : pins) {
        std::vector<answers::Setting> settings;
        for (const answers::MapSide* side : {&map.columns, &map.rows})
            if (const auto* row = side->of_plan || !pin.scenario ? nullptr : training_parameters().find(side->key))
                settings.emplace_back(side->key, row->get(*pin.scenario));
        const int cell = pin.parts.possible() ? map.cell_of(pin.parts.plan, settings) : -1;
        if (cell >= 0)
            figure.as<HeatMap>()->pins.push_back({cell, pin.letter, pin.role});
    }
}

std::string resource_key(answers::Resource resource, const Scenario& scenario)
{
    switch (resource) {
    case answers::Resource::Latency:
        return "scale_out_latency";
    case answers::Resource::Batch:
        return scenario.workload.batch_mode == BatchMode::PerGpu ? "sequences_per_gpu" : "global_batch";
    default:
        break;
    }
    const std::string key = answers::key(resource);
    return key.empty() ? "hardware" : key;
}

namespace {

WaterfallValue change_of(const Parts& parts, double change, const ReachBand& range)
{
    WaterfallValue value{change, {}, {range.low, range.high}};
    if (!parts.fits())
        value.words = {parts.possible() ? PLATEAU_TEXT("nothing fits") : PLATEAU_TEXT("no plan"), {}};
    else if (value.is_range())
        value.words = {"%1 … %2", {narrate::signed_percent(range.low), narrate::signed_percent(range.high)}};
    else if (std::isfinite(change))
        value.words = {"%1", {narrate::signed_percent(change)}};
    return value;
}

} // namespace

Figure what_would_help_figure(const std::vector<answers::Sensitivity>& rows, const answers::PlanPair& context,
                              search::PlanChoice choice)
{
    Figure figure{.id = "what-would-help",
                  .title = {PLATEAU_TEXT("What would help?"), {}},
                  .scenario = write_scenario(context.scenario)};
    Waterfall& chart = figure.chart.emplace<Waterfall>();
    chart.title = {PLATEAU_TEXT("What would help"), {}};
    chart.note = {choice == search::PlanChoice::Best ? PLATEAU_TEXT("change in tokens/s, %, plan searched again")
                                                     : PLATEAU_TEXT("change in tokens/s, %, of the given plan"),
                  {}};
    chart.unit = Unit::Fraction;
    chart.own_name = {PLATEAU_TEXT("× 2"), {}};
    chart.pinned_name = {PLATEAU_TEXT("÷ 2"), {}};
    chart.pinned_role = SeriesRole::OtherPlan;
    if (!context.current.fits() && context.best.fits())
        chart.title = {PLATEAU_TEXT("What would help the best plan, for the given one does not fit"), {}};
    const answers::Sensitivity* most = nullptr;
    for (const answers::Sensitivity& row : rows) {
        const bool swapped = row.resource == answers::Resource::Latency; // less of it helps
        WaterfallStep step{.name = {swapped ? PLATEAU_TEXT("Latency, ÷ 2 and × 2") : answers::label(row.resource), {}},
                           .own = change_of(row.doubled, row.doubled_change, row.doubled_range),
                           .pinned = change_of(row.halved, row.halved_change, row.halved_range),
                           .total = true,
                           .subjects = {resource_key(row.resource, context.scenario)}};
        if (swapped)
            std::swap(step.own, step.pinned);
        if (std::isfinite(step.own.value) && (!most || step.own.value > most->doubled_change)
            && row.resource != answers::Resource::Gpus && !swapped)
            most = &row;
        chart.steps.push_back(std::move(step));
    }
    if (most)
        figure.sentence = {PLATEAU_TEXT("Apart from more GPUs, doubling “%1” would help most: %2 more tokens/s."),
                           {answers::label(most->resource), Quantity{most->doubled_change, Unit::Fraction}}};
    if (most && change_of(most->doubled, most->doubled_change, most->doubled_range).is_range())
        figure.sentence = {"%1 %2",
                           {figure.sentence,
                            Message{PLATEAU_TEXT("Explanations that fit what was measured alike say %1 to %2."),
                                    {Quantity{most->doubled_range.low, Unit::Fraction},
                                     Quantity{most->doubled_range.high, Unit::Fraction}}}}};
    return figure;
}

namespace {

using units::day;
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

void add_point(Series& series, const answers::RunCost& run)
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
    const answers::RunCost& slow = choices.front.front();
    const answers::RunCost& fast = choices.front.back();
    return {PLATEAU_TEXT("%1 tokens take from %2 for %3 on %4 to %5 for %6 on %7."),
            {in_prose(told_tokens(context.scenario), Unit::Count), Quantity{slow.seconds, Unit::Seconds},
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
    plot.x = {{PLATEAU_TEXT("Days for %1 tokens, log scale"), {in_prose(told_tokens(context.scenario), Unit::Count)}},
              Unit::None,
              true,
              0,
              0,
              {}};
    Panel panel = titled_panel("cost", {PLATEAU_TEXT("Cost of the run"), {}},
                               {PLATEAU_TEXT("US$ of GPUs alone; GPU counts at the points"), {}},
                               {{PLATEAU_TEXT("Cost"), {}}, Unit::Usd, true, 0, 0, {}});
    const double tokens = told_tokens(context.scenario);
    Series others = points(PLATEAU_TEXT("Other GPU counts"), SeriesRole::GroupRest);
    std::vector<double> days, dollars;
    for (const answers::CurvePoint& point : choices.curve) {
        if (!point.parts.fits())
            continue;
        const answers::RunCost run = answers::run_cost(point.parts, tokens);
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
        const answers::RunCost run = answers::run_cost(context.current, tokens);
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
        const answers::RunCost run = answers::run_cost(pin.parts, pin.tokens);
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

namespace plateau::views {

namespace {

/// Why a plan has no answer; empty: it has.
Message no_answer(const ViewRequest<Scenario>& request, const answers::TrainingQuestion& question, const Parts& parts)
{
    return parts.fits() ? Message() : request.get<answers::StepEstimate>(question)->reason;
}

Drawing heat_map(const ViewRequest<Scenario>& request)
{
    const auto question = answers::TrainingQuestion(request.first()).with_choice(search::PlanChoice::Best);
    const auto map = request.get<answers::PlanMap>({question});
    return {figures::plan_map_figure(map->found, figures::usual_map_metric(), *map->plans),
            no_answer(request, question, map->plans->best)};
}

Drawing what_would_help(const ViewRequest<Scenario>& request)
{
    const answers::TrainingQuestion question(request.first());
    const auto rows = request.get<answers::Sensitivities>(question);
    const auto choice = answers::Sensitivities::choice(question, *rows->plans);
    const bool best = choice == search::PlanChoice::Best;
    return {figures::what_would_help_figure(rows->found, *rows->plans, choice),
            no_answer(request, question.with_choice(choice), best ? rows->plans->best : rows->plans->current)};
}

Drawing frontier(const ViewRequest<Scenario>& request)
{
    const auto question = answers::TrainingQuestion(request.first()).with_choice(search::PlanChoice::Best);
    const auto choices = request.get<answers::Frontier>({question, true});
    return {figures::frontier_figure(choices->found, *choices->plans),
            choices->found.front.empty() ? no_answer(request, question, choices->plans->best) : Message()};
}

constexpr View plan_views[] = {
    {"plans-heatmap", "Tensor against pipeline degree, the best of the other plan parameters in each cell", heat_map,
     false, "plans", "map", PLATEAU_TEXT("Heat map of plans")},
    {"what-would-help", "Change in throughput for a doubling and halving of each resource", what_would_help, false,
     "plans", "help", PLATEAU_TEXT("What would help")},
    {"frontier", "Time and cost of the training run, each GPU count with its best plan", frontier, false, "plans",
     "frontier", PLATEAU_TEXT("Time and cost")},
};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(plans_view, 30, plan_views)
