// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/plan_dimensions.h"

#include <algorithm>
#include <cmath>

namespace plateau {

namespace {

constexpr const char* switch_words[] = {PLATEAU_TEXT("off"), PLATEAU_TEXT("on")};

/// The rows, sorted by one of their numbers.
auto sorted_by(int PlanDimension::*number)
{
    std::array<const PlanDimension*, plan_dimensions.size()> list{};
    std::transform(plan_dimensions.begin(), plan_dimensions.end(), list.begin(),
                   [](const PlanDimension& dimension) { return &dimension; });
    std::sort(list.begin(), list.end(), [number](const PlanDimension* left, const PlanDimension* right) {
        return left->*number < right->*number;
    });
    return list;
}

std::string flag(const char* name, double value)
{
    return std::string(name) + " " + std::to_string(std::llround(value));
}

} // namespace

namespace plan_table {

std::string torchtitan_data(const Launch& launch)
{
    const Plan& plan = launch.plan;
    const bool hybrid = plan.dp_mode == DataParallelMode::Hsdp && plan.shard_group > 0;
    const bool sharded = plan.dp_mode == DataParallelMode::Fsdp || plan.dp_mode == DataParallelMode::Zero2;
    const double shard = hybrid ? std::min(plan.shard_group, plan.dp) : sharded ? plan.dp : 1;
    return flag("--parallelism.data_parallel_replicate_degree", std::floor(plan.dp / shard)) + '\n'
        + flag("--parallelism.data_parallel_shard_degree", shard);
}

std::string torchtitan_micro_batch(const Launch& launch)
{
    const Plan& plan = launch.plan;
    const double local = plan.pp > 1 ? launch.global_batch / plan.dp : plan.micro_batch;
    const std::string batch = flag("--training.local_batch_size", std::ceil(local));
    return plan.pp > 1 ? flag("--parallelism.pipeline_parallel_microbatch_size", plan.micro_batch) + '\n' + batch
                       : batch;
}

std::string megatron_chunks(const Launch& launch)
{
    const Plan& plan = launch.plan;
    if (!applies(plan_dimension_of<&Plan::virtual_stages>, plan) || plan.virtual_stages == 1)
        return {};
    const double layers = launch.shape.layers / (double(plan.pp) * plan.virtual_stages);
    return layers == std::floor(layers)
        ? flag("--num-layers-per-virtual-pipeline-stage", layers)
        : "# " + std::to_string(plan.virtual_stages) + " virtual stages of unequal length";
}

std::string megatron_shard_group(const Launch& launch)
{
    return "# hybrid sharding in groups of " + std::to_string(launch.plan.shard_group);
}

std::string megatron_modules(const Launch& launch)
{
    const catalog::ModelShape& shape = launch.shape;
    if (launch.plan.recompute != Recompute::Selective || (shape.kv_rank <= 0 && shape.experts <= 0))
        return {};
    return std::string("--recompute-modules core_attn") + (shape.kv_rank > 0 ? " mla_up_proj" : "")
        + (shape.experts > 0 ? " moe_act" : "");
}

} // namespace plan_table

const PlanDimension* find_plan_dimension(std::string_view key)
{
    const auto found = std::find_if(plan_dimensions.begin(), plan_dimensions.end(),
                                    [key](const PlanDimension& dimension) { return dimension.key == key; });
    return found == plan_dimensions.end() ? nullptr : &*found;
}

std::span<const PlanDimension* const> plan_dimensions_in_place()
{
    static const auto list = sorted_by(&PlanDimension::place);
    return list;
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

std::string plan_value_words(const PlanDimension& dimension, int value)
{
    if (!dimension.options.empty())
        return dimension.options[std::size_t(value)].words;
    return dimension.is_switch ? switch_words[value != 0] : units::format(value, units::Unit::Count);
}

bool comes_before(const Plan& left, const Plan& right)
{
    static const auto order = sorted_by(&PlanDimension::tie);
    for (const PlanDimension* dimension : order) {
        const auto value = dimension->tie_value ? dimension->tie_value : dimension->get;
        if (value(left) != value(right))
            return value(left) < value(right);
    }
    return false;
}

} // namespace plateau
