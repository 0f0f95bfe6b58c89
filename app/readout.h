// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/evidence/known.h"
#include "core/model/estimate.h"

namespace plateau::app {

/// An estimate for a reader at a terminal: verdict, rates, where the step's time goes, what fills the memory,
/// power and price, the plan. `nearest` says how it is known, on hardware of which that many runs were published.
std::string readout(const Scenario& scenario, const Estimate& estimate, const evidence::Nearest& nearest,
                    int published);

/// "dp 128, tp 1, pp 1, FSDP ..." in one line, as `--set` spells it.
std::string plan_text(const Plan& plan);

} // namespace plateau::app
