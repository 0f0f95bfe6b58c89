// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/model/estimate.h"

/// A plan as arguments of the training frameworks, one a line, with the names those have used since 2024. What a
/// framework has no argument for stands in a comment line. Model and data are not part of it.
namespace plateau::narrate {

/// Megatron-LM (Megatron-Core 0.7 and later), training/arguments.py.
std::vector<std::string> megatron_arguments(const Parts& parts, const Scenario& scenario);

/// torchtitan, its --section.key form (config_manager.py, 2025).
std::vector<std::string> torchtitan_arguments(const Parts& parts, const Scenario& scenario);

} // namespace plateau::narrate
