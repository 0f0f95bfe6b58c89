// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/registers.h"

namespace plateau::app {

extern const Command evidence_command;

namespace calibration {

void join(Registers& registers) { registers.commands.push_back(&evidence_command); }

} // namespace calibration

} // namespace plateau::app
