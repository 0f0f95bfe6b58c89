// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/help/writer.h"
#include "core/registers.h"
#include "core/text/messages/message.h"
#include "core/views/looks.h"

namespace plateau::diagnostics {

extern const help::Block program_blocks[2]; // launch_arguments.cpp

namespace {

using views::Dock;

const Dock docks[] = {
    {"measured", "workbench", PLATEAU_TEXT("Why is my run slower?"), PLATEAU_TEXT("Measured"), Dock::Side::Left,
     Dock::Start::Closed},
    {"plan-arguments", "plans", PLATEAU_TEXT("As arguments"), PLATEAU_TEXT("Arguments"), Dock::Side::Right,
     Dock::Start::Folded},
};

} // namespace

void join(Registers& registers)
{
    for (const Dock& dock : docks)
        registers.docks.push_back(&dock);
    for (const help::Block& block : program_blocks)
        registers.blocks.push_back(&block);
}

} // namespace plateau::diagnostics
