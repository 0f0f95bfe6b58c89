// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/step.h"

namespace plateau {

/// The numbers of a possible plan, leaving the ledger of its step in `step`.
template<class N>
PartsOf<N> parts_of(StepOf<N>& step);

} // namespace plateau
