// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/plot.h"

#include <set>

#include <fmt/format.h>

#include "core/charts/csv_cells.h"
#include "core/files/csv.h"

namespace plateau::figures {

namespace {

/// "MFU: Current [fraction]"
std::string column(const Panel& panel, const Series& series)
{
    const std::string unit = panel.y.unit == units::Unit::Fraction ? unit_name(panel.y.unit) : typeset_text(panel.unit);
    return fmt::format("{}: {}", typeset_text(panel.title), typeset_text(series.name)) + in_brackets(unit);
}

bool any_form(const Plot& plot, SeriesForm form)
{
    for (const Panel& panel : plot.panels)
        for (const Series& series : panel.series)
            if (series.form == form && !series.x.empty())
                return true;
    return false;
}

/// A row per value: points and bars have no x in common.
std::string values_csv(const Plot& plot)
{
    std::string lines = "panel,series,name,x,y,x_low,x_high,category\n";
    const auto end = [](const std::vector<double>& values, std::size_t i) {
        return i < values.size() ? number_cell(values[i]) : std::string();
    };
    for (const Panel& panel : plot.panels)
        for (const Series& series : panel.series) {
            if (series.form == SeriesForm::Line)
                continue;
            for (std::size_t i = 0; i < series.x.size(); ++i) {
                const auto category = static_cast<std::size_t>(std::max(0.0, series.y[i]));
                const bool words = category < panel.y.categories.size();
                lines += files::csv_line({cell(panel.title), cell(series.name),
                                          i < series.names.size() ? cell(series.names[i]) : std::string(),
                                          number_cell(series.x[i]), number_cell(series.y[i]), end(series.x_low, i),
                                          end(series.x_high, i),
                                          words ? cell(panel.y.categories[category]) : std::string()});
            }
        }
    return lines;
}

/// Points over curves: a row of its own for each, with its name in the last column.
std::string points_rows(const Plot& plot)
{
    std::string lines;
    std::vector<const Series*> columns;
    for (const Panel& panel : plot.panels)
        for (const Series& series : panel.series)
            columns.push_back(&series);
    for (const Series* series : columns) {
        if (series->form != SeriesForm::Points)
            continue;
        for (std::size_t i = 0; i < series->x.size(); ++i) {
            Cells row{number_cell(series->x[i])};
            for (const Series* other : columns) {
                row.push_back(other == series ? number_cell(series->y[i]) : std::string());
                if (!other->y_low.empty())
                    row.emplace_back();
            }
            row.push_back(i < series->names.size() ? cell(series->names[i]) : std::string());
            lines += files::csv_line(row);
        }
    }
    return lines;
}

std::string curves_header(const Plot& plot, bool points)
{
    Cells header;
    for (const CurveColumn& each : curve_columns(plot))
        header.push_back(cell(each.name));
    if (points)
        header.emplace_back("run");
    return files::csv_line(header);
}

Cells curves_row(const Plot& plot, double x)
{
    Cells row{number_cell(x)};
    for (const Panel& panel : plot.panels)
        for (const Series& series : panel.series) {
            if (series.form == SeriesForm::Points) {
                row.emplace_back();
                continue;
            }
            row.push_back(number_cell(value_at(series, x, plot.x.logarithmic, panel.y.logarithmic)));
            if (series.y_low.empty())
                continue;
            Series low = series;
            low.y = series.y_low;
            row.push_back(number_cell(value_at(low, x, plot.x.logarithmic, panel.y.logarithmic)));
        }
    return row;
}

/// A line at one x: no function of it, so it has no column.
bool is_upright(const Series& series)
{
    return series.form == SeriesForm::Line && series.x.size() > 1 && series.x.front() == series.x.back();
}

std::string curves_csv(Plot plot)
{
    for (Panel& panel : plot.panels)
        std::erase_if(panel.series, is_upright);
    const bool points = any_form(plot, SeriesForm::Points);
    std::set<double> all;
    for (const Panel& panel : plot.panels)
        for (const Series& series : panel.series)
            if (series.form == SeriesForm::Line)
                all.insert(series.x.begin(), series.x.end());
    std::string lines = curves_header(plot, points);
    for (const double x : all) {
        Cells row = curves_row(plot, x);
        if (points)
            row.emplace_back();
        lines += files::csv_line(row);
    }
    return lines + points_rows(plot);
}

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
Message title_of(const Panel& panel)
{
    return shows_unit(panel) || panel.unit.empty() ? panel.title : Message{"%1 (%2)", {panel.title, panel.unit}};
}

Message name_of(const Panel& panel, const Series& series, bool alone)
{
    if (alone || series.name.empty())
        return title_of(panel);
    return panel.title.empty() ? series.name : Message{"%1, %2", {title_of(panel), series.name}};
}

void tell_series(const Plot& plot, const Panel& panel, const Series& series, bool alone, std::vector<Message>& lines)
{
    std::size_t first = 0, last = series.y.size();
    while (first < last && !std::isfinite(series.y[first]))
        ++first;
    while (last > first && !std::isfinite(series.y[last - 1]))
        --last;
    if (first == last)
        return;
    const auto place = [&](double x) { return Quantity{x, plot.x.unit}; };
    const Message name = name_of(panel, series, alone);
    const double here
        = plot.marker > 0 ? value_at(series, plot.marker, plot.x.logarithmic, panel.y.logarithmic) : std::nan("");
    const Quantity begins{series.y[first], panel.y.unit}, begins_at = place(series.x[first]);
    const Quantity ends{series.y[last - 1], panel.y.unit}, ends_at = place(series.x[last - 1]);
    const bool between = plot.marker > series.x[first] && plot.marker < series.x[last - 1];
    if (std::isfinite(here) && between)
        lines.push_back({PLATEAU_TEXT("%1: %2 at %3; from %4 at %5 to %6 at %7."),
                         {name, Quantity{here, panel.y.unit}, place(plot.marker), begins, begins_at, ends, ends_at}});
    else
        lines.push_back({PLATEAU_TEXT("%1: from %2 at %3 to %4 at %5."), {name, begins, begins_at, ends, ends_at}});
}

void tell_panel(const Plot& plot, const Panel& panel, std::vector<Message>& lines)
{
    const bool alone = std::count_if(panel.series.begin(), panel.series.end(), is_told) == 1;
    for (const Series& series : panel.series)
        if (is_told(series))
            tell_series(plot, panel, series, alone, lines);
}

} // namespace

bool has_curves(const Plot& plot)
{
    for (const Panel& panel : plot.panels)
        for (const Series& series : panel.series)
            if (series.form == SeriesForm::Line && series.role != SeriesRole::Reference)
                return true;
    return !any_form(plot, SeriesForm::Points) && !any_form(plot, SeriesForm::Bars);
}

std::vector<CurveColumn> curve_columns(const Plot& plot)
{
    std::vector<CurveColumn> columns{{typeset_text(plot.x.title)}};
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
    for (std::size_t panel = 0; panel < plot.panels.size(); ++panel)
        for (const Series& series : plot.panels[panel].series) {
            if (is_upright(series))
                continue;
            add({column(plot.panels[panel], series), panel, &series, false});
            if (!series.y_low.empty())
                add({columns.back().name + " low", panel, &series, true});
        }
    return columns;
}

std::string csv(const Plot& plot) { return has_curves(plot) ? curves_csv(plot) : values_csv(plot); }

std::vector<Message> readings(const Plot& plot)
{
    std::vector<Message> lines;
    for (const Panel& panel : plot.panels)
        tell_panel(plot, panel, lines);
    return lines;
}

std::vector<NamedPart> named_parts(Plot& plot)
{
    std::vector<NamedPart> parts;
    for (Panel& panel : plot.panels)
        for (Series& series : panel.series)
            parts.push_back({series.name, series.role});
    return parts;
}

bool leave_out(Plot& plot, const IsOut& is_out)
{
    for (Panel& panel : plot.panels) {
        std::erase_if(panel.series, [&](const Series& series) { return is_out(series.name); });
        std::erase_if(panel.labels, [&](const Label& label) { return is_out(label.text); });
    }
    std::erase_if(plot.panels, [](const Panel& panel) { return panel.series.empty(); });
    return !plot.panels.empty();
}

double value_at(const Series& series, double x, bool log_x, bool log_y)
{
    const auto after = std::lower_bound(series.x.begin(), series.x.end(), x * (1 - 1e-12));
    if (after == series.x.end())
        return std::numeric_limits<double>::quiet_NaN();
    const auto index = static_cast<std::size_t>(after - series.x.begin());
    if (std::abs(series.x[index] - x) <= 1e-9 * std::abs(x))
        return series.y[index];
    if (index == 0)
        return std::numeric_limits<double>::quiet_NaN();
    const auto place = [log_x](double value) { return log_x ? std::log(value) : value; };
    const double share
        = (place(x) - place(series.x[index - 1])) / (place(series.x[index]) - place(series.x[index - 1]));
    const double low = series.y[index - 1], high = series.y[index];
    return log_y && low > 0 && high > 0 ? low * std::pow(high / low, share) : low + share * (high - low);
}

} // namespace plateau::figures
