// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/limits_view.h"

#include "core/answers/limits.h"
#include "core/limits/closed_forms.h"
#include "core/views/looks.h"

namespace plateau::figures {

namespace {

using units::Unit;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

Quantity flop(double value) { return {value, Unit::Flop}; }

bool is_fixed(const LimitsCurve& curve) { return curve.scenario->cluster_mode == ClusterMode::Fixed; }

Verbatim year_words(double year) { return {std::to_string(static_cast<int>(std::floor(year)))}; }

struct Span {
    double from = 0;
    double to = 0;
};

/// Spans from a little before the first point to a little beyond the farthest wall, so that the end is seen.
Span flop_span(const LimitsPicture& picture)
{
    Span span{std::numeric_limits<double>::infinity(), 0};
    for (const LimitsCurve& curve : picture.curves)
        for (const limits::Point& point : curve.points) {
            span.from = std::min(span.from, point.model.training_flop);
            if (point.feasible)
                span.to = std::max(span.to, point.model.training_flop);
        }
    if (!std::isfinite(span.from))
        return {1e24, 1e32};
    span.to = std::max(span.to, span.from * 10);
    const double decades = std::log10(span.to / span.from);
    return {span.from / std::pow(10, 0.03 * decades), span.to * std::pow(10, 0.09 * decades)};
}

template<class Value>
Series series_of(const LimitsCurve& curve, Value value)
{
    Series series{.name = curve.name, .role = curve.role, .every_value = true};
    for (const limits::Point& point : curve.points) {
        series.x.push_back(point.model.training_flop);
        series.y.push_back(point.feasible ? value(point) : nothing);
    }
    return series;
}

double utilization_top(const LimitsPicture& picture)
{
    double highest = 0.1;
    for (const LimitsCurve& curve : picture.curves)
        for (const limits::Point& point : curve.points)
            if (point.feasible)
                highest = std::max(highest, point.utilization);
    return std::min(1.0, std::ceil(10 * (highest + 0.06)) / 10);
}

void add_regions(Panel& panel, const LimitsCurve& curve, const Span& span, double top)
{
    bool strong = false;
    const auto all = limits::stretches(curve.scenario->question, curve.points);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const limits::Stretch& stretch = all[i];
        Region region{.from = i == 0 ? span.from : stretch.from_flop,
                      .to = i + 1 == all.size() ? span.to : stretch.to_flop,
                      .at_top = true};
        if (region.from >= span.to)
            continue;
        const double right = std::min(region.to, span.to);
        if (stretch.bound == limits::Bound::Arithmetic && !stretch.rippling) {
            panel.labels.push_back({std::sqrt(region.from * right), 0.93 * top, narrate::bound_words(stretch.bound)});
            continue;
        }
        const bool too_large = stretch.bound == limits::Bound::Infeasible && is_fixed(curve);
        const Message reason
            = too_large ? Message{PLATEAU_TEXT("does not fit"), {}} : narrate::bound_words(stretch.bound);
        region.reason = stretch.rippling ? Message{PLATEAU_TEXT("linear or %1"), {reason}} : reason;
        region.hatched = stretch.bound == limits::Bound::Infeasible;
        region.strong = strong && !region.hatched;
        strong = !strong;
        panel.regions.push_back(region);
    }
}

void add_landmarks(Panel& panel, const LimitsCurve& curve, const catalog::KnownRuns* known)
{
    const limits::Landmarks marks = limits::landmarks(curve.scenario->question, curve.points);
    const catalog::Growth growth = growth_of(*curve.scenario, known);
    const auto words = [&](const limits::Point& point) -> Message {
        const double at = point.model.training_flop;
        if (growth.per_year > 1)
            return {"%1, %2", {flop(at), year_words(catalog::year_of(growth, at))}};
        return {"%1, %2 %3", {flop(at), Quantity{point.devices, Unit::None}, PLATEAU_TEXT("GPUs")}};
    };
    const auto note = [&](std::optional<double> at, const char* head, bool optional = false) {
        for (const limits::Point& point : curve.points)
            if (at && point.feasible && point.model.training_flop == *at)
                panel.notes.push_back({*at, point.utilization, {head, {}}, words(point), true, false, optional});
    };
    if (is_fixed(curve)) {
        if (!marks.wall_beyond_grid)
            note(marks.wall_flop, PLATEAU_TEXT("Largest run that fits"));
        return;
    }
    const bool ripples
        = marks.last_crossing_flop && marks.linear_end_flop && *marks.last_crossing_flop > *marks.linear_end_flop;
    if (marks.wall_flop && !marks.wall_beyond_grid)
        note(marks.wall_flop, PLATEAU_TEXT("Latency wall"), true);
    note(marks.linear_end_flop, ripples ? PLATEAU_TEXT("First crossing") : PLATEAU_TEXT("End of linear scaling"));
    if (ripples)
        note(marks.last_crossing_flop, PLATEAU_TEXT("Last crossing"), true);
}

/// Marks where each curve falls below its own end of linear scaling: beside others no curve has regions of its own.
Series linear_ends(const LimitsPicture& picture)
{
    Series ends{.name = {PLATEAU_TEXT("end of linear scaling"), {}},
                .role = SeriesRole::Published,
                .label_at_end = false,
                .form = SeriesForm::Points};
    for (const LimitsCurve& curve : picture.curves) {
        if (curve.standing != answers::Standing::Current || is_fixed(curve))
            continue;
        const limits::Landmarks marks = limits::landmarks(curve.scenario->question, curve.points);
        for (const limits::Point& point : curve.points)
            if (point.feasible && marks.linear_end_flop && point.model.training_flop == *marks.linear_end_flop) {
                ends.x.push_back(point.model.training_flop);
                ends.y.push_back(point.utilization);
                ends.names.push_back(english(curve.name));
            }
    }
    return ends;
}

/// Draws the line below which a curve no longer scales linearly, if all curves have the same.
std::optional<Series> threshold_of(const LimitsPicture& picture, const Span& span)
{
    const limits::Question& question = picture.curves[picture.current].scenario->question;
    const double value = limits::linear_threshold(question);
    for (const LimitsCurve& curve : picture.curves)
        if (std::abs(limits::linear_threshold(curve.scenario->question) - value) > 1e-9)
            return std::nullopt;
    const limits::Device& device = question.machine.device;
    const bool short_of_sustained = limits::reached_utilization(device) < device.sustained_fraction * (1 - 1e-9);
    const char* of = question.linear_of_peak ? PLATEAU_TEXT("%1 of the peak")
        : short_of_sustained                 ? PLATEAU_TEXT("%1 of what it reaches")
                                             : PLATEAU_TEXT("%1 of sustained");
    return Series{.name = {of, {Quantity{question.linear_fraction, Unit::Fraction}}},
                  .role = SeriesRole::Reference,
                  .x = {span.from, span.to},
                  .y = {value, value}};
}

Panel utilization_panel(const LimitsPicture& picture, const Span& span)
{
    const LimitsCurve& current = picture.curves[picture.current];
    const limits::Question& question = current.scenario->question;
    Panel panel = titled_panel("utilization", {PLATEAU_TEXT("Utilization"), {}},
                               {PLATEAU_TEXT("% of %1, dense %2"),
                                {Quantity{question.machine.device.peak_flop_per_s, Unit::FlopPerSecond},
                                 Verbatim{name(current.scenario->precision)}}});
    const bool same_peak = std::all_of(picture.curves.begin(), picture.curves.end(), [&](const LimitsCurve& curve) {
        return curve.scenario->question.machine.device.peak_flop_per_s == question.machine.device.peak_flop_per_s;
    });
    if (!same_peak)
        panel.unit = {PLATEAU_TEXT("% of each one's dense peak"), {}};
    panel.y.unit = Unit::Fraction;
    panel.y.minimum = 0;
    panel.y.maximum = utilization_top(picture);
    panel.height = 50;
    const bool alone = picture.curves.size() == 1;
    if (alone && current.standing == answers::Standing::Current) {
        add_regions(panel, current, span, panel.y.maximum);
        add_landmarks(panel, current, picture.known);
    }
    if (const auto threshold = threshold_of(picture, span))
        panel.series.push_back(*threshold);
    for (const LimitsCurve& curve : picture.curves) {
        Series series = series_of(curve, [](const limits::Point& point) { return point.utilization; });
        series.label_at_end = false;
        if (!alone && curve.standing != answers::Standing::Earlier)
            series.beside = lettered_name(curve);
        panel.series.push_back(series);
    }
    if (!alone)
        if (Series ends = linear_ends(picture); !ends.x.empty())
            panel.series.push_back(std::move(ends));
    if (picture.known)
        for (const catalog::KnownRun& run : picture.known->runs)
            panel.marks.push_back({run.flop, mark_words(run)});
    std::sort(panel.marks.begin(), panel.marks.end(), [](const Mark& a, const Mark& b) { return a.x < b.x; });
    return panel;
}

struct Slice {
    const char* name;
    SegmentKind kind;
    double value;
};

/// Stacks areas on one another; with `product` each multiplies what is below it, else it adds.
template<class Slices>
void add_areas(Panel& panel, const LimitsCurve& curve, Slices slices, bool product)
{
    for (const limits::Point& point : curve.points) {
        if (!point.feasible)
            continue;
        double below = product ? 1 : 0;
        const auto cut = slices(point);
        if (panel.series.empty())
            for (const Slice& slice : cut) {
                panel.series.push_back({.name = {slice.name, {}}, .role = SeriesRole::Band, .area = slice.kind});
            }
        for (std::size_t i = 0; i < cut.size(); ++i) {
            const double above = product ? below * cut[i].value : below + cut[i].value;
            panel.series[i].x.push_back(point.model.training_flop);
            panel.series[i].y_low.push_back(below);
            panel.series[i].y.push_back(above);
            below = above;
        }
    }
}

Panel layout_panel(const LimitsCurve& curve)
{
    Panel panel{.id = "layout"};
    const bool experts = curve.scenario->question.rules.sparse;
    panel.title = {PLATEAU_TEXT("Layout of the best run"), {}};
    panel.unit = {experts ? PLATEAU_TEXT("GPUs = tensor × expert × pipeline × data, log scale")
                          : PLATEAU_TEXT("GPUs = tensor × pipeline × data, log scale"),
                  {}};
    panel.y.logarithmic = true;
    panel.y.unit = Unit::None;
    panel.y.minimum = 1;
    double most = 10;
    for (const limits::Point& point : curve.points)
        most = std::max(most, point.feasible ? point.layout.devices() : 0);
    panel.y.maximum = most * 2;
    panel.height = 27;
    add_areas(
        panel, curve,
        [experts](const limits::Point& point) {
            const limits::Layout& layout = point.layout;
            std::vector<Slice> slices{
                {PLATEAU_TEXT("tensor"), SegmentKind::MatrixMultiply, layout.tp_model * layout.tp_ff}};
            if (experts)
                slices.push_back({PLATEAU_TEXT("expert"), SegmentKind::Attention, layout.ep});
            slices.push_back({PLATEAU_TEXT("pipeline"), SegmentKind::OtherKernels, layout.pp});
            slices.push_back({PLATEAU_TEXT("data"), SegmentKind::Optimizer, layout.dp});
            return slices;
        },
        true);
    return panel;
}

Panel step_panel(const LimitsCurve& curve)
{
    Panel panel = titled_panel("step", {PLATEAU_TEXT("Where a step goes"), {}}, {PLATEAU_TEXT("% of its time"), {}},
                               {.unit = Unit::Fraction, .minimum = 0, .maximum = 1}, 27);
    add_areas(
        panel, curve,
        [](const limits::Point& point) {
            const limits::Causes causes = limits::causes(point.time);
            const double step = point.time.step_seconds;
            return std::vector<Slice>{
                {PLATEAU_TEXT("arithmetic"), SegmentKind::MatrixMultiply, causes.arithmetic_seconds / step},
                {PLATEAU_TEXT("GPU memory"), SegmentKind::OtherKernels, causes.memory_seconds / step},
                {PLATEAU_TEXT("traffic"), SegmentKind::AllGather, causes.network_seconds / step},
                {PLATEAU_TEXT("latency"), SegmentKind::OtherTraffic, causes.latency_seconds / step},
                {PLATEAU_TEXT("bubble"), SegmentKind::Idle, causes.pipeline_seconds / step}};
        },
        false);
    return panel;
}

/// Draws every configuration over one logarithmic axis.
template<class Value>
Panel overlay_panel(const LimitsPicture& picture, const char* id, const char* title, const Message& unit, Value value)
{
    Panel panel{.id = id, .title = {title, {}}, .unit = unit, .y = {.logarithmic = true}, .height = 27};
    for (const LimitsCurve& curve : picture.curves)
        panel.series.push_back(series_of(curve, value));
    return panel;
}

Panel detail_panel(const LimitsPicture& picture)
{
    const LimitsCurve& current = picture.curves[picture.current];
    switch (picture.detail) {
    case LimitsDetail::Step:
        break;
    case LimitsDetail::Cluster:
        return overlay_panel(picture, "cluster", PLATEAU_TEXT("Cluster size"), {PLATEAU_TEXT("GPUs, log scale"), {}},
                             [](const limits::Point& point) { return point.devices; });
    case LimitsDetail::Time:
        return overlay_panel(picture, "time", PLATEAU_TEXT("Length of the run"),
                             {PLATEAU_TEXT("months, log scale; clusters grow by doubling"), {}},
                             [](const limits::Point& point) { return point.run_seconds / limits::month_seconds; });
    case LimitsDetail::Cost: {
        Panel panel = overlay_panel(picture, "cost", PLATEAU_TEXT("Cost of the run"),
                                    {PLATEAU_TEXT("US dollars at %1, log scale"),
                                     {Quantity{current.scenario->question.usd_per_device_hour, Unit::UsdPerGpuHour}}},
                                    [](const limits::Point& point) { return point.usd > 0 ? point.usd : nothing; });
        panel.y.unit = Unit::Usd;
        return panel;
    }
    }
    return step_panel(current);
}

/// Lays years along the top, as far as the growth reaches the axis.
void add_years(Plot& plot, const LimitsPicture& picture)
{
    const catalog::Growth growth = growth_of(*picture.curves[picture.current].scenario, picture.known);
    if (growth.per_year <= 1)
        return;
    const double first = std::ceil(catalog::year_of(growth, plot.x.minimum));
    const double last = std::floor(catalog::year_of(growth, plot.x.maximum));
    const double stride = std::max(1.0, std::ceil((last - first) / 12));
    for (double year = std::ceil(first / stride) * stride; year <= last; year += stride)
        plot.top_marks.push_back({catalog::flop_of(growth, year), {"%1", {year_words(year)}}});
    plot.top_note = {PLATEAU_TEXT("year, × %1 a year"), {Quantity{growth.per_year, Unit::None}}};
}

} // namespace

