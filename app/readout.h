// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/estimate/estimate.h"

namespace plateau::app {

/// An estimate for a reader at a terminal: verdict, rates, where the step's time goes, what fills the memory,
/// power and price, the plan.
std::string readout(const Scenario& scenario, const Estimate& estimate);

/// "dp 128, tp 1, pp 1, FSDP ..." in one line, as `--set` spells it.
std::string plan_text(const Plan& plan);

} // namespace plateau::app
