// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/json.h"
#include "core/evidence/own_stack.h"
#include "core/evidence/score.h"
#include "core/evidence/statements.h"

/// Predictions of published runs as JSON, CSV rows and a table for the terminal.
namespace plateau::app {

/// "overall", "by_source", "sources" and how many rows were predicted or skipped and why.
Json to_json(const evidence::Report& report);

/// One run: measured and predicted figures, under the columns of `--csv`.
Json to_json(const evidence::Row& row, const evidence::Prediction& prediction);

/// What papers say in numbers, beside what is predicted; null where the question is impossible.
Json to_json(const catalog::Catalog& catalog, const std::vector<evidence::Statement>& statements);

/// The fitted constants with their ranges, the runs before and after, and where the stack was saved.
Json to_json(const evidence::Calibration& calibration, const std::string& file);
std::string calibration_text(const evidence::Calibration& calibration, const std::string& file);

/// A line per source and the two means.
std::string evidence_table(const evidence::Report& report);

/// One figure that other tools were measured by on the same rows; `plateau` is this model's.
struct PeerRow {
    std::string what;
    std::string source; ///< text the column `source` begins with; a scenario where scaling is measured
    std::string measure; ///< "time", "oom", or "scaling": change of tokens/s per GPU from 128 to 2,048 GPUs
    double least_gpus = 0;
    std::vector<std::string> figures; ///< one per tool, as published; empty: cannot be posed there
};
struct Peers {
    std::vector<std::string> tools;
    std::vector<PeerRow> rows;
};
Expected<Peers> read_peers(const std::string& file);
std::string peer_table(const catalog::Catalog& catalog, const Peers& peers, const std::vector<evidence::Row>& rows,
                       const std::vector<evidence::Prediction>& predictions);

} // namespace plateau::app
