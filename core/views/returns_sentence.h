// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explore/best_curve.h"
#include "core/answers/explore/returns.h"

namespace plateau::narrate {

/// A landmark on a curve: what it is, and a line about it.
struct Landmark {
    Message head;
    Message text;
};

/// "Knee at 1,024 GPUs", "the next doubling returns 1.42 ×".
Landmark knee_words(const explore::Knee& knee);

/// "TP 2 × PP 1 × FSDP 1,024", "best from 2,048 GPUs on".
Landmark crossover_words(const explore::Crossover& crossover);

/// "Doubling pays 1.5 × up to 1,024 GPUs; the next one returns 1.42 ×.", or that every doubling does.
Landmark soonest_words(const explore::Soonest& soonest);

/// Where more GPUs stop paying, the earlier of the two first: "Knee at 2,048 GPUs; the run reaches its loss soonest
/// on 16,384 GPUs, in 12 days."; where neither is on a curve that ends at `to` GPUs: "No knee up to 16,384 GPUs."
Message end_of_returns_sentence(const std::optional<explore::Knee>& knee,
                                const std::optional<explore::Soonest>& soonest, double to);

Message knee_sentence(const std::optional<explore::Knee>& knee, double factor);

/// "At 2,048 GPUs TP 2 × PP 1 × FSDP 1,024 is best: 12 % more tokens/s than the given plan." `given` may be null.
Message best_plan_sentence(const Parts& best, const Parts* given, search::Objective objective);

/// "At 2,048 GPUs the batch of 16.8 M tokens is 4.3 × the critical batch of 3.9 M: the loss of 1 T tokens takes 5.3 T,
/// 12 days." `here` must fit.
Message to_loss_sentence(const Parts& here, const Scenario& scenario);

} // namespace plateau::narrate
