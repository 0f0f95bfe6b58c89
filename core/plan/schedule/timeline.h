// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/plan/schedule/pipeline.h"

namespace plateau::schedule {

/// One pass of one micro-batch through one model chunk of a rank.
struct Pass {
    int stage = 0; ///< rank of the pipeline
    int chunk = 0;
    int micro_batch = 0;
    bool backward = false;
    double begin = 0; ///< seconds after the first forward pass starts
    double end = 0;
    bool weight = false; ///< the gradients of the weights, where they are kept back; `backward` is then all but those
};

/// The passes of a pipeline in the order each rank runs them, every one as soon as its rank is free and what it needs
/// has arrived: the forward pass of the chunk before, the backward pass of the chunk after. The order is the
/// schedule's:
///     GPipe        m forward, then m backward
///     1F1B         min(m, p - 1 - i) forward on rank i, then one forward and one backward in turn
///     interleaved  min(m v, 2 (p - 1 - i) + (v - 1) g) forward, then in turn; groups of g = p micro-batches go through
///                  one chunk after the other (Narayanan et al. 2104.04473), larger ones where p does not divide m
///     ZB-H1, H2    1F1B with h (p - 1 - i) forward first, gradients of weights h i micro-batches late, h = 1 and 2
///                  (2401.10241)
///     ZB-V         ranks hold chunks i and 2 p - 1 - i; forward passes of the first until those of the second arrive,
///                  then forward, backward and weights of either in turn (2405.15362; as in PyTorch)
///     DualPipe(V)  the eight steps of its authors' code; a forward and a backward pass of the two chunks start and end
///                  together, drawn one after the other (2412.19437)
/// The last three are published for m >= 2 p (DualPipe: even m); for fewer they are theirs with the micro-batches that
/// are not there left out. A chunk costs its share of the rank: 1/v, of two chunks half; under DualPipe each pass costs
/// what the rank takes in the mean. By rank, in time order.
std::vector<std::vector<Pass>> passes(const Pipeline& pipeline);

/// When the last pass ends; where weight gradients are kept back, the longest any rank takes from its own first pass to
/// its own last (pipeline_time()).
double makespan(PipelineSchedule kind, const std::vector<std::vector<Pass>>& ranks);

/// passes() of the schedules that keep weight gradients back, two ranks or more.
std::vector<std::vector<Pass>> zero_bubble_passes(const Pipeline& pipeline);

/// The cost of one rank.
const StageCost& rank_cost(const Pipeline& pipeline, int rank);

} // namespace plateau::schedule
