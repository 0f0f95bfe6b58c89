// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evidence/pose.h"

namespace plateau::evidence {

/// How far a prediction may be off (known.h): standard deviations of ln(predicted / measured). The band of eight in ten
/// is exp(+-1.2816 sigma).
struct Doubt {
    double step = 0;
    double memory = 0;
    double thrashes_from = 1; ///< share of the memory
};

/// What the model says of one published run.
struct Prediction {
    std::string skipped; ///< why not: the cell that is missing, impossible or not modelled; empty when predicted
    std::string stack; ///< id of the stack that stood for its software
    bool framework_known = false;
    std::vector<std::string> defaults; ///< columns that were empty; how they were filled: filling_of()
    std::vector<std::string> filled; ///< those columns with what stands in for them: "recompute=none"
    double step_seconds = 0;
    double tokens_per_s_per_gpu = 0;
    double memory_bytes = 0; ///< of the kind the row measured: allocated, reserved, or all the device holds
    bool out_of_memory = false;
    double node_watts = 0;
    std::optional<Doubt> doubt; ///< where the nearest run of another source was looked for
    Parts parts;

    bool predicted() const { return skipped.empty(); }
};

/// A row made ready: its scenario with every degree filled in. `constants` are what a fit varies.
struct Case {
    Posed posed;
    std::string missing;
};

/// Poses the row and lets the model choose what the row leaves open (layout, micro-batch, interleaving, recomputation,
/// number format: the fastest that fits). Degrees the model calls impossible although the run happened are relaxed one
/// by one: interleaving, shard group, micro-batch.
Case make_case(const Names& names, const Row& row, Workspace& workspace, const catalog::Stack* software = nullptr);

/// The case under its stack's present constants.
Prediction predict(const Case& one, const Row& row, Workspace& workspace);

} // namespace plateau::evidence
