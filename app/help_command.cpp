// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "app/command.h"
#include "app/examples.h"
#include "app/manual.h"
#include "app/question.h"
#include "app/settings.h"
#include "core/files/text_file.h"
#include "core/help/pages.h"
#include "core/text/messages/nearest.h"

namespace plateau::app {

namespace {

constexpr Flag format_flag{"--format", "man|bash|zsh|fish",
                           "the manual page, or completions for a shell, instead of a page"};
constexpr Flag help_flags[] = {format_flag, quiet_flag};
constexpr std::pair<const char*, std::string (*)()> formats[]
    = {{"man", manual_page}, {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};
constexpr const char* own_page = "command-line"; ///< made of the commands themselves

std::string list()
{
    std::string text;
    for (const help::Chapter& chapter : help::chapters()) {
        text += fmt::format("{}{}\n", text.empty() ? "" : "\n", chapter.title);
        for (const help::Page& page : chapter.pages)
            text += fmt::format("  {:<14} {}\n", page.name, page.title);
    }
    return text;
}

std::string cell(std::string text)
{
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
        text.insert(at, "\\");
    return text;
}

std::string command_words(const Command& command)
{
    std::string text = fmt::format("## plateau {}\n\n    plateau {} {}\n\n{}.\n\n| | |\n|---|---|\n", command.name,
                                   command.name, command.operands, cell(command.summary));
    for (const Flag& flag : flags_of(command))
        text
            += fmt::format("| `{}{}{}` | {} |\n", flag.name, *flag.value ? " " : "", cell(flag.value), cell(flag.help));
    const std::vector<std::string> shown = examples(command.name);
    text += shown.empty() ? "" : "\n";
    for (const std::string& line : shown)
        text += "    " + line + "\n";
    return text + "\n";
}

std::string command_line_page()
{
    std::string text
        = "# Command line\n\n"
          "The terminal answers the same questions as the window, with the same model and the same figures. "
          "`plateau COMMAND --help` prints the part of this page that is about one command.\n\n"
          "`SCENARIO` is a file, the name of a shipped one (`plateau catalog scenarios`) or an exported "
          "figure. Standard output carries only the answer. Exit status: 0 answered, 2 the command line "
          "or a file is wrong, 3 no feasible answer, 1 anything else. After a mistake, one line says what "
          "is wrong and one what to type instead.\n\n"
          "The keys of `--json` are the same in every command. They are described in "
          "[a JSON schema](../../resources/json/plateau.schema.json); what changed for scripts is in "
          "[CHANGELOG.md](../../CHANGELOG.md).\n\n";
    for (const Command* command : commands())
        text += command_words(*command);
    text.pop_back();
    return text;
}

/// The name of a command is no page: its own help says what it does.
tl::unexpected<Error> no_page(const std::string& name)
{
    std::vector<Called> pages;
    for (const help::Chapter& chapter : help::chapters())
        for (const help::Page& page : chapter.pages)
            pages.push_back({page.name, page.title});
    const Message what{PLATEAU_TEXT("%1 is not a page of help"), {Verbatim{name}}};
    const bool is_command = find_command(name) != nullptr;
    Error error = is_command ? Error{what, {}, {PLATEAU_TEXT("%1 lists all of them"), {Verbatim{"plateau help"}}}}
                             : unknown_name(what, name, pages, "plateau help");
    error.type = is_command ? fmt::format("plateau {} --help", name) : "plateau help " + error.nearest;
    return tl::unexpected(std::move(error));
}

Expected<int> run_help(const Arguments& arguments)
{
    if (arguments.has(format_flag.name)) {
        const auto asked = choice(arguments, format_flag.name, {"man", "bash", "zsh", "fish"});
        if (!asked)
            return tl::unexpected(asked.error());
        for (const auto& [name, made] : formats)
            if (*asked == name)
                put(made());
        return exit_answered;
    }
    if (arguments.operands.empty()) {
        say(help() + "\nPages of plateau help PAGE:\n\n" + list());
        return exit_answered;
    }
    const std::string& name = arguments.operands.front();
    if (!help::find_page(name))
        return no_page(name);
    if (name == own_page) {
        say(command_line_page());
        return exit_answered;
    }
    const auto answers = answers_from(read_catalog(arguments));
    const catalog::Catalog& catalog = answers->data()->catalog();
    const auto page = files::read_text(help::help_folder(catalog) / (name + ".md"));
    if (!page)
        return tl::unexpected(page.error());
    say(help::written(*page, answers, [](const Message& message) { return english(message); }));
    return exit_answered;
}

} // namespace

extern const Command help_command;
const Command help_command{"help", "[PAGE]", "the pages of help, as Markdown", help_flags,
                           1,      run_help, "docs, manual, man, doc"};

} // namespace plateau::app
