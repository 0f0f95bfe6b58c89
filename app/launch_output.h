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
    "also the arguments that start the plan: megatron, torchtitan, nemo, deepspeed, maxtext, accelerate or nanotron"};

/// What --as asks for; empty: nothing.
Expected<std::string> asked_program(const Arguments& arguments);
/// Adds `arguments` and `cannot`.
void add_arguments(Json& json, const std::string& program, const Parts& parts, const Scenario& scenario);
/// Below a table or a read-out; empty for no program.
std::string arguments_text(const std::string& program, const Parts& parts, const Scenario& scenario);

} // namespace plateau::app
