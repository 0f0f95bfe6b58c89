// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

#include "core/model/stage.h"
#include "core/model/timeline.h"
#include "core/text/messages/message.h"

namespace plateau::narrate {

/// Lists what fills its memory, the most first.
std::vector<Part> largest_parts(const Stage& stage);

/// "Peak: 210 ms into the step, as the backward pass of micro-batch 1 starts: Activations 31 GB, Weights 12 GB,
/// Gradients 6 GB": the three that are most.
Message peak_words(const Stage& stage, const Peak& peak);

/// peak_words() of the fullest stage of a plan that is possible. Empty where the step has more than `most_passes`
/// passes, which take long to play.
Message fullest_peak_words(const Prepared& prepared, const Plan& plan,
                           double most_passes = std::numeric_limits<double>::infinity());

} // namespace plateau::narrate
