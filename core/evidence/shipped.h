// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "core/evidence/fit.h"

namespace plateau::evidence {

/// All measured runs the preset folders hold (evidence/*.csv), posed and predicted with the catalog's stacks.
struct Evidence {
    Sample sample;
    std::vector<Prediction> predictions;
    std::vector<Error> problems; ///< files that could not be read; the rest still stands
};

/// The tables of measured runs; not those that hold something else (peers.csv: other tools' errors).
std::vector<std::filesystem::path> evidence_files(const catalog::Catalog& catalog);

/// About 0.1 s for the shipped 2,087 rows. Ends early, with what it has, when asked to stop.
Evidence read_evidence(const catalog::Catalog& catalog, const std::stop_token& stop = {});

/// What is known of predictions on one accelerator, sooner: the runs on it; all runs where none of those is timed.
/// KnownSteps (known.h) answers questions about that accelerator from it as from all runs, bit for bit.
Evidence read_evidence_on(const std::string& accelerator, const catalog::Catalog& catalog);

} // namespace plateau::evidence
