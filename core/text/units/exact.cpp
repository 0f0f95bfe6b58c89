// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <charconv>
#include <cmath>

#include "core/text/units/quantity.h"
#include <algorithm>
#include <cstddef>

namespace plateau::units {

namespace {

/// The shortest decimal digits that round to `value`, and the power of ten of the first digit.
struct Digits {
    std::string digits;
    int exponent = 0;
    bool negative = false;
};
Digits shortest(double value)
{
    std::array<char, 64> buffer{};
    const auto end
        = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::fabs(value), std::chars_format::scientific);
    Digits result;
    const std::string text(buffer.data(), end.ptr);
    const size_t e = text.find('e');
    for (char c : text.substr(0, e))
        if (c != '.')
            result.digits += c;
    result.exponent = std::atoi(text.c_str() + e + 1);
    result.negative = value < 0;
    return result;
}

/// The digits with the decimal point after place 10^power: power 3 writes thousands as units.
std::string placed(const Digits& value, int power)
{
    const int point = value.exponent - power + 1;
    std::string text = value.digits;
    if (point <= 0)
        text.insert(0, static_cast<size_t>(-point), '0').insert(0, "0.");
    else if (point < static_cast<int>(text.size()))
        text.insert(static_cast<size_t>(point), ".");
    else
        text.append(static_cast<size_t>(point) - text.size(), '0');
    if (value.negative)
        text.insert(text.begin(), '-');
    return text;
}

std::string plain_number(double value)
{
    const Digits digits = shortest(value);
    if (value != 0 && (digits.exponent < -5 || digits.exponent > 15)) {
        std::string text = digits.digits;
        if (text.size() > 1)
            text.insert(1, ".");
        if (digits.negative)
            text.insert(text.begin(), '-');
        return text + "e" + std::to_string(digits.exponent);
    }
    return placed(digits, 0);
}

/// "80 GB": the prefix that keeps the number between 1 and 1,000; without one that fits, the bare unit.
std::string prefixed(double value, const char* unit, int lowest, int highest)
{
    static constexpr const char* names[] = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E", "Z", "Y"};
    const Digits digits = shortest(value);
    const int step = value == 0 ? 0 : static_cast<int>(std::floor(digits.exponent / 3.0));
    if (step < lowest || step > highest)
        return plain_number(value) + " " + unit;
    return placed(digits, 3 * step) + " " + names[step + 3] + unit;
}

std::string counted(double value)
{
    const Digits digits = shortest(value);
    const int step = digits.exponent / 3;
    if (digits.exponent < 6 || step > 4)
        return plain_number(value);
    static constexpr const char* names[] = {"", "", "M", "G", "T"};
    return placed(digits, 3 * step) + names[step];
}

} // namespace

std::string exact(double value, Unit unit)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "unlimited" : "-unlimited";
    switch (unit) {
    case Unit::Count:
    case Unit::Gpus:
    case Unit::Sequences:
    case Unit::Tokens:
        return counted(value);
    case Unit::Bytes:
        return prefixed(value, "B", 0, 4);
    case Unit::BytesPerSecond:
        return prefixed(value, "B/s", 0, 4);
    case Unit::BitsPerSecond:
        return std::isfinite(value * 8) && value * 8 / 8 == value ? prefixed(value * 8, "b/s", 0, 4)
                                                                  : plain_number(value) + " B/s";
    case Unit::Seconds:
        return prefixed(value, "s", -3, 0);
    case Unit::FlopPerSecond:
        return prefixed(value, "FLOP/s", 0, 6);
    case Unit::Watts:
        return prefixed(value, "W", 0, 3);
    case Unit::Metres:
        return prefixed(value, "m", -3, 1);
    default:
        return plain_number(value);
    }
}

namespace {

constexpr const char* minus = "\u2212";
constexpr const char* unknown = "\u2013";

std::string digits_of(double value, std::chars_format format, int decimals)
{
    std::array<char, 400> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, decimals);
    return {buffer.data(), end.ptr};
}

} // namespace

std::string steady(double value, int digits)
{
    constexpr int most_grouped = 7, most_decimals = 4;
    if (!std::isfinite(value))
        return unknown;
    const double size = std::fabs(value);
    const std::string sign = value < 0 ? minus : "";
    const int magnitude = size == 0 ? 0 : int(std::floor(std::log10(size) + 1e-12));
    if (magnitude >= most_grouped) {
        std::string text = digits_of(size, std::chars_format::scientific, digits - 1);
        text.erase(text.find('+'), 1);
        return sign + text;
    }
    std::string text = digits_of(size, std::chars_format::fixed, std::clamp(digits - 1 - magnitude, 0, most_decimals));
    for (std::size_t at = std::min(text.find('.'), text.size()); at > 3; at -= 3)
        text.insert(at - 3, ",");
    return sign + text;
}

std::string fixed(double value, int decimals)
{
    if (!std::isfinite(value))
        return unknown;
    return (value < 0 ? minus : "") + digits_of(std::fabs(value), std::chars_format::fixed, decimals);
}

std::string signed_percent(double share)
{
    const double percent = std::round(share * 1000) / 10;
    constexpr double hundred = 99.95;
    const double size = std::fabs(percent);
    return (percent > 0 ? "+" : percent < 0 ? minus : "") + (size < hundred ? fixed(size, 1) : steady(size));
}

namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

bool is_word(char letter)
{
    return is_digit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_';
}

/// Between the digits of a number, in whatever language.
bool is_mark(char letter) { return letter == '.' || letter == ','; }

/// A number with an exponent of one or two digits: where each part ends; `end` 0: there is none.
struct Power {
    std::size_t mantissa_end = 0, end = 0;
};

Power power_at(const std::string& words, std::size_t start)
{
    const auto letter = [&words](std::size_t at) { return at < words.size() ? words[at] : '\0'; };
    if (!is_digit(letter(start)) || (start > 0 && (is_word(words[start - 1]) || is_mark(words[start - 1]))))
        return {};
    std::size_t at = start + 1;
    if (is_mark(letter(at)) && is_digit(letter(at + 1)))
        for (++at; is_digit(letter(at));)
            ++at;
    if (letter(at) != 'e' || !is_digit(letter(at + 1)))
        return {};
    const std::size_t end = at + (is_digit(letter(at + 2)) ? 3 : 2);
    const bool goes_on = (is_word(letter(end)) || letter(end) == '.') && is_word(letter(end + 1));
    return goes_on ? Power{} : Power{at, end};
}

} // namespace

std::string typeset(std::string words)
{
    static const char* const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    if (words.find("FLOP") == std::string::npos)
        return words;
    std::string result;
    for (std::size_t at = 0; at < words.size();) {
        const Power power = power_at(words, at);
        if (power.end == 0) {
            result += words[at++];
            continue;
        }
        result += words.substr(at, power.mantissa_end - at) + "\u00a0×\u00a010";
        for (std::size_t digit = power.mantissa_end + 1; digit < power.end; ++digit)
            result += raised[words[digit] - '0'];
        at = power.end;
    }
    return result;
}

} // namespace plateau::units
