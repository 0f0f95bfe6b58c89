// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagnostics/launch_output.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "app/question.h"
#include "core/diagnostics/launch_arguments.h"
#include "core/question/scenario/unsaid.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau::app {

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

} // namespace plateau::app
