// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/plan/plan_dimension_rows.h"

/// Reading the table of plan dimensions.
namespace plateau {

/// In the order of JSON.
inline constexpr std::span<const PlanDimension> plan_dimensions{plan_table::rows};

/// The row of a member, known when compiled: plan_dimension_of<&Plan::tp>.
template<auto Member>
consteval std::size_t plan_dimension_index()
{
    std::size_t index = 0;
    while (plan_table::rows[index].member.get != &plan_table::get<Member>)
        ++index;
    return index;
}
template<auto Member>
inline constexpr const PlanDimension& plan_dimension_of = plan_table::rows[plan_dimension_index<Member>()];

/// Null for a key that is none.
const PlanDimension* find_plan_dimension(std::string_view key);

inline int effective(const PlanDimension& dimension, const Plan& plan)
{
    return dimension.effective ? dimension.effective(plan) : dimension.get(plan);
}
inline bool applies(const PlanDimension& dimension, const Plan& plan)
{
    return !dimension.applies || dimension.applies(plan);
}
/// Whether a dimension applies to a plan of a model with experts, or without.
inline bool applies(const PlanDimension& dimension, const Plan& plan, bool has_experts)
{
    return applies(dimension, plan) && (!dimension.experts_only || has_experts);
}
/// Whether the dimension has no effect on the plan, or the value that everybody expects.
inline bool is_plain(const PlanDimension& dimension, const Plan& plan)
{
    return !applies(dimension, plan) || (dimension.is_plain && dimension.is_plain(plan));
}

/// How many values there are of a choice or a switch; 0: a number.
inline int value_count(const PlanDimension& dimension)
{
    return dimension.is_switch ? 2 : int(dimension.options.size());
}

/// What a search tries of a dimension around the degrees of the plan: what its row says, of choices and switches every
/// value, in the order of equally good plans and `on` first; one value where it has no effect in this plan.
std::vector<int> values_to_try(const PlanDimension& dimension, const PlanReach& reach, const Plan& plan);
void values_to_try(const PlanDimension& dimension, const PlanReach& reach, const Plan& plan, std::vector<int>& values);
/// The largest data degree around a product of tensor, context and pipeline degree; below 1 when there is none.
int most_data_ranks(const PlanReach& reach, double model_ranks);

/// How far apart two values are, 1 or more: the ratio of numbers; choices are the same or 2 apart.
double distance(const PlanDimension& dimension, int left, int right);
/// Whether `left` is nearer to `wanted`: in the first member, by plan_table::of_ties, in which their distances differ.
bool is_nearer(const Plan& left, const Plan& right, const Plan& wanted);

/// The value of a choice that a table of published runs means, its cell in lower case.
std::optional<int> spelled_value(const PlanDimension& dimension, std::string_view text);

/// What a plan's details say of it: "full recomputation"; empty: nothing.
std::string plan_detail(const PlanDimension& dimension, const Plan& plan);
/// A value as files and flags have it: "8", "zero1", "on".
std::string plan_value_name(const PlanDimension& dimension, int value);
/// A value as tables and sentences have it: "1,024", "ZeRO-1", "on".
Argument plan_value_words(const PlanDimension& dimension, int value);
/// What a table of plans says of it: every number that never follows, and all else where it has an effect, with what
/// stands beside it: "1", "HSDP 64"; else an en dash.
Message plan_cell_words(const PlanDimension& dimension, const Plan& plan);

/// The order of plans that are equally good: smaller in the first member, by plan_table::of_ties, in which they differ.
bool comes_before(const Plan& left, const Plan& right);

/// Everything of a plan that the cost of a layer depends on.
inline constexpr std::size_t layer_dimension_count = [] {
    std::size_t count = 0;
    for (const PlanDimension& dimension : plan_dimensions)
        count += dimension.in_layer != nullptr;
    return count;
}();
using LayerValues = std::array<int, layer_dimension_count>;

template<std::size_t... Index>
LayerValues layer_values(const Plan& plan, std::index_sequence<Index...>)
{
    LayerValues values{};
    std::size_t filled = 0;
    const auto add = [&]<std::size_t At>() {
        if constexpr (plan_table::rows[At].in_layer != nullptr)
            values[filled++] = plan_table::rows[At].in_layer(plan);
    };
    (add.template operator()<Index>(), ...);
    return values;
}
inline LayerValues layer_values(const Plan& plan)
{
    return layer_values(plan, std::make_index_sequence<std::size(plan_table::rows)>());
}

} // namespace plateau
