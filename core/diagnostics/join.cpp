// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/registers.h"
#include "core/text/messages/message.h"
#include "core/views/docks.h"

namespace plateau::diagnostics {

namespace {

using views::Dock;

const Dock docks[] = {
    {"measured", "workbench", PLATEAU_TEXT("Why is my run slower?"), PLATEAU_TEXT("Measured"), Dock::Side::Left},
    {"plan-arguments", "plans", PLATEAU_TEXT("As arguments"), PLATEAU_TEXT("Arguments"), Dock::Side::Right,
     Dock::Start::Folded},
};

} // namespace

void join(Registers& registers)
{
    for (const Dock& dock : docks)
        registers.docks.push_back(&dock);
}

} // namespace plateau::diagnostics
