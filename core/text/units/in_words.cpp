// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/text/units/quantity.h"

namespace plateau::units {

namespace {

constexpr std::string_view hard_space = "\u00a0";

bool is_counted(Unit unit)
{
    return unit == Unit::None || unit == Unit::Count || unit == Unit::Gpus || unit == Unit::Sequences
        || unit == Unit::Tokens || unit == Unit::Usd;
}

/// "80.1", "k USD" as "80,100", "USD".
std::string thousands(const std::string& number, const std::string& rest)
{
    const double value = std::round(1000 * std::strtod(number.c_str(), nullptr));
    return show(value, Unit::Count, 6).number + rest;
}

} // namespace

std::string in_words(std::string words, Unit unit)
{
    constexpr std::array<std::pair<char, const char*>, 4> prefixes{
        {{'M', "million"}, {'G', "billion"}, {'T', "trillion"}, {'P', "quadrillion"}}};
    const std::size_t space = words.find(hard_space);
    if (!is_counted(unit) || space == std::string::npos)
        return words;
    const std::size_t at = space + hard_space.size();
    const bool alone
        = at + 1 >= words.size() || words.compare(at + 1, hard_space.size(), hard_space) == 0 || words[at + 1] == ' ';
    if (!alone)
        return words;
    if (words[at] == 'k')
        return thousands(words.substr(0, space), words.substr(at + 1));
    for (const auto& [prefix, word] : prefixes)
        if (words[at] == prefix)
            return words.replace(at, 1, word);
    return words;
}

} // namespace plateau::units
