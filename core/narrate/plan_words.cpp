// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/narrate/plan_words.h"

#include "core/units/quantity.h"

namespace plateau::narrate {

namespace {

std::string count(int number) { return units::format(number, units::Unit::Count); }

std::string data_words(const Plan& plan)
{
    const int ranks = plan.dp * plan.cp;
    switch (plan.dp_mode) {
    case DataParallelMode::Ddp:
        return "DDP " + count(plan.dp);
    case DataParallelMode::Zero1:
        return "ZeRO-1 " + count(plan.dp);
    case DataParallelMode::Zero2:
        return "ZeRO-2 " + count(plan.dp);
    case DataParallelMode::Fsdp:
        return "FSDP " + count(plan.dp);
    case DataParallelMode::Hsdp:
        break;
    }
    if (plan.shard_group <= 0 || ranks % plan.shard_group != 0)
        return "HSDP " + count(plan.dp);
    return "HSDP " + count(plan.shard_group) + " × " + count(ranks / plan.shard_group);
}

std::string pipeline_words(const Plan& plan)
{
    std::string words = "PP " + count(plan.pp);
    if (plan.pp == 1)
        return words;
    if (plan.schedule == PipelineSchedule::GPipe)
        words += " (GPipe)";
    else if (plan.virtual_stages > 1)
        words += " (interleaved, " + count(plan.virtual_stages) + " chunks)";
    return words;
}

} // namespace

std::string plan_words(const Plan& plan)
{
    std::string words = "TP " + count(plan.tp) + " × " + pipeline_words(plan);
    if (plan.cp > 1)
        words += " × CP " + count(plan.cp);
    if (plan.ep > 1)
        words += " × EP " + count(plan.ep);
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
    return words;
}

} // namespace plateau::narrate
