// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/swings.h"

#include <fmt/format.h>

#include "core/charts/csv_cells.h"
#include "core/files/csv.h"

namespace plateau::figures {

std::string csv(const Swings& chart)
{
    std::string lines = files::csv_line({"name", cell(typeset_text(chart.less_name) + " [fraction]"),
                                         cell(typeset_text(chart.more_name) + " [fraction]")});
    for (const Swing& swing : chart.swings)
        lines += files::csv_line({cell(swing.name), number_cell(swing.less), number_cell(swing.more)});
    return lines;
}

} // namespace plateau::figures
