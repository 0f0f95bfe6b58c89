// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/search/search.h"

namespace plateau::search {

/// The answer to a question whose plan is partly open: the best plan that fits; where none fits, the one that needs
/// the least memory; where none is possible, the scenario's own with its obstacle. Without open keys, the given plan.
/// Parts::plan says which it was.
Parts best_plan(PlanSearch& search, const Prepared& prepared, const OpenKeys& open, const SearchOptions& options = {});

/// The same with nothing instead of an impossible plan: the best plan that fits, else the one that needs the least
/// memory. At least one key must be open.
std::optional<Parts> best_or_leanest(PlanSearch& search, const Prepared& prepared, const OpenKeys& open,
                                     const SearchOptions& options = {});

} // namespace plateau::search
