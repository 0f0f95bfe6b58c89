// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/figure_csv.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/figures/figure_page.h"
#include "core/figures/series_value.h"
#include "core/files/csv.h"
#include "core/units/typeset.h"

namespace plateau::figures {

namespace {

using Cells = std::vector<std::string>;

std::string text(const Message& message) { return units::typeset(english(message)); }

std::string cell(const std::string& words) { return files::csv_words(plain_cell(words)); }

std::string cell(const Message& message) { return cell(text(message)); }

std::string number(double value) { return std::isfinite(value) ? fmt::format("{:.12g}", value) : std::string(); }

std::string line(const Cells& cells) { return files::csv_line(cells); }

std::string unit_name(units::Unit unit)
{
    return unit == units::Unit::Fraction ? "fraction" : units::show(1, unit).unit;
}

std::string in_brackets(const std::string& unit) { return unit.empty() ? std::string() : " [" + unit + "]"; }

/// "MFU: Current [fraction]"
std::string column(const Panel& panel, const Series& series)
{
    const std::string unit = panel.y.unit == units::Unit::Fraction ? unit_name(panel.y.unit) : text(panel.unit);
    return fmt::format("{}: {}", text(panel.title), text(series.name)) + in_brackets(unit);
}

bool any_form(const Figure& figure, SeriesForm form)
{
    for (const Panel& panel : figure.panels)
        for (const Series& series : panel.series)
            if (series.form == form && !series.x.empty())
                return true;
    return false;
}

/// A row per value: points and bars have no x in common.
std::string values_csv(const Figure& figure)
{
    std::string lines = "panel,series,name,x,y,x_low,x_high,category\n";
    const auto end = [](const std::vector<double>& values, std::size_t i) {
        return i < values.size() ? number(values[i]) : std::string();
    };
    for (const Panel& panel : figure.panels)
        for (const Series& series : panel.series) {
            if (series.form == SeriesForm::Line)
                continue;
            for (std::size_t i = 0; i < series.x.size(); ++i) {
                const auto category = static_cast<std::size_t>(std::max(0.0, series.y[i]));
                const bool words = category < panel.y.categories.size();
                lines += line({cell(panel.title), cell(series.name),
                               i < series.names.size() ? cell(series.names[i]) : std::string(), number(series.x[i]),
                               number(series.y[i]), end(series.x_low, i), end(series.x_high, i),
                               words ? cell(panel.y.categories[category]) : std::string()});
            }
        }
    return lines;
}

/// Points over curves: a row of its own for each, with its name in the last column.
std::string points_rows(const Figure& figure)
{
    std::string lines;
    std::vector<const Series*> columns;
    for (const Panel& panel : figure.panels)
        for (const Series& series : panel.series)
            columns.push_back(&series);
    for (const Series* series : columns) {
        if (series->form != SeriesForm::Points)
            continue;
        for (std::size_t i = 0; i < series->x.size(); ++i) {
            Cells row{number(series->x[i])};
            for (const Series* other : columns) {
                row.push_back(other == series ? number(series->y[i]) : std::string());
                if (!other->y_low.empty())
                    row.emplace_back();
            }
            row.push_back(i < series->names.size() ? cell(series->names[i]) : std::string());
            lines += line(row);
        }
    }
    return lines;
}

std::string curves_header(const Figure& figure, bool points)
{
    Cells header;
    for (const CurveColumn& each : curve_columns(figure))
        header.push_back(cell(each.name));
    if (points)
        header.emplace_back("run");
    return line(header);
}

Cells curves_row(const Figure& figure, double x)
{
    Cells row{number(x)};
    for (const Panel& panel : figure.panels)
        for (const Series& series : panel.series) {
            if (series.form == SeriesForm::Points) {
                row.emplace_back();
                continue;
            }
            row.push_back(number(value_at(series, x, figure.x.logarithmic, panel.y.logarithmic)));
            if (series.y_low.empty())
                continue;
            Series low = series;
            low.y = series.y_low;
            row.push_back(number(value_at(low, x, figure.x.logarithmic, panel.y.logarithmic)));
        }
    return row;
}

std::string curves_csv(const Figure& figure)
{
    const bool points = any_form(figure, SeriesForm::Points);
    std::set<double> all;
    for (const Panel& panel : figure.panels)
        for (const Series& series : panel.series)
            if (series.form == SeriesForm::Line)
                all.insert(series.x.begin(), series.x.end());
    std::string lines = curves_header(figure, points);
    for (const double x : all) {
        Cells row = curves_row(figure, x);
        if (points)
            row.emplace_back();
        lines += line(row);
    }
    return lines + points_rows(figure);
}

} // namespace

bool has_curves(const Figure& figure)
{
    for (const Panel& panel : figure.panels)
        for (const Series& series : panel.series)
            if (series.form == SeriesForm::Line && series.role != SeriesRole::Reference)
                return true;
    return !any_form(figure, SeriesForm::Points) && !any_form(figure, SeriesForm::Bars);
}

std::vector<CurveColumn> curve_columns(const Figure& figure)
{
    std::vector<CurveColumn> columns{{text(figure.x.title)}};
    const auto add = [&](CurveColumn next) {
        const std::string name = next.name;
        const auto taken = [&] {
            return std::any_of(columns.begin(), columns.end(),
                               [&](const CurveColumn& other) { return other.name == next.name; });
        };
        for (int copy = 2; taken(); ++copy)
            next.name = fmt::format("{} ({})", name, copy);
        columns.push_back(std::move(next));
    };
    for (std::size_t panel = 0; panel < figure.panels.size(); ++panel)
        for (const Series& series : figure.panels[panel].series) {
            add({column(figure.panels[panel], series), panel, &series, false});
            if (!series.y_low.empty())
                add({columns.back().name + " low", panel, &series, true});
        }
    return columns;
}

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

std::string bars_csv(const Figure& figure)
{
    const std::string unit = in_brackets(unit_name(figure.bar_unit));
    std::string lines = line({"bar", "segment", "waiting", cell("start" + unit), cell("value" + unit)});
    for (const Bar& bar : figure.bars) {
        double start = 0;
        for (const Segment& segment : bar.segments) {
            lines += line({cell(bar.name), cell(segment.name), is_waiting(segment.kind) ? "1" : "0", number(start),
                           number(segment.value)});
            start += segment.value;
        }
    }
    return lines;
}

/// A row per pair of choices.
std::string heat_map_csv(const HeatMap& map)
{
    const std::string unit = unit_name(map.unit);
    std::string lines = line(
        {cell(map.column_title), cell(map.row_title), cell(text(map.title) + in_brackets(unit)), "reason", "mark"});
    for (std::size_t i = 0; i < map.cells.size(); ++i) {
        const int index = static_cast<int>(i);
        const char* mark = index == map.best ? "best" : index == map.current ? "current" : "";
        lines += line({cell(map.columns[i % map.columns.size()]), cell(map.rows[i / map.columns.size()]),
                       number(map.cells[i].value), cell(map.cells[i].reason), mark});
    }
    return lines;
}

std::string swings_csv(const SwingChart& chart)
{
    std::string lines
        = line({"name", cell(text(chart.less_name) + " [fraction]"), cell(text(chart.more_name) + " [fraction]")});
    for (const Swing& swing : chart.swings)
        lines += line({cell(swing.name), number(swing.less), number(swing.more)});
    return lines;
}

} // namespace

std::string figure_values(const Figure& figure)
{
    if (figure.heat_map)
        return heat_map_csv(*figure.heat_map);
    if (figure.swings)
        return swings_csv(*figure.swings);
    if (figure.panels.empty())
        return bars_csv(figure);
    return has_curves(figure) ? curves_csv(figure) : values_csv(figure);
}

std::string figure_csv(const Figure& figure) { return page_csv(page_of(figure)); }

} // namespace plateau::figures
