// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/text/messages/error.h"

/// Words of a command line, told apart into operands and flags.
namespace plateau::app {

/// One flag a command takes.
struct Flag {
    const char* name; ///< "--set"
    const char* value; ///< "KEY=VALUE"; empty for a switch; "[one|other]": may be left out
    const char* help;
};

struct Arguments {
    std::vector<std::string> operands;
    std::vector<std::pair<std::string, std::string>> flags; ///< in the order they were given

    bool has(const std::string& flag) const;
    /// The value given last, or `otherwise`.
    std::string last(const std::string& flag, const std::string& otherwise = {}) const;
    std::vector<std::string> all(const std::string& flag) const;
};

/// The flags of another command.
struct CommandFlags {
    std::string name;
    std::vector<Flag> flags;
};

/// Reads `--flag value`, `--flag=value`, switches, operands, and `--` before operands that start with a dash.
/// An unknown flag is an error that names the nearest one of the command or says which of `others`
/// has it, and says how a parameter is set.
Expected<Arguments> parse_arguments(const std::vector<std::string>& words, std::span<const Flag> flags,
                                    const std::string& command, const std::vector<CommandFlags>& others = {});

/// "gpus=2k" as a key and a value; the error speaks of `flag`.
Expected<std::pair<std::string, std::string>> split_assignment(const std::string& flag, const std::string& text);

/// A flag whose value is one of few words.
Expected<std::string> choice(const Arguments& arguments, const std::string& flag,
                             const std::vector<std::string>& legal);

} // namespace plateau::app
