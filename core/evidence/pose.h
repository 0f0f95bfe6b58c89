// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/match.h"
#include "core/evidence/row.h"
#include "core/model/estimate.h"

/// From a published run to a scenario: what it says is taken, what it leaves out is what its software does by default.
namespace plateau::evidence {

/// How a column is filled where a row leaves it empty, for people: "the fastest that fits"; of "column=word" what
/// stands in for a word that cannot be taken.
const char* filling_of(std::string_view column);

struct Posed {
    Scenario scenario;
    bool framework_known = false;
    /// Columns that were empty and were filled (filling_of()): "recompute", "sharding" ..., or hold what cannot be
    /// taken: "precision=int8".
    std::vector<std::string> defaults;
    /// The missing cell, or the one that says what is not modelled; empty when the run could be posed.
    std::string missing;
    /// What the model may choose because the row does not say: the fastest that fits.
    bool choose_tp = false;
    bool choose_pp = false;
    bool choose_precision = false;
    bool choose_micro_batch = false;
    bool choose_virtual_stages = false;
    bool choose_recompute = false;
    bool choose_sharding = false;
    bool choose_offload = false;
    bool choose_ep = false;
    bool choose_expert_tensor = false;
    bool sequence_parallel = false; ///< once there are tensor ranks

    bool possible() const { return missing.empty(); }
};

/// Needs GPU, GPU count, model shape (or a model the catalog knows by name), sequence and batch; names the first that
/// is missing. What else is empty is filled as filling_of() says. With `software` that stack stands for whatever the
/// row calls its framework.
Posed pose(const Names& names, const Row& row, const catalog::Stack* software = nullptr);

/// Micro-batches a run with this many parameters is tried at when it does not say: powers of two up to
/// PhysicsValues::largest_micro_batch, half of it for large models, a quarter for huge ones.
std::vector<int> micro_batch_candidates(double parameters, double sequences_per_rank,
                                        const catalog::PhysicsValues& physics);

} // namespace plateau::evidence
