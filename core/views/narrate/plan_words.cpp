// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/narrate/plan_words.h"

#include "core/plan/plan_dimensions.h"
#include "core/text/units/quantity.h"

namespace plateau::narrate {

namespace {

std::string count(int number) { return units::format(number, units::Unit::Count); }

std::string data_words(const Plan& plan)
{
    const int ranks = plan.dp * plan.cp;
    const std::string words = std::string(option(plan.dp_mode).words) + " ";
    if (plan.dp_mode != DataParallelMode::Hsdp)
        return words + count(plan.dp);
    if (plan.shard_group <= 0 || ranks % plan.shard_group != 0)
        return words + count(plan.dp);
    return words + count(plan.shard_group) + " × " + count(ranks / plan.shard_group);
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
    std::string words;
    for (const PlanDimension* dimension : plan_dimensions_in_place()) {
        if (!dimension->names_plan || is_plain(*dimension, plan))
            continue;
        const bool pipeline = dimension == &plan_dimension_of<&Plan::pp>;
        words += (words.empty() ? "" : " × ")
            + (pipeline ? pipeline_words(plan) : dimension->symbol + (" " + count(effective(*dimension, plan))));
    }
    return words + " × " + data_words(plan);
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
