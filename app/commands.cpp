// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <csignal>

#include <fmt/format.h>

#include "app/command.h"
#include "app/examples.inc"
#include "app/question.h"
#include "app/registers.h"
#include "core/text/messages/words.h"

namespace plateau::app {

extern const Command estimate_command;
extern const Command sweep_command;
extern const Command plans_command;
extern const Command solve_command;
extern const Command export_command;
extern const Command report_command;
extern const Command limits_command;
extern const Command catalog_command;
extern const Command join_command;
extern const Command check_command;
extern const Command collective_command;
extern const Command batch_command;
extern const Command help_command;

namespace {

const Command* const house_commands[] = {
    &estimate_command, &sweep_command,   &join_command,  &plans_command,      &solve_command,
    &export_command,   &report_command,  &check_command, &collective_command, &limits_command,
    &batch_command,    &catalog_command, &help_command,
};

/// The commands of annexes stand before the last one.
const std::vector<const Command*>& all_commands()
{
    static const std::vector<const Command*> all = [] {
        std::vector<const Command*> list(std::begin(house_commands), std::end(house_commands));
        list.insert(list.end() - 1, registers().commands.begin(), registers().commands.end());
        return list;
    }();
    return all;
}

constexpr Flag help_flag{"--help", "", "this text"};

/// What several commands state alike.
constexpr Flag shared[] = {set_flag,  hardware_flag, gpus_flag, assume_flag, plan_flag, objective_flag,
                           lock_flag, json_flag,     csv_flag,  force_flag,  quiet_flag};

bool is_shared(const Flag& flag)
{
    return std::ranges::any_of(shared, [&](const Flag& each) {
        return std::string_view(each.name) == flag.name && std::string_view(each.help) == flag.help;
    });
}

std::string flag_line(const Flag& flag)
{
    return fmt::format("  {:<24} {}\n", fmt::format("{} {}", flag.name, flag.value), flag.help);
}

} // namespace

void heed(std::initializer_list<int> numbers)
{
    for (const int number : numbers)
        std::signal(number, [](int) { interrupted = true; });
}

std::span<const Command* const> commands() { return all_commands(); }

const Command* find_command(const std::string& name)
{
    const auto found = std::ranges::find_if(
        commands(), [&](const Command* command) { return name == command->name || name == command->once; });
    return found == commands().end() ? nullptr : *found;
}

std::vector<Flag> flags_of(const Command& command)
{
    std::vector<Flag> flags(command.flags.begin(), command.flags.end());
    const auto has = [&](const Flag& wanted) {
        return std::ranges::any_of(command.flags,
                                   [&](const Flag& flag) { return flag.name == std::string_view(wanted.name); });
    };
    if (has(set_flag))
        flags.insert(flags.end(), {hardware_flag, gpus_flag});
    if (has(lock_flag)) // it asks a training question
        flags.push_back(assume_flag);
    for (const AddedFlag& added : registers().flags)
        if (std::string_view(added.command) == command.name)
            flags.push_back(added.flag);
    return flags;
}

std::span<const Flag> shared_flags() { return shared; }

std::vector<Flag> own_flags(const Command& command)
{
    std::vector<Flag> flags = flags_of(command);
    std::erase_if(flags, is_shared);
    return flags;
}

std::string shared_names(const Command& command)
{
    std::string names;
    for (const Flag& flag : flags_of(command))
        if (is_shared(flag))
            names += (names.empty() ? "" : " ") + std::string(flag.name);
    return names;
}

std::string help()
{
    std::string text
        = "What happens if I train this model on that many of those GPUs, laid out like this?\n\n"
          "  plateau [--language CODE] [FILE]\n"
          "                                 open the window, on FILE; CODE en, de or ko, else the system's\n";
    for (const Command* command : commands())
        text += fmt::format("  {:<30} {}\n", fmt::format("plateau {} {}", command->name, command->operands),
                            command->summary);
    text += "\nOptions of several commands\n";
    for (const Flag& flag : shared)
        text += flag_line(flag);
    text += "\nplateau COMMAND --help says more. plateau --version; plateau --report [SCENARIO] prints what a report "
            "of a\n"
            "fault needs.\n"
            "SCENARIO is a file, the name of a shipped preset (plateau catalog scenarios), or - for standard input.\n"
            "Exit status: 0 answered, 2 wrong command line or file, 3 no feasible answer, 1 anything else.\n";
    return text;
}

std::string help(const Command& command)
{
    std::string text = fmt::format("plateau {} {} [options]\n{}\n\n", command.name, command.operands, command.summary);
    for (const Flag& flag : own_flags(command))
        text += flag_line(flag);
    text += flag_line(help_flag);
    if (const std::string names = shared_names(command); !names.empty())
        text += fmt::format("\nAlso, as plateau --help says them: {}\n", names);
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
        return exit_answered; // it has what it wanted
    return finished ? status : failed(finished.error());
}

namespace {

/// The command itself, or the annex one of whose flags is given.
Expected<int> (*answer_of(const Command& command, const Arguments& arguments))(const Arguments&)
{
    for (const AddedFlag& added : registers().flags)
        if (added.run && std::string_view(added.command) == command.name && arguments.has(added.flag.name))
            return added.run;
    return command.run;
}

/// Where a file is read, "-" is what comes through standard input; a batch reads its questions there line by line.
Expected<void> with_standard_input(const Command& command, Arguments& arguments)
{
    std::vector<std::string*> files;
    for (std::string& operand : arguments.operands)
        files.push_back(&operand);
    for (auto& [flag, value] : arguments.flags)
        if (!names_an_output(flag))
            files.push_back(&value);
    std::erase_if(files, [](const std::string* file) { return *file != "-"; });
    if (files.empty() || &command == &batch_command)
        return {};
    for (std::string* file : files)
        *file = kept_input;
    return keep_standard_input();
}

} // namespace

Expected<int> answered(Expected<int> (*answer)(const Arguments&), const Arguments& arguments)
{
    try {
        return answer(arguments);
    } catch (const Expected<int>& end) {
        return end;
    }
}

Expected<int> answer_command(const Command& command, const std::vector<std::string>& words)
{
    std::vector<Flag> flags = flags_of(command);
    flags.push_back(help_flag);
    std::vector<CommandFlags> others;
    for (const Command* each : commands())
        others.push_back({each->name, flags_of(*each)});
    Expected<Arguments> arguments = parse_arguments(words, flags, command.name, others);
    if (arguments)
        arguments = with_short_settings(std::move(*arguments));
    if (!arguments)
        return tl::unexpected(arguments.error());
    if (arguments->has(help_flag.name)) {
        say(help(command));
        return exit_answered;
    }
    if (arguments->operands.size() > command.most_operands)
        return failure(
            {PLATEAU_TEXT("“%1” is one word too many"), {Verbatim{arguments->operands[command.most_operands]}}},
            command.name, {"%1", {Verbatim{fmt::format("plateau {} {}", command.name, command.operands)}}});
    if (const auto kept = with_standard_input(command, *arguments); !kept)
        return tl::unexpected(kept.error());
    return answered(answer_of(command, *arguments), *arguments);
}

int run_command(const Command& command, const std::vector<std::string>& words)
{
    const Expected<int> status = answer_command(command, words);
    if (status)
        return ended(*status);
    complain(status.error());
    return exit_usage;
}

std::vector<std::string> examples(const std::string& command)
{
    std::vector<std::string> found;
    bool inside = false;
    for (const std::string& line : split(examples_text, "\n")) {
        if (line.empty())
            inside = false;
        else if (inside)
            found.push_back(line);
        else
            inside = line == command;
    }
    return found;
}

#include "core/annexes.inc" // join_annexes(), written by CMake

const Registers& registers()
{
    static const Registers all = [] {
        Registers rows;
        join_annexes(rows);
        return rows;
    }();
    return all;
}

} // namespace plateau::app
