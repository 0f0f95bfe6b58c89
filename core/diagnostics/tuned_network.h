// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/diagnostics/programs/collective_tables.h"
#include "core/model/estimate.h"
#include "core/question/scenario/scenario.h"

namespace plateau::answers {

/// A parameter that measurements determine, with its range (PhysicsValues::range_deviations).
struct TunedParameter {
    std::string key;
    programs::Interval value;
};

/// What makes the scenario's cluster as quick as the tables, all together: fabric_fraction, network_fraction,
/// latency_factor. Least squares of ln(modelled / measured) over the sizes. A parameter that hardly changes the times
/// is not determined and left out. Tables of operations that are not modelled, or with fewer than five sizes, do not
/// count.
std::vector<TunedParameter> tuned_network(const Scenario& scenario, std::span<const programs::CollectiveTable> tables);

/// The ways that the model knows for each row of the table, the one it takes first, on a cluster with at least as many
/// accelerators as the table has ranks; empty where the operation is not modelled.
std::vector<std::vector<CollectiveUse>> modelled_rows(const Scenario& scenario, const programs::CollectiveTable& table);

} // namespace plateau::answers
