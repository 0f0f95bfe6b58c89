// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/help/pages.h"

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <thread>

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "core/help/build_info.h"
#include "core/question/scenario/scenario_file.h"
#include "core/text/messages/foreign.h"
#include "core/text/messages/words.h"

namespace plateau::help {

namespace {

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value ? foreign_line(value) : std::string();
}

/// PRETTY_NAME of /etc/os-release.
std::string distribution()
{
    std::ifstream file("/etc/os-release");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("PRETTY_NAME=")) {
            std::erase(line, '"');
            return foreign_line(line.substr(line.find('=') + 1));
        }
    return "a system without /etc/os-release";
}

std::string kernel()
{
    utsname names{};
    return uname(&names) == 0 ? fmt::format("{} {} {}", names.sysname, names.release, names.machine) : "unknown";
}

std::string display()
{
    const std::string wayland = variable("WAYLAND_DISPLAY"), x11 = variable("DISPLAY");
    const std::string kind = !wayland.empty() ? "Wayland" : !x11.empty() ? "X11" : "none";
    const std::string desktop = variable("XDG_CURRENT_DESKTOP");
    return desktop.empty() ? kind : kind + ", " + desktop;
}

std::string language()
{
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const std::string value = variable(name); !value.empty())
            return value;
    return "not set";
}

} // namespace

std::string version_text() { return fmt::format("plateau {}\n{}\n{}\n", core_version(), build_words, library_words); }

std::string without_folders(const std::string& text)
{
    std::string result;
    const auto in_name = [](char c) {
        return std::isspace(static_cast<unsigned char>(c)) == 0
            && std::string_view("\"'`,;:()[]{}<>|=").find(c) == std::string_view::npos;
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool begins = text[at] == '/'
            && (at == 0 || (!in_name(text[at - 1]) && !(text[at - 1] == ':' && text.substr(at, 2) == "//")));
        if (!begins) {
            result += text[at];
            continue;
        }
        std::size_t end = at, name = at;
        for (; end < text.size() && in_name(text[end]); ++end)
            if (text[end] == '/')
                name = end;
        result += name > at ? "…" + text.substr(name, end - name) : text.substr(at, end - at);
        at = end - 1;
    }
    return result;
}

std::string bug_report(const catalog::Catalog& catalog, const std::string& question)
{
    const double memory = double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE));
    std::string text = version_text();
    text += fmt::format("System: {}; {}; {} processors, {} of memory\n", distribution(), kernel(),
                        std::thread::hardware_concurrency(), units::format(memory, units::Unit::Bytes));
    text += fmt::format("Language: {}; display: {}\n", language(), display());
    text += fmt::format("Presets: {} accelerators, {} models, {} stacks; {} that cannot be read\n",
                        catalog.accelerators.size(), catalog.models.size(), catalog.stacks.size(),
                        catalog.problems.size());
    for (const Error& problem : catalog.problems)
        text += "  " + english(foreign_error(problem)) + "\n";
    if (!question.empty())
        text += "\n" + question;
    return without_folders(text);
}

} // namespace plateau::help
