// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagnostics/configuration.h"
#include "app/diagnostics/launch_output.h"

namespace plateau::app {

extern const Command read_command;
extern const Command gap_command;
extern const Command tune_command;

namespace diagnostics {

void join(Registers& registers)
{
    for (const Command* command : {&read_command, &gap_command, &tune_command})
        registers.commands.push_back(command);
    for (const char* command : {"estimate", "plans"})
        registers.flags.push_back({command, as_flag});
    registers.values.push_back({"PROGRAM", known_programs});
    registers.plan_outputs.push_back({check_program, add_arguments, arguments_text, pose_as_program, untold});
    registers.readers.push_back(read_configuration);
}

} // namespace diagnostics

} // namespace plateau::app
