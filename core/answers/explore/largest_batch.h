// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/question/scenario/scenario.h"

namespace plateau::explore {

/// The largest micro-batch with which the plan fits, all else as it is: of those that divide a data rank's sequences of
/// a step. 0: not even one sequence.
int largest_micro_batch(const Scenario& scenario, const Plan& plan);

} // namespace plateau::explore
