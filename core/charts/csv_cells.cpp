// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/csv_cells.h"

#include <cmath>

#include <fmt/format.h>

#include "core/files/csv.h"
#include "core/text/units/quantity.h"

namespace plateau::figures {

std::string typeset_text(const Message& message) { return units::typeset(english(message)); }

std::string cell(const std::string& words) { return files::csv_words(plain_cell(words)); }

std::string cell(const Message& message) { return cell(typeset_text(message)); }

std::string number_cell(double value) { return std::isfinite(value) ? fmt::format("{:.12g}", value) : std::string(); }

std::string unit_name(units::Unit unit)
{
    return unit == units::Unit::Fraction ? "fraction" : units::show(1, unit).unit;
}

std::string in_brackets(const std::string& unit) { return unit.empty() ? std::string() : " [" + unit + "]"; }

std::string typewriter(std::string words)
{
    const std::pair<const char*, const char*> stand_ins[]
        = {{"\u00a0", " "}, {"\u202f", " "}, {"\u00d7", "x"}, {"\u00f7", "/"}, {"\u2212", "-"}, {"\u2013", "-"}};
    for (const auto& [from, to] : stand_ins)
        for (std::size_t at = 0; (at = words.find(from, at)) != std::string::npos;)
            words.replace(at, std::char_traits<char>::length(from), to);
    return words;
}

std::string plain_cell(std::string words)
{
    words = typewriter(std::move(words));
    std::string kept;
    for (const char letter : words)
        if (letter == '"')
            kept += '\'';
        else if (letter == '{')
            kept += '(';
        else if (letter == '}')
            kept += ')';
        else if (letter != ',' && letter != '#')
            kept += letter;
    return kept;
}

} // namespace plateau::figures
