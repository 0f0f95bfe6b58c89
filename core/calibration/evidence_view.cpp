// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/evidence_view.h"

#include "core/answers/step.h"
#include "core/calibration/evidence_facts.h"
#include "core/views/view.h"

namespace plateau::figures {

namespace {

using evidence::quantile;

constexpr std::size_t coloured_sources = 4;
constexpr std::size_t most_source_rows = 12; ///< the last is that of all others
constexpr double near = 0.10; ///< the band drawn round equality
constexpr double bin = 0.02;
constexpr double outermost = 0.24; ///< the last bin takes all that is further off
constexpr double least_error_axis = 0.15;
constexpr double most_error_axis = 0.6;

std::vector<std::size_t> comparable(const EvidencePicture& picture)
{
    std::vector<std::size_t> runs;
    for (const std::size_t i : picture.shown)
        if (compared(picture.evidence, i, picture.quantity))
            runs.push_back(i);
    return runs;
}

Series reference(std::vector<double> x, std::vector<double> y)
{
    Series line{.role = SeriesRole::Reference, .x = std::move(x), .y = std::move(y)};
    line.markers = line.label_at_end = false;
    return line;
}

Series points(Message name, SeriesRole role)
{
    return Series{.name = std::move(name), .role = role, .label_at_end = false, .form = SeriesForm::Points};
}

Message unit_words(EvidenceQuantity quantity, bool errors)
{
    if (errors)
        return {PLATEAU_TEXT("predicted − measured, %"), {}};
    return {quantity == EvidenceQuantity::StepTime ? PLATEAU_TEXT("predicted against measured, s")
                                                   : PLATEAU_TEXT("predicted against measured, GB per GPU"),
            {}};
}

struct Extent {
    double low = 1;
    double high = 10;
};

Extent extent(const EvidencePicture& picture, const std::vector<std::size_t>& runs, double scale)
{
    Extent range{1e300, 0};
    for (const std::size_t i : runs) {
        const Compared value = *compared(picture.evidence, i, picture.quantity);
        for (const double side : {value.measured * scale, value.predicted * scale}) {
            range.low = std::min(range.low, side);
            range.high = std::max(range.high, side);
        }
    }
    return range.high > 0 ? Extent{range.low / 1.4, range.high * 1.4} : Extent{};
}

/// By how much each run is missed, without its sign.
std::vector<double> errors_of(const EvidencePicture& picture, const std::vector<std::size_t>& runs)
{
    std::vector<double> errors(runs.size());
    std::transform(runs.begin(), runs.end(), errors.begin(), [&](std::size_t run) {
        return std::abs(compared(picture.evidence, run, picture.quantity)->error());
    });
    return errors;
}

double error_axis(const EvidencePicture& picture, const std::vector<std::size_t>& runs)
{
    const std::vector<double> errors = errors_of(picture, runs);
    if (errors.empty())
        return least_error_axis;
    const double wide = quantile(errors, 0.99) * 1.15;
    return std::clamp(std::ceil(wide * 20) / 20, least_error_axis, most_error_axis);
}

/// The line of equality and the band of 10 % round it.
std::vector<Series> equality(const Extent& x, bool errors)
{
    Series band = errors ? reference({x.low, x.high}, {near, near})
                         : reference({x.low, x.high}, {x.low * (1 + near), x.high * (1 + near)});
    band.y_low = errors ? std::vector{-near, -near} : std::vector{x.low * (1 - near), x.high * (1 - near)};
    band.name = {PLATEAU_TEXT("± 10 %"), {}};
    Series line = errors ? reference({x.low, x.high}, {0, 0}) : reference({x.low, x.high}, {x.low, x.high});
    line.name = {PLATEAU_TEXT("equal"), {}};
    return {band, line};
}

std::vector<Label> corner_words(const Extent& x, double axis, bool errors)
{
    const auto at = [&](double share) { return x.low * std::pow(x.high / x.low, share); };
    const auto word = [](double wx, double wy, const char* words) {
        return Label{.x = wx, .y = wy, .text = {words, {}}};
    };
    if (errors)
        return {word(at(0.82), axis * 0.86, PLATEAU_TEXT("predicted too slow")),
                word(at(0.82), -axis * 0.92, PLATEAU_TEXT("predicted too fast"))};
    return {word(at(0.18), at(0.52), PLATEAU_TEXT("predicted too slow")),
            word(at(0.72), at(0.28), PLATEAU_TEXT("predicted too fast")),
            word(at(0.80), at(0.93), PLATEAU_TEXT("± 10 %"))};
}

/// The grey ones first, together: what has a hue lies on top.
std::vector<Series> clouds(const EvidencePicture& picture, const std::vector<std::size_t>& runs, double scale)
{
    std::vector<Series> series;
    const auto add = [&](Series& cloud, const EvidenceSource& source) {
        const std::size_t before = cloud.x.size();
        for (const std::size_t i : runs) {
            const evidence::Row& row = picture.evidence.sample.rows[i];
            if (row.source != source.source)
                continue;
            const Compared value = *compared(picture.evidence, i, picture.quantity);
            cloud.x.push_back(value.measured * scale);
            cloud.y.push_back(picture.view == EvidenceView::Errors ? value.error() : value.predicted * scale);
            cloud.names.push_back(row.id);
        }
        return cloud.x.size() > before;
    };
    Series others = points({}, SeriesRole::GroupRest);
    int sources = 0;
    Message only;
    for (const EvidenceSource& source : picture.sources)
        if (source.role == SeriesRole::GroupRest && add(others, source)) {
            ++sources;
            only = {"%1", {Verbatim{source.label}}};
        }
    others.name = sources == 1 ? only : Message{PLATEAU_TEXT("%1 other sources"), {Verbatim{std::to_string(sources)}}};
    if (sources > 0)
        series.push_back(std::move(others));
    for (const EvidenceSource& source : picture.sources) {
        Series cloud = points({"%1", {Verbatim{source.label}}}, source.role);
        if (source.role != SeriesRole::GroupRest && add(cloud, source))
            series.push_back(std::move(cloud));
    }
    return series;
}

Message sentence_of(const EvidencePicture& picture, const std::vector<std::size_t>& runs)
{
    const std::vector<double> errors = errors_of(picture, runs);
    if (errors.empty())
        return {PLATEAU_TEXT("No run passes the filter."), {}};
    const auto percent = [](double value) { return Quantity{std::round(value * 1000) / 1000, units::Unit::Fraction}; };
    return {picture.quantity == EvidenceQuantity::StepTime
                ? PLATEAU_TEXT("Half of %1 runs fall within %2 of the measured step time, nine in ten within %3.")
                : PLATEAU_TEXT("Half of %1 runs fall within %2 of the measured memory, nine in ten within %3."),
            {Quantity{static_cast<double>(errors.size()), units::Unit::Count, 3, Quantity::Style::Number},
             percent(quantile(errors, 0.5)), percent(quantile(errors, 0.9))}};
}

Note selected_note(const EvidencePicture& picture, const std::vector<std::size_t>& runs, double scale)
{
    for (const std::size_t i : runs) {
        if (picture.evidence.sample.rows[i].id != picture.selected)
            continue;
        const Compared value = *compared(picture.evidence, i, picture.quantity);
        Note note{.x = value.measured * scale,
                  .y = picture.view == EvidenceView::Errors ? value.error() : value.predicted * scale,
                  .head = run_title(picture.evidence, i)};
        const double rounded = std::round(value.error() * 1000) / 1000;
        note.text = {rounded > 0 ? "+%1" : "%1", {Quantity{rounded, units::Unit::Fraction}}};
        note.ring = true;
        return note;
    }
    return {};
}

/// Errors of each source that has some, in the order of the picture's sources: the first few by themselves, the others
/// together.
std::vector<std::pair<Series, std::vector<double>>> errors_by_source(const EvidencePicture& picture,
                                                                     const std::vector<std::size_t>& runs)
{
    std::vector<std::pair<Series, std::vector<double>>> groups;
    for (const EvidenceSource& source : picture.sources) {
        std::vector<double> errors;
        for (const std::size_t i : runs)
            if (picture.evidence.sample.rows[i].source == source.source)
                errors.push_back(compared(picture.evidence, i, picture.quantity)->error());
        if (!errors.empty())
            groups.emplace_back(points({"%1", {Verbatim{source.label}}}, source.role), std::move(errors));
    }
    if (groups.size() <= most_source_rows)
        return groups;
    const std::size_t others = groups.size() - (most_source_rows - 1);
    groups[most_source_rows - 1].first
        = points({PLATEAU_TEXT("%1 others"), {Verbatim{std::to_string(others)}}}, SeriesRole::GroupRest);
    for (std::size_t i = most_source_rows; i < groups.size(); ++i)
        groups[most_source_rows - 1].second.insert(groups[most_source_rows - 1].second.end(), groups[i].second.begin(),
                                                   groups[i].second.end());
    groups.resize(most_source_rows);
    return groups;
}

/// The name of a row, with what of it lies beyond the axis.
Message row_words(const Message& name, double low, double median, double high)
{
    const auto percent = [](double error) { return Quantity{std::round(error * 100) / 100, units::Unit::Fraction}; };
    if (std::abs(median) > outermost)
        return {PLATEAU_TEXT("%1, at %2"), {name, percent(median)}};
    if (low < -outermost && high > outermost)
        return {PLATEAU_TEXT("%1, from %2 to %3"), {name, percent(low), percent(high)}};
    if (low < -outermost)
        return {PLATEAU_TEXT("%1, from %2"), {name, percent(low)}};
    return high > outermost ? Message{PLATEAU_TEXT("%1, to %2"), {name, percent(high)}} : name;
}

Panel by_source(const EvidencePicture& picture, const std::vector<std::size_t>& runs)
{
    Panel panel = titled_panel("by_source", {PLATEAU_TEXT("Error by source"), {}},
                               {PLATEAU_TEXT("%, median and 10–90 %"), {}}, {.unit = units::Unit::Count});
    std::vector<Series> ranges;
    for (auto& [range, errors] : errors_by_source(picture, runs)) {
        const double median = quantile(errors, 0.5);
        const auto inside = [](double error) { return std::clamp(error, -outermost, outermost); };
        range.x = {inside(median)};
        range.y = {static_cast<double>(panel.y.categories.size())};
        range.x_low = {inside(quantile(errors, 0.1))};
        range.x_high = {inside(quantile(errors, 0.9))};
        panel.y.categories.push_back(row_words(range.name, quantile(errors, 0.1), median, quantile(errors, 0.9)));
        ranges.push_back(std::move(range));
    }
    const double rows = static_cast<double>(panel.y.categories.size());
    panel.series = {reference({0, 0}, {-0.5, rows - 0.5})};
    panel.series.insert(panel.series.end(), ranges.begin(), ranges.end());
    panel.height = std::max(4.0, rows) * 24;
    return panel;
}

Panel histogram(const EvidencePicture& picture, const std::vector<std::size_t>& runs)
{
    Panel panel = titled_panel("distribution", {PLATEAU_TEXT("Error, all runs"), {}},
                               {PLATEAU_TEXT("runs per 2 %"), {}}, {.unit = units::Unit::Count});
    const int bins = static_cast<int>(std::lround(2 * outermost / bin));
    Series bars{.name = {PLATEAU_TEXT("runs"), {}},
                .role = SeriesRole::GroupRest,
                .label_at_end = false,
                .form = SeriesForm::Bars,
                .bar_width = bin};
    for (int i = 0; i < bins; ++i) {
        bars.x.push_back(-outermost + (i + 0.5) * bin);
        bars.y.push_back(0);
    }
    for (const std::size_t i : runs) {
        const double error = compared(picture.evidence, i, picture.quantity)->error();
        const int at = static_cast<int>(std::floor((error + outermost) / bin));
        bars.y[static_cast<std::size_t>(std::clamp(at, 0, bins - 1))] += 1;
    }
    const double most = *std::max_element(bars.y.begin(), bars.y.end());
    panel.y.maximum = std::max(4.0, std::ceil(most * 1.05));
    panel.series = {bars, reference({0, 0}, {0, panel.y.maximum})};
    if (bars.y.front() > 0)
        panel.labels.push_back({.x = bars.x[1], .y = bars.y.front(), .text = {PLATEAU_TEXT("and below"), {}}});
    if (bars.y.back() > 0)
        panel.labels.push_back(
            {.x = bars.x[bars.x.size() - 4], .y = bars.y.back(), .text = {PLATEAU_TEXT("and above"), {}}});
    panel.height = 130;
    return panel;
}

} // namespace

std::vector<EvidenceSource> evidence_sources(const evidence::Evidence& evidence, const evidence::Claims& claims)
{
    std::map<std::string, int> runs;
    for (std::size_t i = 0; i < evidence.sample.rows.size(); ++i)
        if (evidence.predictions[i].predicted()) {
            const bool timed = compared(evidence, i, EvidenceQuantity::StepTime).has_value();
            runs[evidence.sample.rows[i].source] += timed ? 1 : 0;
        }
    std::vector<std::pair<std::string, int>> order(runs.begin(), runs.end());
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    constexpr SeriesRole roles[] = {SeriesRole::GroupA, SeriesRole::GroupB, SeriesRole::GroupC, SeriesRole::GroupD};
    std::vector<EvidenceSource> sources;
    sources.reserve(order.size());
    for (const auto& [source, count] : order)
        sources.push_back({source, evidence::source_label(claims, source),
                           sources.size() < coloured_sources ? roles[sources.size()] : SeriesRole::GroupRest});
    return sources;
}

Figure evidence_figure(const EvidencePicture& picture)
{
    const std::vector<std::size_t> runs = comparable(picture);
    const bool time = picture.quantity == EvidenceQuantity::StepTime;
    const bool errors = picture.view == EvidenceView::Errors;
    const double scale = time ? 1 : 1e-9;
    const Extent range = extent(picture, runs, scale);
    const double axis = error_axis(picture, runs);
    Figure figure{.id = "evidence",
                  .title = {PLATEAU_TEXT("How close are the predictions to what people measured?"), {}},
                  .sentence = sentence_of(picture, runs),
                  .general = true};
    figure.plot().x.title = {time ? PLATEAU_TEXT("Measured step time, s, log scale")
                                  : PLATEAU_TEXT("Measured memory, GB per GPU, log scale"),
                             {}};
    figure.plot().x.logarithmic = true;
    figure.plot().x.minimum = range.low;
    figure.plot().x.maximum = range.high;
    Panel panel{.id = "runs",
                .title = {time ? PLATEAU_TEXT("Step time") : PLATEAU_TEXT("Memory"), {}},
                .unit = unit_words(picture.quantity, errors),
                .y = {.unit = errors ? units::Unit::Fraction : units::Unit::None,
                      .logarithmic = !errors,
                      .minimum = errors ? -axis : range.low,
                      .maximum = errors ? axis : range.high,
                      .with_plus = errors},
                .series = equality(range, errors)};
    for (Series& cloud : clouds(picture, runs, scale))
        panel.series.push_back(std::move(cloud));
    panel.labels = corner_words(range, axis, errors);
    if (const Note note = selected_note(picture, runs, scale); note.ring)
        panel.notes = {note};
    figure.plot().panels = {std::move(panel)};
    return figure;
}

Figure evidence_errors_figure(const EvidencePicture& picture)
{
    const std::vector<std::size_t> runs = comparable(picture);
    Figure figure{.id = "evidence-errors",
                  .title = {PLATEAU_TEXT("How far off are the predictions?"), {}},
                  .sentence = sentence_of(picture, runs),
                  .general = true,
                  .main_panel = "by_source"};
    figure.plot().x.title = {PLATEAU_TEXT("predicted − measured, %"), {}};
    figure.plot().x.unit = units::Unit::Fraction;
    figure.plot().x.minimum = -outermost;
    figure.plot().x.maximum = outermost;
    figure.plot().x.with_plus = true;
    figure.plot().panels = {by_source(picture, runs), histogram(picture, runs)};
    return figure;
}

} // namespace plateau::figures

namespace plateau::views {

namespace {

template<bool errors>
Drawing evidence_runs(const ViewRequest<Scenario>& request)
{
    const auto runs = request.get<answers::Runs>({});
    if (!*runs) // stopped
        return {};
    const evidence::Evidence& evidence = (*runs)->evidence();
    const auto shown = figures::filtered(evidence, {}, request.first());
    const auto sources = figures::evidence_sources(evidence, request.answers.data()->claims());
    const figures::EvidencePicture picture{
        evidence, sources, shown, figures::EvidenceQuantity::StepTime, figures::EvidenceView::Values, {}};
    return {errors ? figures::evidence_errors_figure(picture) : figures::evidence_figure(picture)};
}

constexpr View evidence_views[] = {
    {"evidence", "Predicted against measured step time of all published runs", evidence_runs<false>, false, "evidence",
     "values", PLATEAU_TEXT("Predicted against measured")},
    {"evidence-errors", "Errors of those predictions by source, and their distribution", evidence_runs<true>, false,
     "evidence", "errors", PLATEAU_TEXT("Errors by source and of all runs")},
};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(evidence_view, 60, evidence_views)
