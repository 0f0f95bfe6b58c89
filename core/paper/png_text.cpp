// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/png_text.h"

#include <cstdint>

namespace plateau::figures {

namespace {

const std::string signature = "\x89PNG\r\n\x1a\n";
const std::string text_chunk = "iTXt";
constexpr std::size_t frame = 12; ///< length, type, checksum
constexpr std::size_t header_end = 8 + frame + 13;

/// After the keyword: compression flag and method, empty language and translated keyword.
const std::string plain_text(5, '\0');

std::uint32_t checksum(const std::string& bytes)
{
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char byte : bytes) {
        crc ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ (crc & 1 ? 0xEDB88320U : 0U);
    }
    return ~crc;
}

std::string big_endian(std::uint32_t value)
{
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(value >> shift & 0xFFU);
    return bytes;
}

std::size_t big_endian_at(const std::string& bytes, std::size_t at)
{
    std::size_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

} // namespace

std::string with_png_text(std::string png, const std::string& keyword, const std::string& utf8)
{
    if (!png.starts_with(signature) || png.size() < header_end)
        return png;
    const std::string body = text_chunk + keyword + plain_text + utf8;
    const auto length = static_cast<std::uint32_t>(body.size() - text_chunk.size());
    return png.insert(header_end, big_endian(length) + body + big_endian(checksum(body)));
}

std::string png_text(const std::string& png, const std::string& keyword)
{
    if (!png.starts_with(signature))
        return {};
    const std::string start = keyword + plain_text;
    for (std::size_t at = signature.size(); at + frame <= png.size();) {
        const std::size_t length = big_endian_at(png, at);
        if (length > png.size() - at - frame)
            return {};
        const std::string data = png.substr(at + 8, length);
        if (png.compare(at + 4, 4, text_chunk) == 0 && data.starts_with(start))
            return data.substr(start.size());
        at += frame + length;
    }
    return {};
}

} // namespace plateau::figures
