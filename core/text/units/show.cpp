// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "core/text/units/quantity.h"

namespace plateau::units {

namespace {

/// `digits` significant digits in positional notation, trailing zeros dropped.
std::string significant(double value, int digits)
{
    if (value == 0)
        return "0";
    const int magnitude = static_cast<int>(std::floor(std::log10(std::fabs(value))));
    const int decimals = std::max(0, digits - 1 - magnitude);
    std::array<char, 400> buffer{};
    const auto end
        = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
    std::string text(buffer.data(), end.ptr);
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.')
            text.pop_back();
    }
    return text;
}

/// 2048 -> 2,048.
std::string grouped(std::string text)
{
    size_t stop = text.find('.');
    if (stop == std::string::npos)
        stop = text.size();
    for (size_t i = stop; i > 3; i -= 3)
        text.insert(i - 3, ",");
    return text;
}

std::string exponential(double value, int digits)
{
    std::array<char, 64> buffer{};
    const auto end
        = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific, digits - 1);
    std::string text(buffer.data(), end.ptr);
    const size_t e = text.find('e');
    std::string mantissa = text.substr(0, e), exponent = text.substr(e + 1);
    if (mantissa.find('.') != std::string::npos) {
        mantissa.erase(mantissa.find_last_not_of('0') + 1);
        if (mantissa.back() == '.')
            mantissa.pop_back();
    }
    const bool negative = exponent.front() == '-';
    exponent.erase(0, exponent.find_first_not_of("+-0"));
    return mantissa + "e" + (negative ? "-" : "") + exponent;
}

/// Rounds to `digits` significant digits, so that 999.96 picks its prefix as 1,000.
double rounded(double value, int digits)
{
    if (value == 0)
        return 0;
    const double step = std::pow(10.0, std::floor(std::log10(value)) - digits + 1);
    return std::round(value / step) * step;
}

struct Step {
    double factor;
    const char* prefix;
};
constexpr Step big_steps[]
    = {{1e24, "Y"}, {1e21, "Z"}, {1e18, "E"}, {1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}};
constexpr Step small_steps[]
    = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "\u00b5"}, {1e-9, "n"}};

template<size_t N>
NumberInParts prefixed(double value, const Step (&steps)[N], const std::string& noun, int digits,
                       bool prefix_is_word = false)
{
    const double guide = rounded(value, digits) * (1 + 1e-12);
    const Step* chosen = &steps[N - 1];
    for (const Step& step : steps)
        if (guide >= step.factor) {
            chosen = &step;
            break;
        }
    if (value == 0)
        return {"0", "", noun, prefix_is_word};
    const double scaled = value / chosen->factor;
    if (scaled < 1e-4 || scaled >= 1e6)
        return {exponential(scaled, digits), chosen->prefix, noun, prefix_is_word};
    return {grouped(significant(scaled, digits)), chosen->prefix, noun, prefix_is_word};
}

/// Counts: exact and grouped below a million, then M, G (billions), T.
NumberInParts counted(double value, const std::string& noun, int digits, double exact_below = 1e6)
{
    if (value < exact_below - 0.5 && std::fabs(value - std::round(value)) < 1e-9 * std::max(1.0, value))
        return {grouped(significant(std::round(value), 8)), "", noun};
    const double guide = rounded(value, digits) * (1 + 1e-12);
    if (guide >= 1e15 || value < 1e-4)
        return {exponential(value, digits), "", noun};
    if (guide < 1e6)
        return {grouped(significant(value, digits)), "", noun};
    const Step step = guide >= 1e12 ? Step{1e12, "T"} : guide >= 1e9 ? Step{1e9, "G"} : Step{1e6, "M"};
    return {significant(value / step.factor, digits), step.prefix, noun, true};
}

NumberInParts duration(double value, int digits)
{
    if (value < 120)
        return prefixed(value, small_steps, "s", digits);
    if (value < 2 * hour)
        return {significant(value / minute, digits), "", "min"};
    if (value < 3 * day)
        return {significant(value / hour, digits), "", "h"};
    if (value < 3 * year)
        return {grouped(significant(value / day, digits)), "", PLATEAU_TEXT("days")};
    if (value < 1e6 * year)
        return {grouped(significant(value / year, digits)), "", PLATEAU_TEXT("years")};
    return {exponential(value / year, digits), "", PLATEAU_TEXT("years")};
}

std::string noun(Unit unit, bool single)
{
    switch (unit) {
    case Unit::Gpus:
        return single ? PLATEAU_TEXT("GPU") : PLATEAU_TEXT("GPUs");
    case Unit::Sequences:
        return single ? PLATEAU_TEXT("sequence") : PLATEAU_TEXT("sequences");
    case Unit::Tokens:
        return single ? PLATEAU_TEXT("token") : PLATEAU_TEXT("tokens");
    default:
        return {};
    }
}

