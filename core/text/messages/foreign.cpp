// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/messages/foreign.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <utility>

namespace plateau {

namespace {

constexpr std::size_t room_of_lists = 20'000; ///< characters: every scenario's name fits

bool steers(std::uint32_t point)
{
    static constexpr std::pair<std::uint32_t, std::uint32_t> ranges[]
        = {{0, 0x1F}, {0x7F, 0x9F}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFFF9, 0xFFFB}};
    return std::any_of(std::begin(ranges), std::end(ranges),
                       [point](const auto& range) { return point >= range.first && point <= range.second; });
}

std::string code(const char* format, std::uint32_t value)
{
    std::array<char, 16> words{};
    std::snprintf(words.data(), words.size(), format, static_cast<unsigned>(value));
    return words.data();
}

std::string visible(const std::string& text, bool keep_lines, std::size_t most)
{
    std::string result;
    std::size_t letters = 0;
    for (std::size_t at = 0; at < text.size(); ++letters) {
        if (letters == most)
            return result + "…";
        const Letter letter = letter_at(text, at);
        if (letter.bytes == 0)
            result += code("\\x%02x", static_cast<unsigned char>(text[at]));
        else if (!steers(letter.point) || (keep_lines && letter.point == '\n'))
            result.append(text, at, letter.bytes);
        else if (letter.point == '\n')
            result += "\\n";
        else
            result += code(letter.point < 0x100 ? "\\x%02x" : "\\u%04x", letter.point);
        at += std::max<std::size_t>(1, letter.bytes);
    }
    return result;
}

Message foreign_message(Message message, std::size_t most)
{
    for (Argument& argument : message.arguments) {
        if (auto* words = std::get_if<Verbatim>(&argument.value))
            words->text = foreign_line(words->text, most);
        else if (auto* sentence = std::get_if<Message>(&argument.value))
            *sentence = foreign_message(std::move(*sentence), most);
    }
    return message;
}

} // namespace

Letter letter_at(const std::string& text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(at);
    const std::size_t bytes = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (bytes == 0 || first > 0xF4 || at + bytes > text.size())
        return {};
    static constexpr std::array<unsigned, 5> lead{0, 0x7F, 0x1F, 0x0F, 0x07};
    std::uint32_t point = first & lead[bytes];
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(at + i) & 0xC0U) != 0x80)
            return {};
        point = point << 6U | (byte(at + i) & 0x3FU);
    }
    static constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    return point < least[bytes] || point > 0x10FFFF ? Letter{} : Letter{point, bytes};
}

std::string foreign_line(const std::string& text, std::size_t most) { return visible(text, false, most); }

std::string foreign_lines(const std::string& text)
{
    return visible(text, true, std::numeric_limits<std::size_t>::max());
}

Error foreign_error(const Error& error)
{
    constexpr std::size_t room_of_values = 200, room_of_places = 1000;
    return {foreign_message(error.what, room_of_values), foreign_line(error.where, room_of_places),
            foreign_message(error.accepted, room_of_lists), foreign_line(error.nearest, room_of_values),
            foreign_line(error.type, room_of_places)};
}

} // namespace plateau
