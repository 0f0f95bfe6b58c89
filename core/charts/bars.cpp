// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/bars.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/charts/csv_cells.h"
#include "core/files/csv.h"

namespace plateau::figures {

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

} // namespace plateau::figures