NumberInParts positive(double value, Unit unit, int digits)
{
    switch (unit) {
    case Unit::None:
    case Unit::Count:
        return counted(value, "", digits);
    case Unit::Gpus:
        return counted(value, noun(unit, value == 1), digits, 1e7);
    case Unit::Sequences:
    case Unit::Tokens:
        return counted(value, noun(unit, value == 1), digits);
    case Unit::Fraction:
        return {grouped(significant(value * 100, digits)), "", "%"};
    case Unit::Bytes:
        return prefixed(value, big_steps, "B", digits);
    case Unit::BytesPerSecond:
        return prefixed(value, big_steps, "B/s", digits);
    case Unit::BitsPerSecond:
        return prefixed(value * 8, big_steps, "b/s", digits);
    case Unit::Seconds:
        return duration(value, digits);
    case Unit::Flop:
        return value >= 1e15 ? NumberInParts{exponential(value, digits), "", "FLOP"}
                             : prefixed(value, big_steps, "FLOP", digits);
    case Unit::FlopPerSecond:
        return prefixed(value, big_steps, "FLOP/s", digits);
    case Unit::Watts:
        return prefixed(value, big_steps, "W", digits);
    case Unit::Usd:
        return prefixed(value, big_steps, "USD", digits, true);
    case Unit::UsdPerGpuHour:
        return {grouped(significant(value, digits)), "", "$/GPU-h"};
    case Unit::Metres:
        return prefixed(value, small_steps, "m", digits);
    case Unit::BytesPerParameter:
        return {significant(value, digits), "", "B/param"};
    case Unit::Multiplier:
        return {grouped(significant(value, digits)), "", "\u00d7"};
    case Unit::Joules:
        return prefixed(value / hour, big_steps, "Wh", digits);
    case Unit::Kilograms:
        return value < 1e3 - 0.5 ? NumberInParts{significant(value, digits), "", "kg"}
                                 : counted(value / 1e3, "t", digits);
    case Unit::UsdPerKilowattHour:
        return {significant(value, digits), "", "$/kWh"};
    case Unit::GramsPerKilowattHour:
        return {grouped(significant(value, digits)), "", "g/kWh"};
    }
    return {};
}

} // namespace

NumberInParts in_parts(double value, Unit unit, int digits)
{
    if (std::isnan(value))
        return {"\u2013", "", ""};
    const bool negative = value < 0;
    if (std::isinf(value))
        return {negative ? "\u2212unlimited" : PLATEAU_TEXT("unlimited"), "", ""};
    NumberInParts shown = positive(std::fabs(value), unit, std::max(1, digits));
    if (negative && shown.number.find_first_not_of("0.") != std::string::npos)
        shown.number.insert(0, "\u2212");
    return shown;
}

NumberInParts in_parts_of_prose(double value, Unit unit, int digits)
{
    constexpr std::array<std::pair<std::string_view, const char*>, 4> words{{{"M", PLATEAU_TEXT("million")},
                                                                             {"G", PLATEAU_TEXT("billion")},
                                                                             {"T", PLATEAU_TEXT("trillion")},
                                                                             {"P", PLATEAU_TEXT("quadrillion")}}};
    NumberInParts shown = in_parts(value, unit, digits);
    if (!shown.prefix_is_word || unit == Unit::Kilograms)
        return shown;
    if (shown.prefix == "k")
        return {show(std::round(1000 * std::strtod(shown.number.c_str(), nullptr)), Unit::Count, 6).number, "",
                shown.noun, true, " "};
    for (const auto& [prefix, word] : words)
        if (shown.prefix == prefix)
            shown.prefix = word;
    return shown;
}

NumberAndUnit show(double value, Unit unit, int digits)
{
    NumberInParts shown = in_parts(value, unit, digits);
    return {std::move(shown.number), shown.unit()};
}

namespace {

std::string together(const NumberInParts& shown)
{
    const std::string unit = shown.unit();
    return unit.empty() ? shown.number : shown.number + shown.space + unit;
}

} // namespace

std::string format(double value, Unit unit, int digits) { return together(in_parts(value, unit, digits)); }

std::string in_words(double value, Unit unit, int digits) { return together(in_parts_of_prose(value, unit, digits)); }

const char* si_name(Unit unit)
{
    switch (unit) {
    case Unit::None:
    case Unit::Count:
    case Unit::Gpus:
    case Unit::Sequences:
    case Unit::Tokens:
    case Unit::Fraction:
    case Unit::Multiplier:
        return "";
    case Unit::Bytes:
    case Unit::BytesPerParameter:
        return "B";
    case Unit::BytesPerSecond:
    case Unit::BitsPerSecond:
        return "B/s";
    case Unit::Seconds:
        return "s";
    case Unit::Flop:
        return "FLOP";
    case Unit::FlopPerSecond:
        return "FLOP/s";
    case Unit::Watts:
        return "W";
    case Unit::Usd:
        return "USD";
    case Unit::UsdPerGpuHour:
        return "USD/h";
    case Unit::Metres:
        return "m";
    case Unit::Joules:
        return "J";
    case Unit::Kilograms:
        return "kg";
    case Unit::UsdPerKilowattHour:
        return "USD/kWh";
    case Unit::GramsPerKilowattHour:
        return "g/kWh";
    }
    return "";
}

} // namespace plateau::units
