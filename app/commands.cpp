// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "app/command.h"
#include "app/examples.h"

namespace plateau::app {

extern const Command estimate_command;
extern const Command sweep_command;
extern const Command plans_command;
extern const Command solve_command;
extern const Command export_command;
extern const Command report_command;
extern const Command limits_command;
extern const Command catalog_command;
extern const Command evidence_command;
extern const Command join_command;
extern const Command read_command;
extern const Command check_command;
extern const Command gap_command;
extern const Command tune_command;
extern const Command collective_command;
extern const Command tours_command;
extern const Command help_command;

namespace {

const Command* const all_commands[] = {
    &estimate_command,   &sweep_command,  &join_command,    &evidence_command, &plans_command, &solve_command,
    &export_command,     &report_command, &read_command,    &check_command,    &gap_command,   &tune_command,
    &collective_command, &limits_command, &catalog_command, &tours_command,    &help_command,
};

constexpr Flag help_flag{"--help", "", "this text"};

} // namespace

std::span<const Command* const> commands() { return all_commands; }

const Command* find_command(const std::string& name)
{
    const auto found = std::find_if(std::begin(all_commands), std::end(all_commands),
                                    [&](const Command* command) { return name == command->name; });
    return found == std::end(all_commands) ? nullptr : *found;
}

std::string help()
{
    std::string text
        = "What happens if I train this model on that many of those GPUs, laid out like this?\n\n"
          "  plateau [--language CODE] [FILE]\n"
          "                                 open the window, on FILE; CODE en, de or ko, else the system's\n";
    for (const Command* command : all_commands)
        text += fmt::format("  {:<30} {}\n", fmt::format("plateau {} {}", command->name, command->operands),
                            command->summary);
    text += "\nplateau COMMAND --help says more. plateau --version; plateau --report [SCENARIO] prints what a report "
            "of a\n"
            "fault needs.\n"
            "SCENARIO is a file or the name of a shipped preset (plateau catalog scenarios).\n"
            "Exit status: 0 answered, 2 wrong command line or file, 3 no feasible answer, 1 anything else.\n";
    return text;
}

std::string help(const Command& command)
{
    std::string text = fmt::format("plateau {} {} [options]\n{}\n\n", command.name, command.operands, command.summary);
    for (const Flag& flag : command.flags)
        text += fmt::format("  {:<24} {}\n", fmt::format("{} {}", flag.name, flag.value), flag.help);
    text += fmt::format("  {:<24} {}\n", help_flag.name, help_flag.help);
    const std::vector<std::string> shown = examples(command.name);
    text += shown.empty() ? "" : "\nExamples:\n";
    for (const std::string& line : shown)
        text += fmt::format("{}  {}\n", line.starts_with('$') ? "\n" : "", line);
    return text;
}

int failed(const Error& error)
{
    complain(error);
    return exit_failed;
}

int ended(int status)
{
    const auto finished = finish_standard_output();
    if (!finished && reader_left())
        return exit_failed;
    return finished ? status : failed(finished.error());
}

int run_command(const Command& command, const std::vector<std::string>& words)
{
    std::vector<Flag> flags(command.flags.begin(), command.flags.end());
    flags.push_back(help_flag);
    std::vector<CommandFlags> others;
    for (const Command* each : commands())
        others.push_back({each->name, each->flags});
    const Expected<Arguments> arguments = parse_arguments(words, flags, command.name, others);
    if (arguments && arguments->has(help_flag.name)) {
        say(help(command));
        return ended(exit_answered);
    }
    Expected<int> status = arguments ? Expected<int>(exit_answered) : tl::unexpected(arguments.error());
    if (status && arguments->operands.size() > command.most_operands)
        status = failure({PLATEAU_TEXT("“%1” is one word too many"), {arguments->operands[command.most_operands]}},
                         command.name, {fmt::format("plateau {} {}", command.name, command.operands), {}});
    if (status)
        status = command.run(*arguments);
    if (!status) {
        complain(status.error());
        return exit_usage;
    }
    return ended(*status);
}

} // namespace plateau::app
