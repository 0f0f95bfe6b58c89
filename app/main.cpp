// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/command.h"
#include "app/desktop.h"
#include "core/catalog/catalog.h"
#include "core/files/text_file.h"
#include "core/help/pages.h"
#include "core/question/scenario/scenario_file.h"
#include "core/text/messages/nearest.h"

namespace plateau::app {

namespace {

/// Flags that Qt reads, with the word behind each.
bool is_for_qt(const std::string& word)
{
    return word == "-platform" || word == "-style" || word == "--platform" || word == "--style";
}

bool has_display(const std::vector<std::string>& words)
{
    for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (const char* value = std::getenv(variable); value && *value)
            return true;
    return std::ranges::any_of(words, [](const std::string& word) { return word.ends_with("-platform"); });
}

/// A word that is neither a file nor a preset was meant as a command.
bool is_openable(const std::string& word)
{
    if (std::filesystem::exists(word))
        return true;
    for (const auto& file : catalog::preset_files(catalog::preset_folders(), "scenarios"))
        if (file.stem() == word)
            return true;
    return false;
}

/// "runs/mine.yaml": what has a folder or an ending was meant as a file.
bool names_a_file(const std::string& word)
{
    const std::filesystem::path path(word);
    return path.has_parent_path() || path.has_extension();
}

int refuse(const std::vector<std::string>& words)
{
    const std::string& word = words.front();
    if (names_a_file(word)) {
        complain({{PLATEAU_TEXT("there is no such file"), {}}, word, {}});
        return exit_usage;
    }
    std::vector<Called> names;
    if (word.starts_with('-'))
        names = {{"--help", "-help, -?"}, {"--version", "-v, -V"}, {"--report", "--bug"}, {"--language", "--lang, -l"}};
    else
        for (const Command* command : commands())
            names.push_back({command->name, command->also});
    Error error = word.starts_with('-')
        ? unknown_name({PLATEAU_TEXT("unknown flag"), {}}, word, names, {}, word)
        : unknown_name({PLATEAU_TEXT("%1 is neither a command nor a file"), {Verbatim{word}}}, word, names,
                       "plateau --help");
    error.type = "plateau " + error.nearest;
    for (std::size_t i = 1; i < words.size(); ++i)
        error.type += " " + words[i];
    complain(error);
    return exit_usage;
}

/// Takes `--language CODE` out of the words; returns the code.
std::string taken_language(std::vector<std::string>& words)
{
    const auto flag = std::find(words.begin(), words.end(), "--language");
    if (flag == words.end())
        return {};
    const auto value = flag + 1;
    const std::string language = value == words.end() ? std::string("?") : *value;
    words.erase(flag, value == words.end() ? value : value + 1);
    return language;
}

/// Prints the report of a fault, with the scenario if one is named.
int report_a_fault(const std::vector<std::string>& words)
{
    const catalog::Catalog catalog = read_presets();
    std::string question;
    if (!words.empty()) {
        const auto file = find_scenario_file(catalog, words.front());
        const auto held = file ? files::read_text(*file) : tl::unexpected(file.error());
        if (!held || words.size() > 1) {
            complain(held ? Error{{PLATEAU_TEXT("“%1” is one word too many"), {Verbatim{words[1]}}}, "--report", {}}
                          : held.error());
            return exit_usage;
        }
        question = *held;
    }
    put(help::bug_report(catalog, question));
    return ended(exit_answered);
}

int show_window(int argc, char** argv, const std::vector<std::string>& words, const std::string& file,
                const std::string& language = {})
{
    if (const auto desktop = need_desktop(); !desktop) {
        complain(desktop.error());
        return exit_usage;
    }
    if (!has_display(words)) {
        remark("there is no display to open a window on. Sit at a desktop, connect with 'ssh -X', run\n"
               "'xvfb-run plateau', or use the commands that need none: plateau --help");
        return exit_failed;
    }
    return open_window(argc, argv, file, language);
}

/// What the command line asks: a command's answer in the terminal, or the window. Returns the exit status.
int run_program(int argc, char** argv)
{
    std::signal(SIGPIPE, SIG_IGN); // a closed pipe is an answer that cannot be written
    std::set_new_handler([] {
        std::fputs("plateau: there is not enough memory for this\n", stderr);
        std::_Exit(exit_failed);
    });
    std::vector<std::string> words(argv + 1, argv + argc);
    const bool commands_own = !words.empty() && find_command(words.front()); // reads the flag itself
    const std::string language = commands_own ? "" : taken_language(words);
    const std::string first = words.empty() ? "" : words.front();
    if (first == "--help" || first == "-h") {
        say(help());
        return ended(exit_answered);
    }
    if (first == "--version") {
        say(help::version_text());
        return ended(exit_answered);
    }
    if (first == "--report")
        return report_a_fault({words.begin() + 1, words.end()});
    if (const Command* command = find_command(first)) {
        const int status = run_command(*command, {words.begin() + 1, words.end()});
        leave_desktop();
        return status;
    }
    std::vector<std::string> own = words;
    for (auto at = own.begin(); (at = std::find_if(own.begin(), own.end(), is_for_qt)) != own.end();)
        own.erase(at, own.end() - at > 1 ? at + 2 : own.end());
    if (!own.empty() && !is_openable(own.front()))
        return refuse(own);
    if (own.size() < 2)
        return show_window(argc, argv, words, own.empty() ? std::string() : own.front(), language);
    complain(
        {{PLATEAU_TEXT("“%1” is one word too many"), {Verbatim{own[1]}}},
         own.front(),
         {PLATEAU_TEXT("a file for the window, where it is changed; the commands take settings: plateau --help"), {}}});
    return exit_usage;
}

} // namespace

} // namespace plateau::app

int main(int argc, char** argv) { return plateau::app::run_program(argc, argv); }
