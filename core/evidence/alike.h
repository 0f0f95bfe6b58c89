// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tuple>
#include <vector>

#include "core/evidence/shipped.h"

/// Which published runs lie on the curves of a scenario.
namespace plateau::evidence {

/// What a run and a scenario must share so that the run is a point of the scenario's curve against the GPU count:
///   - the accelerator, and the number format's width (fp16 and bf16 are one);
///   - layers, hidden size, heads, key-value heads, feed-forward size and experts of the model, and the sequence;
///   - tensor, pipeline, context, expert and expert tensor degree, sharding (a hybrid group: its size) and
///   recomputation;
///   - the global batch where the scenario fixes that, else the sequences per GPU, to PhysicsValues::same_batch_share;
///     and the micro-batch, unless the run leaves it open;
///   - the machine and the software (same_machine(), same_software()).
/// The GPU count and the vocabulary may differ.
bool is_alike(const Case& run, const Scenario& scenario);

/// Scale-up domain, rates, latencies and wiring of every network level that a group of `gpus` reaches; memory rate and
/// power limit.
bool same_machine(const Cluster& a, const Cluster& b, double gpus);
/// Every constant of the stack that a step depends on, how attention is computed, number formats and what is offloaded.
template<class Its>
auto software_of(Its& assumptions)
{
    return std::tie(assumptions.attention, assumptions.dispatcher, assumptions.expert_products, assumptions.loss,
                    assumptions.graphs, assumptions.local_steps, assumptions.expert_spread,
                    assumptions.expert_imbalance, assumptions.numerics, assumptions.offload,
                    assumptions.stack.constants);
}
bool same_software(const Assumptions& a, const Assumptions& b);

/// It could be posed and has a step time.
bool is_timed(const Sample& sample, std::size_t row);

/// Rows of the sample that are alike and were timed, in order.
std::vector<std::size_t> alike_runs(const Sample& sample, const Scenario& scenario);

} // namespace plateau::evidence
