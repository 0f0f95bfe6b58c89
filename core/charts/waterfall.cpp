// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/waterfall.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/charts/csv_cells.h"
#include "core/files/csv.h"

namespace plateau::figures {

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
    std::string lines = files::csv_line({"step", "series", "total", cell("start" + unit), cell("value" + unit)});
    for (const bool pinned : questions(chart)) {
        const std::vector<WaterfallSpan> spans = waterfall_spans(chart, pinned);
        for (std::size_t i = 0; i < spans.size(); ++i)
            lines += files::csv_line({cell(chart.steps[i].name), cell(name_of(chart, pinned)),
                                      chart.steps[i].total ? "1" : "0", number_cell(spans[i].from),
                                      number_cell(value_of(chart.steps[i], pinned).value)});
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
