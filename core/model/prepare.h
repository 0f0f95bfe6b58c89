// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/estimate.h"

namespace plateau {

/// prepare() without a copy of the scenario.
std::shared_ptr<const Prepared> prepare(std::shared_ptr<const Scenario> scenario);

} // namespace plateau
