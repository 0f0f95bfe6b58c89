// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <tuple>
#include <utility>

#include "core/text/messages/error.h"
#include "core/text/messages/words.h"

namespace plateau {

bool operator==(const Quantity& a, const Quantity& b)
{
    const bool same_value = a.value == b.value || (std::isnan(a.value) && std::isnan(b.value));
    return same_value && std::tie(a.unit, a.digits, a.style) == std::tie(b.unit, b.digits, b.style);
}

bool operator==(const Message& a, const Message& b) { return a.text == b.text && a.arguments == b.arguments; }

Message listed(const std::vector<Argument>& parts, std::string_view between)
{
    if (parts.empty())
        return {};
    Message all{"%1", {parts.front()}};
    for (std::size_t i = 1; i < parts.size(); ++i)
        all = {"%1" + std::string(between) + "%2", {std::move(all), parts[i]}};
    return all;
}

std::string english(const Error& error)
{
    std::string result;
    if (!error.where.empty())
        result = error.where + ": ";
    result += english(error.what);
    if (!error.accepted.empty())
        result += "; " + english(error.accepted);
    return result;
}

std::string trimmed(std::string_view text)
{
    constexpr const char* blank = " \t\r\n\v\f";
    const std::size_t first = text.find_first_not_of(blank);
    if (first == std::string_view::npos)
        return {};
    return std::string(text.substr(first, text.find_last_not_of(blank) - first + 1));
}

std::string lower(std::string_view text)
{
    std::string result(text);
    for (char& letter : result)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter + ('a' - 'A'));
    return result;
}

std::string joined(const std::vector<std::string>& parts, std::string_view between)
{
    std::string result;
    for (std::size_t i = 0; i < parts.size(); ++i)
        result.append(i > 0 ? between : "").append(parts[i]);
    return result;
}

std::vector<std::string> split(std::string_view text, std::string_view separator)
{
    std::vector<std::string> parts;
    for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(end + separator.size());
    }
    parts.emplace_back(text);
    return parts;
}

Message unit_words(const units::NumberInParts& shown)
{
    return shown.prefix_is_word && !shown.prefix.empty() && !shown.noun.empty()
        ? Message{"%1 %2", {Verbatim{shown.prefix}, Word{shown.noun}}}
        : Message{shown.unit(), {}};
}

Message one_of(const std::vector<std::string>& names) { return {PLATEAU_TEXT("one of %1"), {Verbatim{joined(names)}}}; }

} // namespace plateau
