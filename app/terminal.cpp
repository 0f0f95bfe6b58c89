// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/terminal.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/command.h"
#include "core/catalog/catalog.h"
#include "core/files/budget.h"
#include "core/files/text_file.h"
#include "core/text/messages/foreign.h"

namespace plateau::app {

namespace {

int problem = 0; ///< errno of the first failure on standard output
thread_local Captured* captured = nullptr;

void note(bool good)
{
    if (!good && problem == 0)
        problem = errno == 0 ? EIO : errno;
}

void write_error(const std::string& words)
{
    if (captured) {
        captured->remarks += words;
        return;
    }
    std::fwrite(words.data(), 1, words.size(), stderr);
    std::fflush(stderr);
}

} // namespace

Captured* captured_here() { return captured; }
WritesFor::WritesFor(Captured* of) : before_(std::exchange(captured, of)) { }
WritesFor::~WritesFor() { captured = before_; }

void put(std::string_view data)
{
    if (captured)
        captured->answer += data;
    else if (problem == 0)
        note(std::fwrite(data.data(), 1, data.size(), stdout) == data.size());
}

void say(const std::string& words) { put(foreign_lines(words)); }

bool standard_output_holds()
{
    if (problem == 0)
        note(std::fflush(stdout) == 0);
    return problem == 0;
}

Expected<void> keep_standard_input()
{
    struct stat status = {};
    if (fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode))
        return {};
    const int kept = memfd_create("standard input", 0);
    std::size_t all = 0;
    char block[65536];
    ssize_t got = 0;
    while (kept >= 0 && (got = read(STDIN_FILENO, block, sizeof block)) > 0) {
        all += std::size_t(got);
        if (all > files::budget::held || write(kept, block, std::size_t(got)) != got)
            break;
    }
    if (kept < 0 || got != 0 || dup2(kept, STDIN_FILENO) < 0)
        return failure({PLATEAU_TEXT("larger than %1 MiB, or it cannot be read"),
                        {Verbatim{std::to_string(files::budget::held >> 20)}}},
                       "standard input", {PLATEAU_TEXT("a file holds more"), {}});
    close(kept);
    return {};
}

Expected<void> finish_standard_output()
{
    if (standard_output_holds())
        return {};
    return failure(
        {PLATEAU_TEXT("the answer cannot be written: %1"), {Verbatim{std::generic_category().message(problem)}}},
        "standard output");
}

void remark(const std::string& words) { write_error("plateau: " + foreign_lines(words) + "\n"); }

void complain(const Error& error)
{
    constexpr std::size_t most_beside = 100; ///< longer lists of what is accepted have a line of their own
    Error shown = foreign_error(error);
    const std::string accepted = english(shown.accepted);
    if (shown.type.empty() && accepted.size() <= most_beside) {
        remark(english(shown));
        return;
    }
    shown.accepted = {};
    remark(english(shown));
    const std::string typed = shown.type.empty() ? "" : "type " + shown.type;
    remark(typed + (typed.empty() || accepted.empty() ? "" : "; ") + accepted);
}

bool reader_left() { return problem == EPIPE; }

void show_progress(const std::string& words) { write_error(words); }

bool names_an_output(const std::string& flag)
{
    static constexpr const char* output_flags[] = {"--csv", "--handout", "--output", "--trace"};
    return std::find(std::begin(output_flags), std::end(output_flags), flag) != std::end(output_flags);
}

files::Replacing replacing(const Arguments& arguments, std::function<bool(const std::string&)> earlier,
                           const std::vector<std::filesystem::path>& read)
{
    files::Replacing result;
    result.what = arguments.has(force_flag.name) ? files::Replacing::What::Anything : files::Replacing::What::Earlier;
    result.earlier = std::move(earlier);
    result.otherwise = {PLATEAU_TEXT("another file, or --force"), {}};
    result.inputs = catalog::preset_folders();
    result.inputs.insert(result.inputs.end(), read.begin(), read.end());
    result.inputs.insert(result.inputs.end(), arguments.operands.begin(), arguments.operands.end());
    for (const auto& [flag, value] : arguments.flags) {
        if (names_an_output(flag))
            continue;
        result.inputs.emplace_back(value);
        if (const std::size_t equals = value.find('='); equals != std::string::npos)
            result.inputs.emplace_back(value.substr(equals + 1));
    }
    std::erase_if(result.inputs, [](const std::filesystem::path& path) { return path.empty(); });
    return result;
}

Expected<int> not_opened(const Error& error)
{
    if (error.accepted.empty())
        return failed(error);
    return tl::unexpected(error);
}

Expected<int> written(files::Output& output, const Expected<std::string>& bytes)
{
    if (!bytes)
        return failed(bytes.error());
    output.write(*bytes);
    const auto whole = output.commit();
    return whole ? exit_answered : failed(whole.error());
}

} // namespace plateau::app
