// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/sample.h"

#include <numeric>

#include "core/evidence/shape.h"

namespace plateau::evidence {

std::vector<std::size_t> all_rows(const std::vector<Row>& rows)
{
    std::vector<std::size_t> all(rows.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

const catalog::PhysicsValues& physics_of(const Sample& sample)
{
    return catalog::values_of(sample.cases.empty() ? nullptr : sample.cases.front().posed.scenario.assumptions.physics);
}

Sample make_sample(const catalog::Catalog& catalog, std::vector<Row> rows, const catalog::Stack* software)
{
    const WorkspacePointer workspace = make_workspace();
    const Names names(catalog);
    Sample sample{std::move(rows), {}};
    sample.cases.reserve(sample.rows.size());
    for (Row& row : sample.rows) {
        take_measure(names, row);
        sample.cases.push_back(make_case(names, row, *workspace, software));
    }
    return sample;
}

std::vector<Prediction> predict(const Sample& sample)
{
    const WorkspacePointer workspace = make_workspace();
    std::vector<Prediction> predictions;
    predictions.reserve(sample.rows.size());
    for (std::size_t i = 0; i < sample.rows.size(); ++i)
        predictions.push_back(predict(sample.cases[i], sample.rows[i], *workspace));
    return predictions;
}

} // namespace plateau::evidence
