// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/units/quantity.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "core/text/units/unit_table.h"

namespace plateau::units {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr size_t longest = 80; ///< characters of a typed quantity

struct Replacement {
    std::string_view from, to;
};

/// Typographic characters as their ASCII equivalents: no-break and thin spaces, micro, minus, times, infinity.
std::string in_ascii(std::string_view text)
{
    static constexpr Replacement replacements[]
        = {{"\u00a0", " "}, {"\u202f", " "}, {"\u2009", " "}, {"\u2007", " "},   {"\u00b5", "u"},
           {"\u03bc", "u"}, {"\u2212", "-"}, {"\u00d7", "x"}, {"\u221e", "inf"}, {"\t", " "}};
    std::string result;
    while (!text.empty()) {
        const Replacement* hit = nullptr;
        for (const Replacement& candidate : replacements)
            if (text.substr(0, candidate.from.size()) == candidate.from)
                hit = &candidate;
        result += hit ? hit->to : text.substr(0, 1);
        text.remove_prefix(hit ? hit->from.size() : 1);
    }
    while (!result.empty() && result.back() == ' ')
        result.pop_back();
    result.erase(0, result.find_first_not_of(' ') == std::string::npos ? 0 : result.find_first_not_of(' '));
    return result;
}

bool digit(char c) { return c >= '0' && c <= '9'; }

/// Splits "-2,048.5e3 GB" into "-2048.5", 3 and "GB". Grouping marks only stand before exactly three digits.
struct Split {
    std::string mantissa;
    int exponent = 0;
    std::string suffix;
};
std::optional<Split> split(const std::string& text)
{
    Split result;
    size_t i = 0;
    if (i < text.size() && (text[i] == '-' || text[i] == '+'))
        result.mantissa += text[i++] == '-' ? "-" : "";
    size_t digits = 0;
    bool point = false;
    for (; i < text.size(); ++i) {
        const char c = text[i];
        const bool group = !point && digits > 0 && (c == ',' || c == ' ' || c == '_') && i + 3 < text.size()
            && digit(text[i + 1]) && digit(text[i + 2]) && digit(text[i + 3])
            && (i + 4 == text.size() || !digit(text[i + 4]));
        if (group)
            continue;
        if (c == '.' && !point)
            point = true;
        else if (digit(c))
            ++digits;
        else
            break;
        result.mantissa += c;
    }
    if (digits == 0)
        return std::nullopt;
    if (i + 1 < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        const char* from = text.data() + i + 1 + (text[i + 1] == '+' ? 1 : 0);
        const auto read = std::from_chars(from, text.data() + text.size(), result.exponent);
        if (read.ec == std::errc())
            i = static_cast<size_t>(read.ptr - text.data());
        else if (read.ec == std::errc::result_out_of_range)
            return std::nullopt;
    }
    for (; i < text.size(); ++i)
        if (text[i] != ' ')
            result.suffix += text[i];
    return result;
}

struct Scale {
    int power = 0;
    double multiplier = 1;
};

std::optional<Scale> scale_of(const UnitRow& unit, const std::string& suffix)
{
    if (suffix.empty())
        return Scale{unit.bare_power, unit.bare_multiplier};
    for (const Spelling& spelling : unit.spellings) {
        if (suffix.size() < spelling.name.size()
            || std::string_view(suffix).substr(suffix.size() - spelling.name.size()) != spelling.name)
            continue;
        const std::string_view prefix(suffix.data(), suffix.size() - spelling.name.size());
        int power = 0;
        double multiplier = 1;
        if (prefix.empty() || (spelling.prefixes && read_prefix(prefix, unit.small, power, multiplier)))
            return Scale{spelling.power + power, spelling.multiplier * multiplier};
    }
    return std::nullopt;
}

/// mantissa x 10^power, correctly rounded.
std::optional<double> decimal(const std::string& mantissa, long power)
{
    const std::string text = mantissa + "e" + std::to_string(power);
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ptr != text.data() + text.size() || read.ec != std::errc() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

tl::unexpected<Error> refused(Message what, const UnitRow& unit)
{
    return failure(std::move(what), {}, {PLATEAU_TEXT("write it like %1"), {unit.example}});
}

} // namespace

Expected<double> parse(std::string_view text, Unit unit)
{
    const UnitRow& wanted = row(unit);
    const std::string shown = "\u201c" + std::string(text.substr(0, longest)) + "\u201d";
    if (text.size() > longest)
        return refused({PLATEAU_TEXT("%1 is too long for a number"), {Verbatim{shown}}}, wanted);
    std::string ascii = in_ascii(text);
    if (ascii.empty())
        return refused({PLATEAU_TEXT("nothing is written here"), {}}, wanted);
    if (ascii == "unlimited" || ascii == "infinite" || ascii == "inf" || ascii == ".inf") {
        if (wanted.unlimited)
            return infinity;
        return refused({PLATEAU_TEXT("this cannot be unlimited"), {}}, wanted);
    }
    const bool money = unit == Unit::Usd || unit == Unit::UsdPerGpuHour;
    if (money && ascii.front() == '$')
        ascii.erase(0, 1);
    const std::optional<Split> parts = split(ascii);
    if (!parts)
        return refused({PLATEAU_TEXT("%1 is not a number"), {Verbatim{shown}}}, wanted);
    const std::optional<Scale> scale = scale_of(wanted, parts->suffix);
    if (!scale)
        return refused(
            {PLATEAU_TEXT("%1 is not understood after the number"), {Verbatim{"\u201c" + parts->suffix + "\u201d"}}},
            wanted);
    const std::optional<double> value = decimal(parts->mantissa, static_cast<long>(parts->exponent) + scale->power);
    if (!value || !std::isfinite(*value * scale->multiplier))
        return refused({PLATEAU_TEXT("%1 is beyond every range"), {Verbatim{shown}}}, wanted);
    if (*value < 0 && unit != Unit::None)
        return refused({PLATEAU_TEXT("%1 is negative"), {Verbatim{shown}}}, wanted);
    return *value * scale->multiplier + 0.0;
}

} // namespace plateau::units
