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

/// What makes the scenario's cluster as quick as the table: fabric_fraction, network_fraction, latency_factor. Least
/// squares of ln(modelled / measured) over the sizes. A parameter that hardly changes the times is not determined and
/// left out; empty where the operation is not modelled or the table has fewer than five sizes.
std::vector<TunedParameter> tuned_network(const Scenario& scenario, const programs::CollectiveTable& table);

/// Seconds that the model gives each row of the table; empty where the operation is not modelled.
std::vector<double> modelled_rows(const Scenario& scenario, const programs::CollectiveTable& table);

} // namespace plateau::explore
