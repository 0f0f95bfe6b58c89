// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/question/scenario/scenario.h"
#include "core/text/messages/message.h"

namespace plateau::narrate {

/// What the answer hangs on that nobody said, a line for each list that is not empty: "Not said, and it decides:
/// hardware=h100_sxm; tokens (nothing says how long the run is)".
std::vector<Message> unsaid_lines(const std::vector<Unsaid>& all);
std::vector<Message> unsaid_lines(const Scenario& scenario);

/// Of these the stand-ins that decide, for where there is room for one line; empty where there are none.
Message stand_ins_line(const Scenario& scenario);

} // namespace plateau::narrate
