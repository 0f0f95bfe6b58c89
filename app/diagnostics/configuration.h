// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/registers.h"

namespace plateau::app {

/// A configuration of a training program, or a log that begins with one, as a scenario. Nothing for a file of no
/// program; an error for a program that is refused, and for what says nothing of a configuration.
std::optional<Expected<Scenario>> read_configuration(const catalog::Catalog& catalog, const std::string& file);

} // namespace plateau::app
