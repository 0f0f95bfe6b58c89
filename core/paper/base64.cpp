// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/base64.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace plateau::figures {

namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

} // namespace

std::string to_base64(const std::string& bytes)
{
    std::string letters;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t group = 0;
        for (std::size_t i = 0; i < 3; ++i)
            group = group << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
        const std::size_t used = std::min<std::size_t>(3, bytes.size() - at) + 1;
        for (std::size_t i = 0; i < 4; ++i)
            letters += i < used ? alphabet[group >> (18 - 6 * i) & 63U] : '=';
    }
    return letters;
}

std::string from_base64(const std::string& letters)
{
    std::string bytes;
    std::uint32_t group = 0;
    int bits = 0;
    for (const char letter : letters) {
        const std::size_t value = alphabet.find(letter);
        if (value == std::string_view::npos)
            continue;
        group = group << 6 | static_cast<std::uint32_t>(value);
        bits += 6;
        if (bits < 8)
            continue;
        bits -= 8;
        bytes += static_cast<char>(group >> bits & 0xFFU);
    }
    return bytes;
}

} // namespace plateau::figures
