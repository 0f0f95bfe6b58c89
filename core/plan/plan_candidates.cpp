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

} // namespace plateau
