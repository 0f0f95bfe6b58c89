// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "core/text/messages/error.h"

namespace plateau::files {

/// Larger files are refused before they are read.
inline constexpr size_t size_limit = 16 * 1024 * 1024;

/// Refuses what is not there, folders, and pipes and devices, which may never end: to be asked before opening.
Expected<void> check_file(const std::filesystem::path& file);

/// The bytes of a regular file, without a UTF-8 byte order mark.
Expected<std::string> read_text(const std::filesystem::path& file);

/// "file:line:column", lines and columns from 1; leaves out what is zero.
std::string where(const std::string& file, int line = 0, int column = 0);

} // namespace plateau::files
