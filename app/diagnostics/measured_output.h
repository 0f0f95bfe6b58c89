// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/json.h"
#include "app/registers.h"
#include "core/diagnostics/measured_figure.h"

/// What a log, a table or a trace measured, as scripts and people read it.
namespace plateau::app {

using figures::MeasuredAgainst;

/// Adds the keys of its kind: `measured`, `fitted` and `tables`, `steps`, `ranks` and `terms`, `products`.
void add_measured(Json& json, const programs::Reading& reading, const MeasuredAgainst& against);
std::string measured_text(const programs::Reading& reading, const MeasuredAgainst& against);

/// A configuration of a training program, or a log that begins with one, as a scenario. Nothing for a file of no
/// program; an error for a program that is refused, and for what says nothing of a configuration.
std::optional<Expected<Scenario>> read_configuration(const catalog::Catalog& catalog, const std::string& file,
                                                     const std::vector<std::pair<std::string, Value>>& settings);

} // namespace plateau::app
