// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/evidence/fit.h"

/// Constants of all software at once, partially pooled: what all software of an attention generation shares, and for
/// each stack how far its own runs pull it away from that.
namespace plateau::evidence {

/// Constants that one number stands for in all software of a generation.
const std::vector<std::string>& shared_keys();
/// Those of them that a stack's own runs may move.
const std::vector<std::string>& own_keys();

struct PooledFit {
    std::vector<Dial> shared; ///< `stacks` holds the generation: "flash" or "unfused"
    std::vector<Dial> own; ///< one stack each; none where no run used it
};

/// Fits to `which` rows of the sample; its cases keep the constants, also those of software without a run. The shared
/// constants are pulled towards what StackConstants holds (PhysicsValues::shared_prior), a stack's own towards the
/// shared ones (own_prior).
PooledFit fit_pooled(Sample& sample, const std::vector<std::size_t>& which);

} // namespace plateau::evidence
