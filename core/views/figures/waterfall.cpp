// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/figures/waterfall.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/files/csv.h"
#include "core/text/messages/speech.h"
#include "core/views/figures/csv_cells.h"

namespace plateau::figures {

namespace {

const WaterfallValue& value_of(const WaterfallStep& step, bool pinned) { return pinned ? step.pinned : step.own; }

/// "−120 TFLOP/s"; the words where there is no value.
std::string told(const WaterfallValue& value, units::Unit unit)
{
    return std::isfinite(value.value) ? units::format(value.value, unit) : within(value.words);
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
        lines.push_back({PLATEAU_TEXT("%1: from %2 to %3; the largest step is %4, %5."),
                         {within(name), told(value_of(chart.steps.front(), pinned), chart.unit),
                          told(value_of(*end, pinned), chart.unit), within(largest->name),
                          told(value_of(*largest, pinned), chart.unit)}});
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

std::string tex_axis(const Waterfall& chart, const TableRows& rows, const TexColours& colours)
{
    std::vector<Message> names;
    names.reserve(chart.steps.size());
    for (const WaterfallStep& step : chart.steps)
        names.push_back(step.name);
    std::string lines = fmt::format("\\nextgroupplot[title={}, y dir=reverse, ymin=-0.6, ymax={:.3g}, xlabel={}{}]\n",
                                    tex_text(chart.title), static_cast<double>(names.size()) - 0.4,
                                    tex_text(chart.note), tex_ticks("y", names));
    int row = rows.first;
    for (const bool pinned : questions(chart))
        for (std::size_t i = 0; i < chart.steps.size(); ++i, ++row) {
            const auto& kind = chart.steps[i].kind;
            lines += tex_plot(
                fmt::format("mark=none, line width={}pt, color={}, quiver={{u=\\thisrowno{{{}}}, v=0}}{}",
                            pinned ? 4 : 10,
                            kind && !pinned ? colours.segment(*kind)
                                            : colours.series(pinned ? chart.pinned_role : chart.own_role),
                            rows.column + 4, i ? ", forget plot" : ""),
                row, row + 1,
                fmt::format("x index={}, y expr={:.3g}", rows.column + 3, static_cast<double>(i) + (pinned ? 0.3 : 0)));
            if (i == 0)
                lines += "\\addlegendentry" + tex_text(name_of(chart, pinned)) + '\n';
        }
    return lines;
}

} // namespace plateau::figures
