// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/question.h"
#include "core/answers/solutions.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau::app {

bool Arguments::has(const std::string& flag) const
{
    return std::any_of(flags.begin(), flags.end(), [&](const auto& given) { return given.first == flag; });
}

std::string Arguments::last(const std::string& flag, const std::string& otherwise) const
{
    const auto found
        = std::find_if(flags.rbegin(), flags.rend(), [&](const auto& given) { return given.first == flag; });
    return found == flags.rend() ? otherwise : found->second;
}

std::vector<std::string> Arguments::all(const std::string& flag) const
{
    std::vector<std::string> values;
    for (const auto& [name, value] : flags)
        if (name == flag)
            values.push_back(value);
    return values;
}

namespace {

/// The error of a parameter or a limit that was typed as a flag: it says `how` such are set, and with which flag.
tl::unexpected<Error> set_otherwise(const std::string& word, const char* how, const Flag& with, const std::string& key,
                                    const std::string& value)
{
    Error error{{how, {Verbatim{key}}}, word, {}};
    error.type = fmt::format("{} {}={}", with.name, key, value.empty() ? "VALUE" : value);
    return tl::unexpected(std::move(error));
}
constexpr const char* of_parameters = PLATEAU_TEXT("%1 is a parameter; parameters are set with --set");
constexpr const char* of_limits = PLATEAU_TEXT("%1 is a limit; limits are set with --limit");

/// The limit of that name; null where there is none.
const answers::LimitRow* limit_called(const std::string& key)
{
    const auto rows = answers::limit_rows();
    const auto found
        = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return key == row.key || key == row.alias; });
    return found == rows.end() ? nullptr : &*found;
}

/// The commands that have a flag: "plateau export, plateau report".
std::string commands_with(const std::string& flag, const std::vector<CommandFlags>& others)
{
    std::string words;
    for (const CommandFlags& command : others)
        for (const Flag& each : command.flags)
            if (each.name == flag)
                words += (words.empty() ? "plateau " : ", plateau ") + command.name;
    return words;
}

/// `value` is the word that follows the flag; empty where none can be its value.
tl::unexpected<Error> unknown_flag(const std::string& name, const std::string& value, std::span<const Flag> flags,
                                   const std::string& command, const std::vector<CommandFlags>& others)
{
    std::string key = name.substr(std::min(name.find_first_not_of('-'), name.size()));
    std::replace(key.begin(), key.end(), '-', '_');
    std::vector<std::string> names;
    for (const Flag& flag : flags)
        names.emplace_back(flag.name);
    if (std::find(names.begin(), names.end(), set_flag.name) != names.end() && is_parameter(key))
        return set_otherwise(name, of_parameters, set_flag, key, value);
    const answers::LimitRow* limit = limit_called(key);
    if (limit && std::find(names.begin(), names.end(), limit_flag.name) != names.end())
        return set_otherwise(name, of_limits, limit_flag, limit->key, value);
    std::vector<std::string> of_all = names; // the command's own flags win where two are as near
    for (const CommandFlags& each : others)
        for (const Flag& flag : each.flags)
            of_all.emplace_back(flag.name);
    const std::string meant = limit ? limit_flag.name : nearest(name, of_all);
    if (std::find(names.begin(), names.end(), meant) == names.end()) {
        Error error{{PLATEAU_TEXT("plateau %1 has no such flag; %2 is one of %3"),
                     {Verbatim{command}, Verbatim{meant}, Verbatim{commands_with(meant, others)}}},
                    name,
                    {}};
        error.type = fmt::format("plateau {} --help", command);
        return tl::unexpected(std::move(error));
    }
    Error error = unknown_name({PLATEAU_TEXT("unknown flag"), {}}, name, names,
                               fmt::format("plateau {} --help", command), name);
    error.type = error.nearest;
    return tl::unexpected(std::move(error));
}

/// "gpus=2048" among the operands of a command that takes settings.
bool is_setting(const std::string& word, std::span<const Flag> flags)
{
    const std::size_t equals = word.find('=');
    return equals != std::string::npos && is_parameter(word.substr(0, equals)) && !std::filesystem::exists(word)
        && std::any_of(flags.begin(), flags.end(),
                       [](const Flag& flag) { return std::string_view(flag.name) == set_flag.name; });
}

/// A value that may be left out is one of the words in brackets.
bool is_optional(const Flag& flag) { return *flag.value == '['; }
std::vector<std::string> optional_words(const Flag& flag)
{
    const std::string value = flag.value;
    return split(value.substr(1, value.size() - 2), "|");
}

bool is_flag(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

} // namespace

Expected<Arguments> parse_arguments(const std::vector<std::string>& words, std::span<const Flag> flags,
                                    const std::string& command, const std::vector<CommandFlags>& others)
{
    Arguments arguments;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--") {
            arguments.operands.insert(arguments.operands.end(), words.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                      words.end());
            break;
        }
        const std::string& word = words[i];
        const std::string* next = i + 1 < words.size() ? &words[i + 1] : nullptr;
        const std::size_t equals = word.find('=');
        const bool has_value = equals != std::string::npos;
        const std::string name = word.substr(0, equals), value = has_value ? word.substr(equals + 1) : std::string();
        if (is_setting(word, flags))
            return set_otherwise(word, of_parameters, set_flag, name, value);
        if (!is_flag(word)) {
            arguments.operands.push_back(word);
            continue;
        }
        const auto flag
            = std::find_if(flags.begin(), flags.end(), [&](const Flag& known) { return name == known.name; });
        if (flag == flags.end())
            return unknown_flag(name, !has_value && next && !is_flag(*next) ? *next : value, flags, command, others);
        if (is_optional(*flag)) {
            const std::vector<std::string> legal = optional_words(*flag);
            const bool follows = !has_value && next && std::find(legal.begin(), legal.end(), *next) != legal.end();
            arguments.flags.emplace_back(name, has_value ? value : follows ? words[++i] : legal.front());
            continue;
        }
        const bool takes_value = *flag->value != '\0';
        if (!takes_value && has_value)
            return failure({PLATEAU_TEXT("takes no value"), {}}, word);
        if (!takes_value || has_value)
            arguments.flags.emplace_back(name, value);
        else if (next && !next->starts_with("--"))
            arguments.flags.emplace_back(name, words[++i]);
        else
            return failure({PLATEAU_TEXT("needs a value"), {}}, name, {fmt::format("{} {}", name, flag->value), {}});
    }
    return arguments;
}

Expected<std::pair<std::string, std::string>> split_assignment(const std::string& flag, const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos)
        return failure({PLATEAU_TEXT("“%1” names no value"), {Verbatim{text}}}, flag,
                       {PLATEAU_TEXT("KEY=VALUE, such as gpus=2k"), {}});
    return std::pair(text.substr(0, equals), text.substr(equals + 1));
}

Expected<std::string> choice(const Arguments& arguments, const std::string& flag, const std::vector<std::string>& legal)
{
    const std::string given = arguments.last(flag, legal.front());
    if (std::find(legal.begin(), legal.end(), given) == legal.end())
        return failure({PLATEAU_TEXT("“%1” is not known"), {Verbatim{given}}}, flag, one_of(legal));
    return given;
}

} // namespace plateau::app
