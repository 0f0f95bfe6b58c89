// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/summary.h"

#include <algorithm>
#include <cmath>

#include "core/figures/series_value.h"
#include "core/messages/speech.h"

namespace plateau::figures {

namespace {

constexpr std::size_t told_segments = 4;

bool is_told(const Series& series)
{
    switch (series.role) {
    case SeriesRole::Band:
    case SeriesRole::HiddenBand:
    case SeriesRole::Reference:
    case SeriesRole::Thin:
        return false;
    default:
        return series.form == SeriesForm::Line;
    }
}

bool shows_unit(const Panel& panel) { return panel.y.unit != units::Unit::None && panel.y.unit != units::Unit::Count; }

/// "MFU", "Throughput (tokens/s, all GPUs)" where the values do not say it.
std::string title_of(const Panel& panel)
{
    return shows_unit(panel) || panel.unit.empty() ? within(panel.title)
                                                   : within({"%1 (%2)", {within(panel.title), within(panel.unit)}});
}

std::string name_of(const Panel& panel, const Series& series, bool alone)
{
    if (alone || series.name.empty())
        return title_of(panel);
    return panel.title.empty() ? within(series.name) : within({"%1, %2", {title_of(panel), within(series.name)}});
}

void tell_series(const Figure& figure, const Panel& panel, const Series& series, bool alone,
                 std::vector<Message>& lines)
{
    std::size_t first = 0, last = series.y.size();
    while (first < last && !std::isfinite(series.y[first]))
        ++first;
    while (last > first && !std::isfinite(series.y[last - 1]))
        --last;
    if (first == last)
        return;
    const auto place = [&](double x) { return units::format(x, figure.x.unit); };
    const std::string name = name_of(panel, series, alone);
    const double here
        = figure.marker > 0 ? value_at(series, figure.marker, figure.x.logarithmic, panel.y.logarithmic) : std::nan("");
    const std::string begins = units::format(series.y[first], panel.y.unit), begins_at = place(series.x[first]);
    const std::string ends = units::format(series.y[last - 1], panel.y.unit), ends_at = place(series.x[last - 1]);
    if (std::isfinite(here))
        lines.push_back(
            {PLATEAU_TEXT("%1: %2 at %3; from %4 at %5 to %6 at %7."),
             {name, units::format(here, panel.y.unit), place(figure.marker), begins, begins_at, ends, ends_at}});
    else
        lines.push_back({PLATEAU_TEXT("%1: from %2 at %3 to %4 at %5."), {name, begins, begins_at, ends, ends_at}});
}

void tell_panel(const Figure& figure, const Panel& panel, std::vector<Message>& lines)
{
    const bool alone = std::count_if(panel.series.begin(), panel.series.end(), is_told) == 1;
    for (const Series& series : panel.series)
        if (is_told(series))
            tell_series(figure, panel, series, alone, lines);
}

void tell_bar(const Figure& figure, const Bar& bar, std::vector<Message>& lines)
{
    std::vector<const Segment*> parts;
    double sum = 0;
    for (const Segment& segment : bar.segments) {
        parts.push_back(&segment);
        sum += segment.value;
    }
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Segment* one, const Segment* other) { return one->value > other->value; });
    std::string told;
    for (std::size_t i = 0; i < std::min(parts.size(), told_segments); ++i) {
        const std::string part
            = within({"%1 %2", {within(parts[i]->name), units::format(parts[i]->value, figure.bar_unit)}});
        told = told.empty() ? part : within({"%1, %2", {told, part}});
    }
    lines.push_back(
        {PLATEAU_TEXT("%1: %2 in all, most of it %3."), {within(bar.name), units::format(sum, figure.bar_unit), told}});
}

void tell_map(const HeatMap& map, std::vector<Message>& lines)
{
    if (map.best < 0 || map.columns.empty())
        return;
    const auto best = static_cast<std::size_t>(map.best);
    lines.push_back({PLATEAU_TEXT("%1: the best is %2 at %3 %4, %5 %6."),
                     {within(map.title), units::format(map.cells[best].value, map.unit), within(map.column_title),
                      within(map.columns[best % map.columns.size()]), within(map.row_title),
                      within(map.rows[best / map.columns.size()])}});
}

} // namespace

std::vector<Message> readings(const Figure& figure)
{
    std::vector<Message> lines;
    for (const Panel& panel : figure.panels)
        tell_panel(figure, panel, lines);
    for (const Bar& bar : figure.bars)
        tell_bar(figure, bar, lines);
    if (figure.heat_map)
        tell_map(*figure.heat_map, lines);
    return lines;
}

std::vector<Message> summary(const Figure& figure)
{
    std::vector<Message> lines = readings(figure);
    if (!figure.sentence.empty())
        lines.insert(lines.begin(), figure.sentence);
    return lines;
}

} // namespace plateau::figures
