// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/embedded.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

namespace plateau::figures {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

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

constexpr std::pair<std::string_view, std::string_view> signs[] = {
    {"×", "$\\times$"},
    {"÷", "$\\div$"},
    {"−", "$-$"},
    {"±", "$\\pm$"},
    {"≤", "$\\le$"},
    {"≥", "$\\ge$"},
    {"·", "$\\cdot$"},
    {"→", "$\\rightarrow$"},
    {"–", "--"},
    {"—", "---"},
    {"…", "\\ldots{}"},
    {"\u00a0", "~"},
    {"\u202f", "\\,"},
    {"\u2009", "\\,"},
    {"“", "``"},
    {"”", "''"},
    {"„", "\\quotedblbase "},
    {"’", "'"},
    {"°", "$^\\circ$"},
    {"µ", "$\\mu$"},
    {"⁰", "$^0$"},
    {"¹", "$^1$"},
    {"²", "$^2$"},
    {"³", "$^3$"},
    {"⁴", "$^4$"},
    {"⁵", "$^5$"},
    {"⁶", "$^6$"},
    {"⁷", "$^7$"},
    {"⁸", "$^8$"},
    {"⁹", "$^9$"},
    {"⁻", "$^-$"},
    {"₂", "$_2$"},
    {"α", "$\\alpha$"},
    {"σ", "$\\sigma$"},
    {"∞", "$\\infty$"},
};

std::string tex_words(const std::string& words)
{
    std::string safe;
    for (const char letter : words)
        if (std::string_view("&%$#_{}").find(letter) != std::string_view::npos)
            safe += std::string("\\") + letter;
        else if (letter == '~')
            safe += "\\textasciitilde{}";
        else if (letter == '^')
            safe += "\\textasciicircum{}";
        else if (letter == '\\')
            safe += "\\textbackslash{}";
        else
            safe += letter;
    return safe;
}

std::string tex_formula_words(const std::string& words)
{
    const std::string plain = tex_words(words);
    std::string written;
    for (std::size_t at = 0; at < plain.size();) {
        const auto* sign = std::find_if(std::begin(signs), std::end(signs), [&](const auto& pair) {
            return plain.compare(at, pair.first.size(), pair.first) == 0;
        });
        written += sign == std::end(signs) ? std::string_view(plain).substr(at, 1) : sign->second;
        at += sign == std::end(signs) ? 1 : sign->first.size();
    }
    return written;
}

} // namespace plateau::figures
