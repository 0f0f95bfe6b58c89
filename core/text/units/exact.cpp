// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <charconv>
#include <cmath>

#include "core/text/units/quantity.h"

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

} // namespace plateau::units
