// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/launch_arguments.h"

#include "core/diagnostics/programs/program.h"
#include "core/views/plan_words.h"

namespace plateau::narrate {

std::vector<std::pair<std::string, std::string>> launch_programs()
{
    std::vector<std::pair<std::string, std::string>> programs;
    for (const programs::Program* program : programs::programs_in(catalog::preset_folders()).launchers())
        programs.emplace_back(program->id, program->title);
    return programs;
}

LaunchArguments launch_arguments(const std::string& name, const Parts& parts, const Scenario& scenario)
{
    const programs::Program* program = programs::programs_in(catalog::preset_folders()).launcher(name);
    if (program == nullptr)
        return {};
    if (!parts.possible())
        return {{}, {PLATEAU_TEXT("This plan is not possible, so there are no arguments to start it with."), {}}, {}};
    if (Message refusal = refusal_of(program->stack, scenario, parts.plan); !refusal.empty())
        return {{}, std::move(refusal), {}};
    programs::Written written = programs::write_launch(*program, scenario, parts.plan, parts.global_batch);
    return {std::move(written.lines), {}, std::move(written.cannot)};
}

} // namespace plateau::narrate
