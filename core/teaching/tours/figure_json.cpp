// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/figure_json.h"

#include <array>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "core/text/messages/speech.h"
#include "core/text/units/quantity.h"

namespace plateau::figures {

namespace {

/// Names of roles, kinds and tones in the page's style sheet.
constexpr std::array role_names{"own",     "pin-a",   "pin-b",   "pin-c",      "pin-d",      "pin-e",
                                "pin-f",   "ideal",   "thin",    "other-plan", "band",       "hidden-band",
                                "group-a", "group-b", "group-c", "group-d",    "group-rest", "published"};
constexpr std::array kind_names{"product", "attention", "kernels", "optimizer", "again", "gather", "scatter",
                                "tensor",  "context",   "experts", "traffic",   "idle",  "host",   "jitter"};
constexpr std::array tone_names{"outline", "pale", "strong", "computing", "waiting", "nothing"};

const char* role(SeriesRole role) { return role_names[static_cast<std::size_t>(role)]; }
const char* kind(SegmentKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

const char* unit_kind(units::Unit unit)
{
    switch (unit) {
    case units::Unit::Fraction:
        return "share";
    case units::Unit::Flop:
        return "powers";
    case units::Unit::Gpus:
    case units::Unit::Count:
        return "whole";
    default:
        return "plain";
    }
}

FigureJson numbers(const std::vector<double>& values)
{
    FigureJson all = FigureJson::array();
    for (const double value : values)
        all.push_back(json_number(value));
    return all;
}

std::string number_words(double value, units::Unit unit) { return units::typeset(said(Quantity{value, unit})); }

template<class Placed, class Make>
FigureJson list(const std::vector<Placed>& all, Make make)
{
    FigureJson json = FigureJson::array();
    for (const Placed& one : all)
        json.push_back(make(one));
    return json;
}

FigureJson words(const std::vector<Message>& all)
{
    return list(all, [](const Message& one) { return json_words(one); });
}

FigureJson of_axis(const Axis& axis)
{
    return {{"title", json_words(axis.title)},
            {"log", axis.logarithmic},
            {"low", json_number(axis.minimum)},
            {"high", json_number(axis.maximum)},
            {"unit", unit_kind(axis.unit)},
            {"words", words(axis.categories)},
            {"plus", axis.with_plus}};
}

FigureJson of_series(const Series& series)
{
    FigureJson json{{"name", json_words(series.name)},
                    {"role", role(series.role)},
                    {"x", numbers(series.x)},
                    {"y", numbers(series.y)}};
    if (series.form != SeriesForm::Line)
        json["form"] = series.form == SeriesForm::Points ? "points" : "bars";
    if (series.form == SeriesForm::Bars)
        json["width"] = json_number(series.bar_width);
    if (!series.y_low.empty())
        json["low"] = numbers(series.y_low);
    if (series.area)
        json["area"] = kind(*series.area);
    if (series.markers && series.form == SeriesForm::Line)
        json["dots"] = true;
    if (series.label_at_end)
        json["label"] = true;
    if (series.extrapolated_from > 0)
        json["dotted"] = json_number(series.extrapolated_from);
    return json;
}

FigureJson of_panel(const Panel& panel, JsonPool& curves)
{
    FigureJson json{{"id", panel.id},
                    {"title", json_words(panel.title)},
                    {"unit", json_words(panel.unit)},
                    {"y", of_axis(panel.y)},
                    {"height", json_number(panel.height)}};
    json["curves"] = list(panel.series, [&](const Series& one) { return curves.keep(of_series(one)); });
    json["notes"] = list(panel.notes, [](const Note& note) {
        return FigureJson{{"x", json_number(note.x)},
                          {"y", json_number(note.y)},
                          {"head", json_words(note.head)},
                          {"text", json_words(note.text)},
                          {"ring", note.ring}};
    });
    json["brackets"] = list(panel.brackets, [](const Bracket& one) {
        return FigureJson{{"x", json_number(one.x_to)},
                          {"from", json_number(one.y_reference)},
                          {"to", json_number(one.y_to)},
                          {"head", json_words(one.head)},
                          {"text", json_words(one.text)}};
    });
    json["regions"] = list(panel.regions, [](const Region& one) {
        return FigureJson{{"from", json_number(one.from)},
                          {"to", json_number(one.to)},
                          {"how",
                           one.hatched      ? "hatched"
                               : one.waits  ? "waits"
                               : one.strong ? "hidden"
                                            : "tint"},
                          {"text", json_words(one.reason)}};
    });
    json["labels"] = list(panel.labels, [](const Label& one) {
        return FigureJson{{"x", json_number(one.x)},
                          {"y", json_number(one.y)},
                          {"text", json_words(one.text)},
                          {"before", one.before}};
    });
    json["marks"] = list(panel.marks, [](const Mark& one) {
        return FigureJson{{"x", json_number(one.x)}, {"text", json_words(one.text)}};
    });
    return json;
}

FigureJson of_chart(const Plot& plot, JsonPool& curves)
{
    FigureJson json{{"kind", "plot"}, {"x", of_axis(plot.x)}};
    json["panels"] = list(plot.panels, [&](const Panel& panel) { return of_panel(panel, curves); });
    return json;
}

FigureJson of_chart(const Bars& bars, JsonPool&)
{
    FigureJson json{{"kind", "bars"},
                    {"title", json_words(bars.title)},
                    {"note", json_words(bars.note)},
                    {"limit", json_number(bars.limit)},
                    {"limit_name", json_words(bars.limit_name)}};
    json["bars"] = list(bars.bars, [&](const Bar& bar) {
        FigureJson one{{"name", json_words(bar.name)}, {"role", role(bar.role)}, {"fits", bar.fits}};
        double sum = 0;
        for (const Segment& segment : bar.segments)
            sum += segment.value;
        one["sum"] = number_words(sum, bars.unit);
        one["parts"] = list(bar.segments, [&](const Segment& segment) {
            return FigureJson{{"name", json_words(segment.name)},
                              {"kind", kind(segment.kind)},
                              {"value", json_number(segment.value)},
                              {"words", number_words(segment.value, bars.unit)}};
        });
        return one;
    });
    return json;
}

FigureJson of_chart(const HeatMap& map, JsonPool&)
{
    FigureJson json{{"kind", "map"},
                    {"title", json_words(map.title)},
                    {"note", json_words(map.note)},
                    {"across", json_words(map.column_title)},
                    {"down", json_words(map.row_title)},
                    {"columns", words(map.columns)},
                    {"rows", words(map.rows)},
                    {"best", map.best},
                    {"own", map.current}};
    json["cells"] = list(map.cells, [&](const HeatCell& cell) {
        const bool has_value = std::isfinite(cell.value);
        return FigureJson{{"value", json_number(cell.value)},
                          {"words", has_value ? number_words(cell.value, map.unit) : json_words(cell.reason)}};
    });
    return json;
}

FigureJson of_chart(const Swings& chart, JsonPool&)
{
    FigureJson json{{"kind", "swings"},
                    {"title", json_words(chart.title)},
                    {"note", json_words(chart.note)},
                    {"less", json_words(chart.less_name)},
                    {"more", json_words(chart.more_name)},
                    {"axis", json_words(chart.axis_title)}};
    const auto end = [](double value, const Message& reason) {
        return std::isfinite(value) ? (value > 0 ? "+" : "") + number_words(value, units::Unit::Fraction)
                                    : json_words(reason);
    };
    json["rows"] = list(chart.swings, [&](const Swing& one) {
        return FigureJson{{"name", json_words(one.name)},
                          {"less", json_number(one.less)},
                          {"more", json_number(one.more)},
                          {"less_words", end(one.less, one.less_reason)},
                          {"more_words", end(one.more, one.more_reason)}};
    });
    return json;
}

FigureJson of_chart(const Waterfall& chart, JsonPool&)
{
    FigureJson json{{"kind", "waterfall"}, {"title", json_words(chart.title)}, {"note", json_words(chart.note)}};
    const std::vector<WaterfallSpan> spans = waterfall_spans(chart, false);
    json["rows"] = FigureJson::array();
    for (std::size_t i = 0; i < chart.steps.size(); ++i) {
        const WaterfallStep& step = chart.steps[i];
        const bool has_words = !step.own.words.empty();
        json["rows"].push_back(
            {{"name", json_words(step.name)},
             {"from", json_number(spans[i].from)},
             {"to", json_number(spans[i].to)},
             {"total", step.total},
             {"kind", step.kind ? kind(*step.kind) : ""},
             {"words", has_words ? json_words(step.own.words) : number_words(step.own.value, chart.unit)}});
    }
    return json;
}

/// What stays of an actor in every question, and apart from it its times: both are shared by many pictures. Places are
/// hundredths of the sheet, times ten-thousandths of the whole.
FigureJson of_actor(const mechanisms::Actor& actor, double seconds, JsonPool& pool)
{
    const auto whole = [](double value) { return static_cast<std::int64_t>(std::llround(value)); };
    FigureJson places = FigureJson::array(), times = FigureJson::array();
    for (const mechanisms::Key& key : actor.keys) {
        times.push_back(whole(1e4 * key.time / seconds));
        for (const double value : {key.x, key.y, key.width, key.height, key.opacity})
            places.push_back(whole(100 * value));
    }
    FigureJson json{{"s", name(actor.shape)}, {"r", name(actor.role)}, {"p", std::move(places)}};
    if (!actor.words.empty()) {
        json["w"] = json_words(actor.words);
        json["l"] = json_number(actor.letters);
        json["m"] = name(actor.align);
        json["b"] = actor.strong;
    }
    return {pool.keep(std::move(json)), pool.keep(std::move(times))};
}

FigureJson of_chart(const Mechanism& chart, JsonPool& pool)
{
    FigureJson json{{"kind", "moving"},
                    {"name", chart.name},
                    {"title", json_words(chart.title)},
                    {"note", json_words(chart.caption)},
                    {"play", json_number(chart.play_seconds)},
                    {"rests", std::llround(1e4 * mechanisms::rest_of(chart) / chart.seconds)}};
    if (chart.has_clock) {
        const units::NumberAndUnit shown = units::show(chart.seconds, units::Unit::Seconds);
        json["of"] = {{"value", json_number(std::strtod(shown.number.c_str(), nullptr))}, {"unit", shown.unit}};
    }
    json["stills"] = list(chart.stills, [&](const mechanisms::Still& still) {
        return FigureJson{std::llround(1e4 * still.time / chart.seconds), json_words(still.words)};
    });
    json["actors"]
        = list(chart.actors, [&](const mechanisms::Actor& actor) { return of_actor(actor, chart.seconds, pool); });
    return json;
}

} // namespace

std::size_t JsonPool::keep(FigureJson value)
{
    const auto [found, is_new] = places_.emplace(value.dump(), all_.size());
    if (is_new)
        all_.push_back(std::move(value));
    return found->second;
}

FigureJson json_number(double value)
{
    if (!std::isfinite(value))
        return nullptr;
    constexpr double most_whole = 1e7;
    if (std::abs(value) < most_whole && value == std::floor(value))
        return static_cast<std::int64_t>(value);
    const double rounded = std::strtod(fmt::format("{:.5g}", value).c_str(), nullptr);
    if (std::abs(rounded) < most_whole && rounded == std::floor(rounded)) // without ".0"
        return static_cast<std::int64_t>(rounded);
    return rounded;
}

std::string json_words(const Message& message)
{
    return message.empty() ? std::string() : units::typeset(said(message));
}

FigureJson figure_json(const Figure& figure, JsonPool& curves)
{
    FigureJson json = std::visit([&](const auto& chart) { return of_chart(chart, curves); }, figure.chart);
    json["says"] = json_words(figure.sentence);
    return json;
}

FigureJson figure_json(const Schematic& schematic)
{
    FigureJson json{{"kind", "drawing"},
                    {"title", json_words(schematic.title)},
                    {"says", json_words(schematic.sentence)},
                    {"width", json_number(schematic.width)},
                    {"height", json_number(schematic.height)}};
    json["boxes"] = list(schematic.boxes, [](const Schematic::Box& box) {
        return FigureJson{{"x", json_number(box.x)},
                          {"y", json_number(box.y)},
                          {"w", json_number(box.width)},
                          {"h", json_number(box.height)},
                          {"tone", tone_names[static_cast<std::size_t>(box.tone)]},
                          {"text", json_words(box.words)}};
    });
    json["arrows"] = list(schematic.arrows, [](const Schematic::Arrow& arrow) {
        return FigureJson{{"from", {json_number(arrow.x_from), json_number(arrow.y_from)}},
                          {"to", {json_number(arrow.x_to), json_number(arrow.y_to)}},
                          {"both", arrow.both}};
    });
    json["words"] = list(schematic.words, [](const Schematic::Word& word) {
        return FigureJson{{"x", json_number(word.x)},
                          {"y", json_number(word.y)},
                          {"text", json_words(word.text)},
                          {"strong", word.strong}};
    });
    return json;
}

} // namespace plateau::figures
