// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/question/scenario/scenario.h"

namespace plateau::narrate {

/// Names a plan as people do, without degrees of one except for tensor and pipeline: "TP 2 × PP 1 × FSDP 1,024",
/// "TP 8 × PP 12 (interleaved, 8 chunks) × DDP 4, EP 8", "TP 1 × PP 1 × HSDP 1,024 (in groups of 8)". What stands
/// between × multiplies to the GPUs in use. The data degree must be filled in.
Message plan_words(const Plan& plan);

/// Names the rest of it: "micro-batch 2, selective recomputation, sequence parallel".
Message plan_details(const Plan& plan);

/// Says what is trained: the model's title; where its shape was changed, the size it has now and the model it was:
/// "13.1 T parameters, from GPT-3 175B".
Message model_words(const Scenario& scenario);
/// "671 billion parameters, 37.6 billion of them at work on a token"
Message parameters_words(const catalog::ModelShape& shape);

/// Says what MFU and HFU count of attention: "attention in full", "half of attention", "no attention".
const char* counted_words(const Scenario& scenario);

/// "Megatron-LM with megatron-core does not run FSDP with pipeline stages (...)." Empty where that stack runs the plan,
/// or says nothing about it.
Message refusal_of(const std::string& stack, const Scenario& scenario, const Plan& plan);

/// Says what the scenario's own stack lacks to run it, and which software of the presets would, if any: "... No known
/// software runs it." Empty where its own does.
Message software_warning(const Scenario& scenario, const Plan& plan);

/// Says what the scenario's dispatcher refuses of the plan's experts. Empty where it runs them.
Message dispatcher_warning(const Scenario& scenario, const Plan& plan);

/// Who runs a plan that the scenario's own stack does not: "other software" or "no known software". Empty: it does.
Message software_mark(const Scenario& scenario, const Plan& plan);

/// Stands for the stack itself beside such marks: "the stack".
Message own_software();

} // namespace plateau::narrate
