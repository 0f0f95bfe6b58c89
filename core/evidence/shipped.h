// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <vector>

#include "core/evidence/predict.h"

/// Rows of measured runs, posed as scenarios.
namespace plateau::evidence {

/// Made once, evaluated many times.
struct Sample {
    std::vector<Row> rows;
    std::vector<Case> cases;
};
/// The constants that its cases were posed with: s is PhysicsValues::fit_soft_error.
const catalog::PhysicsValues& physics_of(const Sample& sample);
Sample make_sample(const catalog::Catalog& catalog, std::vector<Row> rows, const catalog::Stack* software = nullptr);
std::vector<Prediction> predict(const Sample& sample);

/// The numbers of all rows.
std::vector<std::size_t> all_rows(const std::vector<Row>& rows);

/// All measured runs the preset folders hold (evidence/*.csv), posed and predicted with the catalog's stacks.
struct Evidence {
    Sample sample;
    std::vector<Prediction> predictions;
    std::vector<Error> problems; ///< files that could not be read; the rest still stands
};

/// One figure that other tools were measured by on some of the shipped runs.
struct PeerFigure {
    std::string what;
    std::string source; ///< text the column `source` begins with; a scenario where a change is measured
    std::string measure; ///< "time", "oom", or "scaling": change of tokens/s per GPU from 128 to 2,048 GPUs
    double least_gpus = 0;
    std::vector<std::string> figures; ///< one per tool, as published; empty: cannot be posed there

    bool is_change() const { return measure == "scaling"; }
};
struct PeerTable {
    std::vector<std::string> tools;
    std::vector<PeerFigure> rows;
};
/// From evidence/peers.csv; empty where there is none.
PeerTable read_peers(const catalog::Catalog& catalog);

/// The tables of measured runs; not peers.csv.
std::vector<std::filesystem::path> evidence_files(const catalog::Catalog& catalog);

/// About 0.1 s for the shipped 2,087 rows on two cores. When stopped, what it returns is to be thrown away.
Evidence read_evidence(const catalog::Catalog& catalog, const std::stop_token& stop = {});

/// What is known of predictions on one accelerator, sooner: the runs on it; where none of those is timed, all timed
/// runs as well. KnownSteps (known.h) answers questions about that accelerator from it as from all runs, bit for bit.
Evidence read_evidence_on(const std::string& accelerator, const catalog::Catalog& catalog);

} // namespace plateau::evidence
