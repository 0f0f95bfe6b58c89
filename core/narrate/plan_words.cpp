// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/narrate/plan_words.h"

#include "core/search/plan_axis.h"
#include "core/units/quantity.h"

namespace plateau::narrate {

namespace {

std::string count(int number) { return units::format(number, units::Unit::Count); }

std::string data_words(const Plan& plan)
{
    const int ranks = plan.dp * plan.cp;
    const std::string words = sharding_words(plan.dp_mode) + std::string(" ");
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
        return words + " (" + schedule_words(plan.schedule) + ")";
    if (plan.virtual_stages > 1)
        words += " (interleaved, " + count(plan.virtual_stages) + " chunks)";
    return words;
}

} // namespace

std::string schedule_words(PipelineSchedule schedule)
{
    return search::value_words(*search::find_plan_axis("schedule"), int(schedule));
}

const char* sharding_words(DataParallelMode mode)
{
    switch (mode) {
    case DataParallelMode::Ddp:
        return "DDP";
    case DataParallelMode::Zero1:
        return "ZeRO-1";
    case DataParallelMode::Zero2:
        return "ZeRO-2";
    case DataParallelMode::Fsdp:
        return "FSDP";
    case DataParallelMode::Hsdp:
        break;
    }
    return "HSDP";
}

std::string plan_words(const Plan& plan)
{
    std::string words = "TP " + count(plan.tp) + " × " + pipeline_words(plan);
    if (plan.cp > 1)
        words += " × CP " + count(plan.cp);
    if (plan.ep > 1)
        words += " × EP " + count(plan.ep);
    if (plan.etp > 0 && plan.etp != plan.tp)
        words += " × ETP " + count(plan.etp);
    return words + " × " + data_words(plan);
}

std::string plan_details(const Plan& plan)
{
    std::string words = "micro-batch " + count(plan.micro_batch);
    if (plan.recompute == Recompute::Selective)
        words += ", selective recomputation";
    if (plan.recompute == Recompute::Full)
        words += ", full recomputation";
    if (plan.tp > 1 && plan.sequence_parallel)
        words += ", sequence parallel";
    if (plan.cp > 1 && plan.cp_method == ContextMethod::AllGather)
        words += ", keys and values gathered";
    if (plan.cp > 1 && plan.cp_balance == ContextBalance::Contiguous)
        words += ", contiguous context";
    return words;
}

} // namespace plateau::narrate
