// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/diagnostics/programs/launch.h"
#include "core/model/estimate.h"

/// A plan as what a training program is told to run it: model, batch, sequence and numbers with it.
namespace plateau::narrate {

/// `refusal` says why there are none: the program would not run the plan. `cannot`: what they leave out, for the
/// program has no words for it.
struct LaunchArguments : programs::Written {
    Message refusal;
};

/// The programs of presets/programs that have a style of arguments, by name and title.
std::vector<std::pair<std::string, std::string>> launch_programs();
/// The stack that the program runs on where `own` is none of that program's; null where it is.
const catalog::Stack* stack_to_launch(const std::string& program, const catalog::Catalog& catalog,
                                      const catalog::Stack& own);
/// For one of these; of Megatron-LM for Core 0.14 and later, of torchtitan for 0.2.
LaunchArguments launch_arguments(const std::string& program, const Parts& parts, const Scenario& scenario);

} // namespace plateau::narrate
