// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/csv_cells.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/charts/figure.h"
#include "core/files/csv.h"

namespace plateau::figures {

std::string typeset_text(const Message& message) { return units::typeset(english(message)); }

std::string cell(const std::string& words) { return files::csv_words(plain_cell(words)); }

std::string cell(const Message& message) { return cell(typeset_text(message)); }

std::string number_cell(double value) { return std::isfinite(value) ? fmt::format("{:.12g}", value) : std::string(); }

std::string unit_name(units::Unit unit)
{
    return unit == units::Unit::Fraction ? "fraction" : units::show(1, unit).unit;
}

std::string in_brackets(const std::string& unit) { return unit.empty() ? std::string() : " [" + unit + "]"; }

std::string typewriter(std::string words)
{
    const std::pair<const char*, const char*> stand_ins[]
        = {{"\u00a0", " "}, {"\u202f", " "}, {"\u00d7", "x"}, {"\u00f7", "/"}, {"\u2212", "-"}, {"\u2013", "-"}};
    for (const auto& [from, to] : stand_ins)
        for (std::size_t at = 0; (at = words.find(from, at)) != std::string::npos;)
            words.replace(at, std::char_traits<char>::length(from), to);
    return words;
}

std::string plain_cell(std::string words)
{
    words = typewriter(std::move(words));
    std::string kept;
    for (const char letter : words)
        if (letter == '"')
            kept += '\'';
        else if (letter == '{')
            kept += '(';
        else if (letter == '}')
            kept += ')';
        else if (letter != ',' && letter != '#')
            kept += letter;
    return kept;
}

namespace {

constexpr std::size_t told_segments = 4;

Message reading(const Bar& bar, units::Unit unit)
{
    std::vector<const Segment*> parts;
    double sum = 0;
    for (const Segment& segment : bar.segments) {
        parts.push_back(&segment);
        sum += segment.value;
    }
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Segment* one, const Segment* other) { return one->value > other->value; });
    std::vector<Argument> told;
    for (std::size_t i = 0; i < std::min(parts.size(), told_segments); ++i)
        told.push_back(Message{"%1 %2", {parts[i]->name, Quantity{parts[i]->value, unit}}});
    return {PLATEAU_TEXT("%1: %2 in all, most of it %3."), {bar.name, Quantity{sum, unit}, listed(told)}};
}

} // namespace

std::string csv(const Bars& bars)
{
    const std::string unit = in_brackets(unit_name(bars.unit));
    std::string lines = files::csv_line({"bar", "segment", "waiting", cell("start" + unit), cell("value" + unit)});
    for (const Bar& bar : bars.bars) {
        double start = 0;
        for (const Segment& segment : bar.segments) {
            lines += files::csv_line({cell(bar.name), cell(segment.name), is_waiting(segment.kind) ? "1" : "0",
                                      number_cell(start), number_cell(segment.value)});
            start += segment.value;
        }
    }
    return lines;
}

std::vector<Message> readings(const Bars& bars)
{
    std::vector<Message> lines;
    lines.reserve(bars.bars.size());
    for (const Bar& bar : bars.bars)
        lines.push_back(reading(bar, bars.unit));
    return lines;
}

std::vector<NamedPart> named_parts(Bars& bars)
{
    std::vector<NamedPart> parts;
    parts.reserve(bars.bars.size());
    for (Bar& bar : bars.bars)
        parts.push_back({bar.name, bar.role});
    return parts;
}

bool leave_out(Bars& bars, const IsOut& is_out)
{
    std::erase_if(bars.bars, [&](const Bar& bar) { return is_out(bar.name); });
    return !bars.bars.empty();
}

std::string csv(const HeatMap& map)
{
    const std::string unit = unit_name(map.unit);
    std::string lines = files::csv_line({cell(map.column_title), cell(map.row_title),
                                         cell(typeset_text(map.title) + in_brackets(unit)), "reason", "mark"});
    for (std::size_t i = 0; i < map.cells.size(); ++i) {
        const int index = static_cast<int>(i);
        const char* mark = index == map.best ? "best" : index == map.current ? "current" : "";
        lines += files::csv_line({cell(map.columns[i % map.columns.size()]), cell(map.rows[i / map.columns.size()]),
                                  number_cell(map.cells[i].value), cell(map.cells[i].reason), mark});
    }
    return lines;
}

