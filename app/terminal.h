// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/arguments.h"
#include "core/files/output.h"
#include "core/text/messages/error.h"

/// The only ways to standard output and standard error. What cannot be written to standard output is remembered until
/// the command ends; what cannot be written to standard error is lost.
namespace plateau::app {

struct Captured;
/// While it lives, its thread writes where the thread that made `of` does.
class WritesFor {
public:
    explicit WritesFor(Captured* of);
    ~WritesFor();
    WritesFor(const WritesFor&) = delete;
    WritesFor& operator=(const WritesFor&) = delete;

private:
    Captured* before_;
};
/// While it lives, what its thread would write to standard output and standard error is kept here.
struct Captured {
    std::string answer; ///< of standard output
    std::string remarks; ///< of standard error
    WritesFor here{this};
};
/// That of this thread; null: none.
Captured* captured_here();

/// Words of an answer; what others wrote among them is made harmless.
void say(const std::string& words);
/// JSON or CSV, as it stands.
void put(std::string_view data);
/// False from the first failure on: further answers would reach nobody.
bool standard_output_holds();
/// Keeps what comes through standard input, at most 64 MiB, in memory: `kept_input` is a file then that can be read
/// more than once.
Expected<void> keep_standard_input();
inline constexpr const char* kept_input = "/dev/stdin";
/// To be called once, when everything is said.
Expected<void> finish_standard_output();

/// "plateau: words", one line.
void remark(const std::string& words);
/// `plateau: where: what; accepted`. Where it is known what to type instead, or much is accepted, that has a line of
/// its own.
void complain(const Error& error);
/// Who read standard output has stopped, as `| head` does, and a person sees it: nothing needs to be said. A script,
/// which has standard error elsewhere, is told.
bool reader_left();
/// How far long work is; steers the cursor.
void show_progress(const std::string& words);

inline constexpr Flag csv_flag{"--csv", "FILE", "the table as CSV; - means standard output"};
inline constexpr Flag force_flag{
    "--force", "", "write over any FILE, also into a device or a pipe; without it only earlier outputs are replaced"};

/// Whether the value of this flag is a file that is written.
bool names_an_output(const std::string& flag);

/// What an output of this command may replace: an earlier one, and with --force anything. Inputs are all files that
/// the operands and flags name, the presets, and `read`.
files::Replacing replacing(const Arguments& arguments, std::function<bool(const std::string&)> earlier,
                           const std::vector<std::filesystem::path>& read = {});

/// How a command ends whose output cannot be opened: a file that must not be replaced is a wrong command line, one that
/// cannot be written a failure.
Expected<int> not_opened(const Error& error);
/// How one ends whose answer is a file, open and with its bytes, or with why there are none.
Expected<int> written(files::Output& output, const Expected<std::string>& bytes);

} // namespace plateau::app
