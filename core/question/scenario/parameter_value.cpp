// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/parameter_table_impl.h"
#include "core/question/scenario/training_rows.h"
#include "core/text/messages/speech.h"
#include "core/text/messages/words.h"

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

namespace plateau {

using namespace parameter_text;

bool is_auto(const Value& value)
{
    const std::string* text = std::get_if<std::string>(&value);
    return text && *text == "auto";
}

namespace {

bool numeric(const ParameterDescription& parameter)
{
    return parameter.kind == ParameterKind::Number || parameter.kind == ParameterKind::Whole;
}

/// Seven digits show every legal count exactly.
constexpr int shown_digits = 7;

/// "one of 1 GPU to 16,384 GPUs, unlimited, auto".
Message accepted(const ParameterDescription& parameter)
{
    std::vector<Argument> words;
    if (parameter.kind == ParameterKind::Choice) {
        for (const Option& option : parameter.options)
            words.push_back(Verbatim{option.value});
    } else if (parameter.kind == ParameterKind::Switch) {
        words = {Verbatim{"on"}, Verbatim{"off"}};
    } else if (numeric(parameter)) {
        words.push_back(Message{PLATEAU_TEXT("%1 to %2"),
                                {Quantity{parameter.minimum, parameter.unit, shown_digits},
                                 Quantity{parameter.maximum, parameter.unit, shown_digits}}});
        if (!parameter.zero_name.empty())
            words.push_back(Verbatim{parameter.zero_name});
        if (parameter.unlimited)
            words.push_back(Verbatim{"unlimited"});
    } else {
        return {PLATEAU_TEXT("a name"), {}};
    }
    if (parameter.may_be_auto)
        words.push_back(Verbatim{"auto"});
    if (words.size() > 1)
        return {PLATEAU_TEXT("one of %1"), {listed(words)}};
    return {"%1", {words.front()}};
}

Expected<Value> check_number(const ParameterDescription& parameter, double value)
{
    if (value == 0 && !parameter.zero_name.empty())
        return Value(value);
    if (std::isinf(value) && value > 0 && parameter.unlimited)
        return Value(value);
    // A value typed in display units may miss the bound by one rounding.
    const double slack = 1e-12 * std::max(std::abs(parameter.minimum), std::abs(parameter.maximum));
    if (!(value >= parameter.minimum - slack && value <= parameter.maximum + slack))
        return failure(
            {PLATEAU_TEXT("%1 cannot be %2"), {Word{parameter.label}, Quantity{value, parameter.unit, shown_digits}}},
            {}, accepted(parameter));
    if (parameter.kind == ParameterKind::Whole && value != std::floor(value))
        return failure({PLATEAU_TEXT("%1 must be a whole number, not %2"),
                        {Word{parameter.label}, Verbatim{units::exact(value, units::Unit::None)}}},
                       {}, accepted(parameter));
    return Value(value);
}

} // namespace

Expected<Value> check_value(const ParameterDescription& parameter, const Value& value)
{
    const auto wrong = [&](const std::string& shown) {
        return failure({PLATEAU_TEXT("%1 cannot be %2"), {Word{parameter.label}, Verbatim{shown}}}, {},
                       accepted(parameter));
    };
    if (is_auto(value) && parameter.kind != ParameterKind::Name) {
        if (parameter.may_be_auto)
            return value;
        return wrong("auto");
    }
    const std::string* text = std::get_if<std::string>(&value);
    const double* number = std::get_if<double>(&value);
    switch (parameter.kind) {
    case ParameterKind::Name:
        return text && !text->empty() ? Expected<Value>(value)
                                      : wrong(text ? "empty" : units::exact(*number, units::Unit::None));
    case ParameterKind::Choice: {
        const bool legal = text
            && std::any_of(parameter.options.begin(), parameter.options.end(),
                           [&](const Option& option) { return option.value == *text; });
        return legal ? Expected<Value>(value) : wrong(text ? *text : units::exact(*number, units::Unit::None));
    }
    case ParameterKind::Switch:
        return number && (*number == 0 || *number == 1)
            ? Expected<Value>(value)
            : wrong(text ? *text : units::exact(*number, units::Unit::None));
    case ParameterKind::Number:
    case ParameterKind::Whole:
        break;
    }
    return number ? check_number(parameter, *number) : wrong(*text);
}

Expected<Value> parse_value(const ParameterDescription& parameter, const std::string& text)
{
    const std::string typed = trimmed(text);
    if (typed.empty())
        return failure({PLATEAU_TEXT("%1 needs a value"), {Word{parameter.label}}}, {}, accepted(parameter));
    if (folded(typed) == "auto")
        return check_value(parameter, Value(std::string("auto")));
    if (parameter.kind == ParameterKind::Name)
        return check_value(parameter, Value(typed));
    if (parameter.kind == ParameterKind::Switch) {
        const auto on = switch_value(typed);
        return check_value(parameter, on ? Value(*on ? 1.0 : 0.0) : Value(typed));
    }
    if (parameter.kind == ParameterKind::Choice) {
        for (const Option& option : parameter.options) {
            if (folded(option.value) == folded(typed) || folded(option.label) == folded(typed))
                return Value(option.value);
        }
        return check_value(parameter, Value(typed));
    }
    if (!parameter.zero_name.empty()
        && (folded(typed) == folded(parameter.zero_name) || folded(typed) == folded(parameter.zero_label)))
        return Value(0.0);
    const bool is_unlimited = folded(typed) == "unlimited" || typed == "null"; // as JSON has it
    if (parameter.unlimited && is_unlimited)
        return Value(std::numeric_limits<double>::infinity());
    const Expected<double> number = units::parse(typed, parameter.unit);
    if (!number)
        return failure(
            {PLATEAU_TEXT("%1 cannot be %2: %3"), {Word{parameter.label}, Verbatim{typed}, number.error().what}}, {},
            accepted(parameter));
    const auto checked = check_value(parameter, Value(*number));
    // A bare number that is out of range in the unit people use may be in SI, as JSON prints it.
    const auto si = checked ? Expected<double>(*number)
                            : units::parse(typed + " " + units::si_name(parameter.unit), parameter.unit);
    const bool bare = typed.find_first_not_of("0123456789.+-eE") == std::string::npos;
    if (!checked && bare && si && *si != *number)
        if (const auto read = check_value(parameter, Value(*si)))
            return read;
    return checked;
}

Argument value_words(const ParameterDescription& parameter, const Value& value, Quantity::Style style)
{
    if (const std::string* text = std::get_if<std::string>(&value)) {
        for (const Option& option : parameter.options) {
            if (option.value == *text)
                return Word{option.label};
        }
        return Verbatim{*text};
    }
    const double number = std::get<double>(value);
    if (parameter.kind == ParameterKind::Switch)
        return number != 0 ? "on" : "off";
    if (number == 0 && !parameter.zero_label.empty())
        return Word{parameter.zero_label};
    return Quantity{number, parameter.unit, parameter.kind == ParameterKind::Whole ? shown_digits : 4, style};
}

std::string format_value(const ParameterDescription& parameter, const Value& value)
{
    return english(value_words(parameter, value));
}

std::string exact_value(const ParameterDescription& parameter, const Value& value)
{
    if (const std::string* text = std::get_if<std::string>(&value))
        return *text;
    const double number = std::get<double>(value);
    if (parameter.kind == ParameterKind::Switch)
        return number != 0 ? "true" : "false";
    if (number == 0 && !parameter.zero_name.empty())
        return parameter.zero_name;
    if (std::isinf(number) && parameter.unlimited)
        return "unlimited";
    return units::exact(number, parameter.unit);
}

std::vector<double> stops(const ParameterDescription& parameter)
{
    if (parameter.kind == ParameterKind::Switch)
        return {0, 1};
    if (!numeric(parameter))
        return {};
    switch (parameter.scale) {
    case ParameterScale::Log2:
        return powers_of_two(parameter.minimum, parameter.maximum);
    case ParameterScale::OneTwoFive:
        return one_two_five(parameter.minimum, parameter.maximum);
    case ParameterScale::Ladder:
        return parameter.ladder;
    case ParameterScale::Linear:
        break;
    }
    return even_steps(parameter.minimum, parameter.maximum, parameter.kind == ParameterKind::Whole);
}

namespace {

/// Most values one list may hold.
constexpr int most_values = 1'000'000;

Expected<std::vector<Value>> steps_between(const ParameterDescription& parameter, double from, double to)
{
    std::vector<Value> values;
    if (parameter.scale == ParameterScale::Linear && parameter.kind == ParameterKind::Whole) {
        if (to - from >= most_values)
            return failure({PLATEAU_TEXT("%1: more than 1,000,000 values"), {Word{parameter.label}}});
        for (double value = from; value <= to; value += 1)
            values.emplace_back(value);
    } else {
        for (const double stop : stops(parameter)) {
            if (stop >= from && stop <= to)
                values.emplace_back(stop);
        }
        if (std::isinf(to) && parameter.unlimited)
            values.emplace_back(to);
    }
    if (values.empty())
        return failure({PLATEAU_TEXT("%1: no step lies between %2 and %3"),
                        {Word{parameter.label}, Quantity{from, parameter.unit}, Quantity{to, parameter.unit}}});
    return values;
}

Expected<std::vector<Value>> range_values(const ParameterDescription& parameter, const std::string& text)
{
    const auto dots = text.find("..");
    const std::string first = text.substr(0, dots);
    std::string last = text.substr(dots + 2);
    // The last slash counts the points only when digits alone follow it; "400Gb/s" holds a slash too.
    std::string points;
    const auto slash = last.rfind('/');
    if (slash != std::string::npos && slash + 1 < last.size()
        && last.find_first_not_of("0123456789 ", slash + 1) == std::string::npos) {
        points = trimmed(last.substr(slash + 1));
        last.erase(slash);
    }
    const Expected<Value> from = parse_value(parameter, first);
    if (!from)
        return tl::make_unexpected(from.error());
    const Expected<Value> to = parse_value(parameter, last);
    if (!to)
        return tl::make_unexpected(to.error());
    const double* low = std::get_if<double>(&*from);
    const double* high = std::get_if<double>(&*to);
    if (!low || !high || !(*low <= *high))
        return failure({PLATEAU_TEXT("%1: %2 is not a range"), {Word{parameter.label}, Verbatim{text}}}, {},
                       {PLATEAU_TEXT("the smaller value first, as in 8..2048"), {}});
    if (points.empty())
        return steps_between(parameter, *low, *high);
    const int count = points.size() > 7 ? most_values + 1 : std::stoi(points);
    if (count < 1 || count > most_values || std::isinf(*high))
        return failure(
            {PLATEAU_TEXT("%1: %2 points do not fit into that range"), {Word{parameter.label}, Verbatim{points}}}, {},
            {PLATEAU_TEXT("1 to 1,000,000 points between finite ends"), {}});
    std::vector<Value> values;
    for (const double value :
         spaced(*low, *high, count, parameter.scale != ParameterScale::Linear, parameter.kind == ParameterKind::Whole))
        values.emplace_back(value);
    return values;
}

} // namespace

Expected<std::vector<Value>> parse_values(const ParameterDescription& parameter, const std::string& text)
{
    std::vector<Value> values;
    for (const std::string& each : split(text, ",")) {
        const std::string part = trimmed(each);
        if (numeric(parameter) && part.find("..") != std::string::npos) {
            const auto range = range_values(parameter, part);
            if (!range)
                return range;
            values.insert(values.end(), range->begin(), range->end());
        } else {
            const Expected<Value> value = parse_value(parameter, part);
            if (!value)
                return tl::make_unexpected(value.error());
            values.push_back(*value);
        }
    }
    return values;
}

} // namespace plateau

namespace plateau {

template class ParameterTable<Scenario>;

const ParameterTable<Scenario>& training_parameters()
{
    static const ParameterTable<Scenario> table = [] {
        std::vector<TrainingParameter> rows;
        for (auto group :
             {training_rows::cluster(), training_rows::fabric(), training_rows::model(), training_rows::batch(),
              training_rows::plan(), training_rows::assumptions(), training_rows::numerics(), training_rows::run(),
              training_rows::returns(), training_rows::rest_of_shape()})
            rows.insert(rows.end(), group.begin(), group.end());
        return ParameterTable<Scenario>(std::move(rows));
    }();
    return table;
}

bool is_plan_key(const std::string& key)
{
    const TrainingParameter* row = training_parameters().find(key);
    return row && row->may_be_auto;
}

} // namespace plateau