catalog::Growth growth_of(const LimitsScenario& scenario, const catalog::KnownRuns* known)
{
    if (!known || known->growth.from_flop <= 0 || scenario.growth_per_year <= 1)
        return {};
    catalog::Growth growth = known->growth;
    growth.per_year = scenario.growth_per_year;
    return growth;
}

Message mark_words(const catalog::KnownRun& run) { return {"%1, %2", {Verbatim{run.title}, year_words(run.date)}}; }

std::string letter_of(int number)
{
    return number > 0 ? std::string(1, static_cast<char>('A' + (number - 1) % 26)) : std::string();
}

Message lettered_name(const LimitsCurve& curve)
{
    return curve.number > 0 ? Message{"%1 %2", {Verbatim{letter_of(curve.number)}, curve.name}} : curve.name;
}

LimitsCurve limits_curve(const LimitsScenario& scenario, std::vector<limits::Point> points)
{
    LimitsCurve curve;
    curve.scenario = std::make_shared<const LimitsScenario>(scenario);
    curve.name = {"%1", {scenario.title.empty() ? Verbatim{scenario.accelerator.title} : title_of(scenario)}};
    curve.points = std::move(points);
    return curve;
}

Figure limits_figure(const LimitsPicture& picture)
{
    const LimitsCurve& current = picture.curves[picture.current];
    const Span span = flop_span(picture);
    Figure figure{.id = "limits", .title = {PLATEAU_TEXT("How far can one training run scale?"), {}}};
    if (current.standing == answers::Standing::Current)
        figure.sentence = narrate::limits_headline(*current.scenario,
                                                   limits::landmarks(current.scenario->question, current.points));
    Plot& plot = figure.plot();
    plot.x.title = {PLATEAU_TEXT("Training compute, FLOP, log scale"), {}};
    plot.x.unit = Unit::Flop;
    plot.x.logarithmic = true;
    plot.x.minimum = span.from;
    plot.x.maximum = span.to;
    plot.marker = std::clamp(current.scenario->marker_flop, span.from, span.to);
    plot.marker_role = current.role;
    plot.panels.push_back(utilization_panel(picture, span));
    plot.panels.push_back(layout_panel(current));
    plot.panels.push_back(detail_panel(picture));
    figure.main_panel = picture.detail == LimitsDetail::Step ? plot.panels.front().id : plot.panels.back().id;
    add_years(plot, picture);
    for (const LimitsCurve& curve : picture.curves)
        if (curve.standing == answers::Standing::Earlier)
            figure.earlier.add(curve.role);
    if (current.standing == answers::Standing::Earlier)
        figure.earlier.add(SeriesRole::Band);
    figure.scenario = write_scenario(*current.scenario);
    return figure;
}

} // namespace plateau::figures

