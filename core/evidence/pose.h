// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/estimate/estimate.h"
#include "core/evidence/match.h"
#include "core/evidence/row.h"

/// From a published run to a scenario: what it says is taken, what it leaves out is what its software does by default.
namespace plateau::evidence {

struct Posed {
    Scenario scenario;
    bool framework_known = false;
    /// Columns that were empty and took a default: "recompute", "sharding" ...
    std::vector<std::string> defaults;
    /// The missing cell; empty when the run could be posed.
    std::string missing;
    /// Degrees the model may choose because the row does not say: the fastest that fits.
    bool choose_micro_batch = false;
    bool choose_virtual_stages = false;

    bool possible() const { return missing.empty(); }
};

/// Needs GPU, GPU count, model shape (or a model the catalog knows by name), sequence, batch, and tensor and pipeline
/// degree unless the run shards its parameters (FSDP); names the first that is missing. Everything else has a default:
/// from the stack (sharding, recomputation, sequence parallelism, attention kernel), from the accelerator (node size,
/// network), else 1.
/// With `software` that stack stands for whatever the row calls its framework.
Posed pose(const catalog::Catalog& catalog, const Row& row, const catalog::Stack* software = nullptr);

/// Micro-batches a run with this many parameters is tried at when it does not say: powers of two up to
/// PhysicsValues::largest_micro_batch, half of it for large models, a quarter for huge ones.
std::vector<int> micro_batch_candidates(double parameters, double sequences_per_rank,
                                        const catalog::PhysicsValues& physics);

} // namespace plateau::evidence
