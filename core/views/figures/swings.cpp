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

} // namespace plateau::figures
