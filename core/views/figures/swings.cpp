// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/figures/swings.h"

#include <fmt/format.h>

#include "core/files/csv.h"
#include "core/views/figures/csv_cells.h"

namespace plateau::figures {

std::string csv(const Swings& chart)
{
    std::string lines = files::csv_line({"name", cell(typeset_text(chart.less_name) + " [fraction]"),
                                         cell(typeset_text(chart.more_name) + " [fraction]")});
    for (const Swing& swing : chart.swings)
        lines += files::csv_line({cell(swing.name), number_cell(swing.less), number_cell(swing.more)});
    return lines;
}

std::string tex_axis(const Swings& chart, const TableRows& rows, const TexColours& colours)
{
    std::vector<Message> names;
    names.reserve(chart.swings.size());
    for (const Swing& swing : chart.swings)
        names.push_back(swing.name);
    std::string lines = "\\nextgroupplot[title=" + tex_text(chart.title) + ", xlabel=" + tex_text(chart.axis_title)
        + ", y dir=reverse" + tex_ticks("y", names) + "]\n";
    const std::pair<int, SeriesRole> sides[] = {{1, SeriesRole::PinA}, {2, SeriesRole::Current}};
    for (const auto& [column, role] : sides)
        lines += tex_plot("xbar, bar shift=0pt, bar width=0.6, draw=none, mark=none, fill=" + colours.series(role),
                          rows.first, rows.end,
                          fmt::format("x index={}, y expr=\\coordindex-{}", column + rows.column, rows.first))
            + "\\addlegendentry" + tex_text(column == 1 ? chart.less_name : chart.more_name) + '\n';
    return lines;
}

} // namespace plateau::figures
