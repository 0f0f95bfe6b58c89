// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "core/model/estimate.h"

namespace plateau {

/// Bytes by memory part, from Part::Weights on.
using StageMemory = std::array<double, int(first_power_part) - int(first_memory_part)>;

/// What a device of every pipeline stage holds; the fullest is what the estimate says. Empty for an impossible plan.
std::vector<StageMemory> stage_memory(const Prepared& prepared, const Plan& plan);

} // namespace plateau
