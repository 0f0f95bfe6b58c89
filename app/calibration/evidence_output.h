// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/json.h"
#include "core/calibration/calibrate.h"
#include "core/calibration/scores.h"

/// Predictions of published runs as JSON, CSV rows and a table for the terminal.
namespace plateau::app {

/// "overall", "by_source", "sources" and how many rows were predicted or skipped and why.
Json to_json(const evidence::Report& report);

/// One run: measured and predicted figures, under the columns of `--csv`.
Json to_json(const evidence::Row& row, const evidence::Prediction& prediction);

/// The fitted constants with their ranges, the runs before and after, and where the stack was saved.
Json to_json(const evidence::Calibration& calibration, const std::string& file);
std::string calibration_text(const evidence::Calibration& calibration, const std::string& file);

/// A line per source and the two means.
std::string evidence_table(const evidence::Report& report);

/// A row per figure of other tools, this model's beside it.
std::string peer_table(const answers::Peers::Value& peers);

} // namespace plateau::app
