// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/xml_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

namespace plateau::figures {

namespace {

constexpr std::pair<std::string_view, char> entities[]
    = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};

std::string utf8(std::uint32_t point)
{
    if (point < 0x80)
        return {static_cast<char>(point)};
    std::string bytes;
    const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    const std::uint32_t lead = more == 1 ? 0xC0U : more == 2 ? 0xE0U : 0xF0U;
    bytes += static_cast<char>(lead | point >> 6 * more);
    for (int i = more - 1; i >= 0; --i)
        bytes += static_cast<char>(0x80U | (point >> 6 * i & 0x3FU));
    return bytes;
}

/// The letter that the name between & and ; stands for. Unknown names stay as they are.
std::string resolved(std::string_view name)
{
    for (const auto& [entity, letter] : entities)
        if (name == entity)
            return {letter};
    const bool hexadecimal = name.starts_with("#x");
    const std::string_view digits = name.substr(hexadecimal ? 2 : std::min<std::size_t>(1, name.size()));
    std::uint32_t point = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), point, hexadecimal ? 16 : 10);
    if (name.starts_with('#') && !digits.empty() && read.ptr == digits.data() + digits.size() && point < 0x110000)
        return utf8(point);
    return '&' + std::string(name) + ';';
}

} // namespace

std::string xml_legal(std::string xml)
{
    for (char& letter : xml)
        if (static_cast<unsigned char>(letter) < ' ' && letter != '\t' && letter != '\n' && letter != '\r')
            letter = '?';
    return xml;
}

std::string xml_escaped(const std::string& text)
{
    std::string xml;
    for (const char letter : xml_legal(text))
        switch (letter) {
        case '&':
            xml += "&amp;";
            break;
        case '<':
            xml += "&lt;";
            break;
        case '>':
            xml += "&gt;";
            break;
        case '"':
            xml += "&quot;";
            break;
        default:
            xml += letter;
        }
    return xml;
}

std::string xml_unescaped(const std::string& xml)
{
    std::string text;
    for (std::size_t at = 0; at < xml.size(); ++at) {
        const std::size_t end = xml[at] == '&' ? xml.find(';', at) : std::string::npos;
        if (end != std::string::npos) {
            text += resolved(std::string_view(xml).substr(at + 1, end - at - 1));
            at = end;
        } else if (xml[at] != '\r' || at + 1 >= xml.size() || xml[at + 1] != '\n')
            text += xml[at] == '\r' ? '\n' : xml[at];
    }
    return text;
}

} // namespace plateau::figures
