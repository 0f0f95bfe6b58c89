// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/command.h"
#include "core/catalog/catalog.h"
#include "core/messages/nearest.h"
#include "ui/window/window.h"

namespace {

using namespace plateau;

bool has_display(const std::vector<std::string>& words)
{
    for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (const char* value = std::getenv(variable); value && *value)
            return true;
    for (const std::string& word : words)
        if (word == "-platform" || word == "--platform")
            return true;
    return false;
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

int refuse(const std::string& word)
{
    std::vector<std::string> names{"--help", "--version"};
    for (const app::Command* command : app::commands())
        names.emplace_back(command->name);
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : ", ") + name;
    app::complain({{PLATEAU_TEXT("neither a command nor a file; the nearest command is %1"), {nearest(word, names)}},
                   word,
                   {PLATEAU_TEXT("a scenario file, or one of %1"), {list}}});
    return app::exit_usage;
}

int open_window(int argc, char** argv, const std::vector<std::string>& words, const std::string& file)
{
    if (!has_display(words)) {
        fmt::print(stderr,
                   "plateau: there is no display to open a window on. Sit at a desktop, connect with 'ssh -X', run\n"
                   "'xvfb-run plateau', or use the commands that need none: plateau --help\n");
        return app::exit_failed;
    }
    return ui::run_window(argc, argv, file);
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.empty())
        return open_window(argc, argv, words, {});
    const std::string& first = words.front();
    if (first == "--help" || first == "-h" || first == "help") {
        fmt::print("{}", app::help());
        return app::exit_answered;
    }
    if (first == "--version") {
        fmt::print("plateau {}\n", PLATEAU_VERSION);
        return app::exit_answered;
    }
    if (const app::Command* command = app::find_command(first))
        return app::run_command(*command, {words.begin() + 1, words.end()});
    if (first == "-platform" || first == "-style" || first == "--platform" || first == "--style")
        return open_window(argc, argv, words, words.size() > 2 ? words[2] : std::string());
    return is_openable(first) ? open_window(argc, argv, words, first) : refuse(first);
}
