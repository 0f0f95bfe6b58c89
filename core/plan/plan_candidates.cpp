// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/divisors.h"
#include "core/plan/plan_dimensions.h"
#include "core/plan/plan_layers.h"

namespace plateau {

namespace {

constexpr int most_int = std::numeric_limits<int>::max();

void add_divisors(double number, std::vector<int>& values)
{
    for (const std::int64_t divisor : math::divisors(std::int64_t(number)))
        if (divisor <= most_int)
            values.push_back(int(divisor));
}

void sort_unique(std::vector<int>& values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

} // namespace

int most_data_ranks(const PlanReach& reach, double model_ranks)
{
    const double room = std::min(std::floor(reach.gpus / model_ranks), double(most_int));
    return int(reach.batch > 0 ? std::min(room, std::floor(reach.batch)) : room);
}

namespace plan_table {

/// The most ranks there can be, then fewer whole powers of two among them; with a fixed batch also the fewest ranks
/// with the same share of it and the largest divisor of the batch.
void data_ranks(const PlanReach& reach, const Plan& plan, std::vector<int>& values)
{
    const int most = most_data_ranks(reach, double(plan.tp) * plan.cp * plan.pp);
    if (most < 1)
        return;
    for (int ranks = most; ranks > most / 2; ranks &= ranks - 1)
        values.push_back(ranks);
    if (reach.batch <= 0)
        return;
    const double share = std::ceil(reach.batch / most);
    values.push_back(int(std::ceil(reach.batch / share)));
    int divisor = most;
    while (divisor > most / 2 && std::fmod(reach.batch, divisor) != 0)
        --divisor;
    if (divisor > most / 2)
        values.push_back(divisor);
}

void head_divisors(const PlanReach& reach, const Plan&, std::vector<int>& values) { add_divisors(reach.heads, values); }

/// Embedding and head count as a layer each in one half of them; stages may be uneven.
void stage_counts(const PlanReach& reach, const Plan&, std::vector<int>& values)
{
    add_divisors(reach.layers, values);
    add_divisors(reach.layers + 2, values);
    for (int stages = 1; stages <= reach.layers; stages *= 2)
        values.push_back(stages);
    sort_unique(values);
    std::erase_if(values, [&](int stages) { return stages > reach.layers; });
}

void sequence_parts(const PlanReach& reach, const Plan&, std::vector<int>& values)
{
    const double most = plan_dimension_of<&Plan::cp>.most;
    for (int parts = 1; parts <= most && std::fmod(reach.sequence, parts) == 0; parts *= 2)
        values.push_back(parts);
}

void expert_divisors(const PlanReach& reach, const Plan&, std::vector<int>& values)
{
    add_divisors(std::max(1.0, reach.experts), values);
}

/// The tensor degree, or one.
void expert_widths(const PlanReach& reach, const Plan& plan, std::vector<int>& values)
{
    values.push_back(0);
    if (reach.experts > 0 && plan.tp > 1)
        values.push_back(1);
}

/// 2^k and 3 x 2^k.
void sequence_counts(const PlanReach&, const Plan&, std::vector<int>& values)
{
    const double most = plan_dimension_of<&Plan::micro_batch>.most;
    for (int power = 1; power <= most; power *= 2) {
        values.push_back(power);
        if (power > 1 && 3 * power <= 2 * most)
            values.push_back(power / 2 * 3);
    }
}

void rank_divisors(const PlanReach&, const Plan& plan, std::vector<int>& values)
{
    add_divisors(double(plan.dp) * plan.cp, values);
}

void chunk_counts(const PlanReach& reach, const Plan& plan, std::vector<int>& values)
{
    add_divisors(split_layers(int(reach.layers), plan).most(), values);
    std::erase(values, 1);
}

} // namespace plan_table

void values_to_try(const PlanDimension& dimension, const PlanReach& reach, const Plan& plan, std::vector<int>& values)
{
    values.clear();
    if (!applies(dimension, plan)) {
        values.push_back(dimension.get(Plan{}));
        return;
    }
    if (dimension.candidates) {
        dimension.candidates(reach, plan, values);
        return;
    }
    values.reserve(std::size_t(value_count(dimension)));
    for (int value = 0; value < value_count(dimension); ++value)
        values.push_back(dimension.is_switch ? 1 - value : value);
    if (!dimension.tie_value)
        return;
    const auto order = [&](int value) {
        Plan with;
        dimension.set(with, value);
        return dimension.tie_value(with);
    };
    std::sort(values.begin(), values.end(), [&](int left, int right) { return order(left) < order(right); });
}

std::vector<int> values_to_try(const PlanDimension& dimension, const PlanReach& reach, const Plan& plan)
{
    std::vector<int> values;
    values_to_try(dimension, reach, plan, values);
    return values;
}

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
