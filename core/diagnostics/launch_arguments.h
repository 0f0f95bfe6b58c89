// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/model/estimate.h"

/// A plan as what a training program is told to run it: model, batch, sequence and numbers with it.
namespace plateau::narrate {

/// `refusal` says why there are none: the program would not run the plan.
struct LaunchArguments {
    std::vector<std::string> lines;
    Message refusal;
    std::vector<Message> cannot; ///< what the lines leave out, for the program has no words for it
};

/// The programs of presets/programs that have a style of arguments, by name and title.
std::vector<std::pair<std::string, std::string>> launch_programs();
/// For one of these; of Megatron-LM for Core 0.14 and later, of torchtitan for 0.2.
LaunchArguments launch_arguments(const std::string& program, const Parts& parts, const Scenario& scenario);

} // namespace plateau::narrate
