// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"

namespace plateau::search {

/// The plan that needs the least memory, whether it fits or not and whatever the objective; none is possible: nothing.
std::optional<Parts> leanest_plan(PlanSearch& search, const Prepared& prepared, const OpenKeys& open,
                                  SearchOptions options);

} // namespace plateau::search
