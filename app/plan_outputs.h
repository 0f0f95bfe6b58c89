// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/registers.h"

/// What annexes say of a plan, in the commands that answer with plans: every row of Registers::plan_outputs.
namespace plateau::app {

Expected<void> check_plan_outputs(const Arguments& arguments);
void add_plan_outputs(Json& json, const Arguments& arguments, const Parts& parts, const Scenario& scenario);
std::string plan_outputs_text(const Arguments& arguments, const Parts& parts, const Scenario& scenario);

} // namespace plateau::app
