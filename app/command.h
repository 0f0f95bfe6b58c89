// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/terminal.h"

/// The commands of `plateau`: one short file each, one line each in commands.cpp or in the join.cpp of an annex.
namespace plateau::app {

/// What a command ends with.
enum ExitStatus {
    exit_answered = 0,
    exit_failed = 1, ///< anything else: a file that cannot be written, an interruption
    exit_usage = 2, ///< the command line or a file is wrong
    exit_infeasible = 3, ///< a valid question without a feasible answer
};

/// Standard output carries only the answer. An Error is printed to standard error and ends with exit_usage.
struct Command {
    constexpr Command(const char* called, const char* takes, const char* says, std::span<const Flag> its_flags,
                      std::size_t most, Expected<int> (*answer)(const Arguments&), const char* words = "",
                      const char* former = "-")
        : name(called), operands(takes), summary(says), flags(its_flags), most_operands(most), run(answer), also(words),
          once(former)
    {
    }

    const char* name;
    const char* operands; ///< "SCENARIO"
    const char* summary; ///< one line
    std::span<const Flag> flags;
    std::size_t most_operands;
    Expected<int> (*run)(const Arguments&);
    const char* also; ///< everyday words for what it does: "predict, run"
    const char* once; ///< a former command that it answers too
};

/// Set by a signal that heed() was told of: a command then says what it has so far.
inline std::atomic<bool> interrupted = false; // lock-free, so a signal may set it
void heed(std::initializer_list<int> numbers);

/// In the order in which help lists them: those of the house, those of the annexes, `help`.
std::span<const Command* const> commands();
const Command* find_command(const std::string& name);
/// The command's own, then those that annexes add to it.
std::vector<Flag> flags_of(const Command& command);
/// Of these the command's own, and the names of those that several commands state alike.
std::vector<Flag> own_flags(const Command& command);
std::string shared_names(const Command& command);
std::span<const Flag> shared_flags();

/// What a command has read; where that is an error, the command ends with it. To be called below answered() alone.
template<class Value>
Value require(Expected<Value> read)
{
    if (!read)
        throw Expected<int>(tl::unexpected(std::move(read.error())));
    if constexpr (!std::is_void_v<Value>)
        return std::move(*read);
}
/// The same of an output: the command ends as not_opened() says.
template<class Output>
Output opened(Expected<Output> output)
{
    if (!output)
        throw not_opened(output.error());
    return std::move(*output);
}
/// What `answer` ends with.
Expected<int> answered(Expected<int> (*answer)(const Arguments&), const Arguments& arguments);
/// Answers what the words after a command's name ask; its status, or what is wrong with them.
Expected<int> answer_command(const Command& command, const std::vector<std::string>& words);
/// The same as a process: says what is wrong, and ends standard output. Returns the exit status.
int run_command(const Command& command, const std::vector<std::string>& words);
/// The answer to one line of a batch, on one line; what goes wrong with it is that answer.
std::string answer_to_line(const std::string& line);

std::string help();
std::string help(const Command& command);

/// Says what is wrong; the status of a command that fails for it.
int failed(const Error& error);
/// The status a command ends with, unless its answer could not be written.
int ended(int status);

/// Examples of a command, as a terminal shows them: "$ plateau ..." and the lines of the answer.
std::vector<std::string> examples(const std::string& command);

} // namespace plateau::app
