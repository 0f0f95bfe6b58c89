// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/estimate.h"
#include "core/model/step.h"

namespace plateau {

/// The numbers of a possible plan, leaving the ledger of its step in `step`.
template<class N>
PartsOf<N> parts_of(StepOf<N>& step);

/// Why a plan is impossible or does not fit; empty when it fits.
Message verdict_reason(const Prepared& prepared, const Parts& parts);

/// The parameter to turn first when memory overflows: what holds the largest share.
std::string largest_memory_key(const Parts& parts);

} // namespace plateau
