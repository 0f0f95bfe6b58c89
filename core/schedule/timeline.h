// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/schedule/pipeline.h"

namespace plateau::schedule {

/// One pass of one micro-batch through one model chunk of a stage.
struct Pass {
    int stage = 0;
    int chunk = 0;
    int micro_batch = 0;
    bool backward = false;
    double begin = 0; ///< seconds after the first forward pass starts
    double end = 0;
};

/// The passes of a pipeline in the order each stage runs them, every one as soon as its stage is free and what it needs
/// has arrived: the forward pass of the chunk before, the backward pass of the chunk after. The order is the
/// schedule's:
///     GPipe        m forward, then m backward
///     1F1B         min(m, p - 1 - i) forward on stage i, then one forward and one backward in turn
///     interleaved  min(m v, 2 (p - 1 - i) + (v - 1) p) forward, then in turn; groups of p micro-batches go through one
///                  chunk after the other (Narayanan et al. 2104.04473)
/// A chunk costs 1/v of its stage. By stage, in time order.
std::vector<std::vector<Pass>> passes(const Pipeline& pipeline);

/// When the last pass ends.
double makespan(const std::vector<std::vector<Pass>>& stages);

} // namespace plateau::schedule
