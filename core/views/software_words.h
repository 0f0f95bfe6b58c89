// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/question/scenario/scenario.h"

/// Which software runs a plan, in words. Plans have every degree filled in.
namespace plateau::narrate {

/// "Megatron-LM with megatron-core does not run FSDP with pipeline stages (...)." Empty where that stack runs the plan,
/// or says nothing about it.
Message refusal_of(const std::string& stack, const Scenario& scenario, const Plan& plan);

/// What the scenario's own stack lacks to run it, and which software of the presets would, if any: "... No known
/// software runs it." Empty where its own does.
Message software_warning(const Scenario& scenario, const Plan& plan);

/// Who runs a plan that the scenario's own stack does not: "other software" or "no known software". Empty: it does.
Message software_mark(const Scenario& scenario, const Plan& plan);

/// What stands for the stack itself beside such marks: "the stack".
Message own_software();

} // namespace plateau::narrate
