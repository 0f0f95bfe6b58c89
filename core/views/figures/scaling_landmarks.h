// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/views/figures/throughput_axis.h"

namespace plateau::figures {

/// The knee of the current curve, and where along the best one another plan takes over: a tick at every change, words
/// where they fit. First the change away from the plan of the smallest counts, then those of the tensor degree.
std::vector<Note> landmarks(const ScalingPicture& picture, const Quantity& value);

} // namespace plateau::figures
