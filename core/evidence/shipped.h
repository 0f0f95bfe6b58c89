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

/// About 0.3 s for the shipped 2,087 rows. Ends early, with what it has, when asked to stop.
Evidence read_evidence(const catalog::Catalog& catalog, const std::stop_token& stop = {});

} // namespace plateau::evidence
