// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace plateau::files {

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
