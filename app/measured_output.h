// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/json.h"
#include "core/programs/reading.h"

namespace plateau {
struct Estimate;
}

/// What a log, a table or a trace measured, as scripts and people read it.
namespace plateau::app {

/// What is asked beside the file.
struct MeasuredAgainst {
    const Scenario* scenario = nullptr; ///< on whose cluster collectives are modelled; null: not told
    const Parts* parts = nullptr; ///< of a step that a trace is compared with; null: none
};

/// Adds the keys of its kind: `measured`, `fitted` and `tables`, `steps`, `ranks` and `terms`, `products`.
void add_measured(Json& json, const programs::Reading& reading, const MeasuredAgainst& against);
std::string measured_text(const programs::Reading& reading, const MeasuredAgainst& against);

} // namespace plateau::app
