// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "app/arguments.h"
#include "app/diagnostics/measured_output.h"
#include "app/json.h"
#include "app/question.h"
#include "core/diagnostics/launch_arguments.h"
#include "core/model/estimate.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau::app {

extern const Command read_command;
extern const Command gap_command;
extern const Flag tune_on_flag, save_flag;
Expected<int> run_tune(const Arguments& arguments);

namespace {

constexpr Flag as_flag{
    "--as", "PROGRAM",
    "also the arguments that start the plan: megatron, bridge, torchtitan, deepspeed, maxtext, accelerate or nanotron"};

/// Programs that plans are written for.
std::vector<std::string> known_programs()
{
    std::vector<std::string> names;
    for (const auto& [name, title] : narrate::launch_programs())
        names.push_back(name);
    return names;
}

Expected<void> check_program(const Arguments& arguments)
{
    const std::string program = arguments.last(as_flag.name);
    if (!arguments.has(as_flag.name))
        return {};
    const std::vector<std::string> known = known_programs();
    if (std::ranges::find(known, program) != known.end())
        return {};
    return at_flag(unknown_name({PLATEAU_TEXT("%1 is not a program that plans are written for"), {Verbatim{program}}},
                                program, known),
                   as_flag.name, program);
}

/// With --as, the scenario with a stack of that program, unless it has one or --set names one: then that stands
/// among what was assumed.
void pose_as_program(const Arguments& arguments, const catalog::Catalog& catalog, Scenario& scenario)
{
    const std::string program = arguments.last(as_flag.name);
    const auto settings = arguments.all(set_flag.name);
    if (program.empty()
        || std::ranges::any_of(settings, [](const std::string& each) { return each.starts_with("stack="); }))
        return;
    const catalog::Stack* stack = narrate::stack_to_launch(program, catalog, scenario.assumptions.stack);
    if (stack == nullptr)
        return;
    auto posed = with(catalog, scenario, "stack", stack->id);
    if (!posed)
        return;
    scenario = std::move(*posed);
    scenario.unsaid.push_back(
        {.kind = UnsaidKind::Assumed,
         .parameter = "stack",
         .value = stack->id,
         .why = {PLATEAU_TEXT("what %1 runs on; --set stack=NAME takes another"), {Verbatim{program}}}});
}

std::size_t untold(const Arguments& arguments, const Parts& parts, const Scenario& scenario)
{
    const std::string program = arguments.last(as_flag.name);
    if (program.empty())
        return 0;
    const auto written = narrate::launch_arguments(program, parts, scenario);
    return written.cannot.size() + (written.refusal.empty() ? 0 : 100);
}

void add_arguments(Json& json, const Arguments& arguments, const Parts& parts, const Scenario& scenario)
{
    const std::string program = arguments.last(as_flag.name);
    if (program.empty())
        return;
    const auto written = narrate::launch_arguments(program, parts, scenario);
    Json cannot = Json::array();
    if (!written.refusal.empty())
        cannot.push_back(english(written.refusal));
    for (const Message& each : written.cannot)
        cannot.push_back(english(each));
    json["launcher"] = written.launcher;
    json["arguments"] = written.arguments;
    json["files"] = Json::object();
    for (const auto& [name, text] : written.files)
        json["files"][name] = text;
    json["environment"] = Json::object();
    for (const auto& [name, value] : written.environment)
        json["environment"][name] = value;
    json["blanks"] = written.blanks;
    json["cannot"] = std::move(cannot);
}

std::string arguments_text(const Arguments& arguments, const Parts& parts, const Scenario& scenario)
{
    const std::string program = arguments.last(as_flag.name);
    if (program.empty())
        return {};
    const auto written = narrate::launch_arguments(program, parts, scenario);
    std::string text = "\n";
    for (const auto& [name, value] : written.environment)
        text += "export " + name + "=" + value + "\n";
    const std::string start = joined(written.launcher, " ");
    if (!written.empty())
        text += start + (written.files.empty() ? "" : " " + joined(written.arguments, " ")) + "\n";
    for (const std::string& line : written.lines())
        text += line + "\n";
    if (!written.blanks.empty() && !written.empty())
        text += "left to you: " + joined(written.blanks, " ") + "\n";
    if (!written.refusal.empty())
        text += english(written.refusal) + "\n";
    for (const Message& each : written.cannot)
        text += "cannot be said: " + english(each) + "\n";
    return text;
}

} // namespace

namespace diagnostics {

void join(Registers& registers)
{
    for (const Command* command : {&read_command, &gap_command})
        registers.commands.push_back(command);
    for (const char* command : {"estimate", "plans"})
        registers.flags.push_back({command, as_flag});
    registers.flags.push_back({"read", tune_on_flag, run_tune});
    registers.flags.push_back({"read", save_flag});
    registers.values.push_back({"PROGRAM", known_programs});
    registers.plan_output = {check_program, add_arguments, arguments_text, pose_as_program, untold};
    registers.readers.push_back(read_configuration);
}

} // namespace diagnostics

} // namespace plateau::app
