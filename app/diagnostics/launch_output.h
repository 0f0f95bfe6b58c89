// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/arguments.h"
#include "app/json.h"
#include "core/model/estimate.h"

/// Plans as what starts them in a training program.
namespace plateau::app {

inline constexpr Flag as_flag{
    "--as", "PROGRAM",
    "also the arguments that start the plan: megatron, torchtitan, deepspeed, maxtext, accelerate or nanotron"};

/// Programs that plans are written for.
std::vector<std::string> known_programs();
/// Is the program of --as one of these?
Expected<void> check_program(const Arguments& arguments);
/// With --as, the scenario with a stack of that program, unless it has one or --set names one: then that stands
/// among what was assumed.
void pose_as_program(const Arguments& arguments, const catalog::Catalog& catalog, Scenario& scenario);
/// How many things of the plan the program cannot be told.
std::size_t untold(const Arguments& arguments, const Parts& parts, const Scenario& scenario);
/// Adds `arguments`, `files` and `cannot`; nothing without --as.
void add_arguments(Json& json, const Arguments& arguments, const Parts& parts, const Scenario& scenario);
/// Below a table or a read-out; empty without --as.
std::string arguments_text(const Arguments& arguments, const Parts& parts, const Scenario& scenario);

} // namespace plateau::app
