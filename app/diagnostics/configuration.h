// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/registers.h"

namespace plateau::app {

/// A configuration of a training program, or a log that begins with one, as a scenario. Nothing for any other file; a
/// model's shape alone is not a question.
std::optional<ReadScenario> read_configuration(const catalog::Catalog& catalog, const std::string& file);

} // namespace plateau::app
