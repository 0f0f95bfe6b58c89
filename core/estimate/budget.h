// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stage.h"

namespace plateau {

/// Bytes on the fullest stage by kind, the total, and whether it fits. Tight: above 95 % of the device.
void add_memory(Parts& parts, const Prepared& prepared, const Degrees& degrees);

/// Bytes one layer keeps of one micro-batch for its backward pass, wherever they wait.
double kept_layer_bytes(const Prepared& prepared, const Plan& plan);

/// Bytes on the fullest stage; add_memory()'s total but for the order of the sum.
double memory_bytes(const Prepared& prepared, const Degrees& degrees);

/// What no sharding, schedule and number of virtual stages with these tensor, context, expert, pipeline and data
/// degrees, micro-batch and recomputation can go below: states spread over all ranks, nothing gathered, the fewest
/// micro-batches in flight. Holds for the schedules that spread the model over the ranks as the plan's does.
double least_memory_bytes(const Prepared& prepared, const Degrees& degrees);

/// What no micro-batch, recomputation and schedule that spreads the model alike can go below, with these degrees and
/// this sharding, where the first stage's rank holds `first`.
double least_state_bytes(const Prepared& prepared, const Degrees& degrees, const RankParameters& first);

/// Board, node and facility watts and dollars per million tokens. A device draws its busy power while it computes
/// and its waiting power while traffic or a bubble holds it up; accelerators the plan leaves idle and spares are paid
/// too and draw their idle power. Needs the time parts.
void add_power_and_cost(Parts& parts, const Prepared& prepared);

} // namespace plateau
