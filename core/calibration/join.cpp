// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/registers.h"
#include "core/text/messages/message.h"
#include "core/views/looks.h"
#include "core/views/view.h"

namespace plateau {

namespace views {
extern const ViewFile evidence_view;
}

namespace calibration {

namespace {

using views::Dock;

const Dock docks[] = {
    {"evidence_sources", "evidence", PLATEAU_TEXT("Sources"), PLATEAU_TEXT("Sources"), Dock::Side::Left},
    {"evidence_filter", "evidence", PLATEAU_TEXT("Filter"), PLATEAU_TEXT("Filter"), Dock::Side::Left},
    {"calibrate", "evidence", PLATEAU_TEXT("Calibrate to my cluster"), PLATEAU_TEXT("Calibrate"), Dock::Side::Left},
    {"run", "evidence", PLATEAU_TEXT("Selected run"), PLATEAU_TEXT("Run")},
    {"run_configuration", "evidence", PLATEAU_TEXT("Configuration"), PLATEAU_TEXT("Configuration")},
    {"run_source", "evidence", PLATEAU_TEXT("Where it comes from"), PLATEAU_TEXT("Source")},
};

} // namespace

void join(Registers& registers)
{
    registers.views.push_back(&views::evidence_view);
    for (const Dock& dock : docks)
        registers.docks.push_back(&dock);
}

} // namespace calibration

} // namespace plateau
