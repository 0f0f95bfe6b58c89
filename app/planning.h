// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "core/search/search.h"

namespace plateau::app {

inline constexpr Flag plan_flag{
    "--plan", "given|best", "given (default): search only what is `auto`; best: search everything that is not locked"};
inline constexpr Flag objective_flag{"--objective", "NAME", "throughput (default), cost, energy or memory"};
inline constexpr Flag lock_flag{"--lock", "KEY", "a plan parameter that the search must keep; repeatable"};

/// How the plan is chosen.
struct Planning {
    search::PlanChoice choice = search::PlanChoice::Given;
    search::Objective objective = search::Objective::Throughput;
};
Expected<Planning> read_planning(const Arguments& arguments);

/// The scenario with every --lock added.
Expected<Scenario> with_locks(Scenario scenario, const Arguments& arguments);

} // namespace plateau::app
