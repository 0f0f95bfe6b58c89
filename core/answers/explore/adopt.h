// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/question/scenario/scenario.h"

namespace plateau::explore {

/// The scenario with this plan as its given one. Sets only the parameters that differ in effect, closes those that
/// were left to the search, and leaves the data degree and the shard group to follow where that gives the same.
Expected<Scenario> with_plan(const catalog::Catalog& catalog, const Scenario& scenario, const Plan& plan);

/// The scenario with the least recomputation with which its given plan fits; as it is where none helps.
Scenario recomputed_to_fit(const catalog::Catalog& catalog, const Scenario& scenario);

} // namespace plateau::explore
