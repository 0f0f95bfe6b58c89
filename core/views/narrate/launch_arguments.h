// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/model/estimate.h"

/// A plan as arguments of the training frameworks, one a line, with the names those have used since 2024. What a
/// framework has no argument for stands in a comment line. Model and data are not part of it.
namespace plateau::narrate {

/// `refusal` says why there are none: the program would not run the plan.
struct LaunchArguments {
    std::vector<std::string> lines;
    Message refusal;
};

/// Megatron-LM (Megatron-Core 0.14 and later), training/arguments.py.
LaunchArguments megatron_arguments(const Parts& parts, const Scenario& scenario);

/// torchtitan, its --section.key form (config_manager.py, 2025).
LaunchArguments torchtitan_arguments(const Parts& parts, const Scenario& scenario);

} // namespace plateau::narrate