std::vector<Message> readings(const HeatMap& map)
{
    if (map.best < 0 || map.columns.empty())
        return {};
    const auto best = static_cast<std::size_t>(map.best);
    return {{PLATEAU_TEXT("%1: the best is %2 at %3 %4, %5 %6."),
             {map.title, Quantity{map.cells[best].value, map.unit}, map.column_title,
              map.columns[best % map.columns.size()], map.row_title, map.rows[best / map.columns.size()]}}};
}

namespace {

const WaterfallValue& value_of(const WaterfallStep& step, bool pinned) { return pinned ? step.pinned : step.own; }

/// "−120 TFLOP/s"; the words where there is no value.
Argument told(const WaterfallValue& value, units::Unit unit)
{
    return std::isfinite(value.value) ? Argument(Quantity{value.value, unit}) : value.words;
}

std::vector<bool> questions(const Waterfall& chart)
{
    return chart.has_pinned() ? std::vector<bool>{false, true} : std::vector<bool>{false};
}

const Message& name_of(const Waterfall& chart, bool pinned) { return pinned ? chart.pinned_name : chart.own_name; }

} // namespace

std::vector<WaterfallSpan> waterfall_spans(const Waterfall& chart, bool pinned)
{
    std::vector<WaterfallSpan> spans;
    spans.reserve(chart.steps.size());
    double at = 0;
    for (const WaterfallStep& step : chart.steps) {
        const double value = value_of(step, pinned).value;
        const double from = step.total ? 0 : at;
        spans.push_back({std::isfinite(value) ? from : value, from + value});
        if (std::isfinite(value))
            at = from + value;
    }
    return spans;
}

std::string csv(const Waterfall& chart)
{
    const std::string unit = in_brackets(unit_name(chart.unit));
    std::vector<std::string> heads{"step", "series", "total", cell("start" + unit), cell("value" + unit)};
    if (chart.has_ranges())
        heads.insert(heads.end(), {"low", "high"});
    std::string lines = files::csv_line(heads);
    for (const bool pinned : questions(chart)) {
        const std::vector<WaterfallSpan> spans = waterfall_spans(chart, pinned);
        for (std::size_t i = 0; i < spans.size(); ++i) {
            const WaterfallValue& value = value_of(chart.steps[i], pinned);
            std::vector<std::string> cells{cell(chart.steps[i].name), cell(name_of(chart, pinned)),
                                           chart.steps[i].total ? "1" : "0", number_cell(spans[i].from),
                                           number_cell(value.value)};
            if (chart.has_ranges())
                cells.insert(cells.end(), {number_cell(value.range.first), number_cell(value.range.second)});
            lines += files::csv_line(cells);
        }
    }
    return lines;
}

std::vector<Message> readings(const Waterfall& chart)
{
    std::vector<Message> lines;
    for (const bool pinned : questions(chart)) {
        const WaterfallStep* largest = nullptr;
        const auto end = std::find_if(chart.steps.rbegin(), chart.steps.rend(), [&](const WaterfallStep& step) {
            return std::isfinite(value_of(step, pinned).value);
        });
        const auto size = [&](const WaterfallStep& step) { return std::abs(value_of(step, pinned).value); };
        for (const WaterfallStep& step : chart.steps)
            if (!step.total && std::isfinite(size(step)) && (!largest || size(step) > size(*largest)))
                largest = &step;
        if (!largest)
            continue;
        const Message& name = name_of(chart, pinned).empty() ? chart.title : name_of(chart, pinned);
        lines.push_back(
            {PLATEAU_TEXT("%1: from %2 to %3; the largest step is %4, %5."),
             {name, told(value_of(chart.steps.front(), pinned), chart.unit), told(value_of(*end, pinned), chart.unit),
              largest->name, told(value_of(*largest, pinned), chart.unit)}});
    }
    return lines;
}

std::vector<NamedPart> named_parts(Waterfall& chart)
{
    std::vector<NamedPart> parts{{chart.own_name, chart.own_role}};
    if (chart.has_pinned())
        parts.push_back({chart.pinned_name, chart.pinned_role});
    return parts;
}

bool leave_out(Waterfall& chart, const IsOut& is_out)
{
    if (is_out(chart.pinned_name))
        chart.pinned_name = {};
    return !is_out(chart.own_name);
}

} // namespace plateau::figures
