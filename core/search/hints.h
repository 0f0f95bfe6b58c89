// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/search/plan_space.h"

namespace plateau::search {

/// Plans of the space that resemble `hint`: its degrees, each moved to the nearest candidate, at every data degree.
/// Where a search starts from the answer to a similar question.
std::vector<Plan> plans_near(const PlanSpace& space, const Prepared& prepared, const Plan& hint);

} // namespace plateau::search
