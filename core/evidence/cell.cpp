// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/cell.h"
#include "core/text/messages/words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

namespace plateau::evidence {

namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Lower case, underscores as blanks.
std::string plain(std::string_view text)
{
    std::string result = lower(text);
    std::replace(result.begin(), result.end(), '_', ' ');
    return result;
}

double multiplier(std::string_view rest)
{
    if (rest.empty() || (rest.size() > 1 && is_word(rest[1])))
        return 1;
    switch (rest[0]) {
    case 'k':
    case 'K':
        return 1e3;
    case 'M':
        return 1e6;
    case 'B':
    case 'G':
        return 1e9;
    case 'T':
        return 1e12;
    default:
        return 1;
    }
}

/// Reads digits, grouping commas, a point and an exponent at `at`; moves `at` behind them.
std::optional<double> read_number(std::string_view text, std::size_t& at)
{
    std::string digits;
    std::size_t i = at;
    if (i < text.size() && (text[i] == '-' || text[i] == '+'))
        digits += text[i++];
    bool any = false;
    bool point = false;
    for (; i < text.size(); ++i) {
        const char c = text[i];
        if (is_digit(c)) {
            any = true;
            digits += c;
        } else if (c == '.' && !point) {
            point = true;
            digits += c;
        } else if (c == ',' && any && !point && i + 3 < text.size() && is_digit(text[i + 1]) && is_digit(text[i + 2])
                   && is_digit(text[i + 3]) && (i + 4 == text.size() || !is_digit(text[i + 4]))) {
            continue;
        } else {
            break;
        }
    }
    if (!any)
        return std::nullopt;
    if (i + 1 < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        std::size_t j = i + 1;
        if (text[j] == '-' || text[j] == '+')
            ++j;
        if (j < text.size() && is_digit(text[j])) {
            digits += 'e';
            for (++i; i < text.size() && (is_digit(text[i]) || text[i] == '-' || text[i] == '+'); ++i)
                digits += text[i];
        }
    }
    at = i;
    const double value = std::strtod(digits.c_str(), nullptr);
    if (!std::isfinite(value))
        return std::nullopt;
    return value;
}

} // namespace

std::string leading_word(std::string_view text)
{
    const std::string clean = trimmed(text);
    const std::size_t end = clean.find_first_of(" \t([{,;:/=|");
    return lower(clean.substr(0, end));
}

std::optional<double> leading_number(std::string_view text)
{
    const std::string clean = trimmed(text);
    std::size_t at = 0;
    if (lower(std::string_view(clean).substr(0, 6)) == "about ")
        at = 6;
    while (at < clean.size() && (std::string_view("~<>= ").find(clean[at]) != std::string_view::npos))
        ++at;
    const std::optional<double> value = read_number(clean, at);
    if (!value)
        return value;
    return *value * multiplier(std::string_view(clean).substr(at));
}

std::optional<bool> yes_or_no(std::string_view text)
{
    const std::string word = leading_word(text);
    for (const char* yes : {"yes", "true", "1", "on", "y", "enabled"})
        if (word == yes)
            return true;
    for (const char* no : {"no", "none", "false", "0", "off", "n", "disabled"})
        if (word == no)
            return false;
    return std::nullopt;
}

Facts key_values(std::string_view text)
{
    Facts facts;
    for (std::size_t equals = text.find('='); equals != std::string_view::npos; equals = text.find('=', equals + 1)) {
        std::size_t key_end = equals;
        while (key_end > 0 && is_space(text[key_end - 1]))
            --key_end;
        std::size_t key_begin = key_end;
        while (key_begin > 0
               && (is_word(text[key_begin - 1]) || text[key_begin - 1] == '_' || text[key_begin - 1] == '-'))
            --key_begin;
        std::size_t value_begin = equals + 1;
        while (value_begin < text.size() && is_space(text[value_begin]))
            ++value_begin;
        const std::size_t value_end = std::min(text.find_first_of(" \t;,)]}\"", value_begin), text.size());
        if (key_end > key_begin && value_end > value_begin)
            facts.emplace(lower(text.substr(key_begin, key_end - key_begin)),
                          std::string(text.substr(value_begin, value_end - value_begin)));
    }
    return facts;
}

std::optional<double> number_after(std::string_view text, std::string_view phrase)
{
    const std::string hay = plain(text);
    const std::string needle = plain(phrase);
    for (std::size_t at = hay.find(needle); at != std::string::npos; at = hay.find(needle, at + 1)) {
        if (at > 0 && is_word(hay[at - 1]))
            continue;
        std::size_t i = at + needle.size();
        if (i < hay.size() && is_word(hay[i]) && !is_digit(hay[i]))
            continue;
        while (i < hay.size() && (is_space(hay[i]) || hay[i] == '=' || hay[i] == ':'))
            ++i;
        if (i < hay.size() && is_digit(hay[i]))
            return read_number(hay, i);
    }
    return std::nullopt;
}

std::optional<double> number_before(std::string_view text, std::string_view unit)
{
    for (std::size_t at = text.find(unit); at != std::string_view::npos; at = text.find(unit, at + 1)) {
        if (at + unit.size() < text.size() && is_word(text[at + unit.size()]))
            continue;
        std::size_t end = at;
        while (end > 0 && is_space(text[end - 1]))
            --end;
        std::size_t begin = end;
        while (begin > 0 && (is_digit(text[begin - 1]) || text[begin - 1] == '.'))
            --begin;
        if (begin < end)
            return read_number(text, begin);
    }
    return std::nullopt;
}

std::vector<std::string> segments(std::string_view text)
{
    std::vector<std::string> parts = split(text, ";");
    for (std::string& part : parts)
        part = trimmed(part);
    std::erase(parts, std::string());
    return parts;
}

std::vector<std::string> name_parts(std::string_view text)
{
    std::vector<std::string> result;
    std::string run;
    for (const char c : text) {
        if (is_word(c)) {
            run += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        } else if (!run.empty()) {
            result.push_back(std::move(run));
            run.clear();
        }
    }
    if (!run.empty())
        result.push_back(std::move(run));
    return result;
}

} // namespace plateau::evidence
