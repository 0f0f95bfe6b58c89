// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/narrate/plan_words.h"

#include "core/plan/plan_dimensions.h"
#include "core/text/units/quantity.h"

namespace plateau::narrate {

namespace {

std::string count(int number) { return units::format(number, units::Unit::Count); }

/// "HSDP 1,024 (in groups of 8)": a group may hold context ranks too, so that it is no factor of the data degree.
std::string data_words(const Plan& plan)
{
    std::string words = std::string(option(plan.dp_mode).words) + " " + count(plan.dp);
    if (plan.dp_mode == DataParallelMode::Hsdp && plan.shard_group > 0)
        words += std::string(" (") + PLATEAU_TEXT("in groups of") + " " + count(plan.shard_group) + ")";
    return words;
}

std::string pipeline_words(const Plan& plan)
{
    std::string words = "PP " + count(plan.pp);
    if (plan.pp == 1)
        return words;
    if (plan.schedule != PipelineSchedule::OneFOneB && plan.schedule != PipelineSchedule::Interleaved)
        return words + " (" + option(plan.schedule).words + ")";
    if (plan.virtual_stages > 1)
        words += std::string(" (") + PLATEAU_TEXT("interleaved") + ", " + count(plan.virtual_stages) + " "
            + PLATEAU_TEXT("chunks") + ")";
    return words;
}

} // namespace

std::string plan_words(const Plan& plan)
{
    std::string factors, aside;
    for (const PlanDimension* dimension : plan_dimensions_in_place()) {
        if (dimension->named == PlanDimension::Named::Never || is_plain(*dimension, plan))
            continue;
        const std::string words = dimension == &plan_dimension_of<&Plan::pp>
            ? pipeline_words(plan)
            : dimension->symbol + (" " + count(effective(*dimension, plan)));
        if (dimension->named == PlanDimension::Named::AsFactor)
            factors += words + " × ";
        else
            aside += ", " + words;
    }
    return factors + data_words(plan) + aside;
}

std::string plan_details(const Plan& plan)
{
    std::string words = std::string(PLATEAU_TEXT("micro-batch")) + " " + count(plan.micro_batch);
    for (const PlanDimension* dimension : plan_dimensions_in_place()) {
        const std::string detail = plan_detail(*dimension, plan);
        if (!detail.empty())
            words += ", " + detail;
    }
    return words;
}

} // namespace plateau::narrate
