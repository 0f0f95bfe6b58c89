// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/script_plan.h"

#include <QFile>

#include <algorithm>

#include "core/files/csv.h"
#include "core/views/figures/csv_cells.h"
#include "core/views/figures/figure_page.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

/// The tables of a page as one, and where each tile's rows end in it.
struct PageTable {
    files::CsvTable table;
    std::vector<int> ends;
    bool tiled = false;
};

files::CsvTable own_table(const figures::Figure& figure)
{
    return files::parse_csv(figures::figure_values(figure), "tile").value_or(files::CsvTable{});
}

PageTable table_of(const figures::FigurePage& page)
{
    PageTable read;
    read.table = files::parse_csv(figures::page_csv(page), "figure").value_or(files::CsvTable{});
    read.tiled = page.tiles.size() > 1 || !page.tiles.front().heading.empty();
    int rows = 0;
    for (const figures::PageTile& tile : page.tiles) {
        rows += static_cast<int>(own_table(tile.figure).rows.size());
        read.ends.push_back(rows);
    }
    return read;
}

std::string unit_of(const figures::Panel& panel)
{
    return panel.y.unit == units::Unit::Fraction ? std::string("fraction") : english(panel.unit);
}

void add_curves(ScriptPlan& plan, const figures::PageTile& tile, const PageTable& read, int first, int end)
{
    const auto columns = figures::curve_columns(tile.figure.plot());
    const auto index = [&](const std::string& name) { return read.table.column(figures::plain_cell(name)); };
    for (std::size_t panel = 0; panel < tile.figure.panels().size(); ++panel) {
        ScriptAxes axes{&tile.figure,
                        &tile.figure.plot().panels[panel],
                        english(tile.heading),
                        unit_of(tile.figure.plot().panels[panel]),
                        {},
                        first,
                        end,
                        0};
        for (const figures::CurveColumn& column : columns) {
            if (!column.series || column.panel != panel)
                continue;
            if (column.low) {
                axes.curves.back().low = index(column.name);
                continue;
            }
            ScriptCurve curve{column.series, english(column.series->name), index(columns.front().name),
                              index(column.name)};
            if (column.series->form == figures::SeriesForm::Points)
                curve.words = read.table.column("run");
            curve.first = first;
            curve.end = end;
            axes.curves.push_back(std::move(curve));
        }
        plan.axes.push_back(std::move(axes));
    }
}

/// A row per value, in the order of the panels and their series.
void add_values(ScriptPlan& plan, const figures::PageTile& tile, const PageTable& read, int first)
{
    int row = first;
    for (const figures::Panel& panel : tile.figure.panels()) {
        ScriptAxes axes{&tile.figure, &panel, english(tile.heading), unit_of(panel), {}, row, row, 0};
        for (const figures::Series& series : panel.series) {
            if (series.form == figures::SeriesForm::Line)
                continue;
            ScriptCurve curve{&series, english(series.name), read.table.column("x"), read.table.column("y")};
            if (!series.x_low.empty()) {
                curve.x_low = read.table.column("x_low");
                curve.x_high = read.table.column("x_high");
            }
            curve.words = read.table.column("name");
            curve.first = row;
            curve.end = row += static_cast<int>(series.x.size());
            axes.curves.push_back(std::move(curve));
        }
        axes.end = row;
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
    const PageTable read = table_of(page);
    ScriptPlan plan{read.table.header, {}, static_cast<int>(page.tiles.size())};
    for (std::size_t i = 0; i < page.tiles.size(); ++i) {
        const figures::PageTile& tile = page.tiles[i];
        const int first = i ? read.ends[i - 1] : 0, end = read.ends[i];
        if (!tile.figure.as<figures::Plot>())
            plan.axes.push_back({&tile.figure,
                                 nullptr,
                                 english(tile.heading),
                                 {},
                                 {},
                                 first,
                                 end,
                                 read.tiled ? 1 : 0,
                                 own_table(tile.figure).header});
        else if (figures::has_curves(tile.figure.plot()))
            add_curves(plan, tile, read, first, end);
        else
            add_values(plan, tile, read, first);
    }
    return plan;
}

} // namespace plateau::ui
