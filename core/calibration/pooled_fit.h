// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/calibration/fit.h"

/// Constants of all software at once, partially pooled: what all software of an attention generation shares, and for
/// each stack how far its own runs pull it away from that.
namespace plateau::evidence {

/// Constants that one number stands for in all software, or in all with fused attention.
std::vector<std::string> shared_keys(const catalog::Stack& stack);
/// The shared constants that a stack's own runs may move.
const std::vector<std::string>& own_keys();

struct PooledFit {
    std::vector<Dial> shared; ///< `stacks` holds kinds of software: "unfused", "flash"
    std::vector<Dial> own; ///< of one stack of one kind: "torchtitan flash"
    std::vector<int> own_runs; ///< beside each of `own`: timed ones
};

struct PooledConstant {
    std::string key;
    double value = 0;
    int runs = 0; ///< of the stack's own that moved it; 0: all software's value
};
/// What the fit says of a stack with its usual attention.
std::vector<PooledConstant> constants_of(const PooledFit& fitted, const catalog::Stack& stack);

/// Fits to `which` rows of the sample; its cases keep the constants, also those of software without a run. Every stack
/// counts alike in what all share, however many sources ran it. The shared constants are pulled towards
/// documented_of_all() (PhysicsValues::shared_prior), a stack's own towards the shared ones (own_prior).
PooledFit fit_pooled(const catalog::Catalog& catalog, Sample& sample, const std::vector<std::size_t>& which);

} // namespace plateau::evidence
