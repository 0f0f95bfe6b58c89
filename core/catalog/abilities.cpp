// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/stack.h"

#include <algorithm>
#include <iterator>

#include "core/text/messages/speech.h"

namespace plateau::catalog {

namespace {

constexpr const char* by_sharding[] = {"dp_mode"};
constexpr const char* by_sharding_and_stages[] = {"dp_mode", "pp"};
constexpr const char* by_sharding_and_experts[] = {"dp_mode", "ep"};
constexpr const char* by_schedule[] = {"schedule", "virtual_stages"};
constexpr const char* by_context[] = {"cp_method"};

bool has_data_ranks(const Plan& plan) { return plan.dp * plan.cp != 1; }
int sharding(const Plan& plan, Precision) { return int(plan.dp_mode); }

template<class Enum>
const char* option_words(int value)
{
    return option(Enum(value)).words;
}

constexpr AbilityRow rows[] = {
    {Ability::Sharding, "sharding", names_of<DataParallelMode>, by_sharding, has_data_ranks, sharding,
     PLATEAU_TEXT("%1 does not have %2 (%3)."), nullptr, option_words<DataParallelMode>},
    {Ability::ShardingInPipelines, "sharding_in_pipelines", names_of<DataParallelMode>, by_sharding_and_stages,
     [](const Plan& plan) { return plan.pp > 1 && has_data_ranks(plan); }, sharding,
     PLATEAU_TEXT("%1 does not run %2 with pipeline stages (%3)."), nullptr, option_words<DataParallelMode>},
    {Ability::ShardingOfExperts, "sharding_of_experts", names_of<DataParallelMode>, by_sharding_and_experts,
     [](const Plan& plan) { return plan.ep > 1 && has_data_ranks(plan); }, sharding,
     PLATEAU_TEXT("%1 does not run %2 with expert parallelism (%3)."),
     PLATEAU_TEXT("%1 has no expert parallelism (%3)."), option_words<DataParallelMode>},
    {Ability::Schedules, "schedules", names_of<PipelineSchedule>, by_schedule,
     [](const Plan& plan) { return plan.pp > 1; }, [](const Plan& plan, Precision) { return int(pipeline_kind(plan)); },
     PLATEAU_TEXT("%1 does not have the pipeline schedule %2 (%3)."), PLATEAU_TEXT("%1 has no pipelines (%3)."),
     option_words<PipelineSchedule>},
    {Ability::Context, "context", names_of<ContextMethod>, by_context, [](const Plan& plan) { return plan.cp > 1; },
     [](const Plan& plan, Precision) { return int(plan.cp_method); },
     PLATEAU_TEXT("%1 does not exchange context by %2 (%3)."), PLATEAU_TEXT("%1 has no context parallelism (%3)."),
     option_words<ContextMethod>},
    {Ability::Formats,
     "formats",
     names_of<Precision>,
     {},
     [](const Plan&) { return true; },
     [](const Plan&, Precision precision) { return int(precision); },
     PLATEAU_TEXT("%1 does not train in %2 (%3)."),
     nullptr,
     [](int value) { return names_of<Precision>[std::size_t(value)]; }},
};

constexpr bool in_order()
{
    for (std::size_t i = 0; i < std::size(rows); ++i)
        if (rows[i].ability != Ability(i))
            return false;
    return std::size(rows) == ability_count;
}
static_assert(in_order(), "an ability without its row");

} // namespace

std::span<const AbilityRow> ability_rows() { return rows; }

const AbilityRow* lacking(const Abilities& abilities, const Plan& plan, Precision precision)
{
    for (const AbilityRow& row : rows)
        if (row.needed(plan) && !abilities.has(row.ability, row.value(plan, precision)))
            return &row;
    return nullptr;
}

Message refusal(const Program& program, const Plan& plan, Precision precision)
{
    const AbilityRow* row = lacking(program.runs, plan, precision);
    if (!row)
        return {};
    const char* const sentence = row->lacking_all && program.runs.none(row->ability) ? row->lacking_all : row->lacking;
    const std::string& source = program.sources[std::size_t(row->ability)];
    return {sentence,
            {Verbatim{program.title}, Word{row->words(row->value(plan, precision))},
             source.empty() ? Argument(PLATEAU_TEXT("its preset tells of no other")) : Verbatim{source}}};
}

Message dispatcher_refusal(Dispatcher dispatcher, int ranks, double domain)
{
    static constexpr int deepep_ranks[] = {2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 144, 160};
    if (ranks > 1 && dispatcher == Dispatcher::HybridEp && ranks > domain)
        return {PLATEAU_TEXT("HybridEP refuses experts over %1 GPUs, more than a domain of %2, unless it is built for "
                             "several domains (HYBRID_EP_MULTINODE=1)."),
                {Quantity{double(ranks), units::Unit::None}, Quantity{domain, units::Unit::None}}};
    if (ranks > 1 && dispatcher == Dispatcher::DeepEp
        && std::find(std::begin(deepep_ranks), std::end(deepep_ranks), ranks) == std::end(deepep_ranks))
        return {
            PLATEAU_TEXT("DeepEP refuses experts over %1 GPUs: it has settings for 2, 4, 8, 16, 24, 32, 48, 64, 96, "
                         "128, 144 and 160."),
            {Quantity{double(ranks), units::Unit::None}}};
    return {};
}

} // namespace plateau::catalog
