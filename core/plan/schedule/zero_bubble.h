// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/schedule/timeline.h"

namespace plateau::schedule {

/// passes() of the schedules that keep weight gradients back, two ranks or more.
std::vector<std::vector<Pass>> zero_bubble_passes(const Pipeline& pipeline);

/// The cost of one rank.
const StageCost& rank_cost(const Pipeline& pipeline, int rank);

} // namespace plateau::schedule
