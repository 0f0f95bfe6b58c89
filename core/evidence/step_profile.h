// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/model/estimate.h"

namespace plateau::evidence {

/// The exposed seconds of each part of a step over the seconds that its model's FLOP take at the peak.
using StepProfile = std::array<double, time_part_count>;
StepProfile step_profile(const Parts& parts);

/// ln(1 + sum_i |a_i - b_i| / min(sum_i a_i, sum_i b_i)): the change of ln(step time per unit of work) if no part's
/// change made up for another's.
double distance(const StepProfile& a, const StepProfile& b);

} // namespace plateau::evidence
