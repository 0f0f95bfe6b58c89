// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/script_plan.h"

#include <QFile>

#include <algorithm>

#include "core/charts/csv_cells.h"

namespace plateau::ui {

namespace {

int rows_of(const figures::Figure& figure)
{
    return static_cast<int>(
        files::parse_csv(figures::figure_values(figure), "tile").value_or(files::CsvTable{}).rows.size());
}

void add_curves(ScriptPlan& plan, const figures::Figure& figure, int first, int end)
{
    const auto columns = figures::curve_columns(figure.plot());
    const auto index = [&](const std::string& name) { return plan.table.column(figures::plain_cell(name)); };
    for (std::size_t panel = 0; panel < figure.panels().size(); ++panel) {
        ScriptAxes axes{&figure.plot().panels[panel], {}, {}};
        for (const figures::Series& series : axes.panel->series)
            if (std::none_of(columns.begin(), columns.end(),
                             [&](const figures::CurveColumn& column) { return column.series == &series; }))
                axes.lines.push_back(&series);
        for (const figures::CurveColumn& column : columns) {
            if (!column.series || column.panel != panel)
                continue;
            if (column.low) {
                axes.curves.back().low = index(column.name);
                continue;
            }
            ScriptCurve curve{column.series, english(column.series->name), index(columns.front().name),
                              index(column.name)};
            curve.first = first;
            curve.end = end;
            axes.curves.push_back(std::move(curve));
        }
        plan.axes.push_back(std::move(axes));
    }
}

/// A row per value, in the order of the panels and their series.
void add_values(ScriptPlan& plan, const figures::Figure& figure, int first)
{
    int row = first;
    for (const figures::Panel& panel : figure.panels()) {
        ScriptAxes axes{&panel, {}, {}};
        for (const figures::Series& series : panel.series) {
            if (series.form == figures::SeriesForm::Line) {
                if (series.x.size() > 1 && series.y_low.empty())
                    axes.lines.push_back(&series);
                continue;
            }
            ScriptCurve curve{&series, english(series.name), plan.table.column("x"), plan.table.column("y")};
            if (!series.x_low.empty()) {
                curve.x_low = plan.table.column("x_low");
                curve.x_high = plan.table.column("x_high");
            }
            curve.first = row;
            curve.end = row += static_cast<int>(series.x.size());
            axes.curves.push_back(std::move(curve));
        }
        plan.axes.push_back(std::move(axes));
    }
}

} // namespace

std::string script_head(const char* file)
{
    QFile head(QStringLiteral(":/plateau/scripts/") + QLatin1String(file));
    return head.open(QIODevice::ReadOnly) ? head.readAll().toStdString() : std::string();
}

ScriptPlan script_plan(const figures::FigurePage& page)
{
    ScriptPlan plan{files::parse_csv(figures::page_csv(page), "figure").value_or(files::CsvTable{}), {}};
    int first = 0;
    for (const figures::PageTile& tile : page.tiles) {
        const int end = first + rows_of(tile.figure);
        if (tile.figure.as<figures::Plot>()) {
            if (figures::has_curves(tile.figure.plot()))
                add_curves(plan, tile.figure, first, end);
            else
                add_values(plan, tile.figure, first);
        }
        first = end;
    }
    return plan;
}

} // namespace plateau::ui
