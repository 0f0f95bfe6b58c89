// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/plan_words.h"

#include "core/plan/plan_dimensions.h"
#include "core/views/times.h"

namespace plateau::narrate {

namespace {

/// "HSDP 1,024 (in groups of 8)": a group may hold context ranks too, so that it is no factor of the data degree.
Message data_words(const Plan& plan)
{
    const char* const mode = option(plan.dp_mode).words;
    if (plan.dp_mode == DataParallelMode::Hsdp && plan.shard_group > 0)
        return {"%1 %2 (%3 %4)", {mode, count(plan.dp), PLATEAU_TEXT("in groups of"), count(plan.shard_group)}};
    return {"%1 %2", {mode, count(plan.dp)}};
}

Message pipeline_words(const Plan& plan)
{
    const Quantity stages = count(plan.pp);
    if (plan.pp > 1 && plan.schedule != PipelineSchedule::OneFOneB && plan.schedule != PipelineSchedule::Interleaved)
        return {"PP %1 (%2)", {stages, option(plan.schedule).words}};
    if (plan.pp > 1 && plan.virtual_stages > 1)
        return {"PP %1 (%2, %3 %4)",
                {stages, PLATEAU_TEXT("interleaved"), count(plan.virtual_stages), PLATEAU_TEXT("chunks")}};
    return {"PP %1", {stages}};
}

} // namespace

Message plan_words(const Plan& plan)
{
    std::vector<Argument> factors, aside;
    for (const PlanDimension* dimension : plan_table::in_tables) {
        if (dimension->named == PlanDimension::Named::Never || is_plain(*dimension, plan))
            continue;
        const Message words = dimension == &plan_dimension_of<&Plan::pp>
            ? pipeline_words(plan)
            : Message{"%1 %2", {dimension->symbol, count(effective(*dimension, plan))}};
        (dimension->named == PlanDimension::Named::AsFactor ? factors : aside).push_back(words);
    }
    factors.push_back(data_words(plan));
    aside.insert(aside.begin(), listed(factors, " × "));
    return listed(aside);
}

Message plan_details(const Plan& plan)
{
    std::vector<Argument> details{Message{"%1 %2", {PLATEAU_TEXT("micro-batch"), count(plan.micro_batch)}}};
    for (const PlanDimension* dimension : plan_table::in_tables)
        if (const std::string detail = plan_detail(*dimension, plan); !detail.empty())
            details.push_back(Word{detail});
    return listed(details);
}

} // namespace plateau::narrate
