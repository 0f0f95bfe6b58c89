// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/programs/collective_tables.h"
#include "core/question/scenario/scenario.h"

namespace plateau::explore {

/// A parameter that a measured table determines, with the range that holds it nine times in ten.
struct TunedParameter {
    std::string key;
    programs::Interval value;
};

/// What makes the scenario's cluster as quick as the table: fabric_fraction where all ranks have one scale-up domain,
/// else network_fraction; latency_factor. The line through the measured times over the line through the modelled ones
/// of the same sizes (CollectiveTable::Fit), times the scenario's own. Empty where the operation is not modelled, or
/// the table is too short.
std::vector<TunedParameter> tuned_network(const Scenario& scenario, const programs::CollectiveTable& table);

/// Seconds that the model gives each row of the table; empty where the operation is not modelled.
std::vector<double> modelled_rows(const Scenario& scenario, const programs::CollectiveTable& table);

} // namespace plateau::explore
