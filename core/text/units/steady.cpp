// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/units/steady.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace plateau::units {

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

} // namespace plateau::units
