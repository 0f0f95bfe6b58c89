// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "app/arguments.h"
#include "core/files/output.h"

namespace plateau::app {

inline constexpr Flag csv_flag{"--csv", "FILE", "the table as CSV; - means standard output"};
inline constexpr Flag force_flag{
    "--force", "", "write over any FILE, also into a device or a pipe; without it only earlier outputs are replaced"};

/// What an output of this command may replace: an earlier one, and with --force anything. Inputs are all files that
/// the operands and flags name, the presets, and `read`.
files::Replacing replacing(const Arguments& arguments, std::function<bool(const std::string&)> earlier,
                           const std::vector<std::filesystem::path>& read = {});

/// How a command ends whose output cannot be opened: a file that must not be replaced is a wrong command line, one that
/// cannot be written a failure.
Expected<int> not_opened(const Error& error);

} // namespace plateau::app
