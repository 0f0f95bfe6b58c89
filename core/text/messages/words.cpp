// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/messages/words.h"

namespace plateau {

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
