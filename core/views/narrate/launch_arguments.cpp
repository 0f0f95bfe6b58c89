// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/narrate/launch_arguments.h"

#include <cmath>

#include "core/plan/plan_dimensions.h"
#include "core/views/narrate/software_words.h"

namespace plateau::narrate {

namespace {

std::string flag(const char* name, double value)
{
    return std::string(name) + " " + std::to_string(std::llround(value));
}

void add_lines(std::vector<std::string>& lines, const std::string& text)
{
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        lines.push_back(text.substr(start, end - start));
        start = end + 1;
    }
}

/// What one framework has in each row of the table of plan dimensions.
struct Framework {
    const char* stack; ///< that says what it runs
    const char* PlanDimension::*flag;
    const char* PlanOption::*option;
    std::string (*PlanDimension::*more)(const Launch&);
};
constexpr Framework megatron{"megatron_core_2024", &PlanDimension::megatron, &PlanOption::megatron,
                             &PlanDimension::more_megatron};
constexpr Framework torchtitan{"torchtitan", &PlanDimension::torchtitan, &PlanOption::torchtitan,
                               &PlanDimension::more_torchtitan};

void add_dimension(std::vector<std::string>& lines, const PlanDimension& dimension, const Framework& framework,
                   const Launch& launch)
{
    if (!applies(dimension, launch.plan, launch.has_experts))
        return;
    const int value = effective(dimension, launch.plan);
    const char* name = dimension.*framework.flag;
    if (!dimension.options.empty())
        add_lines(lines, dimension.options[std::size_t(value)].*framework.option);
    else if (dimension.is_switch && *name && value != 0)
        lines.emplace_back(name);
    else if (!dimension.is_switch && *name && !is_plain(dimension, launch.plan))
        lines.push_back(flag(name, value));
    if (dimension.*framework.more)
        add_lines(lines, (dimension.*framework.more)(launch));
}

LaunchArguments arguments(const Parts& parts, const Scenario& scenario, const Framework& framework)
{
    if (Message refusal = refusal_of(framework.stack, scenario, parts.plan); !refusal.empty())
        return {{}, std::move(refusal)};
    const catalog::ModelShape& shape = scenario.workload.shape;
    const Launch launch{parts.plan,
                        shape.layers,
                        shape.experts > 0,
                        shape.kv_rank > 0,
                        !catalog::is_flash(scenario.assumptions.attention),
                        parts.global_batch};
    LaunchArguments result;
    for (const PlanDimension& dimension : plan_dimensions)
        add_dimension(result.lines, dimension, framework, launch);
    return result;
}

} // namespace

LaunchArguments megatron_arguments(const Parts& parts, const Scenario& scenario)
{
    LaunchArguments result = arguments(parts, scenario, megatron);
    if (!result.refusal.empty())
        return result;
    result.lines.push_back(flag("--global-batch-size", parts.global_batch));
    result.lines.push_back(flag("--seq-length", scenario.workload.sequence));
    return result;
}

LaunchArguments torchtitan_arguments(const Parts& parts, const Scenario& scenario)
{
    LaunchArguments result = arguments(parts, scenario, torchtitan);
    if (!result.refusal.empty())
        return result;
    result.lines.push_back(flag("--training.global_batch_size", parts.global_batch));
    result.lines.push_back(flag("--training.seq_len", scenario.workload.sequence));
    return result;
}

} // namespace plateau::narrate
