// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace plateau::files {

/// Where a file or folder is that ships with the program: in share/plateau beside the program's own folder, else in the
/// source or build tree of a program that may run there, else where the installation puts it.
std::filesystem::path shipped(const std::string& name);

} // namespace plateau::files
