// SPDX-License-Identifier: GPL-3.0-or-later
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include <unistd.h>

#include "app/command.h"
#include "app/desktop.h"

namespace plateau::app {

namespace {

namespace fs = std::filesystem;

const char* const window_program = "plateau-window";

std::vector<std::string> own_words()
{
    std::ifstream stream("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(stream, word, '\0');)
        words.push_back(word);
    return words;
}

void become(const fs::path& program)
{
    std::vector<std::string> words = own_words();
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    execv(program.c_str(), pointers.data());
}

Error missing()
{
    return {{PLATEAU_TEXT("the window and pictures need plateau-window, which is not installed"), {}},
            window_program,
            {PLATEAU_TEXT("the commands (plateau --help) and figures as .csv; for the window and .png, .svg or .pdf "
                          "install the package plateau, or build with -DPLATEAU_GUI=ON"),
             {}}};
}

} // namespace

Expected<void> need_desktop(const std::string&)
{
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path() / window_program;
    if (fs::exists(program, error)) {
        become(program);
        return failure({PLATEAU_TEXT("cannot be started: %1"), {Verbatim{std::generic_category().message(errno)}}},
                       program.string());
    }
    return tl::unexpected(missing());
}

void speak_in(const std::string&) { } // English

int open_window(int, char**, const std::string&, const std::string&)
{
    complain(missing());
    return exit_usage;
}

Expected<std::string> picture(const figures::FigurePage&, const figures::ExportOptions&)
{
    return tl::unexpected(missing());
}

Expected<std::string> picture(const figures::Schematic&) { return tl::unexpected(missing()); }

Expected<std::string> web_picture(const figures::WebPicture&, int, int) { return tl::unexpected(missing()); }

std::string web_fonts(const std::string&) { return {}; }

Expected<std::string> report_file(const views::Report&, bool, const std::string&) { return tl::unexpected(missing()); }

Expected<std::string> printed_sheets(const std::vector<std::string>&, const std::vector<figures::SheetPicture>&,
                                     const std::string&)
{
    return tl::unexpected(missing());
}

void leave_desktop() { }

} // namespace plateau::app
