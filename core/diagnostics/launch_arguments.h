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

/// The programs, by name and title.
std::vector<std::pair<std::string, std::string>> launch_programs();
/// One of programs::launchers(): "megatron" (Megatron-Core 0.14 and later), "torchtitan" (0.2), "nemo", "deepspeed",
/// "maxtext", "accelerate", "nanotron".
LaunchArguments launch_arguments(const std::string& program, const Parts& parts, const Scenario& scenario);

} // namespace plateau::narrate
