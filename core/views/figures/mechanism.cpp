// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/figures/mechanism.h"

#include "core/files/csv.h"
#include "core/text/messages/speech.h"
#include "core/views/figures/csv_cells.h"

namespace plateau::figures {

std::string csv(const Mechanism& chart)
{
    std::string lines = files::csv_line({"quantity", "value", "unit"});
    for (const mechanisms::Fact& fact : chart.facts)
        lines += files::csv_line({cell(fact.name), number_cell(fact.value), units::si_name(fact.unit)});
    return lines;
}

std::vector<Message> readings(const Mechanism& chart)
{
    std::vector<Message> lines;
    for (const mechanisms::Fact& fact : chart.facts)
        lines.push_back({"%1: %2", {english(fact.name), units::format(fact.value, fact.unit)}});
    return lines;
}

} // namespace plateau::figures
