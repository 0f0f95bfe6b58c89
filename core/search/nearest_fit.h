// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/catalog/catalog.h"
#include "core/question/scenario/parameter_table.h"

namespace plateau::search {

/// The legal value of one parameter closest to its current one with which the scenario fits, everything else kept:
/// the stops of a number below and above in turn, or the options of a choice in their order. Nothing when none does.
std::optional<Value> nearest_fit(const catalog::Catalog& catalog, const Scenario& scenario, const std::string& key);

} // namespace plateau::search
