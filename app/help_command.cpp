// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "app/command.h"
#include "app/question.h"
#include "core/files/text_file.h"
#include "core/help/pages.h"
#include "core/text/messages/nearest.h"

namespace plateau::app {

namespace {

constexpr Flag flags[] = {quiet_flag};
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
    for (const Flag& flag : command.flags)
        text
            += fmt::format("| `{}{}{}` | {} |\n", flag.name, *flag.value ? " " : "", cell(flag.value), cell(flag.help));
    return text + "\n";
}

std::string command_line_page()
{
    std::string text = "# Command line\n\n"
                       "What the window answers, in the terminal: the same model, the same words, the same pictures. "
                       "`plateau COMMAND --help` says what stands here.\n\n"
                       "`SCENARIO` is a file, the name of a shipped one (`plateau catalog scenarios`) or an exported "
                       "figure. Standard output carries only the answer. Exit status: 0 answered, 2 the command line "
                       "or a file is wrong, 3 no feasible answer, 1 anything else.\n\n";
    for (const Command* command : commands())
        text += command_words(*command);
    text.pop_back();
    return text;
}

Expected<int> run(const Arguments& arguments)
{
    if (arguments.operands.empty()) {
        say(help() + "\nPages of plateau help PAGE:\n\n" + list());
        return exit_answered;
    }
    const std::string& name = arguments.operands.front();
    if (!help::find_page(name))
        return failure({PLATEAU_TEXT("no page of help; the nearest is %1"), {nearest(name, help::page_names())}}, name,
                       {PLATEAU_TEXT("one of those that 'plateau help' lists"), {}});
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
const Command help_command{"help", "[PAGE]", "the pages of help, as Markdown", flags, 1, run};

} // namespace plateau::app
