// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/text/messages/error.h"

namespace plateau::files {

/// Refuses what is not there, folders, and pipes and devices, which may never end: to be asked before opening.
Expected<void> check_file(const std::filesystem::path& file);

/// The bytes of a regular file, without a UTF-8 byte order mark.
Expected<std::string> read_text(const std::filesystem::path& file);

/// "file:line:column", lines and columns from 1; leaves out what is zero.
std::string where(const std::string& file, int line = 0, int column = 0);

/// Where a file or folder is that ships with the program: in share/plateau beside the program's own folder, else in the
/// source or build tree of a program that may run there, else where the installation puts it.
std::filesystem::path shipped(const std::string& name);

/// Tells texts apart (FNV-1a, 64 bits); no protection against people who want two to look alike.
class Fingerprint {
public:
    void add(std::string_view text)
    {
        for (const char c : text)
            hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    }
    std::uint64_t value() const { return hash_; }
    std::string text() const { return fmt::format("{:016x}", hash_); }

private:
    std::uint64_t hash_ = 14695981039346656037ull;
};

} // namespace plateau::files
