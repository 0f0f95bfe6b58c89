// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explore/solve.h"

namespace plateau::narrate {

/// "15T tokens in 60 days under $20M: 6,144 H100 SXM, bound by the deadline", or what stands in the way.
Message solve_sentence(const Scenario& scenario, const explore::Limits& limits, const explore::Solution& solution);

/// "the deadline", "memory"; translated apart, as an argument of other sentences.
const char* bound_words(explore::Bound bound);

} // namespace plateau::narrate
