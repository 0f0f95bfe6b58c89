// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/question/scenario/scenario.h"

namespace plateau::narrate {

/// Names a plan as people do, without degrees of one except for tensor and pipeline: "TP 2 × PP 1 × FSDP 1,024",
/// "TP 8 × PP 12 (interleaved, 8 chunks) × DDP 4, EP 8", "TP 1 × PP 1 × HSDP 1,024 (in groups of 8)". What stands
/// between × multiplies to the GPUs in use. The data degree must be filled in.
Message plan_words(const Plan& plan);

/// Names the rest of it: "micro-batch 2, selective recomputation, sequence parallel".
Message plan_details(const Plan& plan);

} // namespace plateau::narrate
