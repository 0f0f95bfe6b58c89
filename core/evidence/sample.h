// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

} // namespace plateau::evidence
