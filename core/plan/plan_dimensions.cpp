// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_dimensions.h"

#include <algorithm>

namespace plateau {

namespace {

constexpr const char* switch_words[] = {PLATEAU_TEXT("off"), PLATEAU_TEXT("on")};

/// Whether a text is what the pattern says, `*` standing for anything.
bool matches(std::string_view pattern, std::string_view text)
{
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos)
        return pattern == text;
    if (!text.starts_with(pattern.substr(0, star)))
        return false;
    const std::string_view rest = pattern.substr(star + 1);
    for (std::size_t skipped = star; skipped <= text.size(); ++skipped)
        if (matches(rest, text.substr(skipped)))
            return true;
    return false;
}

/// Whether a text matches one of several patterns, divided by `|`.
bool matches_any(std::string_view patterns, std::string_view text)
{
    while (!patterns.empty()) {
        const std::size_t end = std::min(patterns.find('|'), patterns.size());
        if (matches(patterns.substr(0, end), text))
            return true;
        patterns.remove_prefix(std::min(end + 1, patterns.size()));
    }
    return false;
}

} // namespace

const PlanDimension* find_plan_dimension(std::string_view key)
{
    const auto found = std::find_if(plan_dimensions.begin(), plan_dimensions.end(),
                                    [key](const PlanDimension& dimension) { return dimension.key == key; });
    return found == plan_dimensions.end() ? nullptr : &*found;
}

std::string plan_detail(const PlanDimension& dimension, const Plan& plan)
{
    if (!applies(dimension, plan))
        return {};
    const int value = dimension.get(plan);
    if (!dimension.options.empty())
        return dimension.options[std::size_t(value)].detail;
    return value != 0 ? dimension.detail : "";
}

std::string plan_value_name(const PlanDimension& dimension, int value)
{
    if (!dimension.options.empty())
        return dimension.options[std::size_t(value)].name;
    return dimension.is_switch ? switch_words[value != 0] : std::to_string(value);
}

Argument plan_value_words(const PlanDimension& dimension, int value)
{
    if (!dimension.options.empty())
        return dimension.options[std::size_t(value)].words;
    return dimension.is_switch ? Argument(switch_words[value != 0]) : Quantity{double(value), units::Unit::Count};
}

std::optional<int> spelled_value(const PlanDimension& dimension, std::string_view text)
{
    for (std::size_t place = dimension.options.size(); place-- > 0;) {
        const PlanOption& option = dimension.options[place];
        if (text == option.name || matches_any(option.spellings, text))
            return int(place);
    }
    return std::nullopt;
}

double distance(const PlanDimension& dimension, int left, int right)
{
    if (dimension.is_switch || !dimension.options.empty())
        return left == right ? 1 : 2;
    const double small = std::max(1, std::min(left, right));
    return std::max(1, std::max(left, right)) / small;
}

bool is_nearer(const Plan& left, const Plan& right, const Plan& wanted)
{
    for (const PlanDimension* dimension : plan_table::of_ties) {
        const int value = dimension->get(left);
        const int other = dimension->get(right);
        if (value == other)
            continue;
        const int target = dimension->get(wanted);
        const double near = distance(*dimension, value, target);
        const double far = distance(*dimension, other, target);
        if (near != far)
            return near < far;
    }
    return false;
}

Message plan_cell_words(const PlanDimension& dimension, const Plan& plan)
{
    const bool is_number = dimension.options.empty() && !dimension.is_switch;
    const bool counts_always = is_number && !*dimension.zero_name;
    const int value = effective(dimension, plan);
    if ((is_number && value == 0) || (!counts_always && !applies(dimension, plan)))
        return {"\u2013", {}};
    std::vector<Argument> words{plan_value_words(dimension, value)};
    for (const PlanDimension& other : plan_dimensions)
        if (std::string_view(other.beside) == dimension.key && applies(other, plan) && other.get(plan) > 0)
            words.push_back(plan_value_words(other, other.get(plan)));
    return listed(words, " ");
}

bool comes_before(const Plan& left, const Plan& right)
{
    for (const PlanDimension* dimension : plan_table::of_ties) {
        const auto value = dimension->tie_value ? dimension->tie_value : dimension->member.get;
        if (value(left) != value(right))
            return value(left) < value(right);
    }
    return false;
}

} // namespace plateau
