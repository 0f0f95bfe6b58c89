// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/launch_arguments.h"

#include <algorithm>

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

const catalog::Stack* stack_to_launch(const std::string& name, const catalog::Catalog& catalog,
                                      const catalog::Stack& own)
{
    const programs::Program* program = programs::programs_in(catalog::preset_folders()).launcher(name);
    const catalog::Stack* stack = program == nullptr ? nullptr : catalog.stack(program->stack);
    if (stack == nullptr || own.id == stack->id)
        return nullptr;
    const bool shared = std::ranges::any_of(own.frameworks, [&](const std::string& each) {
        return std::ranges::find(stack->frameworks, each) != stack->frameworks.end();
    });
    return shared ? nullptr : stack;
}

LaunchArguments launch_arguments(const std::string& name, const Parts& parts, const Scenario& scenario)
{
    const programs::Programs& all = programs::programs_in(catalog::preset_folders());
    const programs::Program* program = all.launcher_on(name, scenario.assumptions.stack.id);
    if (program == nullptr)
        return {};
    LaunchArguments arguments;
    if (!parts.possible())
        arguments.refusal
            = {PLATEAU_TEXT("This plan is not possible, so there are no arguments to start it with."), {}};
    else
        arguments.refusal = refusal_of(program->stack, scenario, parts.plan);
    if (arguments.refusal.empty())
        static_cast<programs::Written&>(arguments)
            = programs::write_launch(*program, scenario, parts.plan, parts.global_batch, all);
    return arguments;
}

} // namespace plateau::narrate
