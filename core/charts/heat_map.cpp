// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/heat_map.h"

#include <fmt/format.h>

#include "core/charts/csv_cells.h"
#include "core/files/csv.h"

namespace plateau::figures {

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

} // namespace plateau::figures
