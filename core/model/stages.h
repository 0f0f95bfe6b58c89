// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <numeric>
#include <vector>

#include "core/model/estimate.h"

namespace plateau {

/// What a device of one pipeline stage has. Where it holds a stage from either end and works on them in turn
/// (schedule::Fold), layers, embedding and head are half of both.
struct Stage {
    double layers = 0;
    double embedding = 0; ///< 1: all of it
    double head = 0;
    double parameters = 0; ///< before they are sharded over data ranks
    double micro_batches_in_flight = 0; ///< whose activations it keeps at once, in units of all its layers
    double seconds = 0; ///< of the passes of all its micro-batches in a step
    StageMemory memory = {};

    double bytes() const { return std::accumulate(memory.begin(), memory.end(), 0.0); }
    double bytes(Part part) const { return memory[std::size_t(part) - std::size_t(first_memory_part)]; }
    /// It holds most (peaks()) with the logits there, which are gone when the backward pass of a layer begins.
    bool fullest_at_loss() const { return bytes(Part::Logits) > 0; }
};

/// One for each pipeline stage, the first first; the fullest holds what the estimate says. Empty for an impossible
/// plan.
std::vector<Stage> stages(const Prepared& prepared, const Plan& plan);

/// The place of the one with most bytes; there must be one.
std::size_t fullest(const std::vector<Stage>& stages);

} // namespace plateau
