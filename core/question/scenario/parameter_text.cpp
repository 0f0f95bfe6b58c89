// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/scenario/parameter_text.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace plateau::parameter_text {

std::string folded(const std::string& text)
{
    std::string result;
    for (const char c : text) {
        if (c != ' ' && c != ',' && c != '-' && c != '_')
            result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return result;
}

std::optional<bool> switch_value(const std::string& text)
{
    const std::string word = folded(text);
    if (word == "true" || word == "yes" || word == "on" || word == "1")
        return true;
    if (word == "false" || word == "no" || word == "off" || word == "0")
        return false;
    return {};
}

namespace {

void add_ends(std::vector<double>& values, double minimum, double maximum)
{
    if (values.empty() || values.front() > minimum)
        values.insert(values.begin(), minimum);
    if (values.back() < maximum)
        values.push_back(maximum);
}

} // namespace

std::vector<double> powers_of_two(double minimum, double maximum)
{
    std::vector<double> values;
    const double start = minimum > 0 ? minimum : 1;
    for (double value = std::exp2(std::ceil(std::log2(start))); value <= maximum; value *= 2)
        values.push_back(value);
    add_ends(values, minimum, maximum);
    return values;
}

std::vector<double> one_two_five(double minimum, double maximum)
{
    // Read from decimal text, so that the stops are the very numbers a person would type.
    std::vector<double> values;
    const double start = minimum > 0 ? minimum : maximum * 1e-5;
    const int last = static_cast<int>(std::floor(std::log10(maximum)));
    for (int exponent = static_cast<int>(std::floor(std::log10(start))); exponent <= last; ++exponent) {
        for (const int mantissa : {1, 2, 5}) {
            const double value = std::strtod(fmt::format("{}e{}", mantissa, exponent).c_str(), nullptr);
            if (value >= start && value <= maximum)
                values.push_back(value);
        }
    }
    add_ends(values, minimum, maximum);
    return values;
}

/// Forty or more where the range has as many; between its ends round numbers.
std::vector<double> even_steps(double minimum, double maximum, bool whole)
{
    constexpr double fewest = 40, rungs[] = {5, 2.5, 2, 1};
    const double widest = (maximum - minimum) / fewest * (1 + 1e-9);
    const double decade = std::pow(10, std::floor(std::log10(widest)));
    double step = decade
        * *std::find_if(std::begin(rungs), std::end(rungs) - 1, [&](double rung) { return rung * decade <= widest; });
    if (whole)
        step = std::max(1.0, std::floor(step));
    const auto digits = [](double value) { return std::strtod(fmt::format("{:.12g}", value).c_str(), nullptr); };
    std::vector<double> values{minimum};
    for (double count = std::floor(minimum / step) + 1; digits(count * step) < maximum; ++count)
        if (const double value = digits(count * step); value > minimum)
            values.push_back(value);
    values.push_back(maximum);
    return values;
}

std::vector<double> spaced(double from, double to, int count, bool logarithmic, bool whole)
{
    std::vector<double> values;
    for (int i = 0; i < count; ++i) {
        const double share = count == 1 ? 0 : static_cast<double>(i) / (count - 1);
        double value
            = logarithmic && from > 0 && to > 0 ? from * std::pow(to / from, share) : from + (to - from) * share;
        if (i == 0)
            value = from;
        else if (i == count - 1)
            value = to;
        else // twelve digits: 0.3, not 0.30000000000000004
            value = std::strtod(fmt::format("{:.12g}", value).c_str(), nullptr);
        if (whole)
            value = std::round(value);
        if (values.empty() || value != values.back())
            values.push_back(value);
    }
    return values;
}

} // namespace plateau::parameter_text