namespace plateau::views {

LimitsDrawn::LimitsDrawn(const ViewRequest<LimitsScenario>& request, figures::LimitsDetail detail)
    : known(catalog::read_known_runs(request.answers.data()->catalog().folders)), picture{.curves = {},
                                                                                          .detail = detail,
                                                                                          .known = &known}
{
    for (const LimitsScenario& scenario : request.scenarios) {
        const auto slot = static_cast<int>(picture.curves.size());
        picture.curves.push_back(
            figures::limits_curve(scenario, *request.get<answers::LimitsCurve>(scenario.question)));
        picture.curves.back().role = figures::role_of_slot(slot);
    }
}

namespace {

using figures::LimitsDetail;

template<LimitsDetail detail>
Drawing limits_against_compute(const ViewRequest<LimitsScenario>& request)
{
    const LimitsDrawn of(request, detail);
    const auto& points = of.picture.curves.front().points;
    if (std::none_of(points.begin(), points.end(), [](const limits::Point& point) { return point.feasible; }))
        return {{}, {PLATEAU_TEXT("no run of this range finishes in time"), {}}};
    return {figures::as_viewed(figures::limits_figure(of.picture), request.first().view)};
}

constexpr const char* searched = PLATEAU_TEXT("Limits: utilization, layout and step");

constexpr View limits_views[] = {
    {"limits", "Utilization, layout and where a step goes against training compute",
     limits_against_compute<LimitsDetail::Step>, true, "limits", "curve", searched, "utilization"},
    {"limits-cluster", "The same, with the size of the cluster", limits_against_compute<LimitsDetail::Cluster>, true,
     "limits", "cluster", searched, "utilization"},
    {"limits-time", "The same, with how long the run takes", limits_against_compute<LimitsDetail::Time>, true, "limits",
     "time", searched, "utilization"},
    {"limits-cost", "The same, with what the run costs", limits_against_compute<LimitsDetail::Cost>, true, "limits",
     "cost", searched, "utilization"},
};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(limits_view, 50, limits_views)
