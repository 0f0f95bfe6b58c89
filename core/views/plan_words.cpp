// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/plan_dimensions.h"
#include "core/views/words.h"

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

constexpr const char* shape_keys[] = {"layers", "hidden", "heads", "kv_heads", "head_dim", "ffn", "vocab"};

Message model_words(const Scenario& scenario)
{
    const catalog::ModelShape& shape = scenario.workload.shape;
    const bool is_changed = std::any_of(std::begin(shape_keys), std::end(shape_keys),
                                        [&](const char* key) { return scenario.overrides.count(key) > 0; });
    if (!is_changed)
        return {"%1", {Verbatim{shape.title}}};
    return {PLATEAU_TEXT("%1 parameters, from %2"), {count(catalog::total_parameters(shape)), Verbatim{shape.title}}};
}

Message parameters_words(const catalog::ModelShape& shape)
{
    const double all = catalog::total_parameters(shape), active = catalog::active_parameters(shape);
    if (all == active)
        return {PLATEAU_TEXT("%1 parameters"), {in_prose(all, units::Unit::Count)}};
    return {PLATEAU_TEXT("%1 parameters, %2 of them at work on a token"),
            {in_prose(all, units::Unit::Count), in_prose(active, units::Unit::Count)}};
}

const char* counted_words(const Scenario& scenario)
{
    switch (scenario.workload.counted_flop) {
    case catalog::FlopConvention::FullAttention:
        return PLATEAU_TEXT("attention in full");
    case catalog::FlopConvention::CausalAttention:
        return PLATEAU_TEXT("half of attention");
    case catalog::FlopConvention::SixN:
        break;
    }
    return PLATEAU_TEXT("no attention");
}

namespace {

/// Finds a program that is known to run the plan; null if none is.
const catalog::Program* that_runs(const Scenario& scenario, const Plan& plan)
{
    const auto& programs = scenario.assumptions.programs;
    const auto found = std::find_if(programs.begin(), programs.end(), [&](const catalog::Program& program) {
        return program.known && !catalog::lacking(program.runs, plan, scenario.workload.precision);
    });
    return found == programs.end() ? nullptr : &*found;
}

Message own_refusal(const Scenario& scenario, const Plan& plan)
{
    return catalog::refusal(catalog::program_of(scenario.assumptions.stack), plan, scenario.workload.precision);
}

} // namespace

Message refusal_of(const std::string& stack, const Scenario& scenario, const Plan& plan)
{
    for (const catalog::Program& program : scenario.assumptions.programs)
        if (program.stack == stack)
            return catalog::refusal(program, plan, scenario.workload.precision);
    return {};
}

Message software_warning(const Scenario& scenario, const Plan& plan)
{
    const Message refusal = own_refusal(scenario, plan);
    if (refusal.empty())
        return {};
    const catalog::Program* other = that_runs(scenario, plan);
    if (!other)
        return {PLATEAU_TEXT("%1 No known software runs it."), {refusal}};
    return {PLATEAU_TEXT("%1 %2 runs it."), {refusal, Verbatim{other->title}}};
}

Message dispatcher_warning(const Scenario& scenario, const Plan& plan)
{
    if (scenario.workload.shape.experts == 0)
        return {};
    return catalog::dispatcher_refusal(scenario.assumptions.dispatcher, plan.ep * expert_tensor(plan),
                                       scenario.cluster.tiers.front().domain_size);
}

Message software_mark(const Scenario& scenario, const Plan& plan)
{
    if (own_refusal(scenario, plan).empty())
        return {};
    return {that_runs(scenario, plan) ? PLATEAU_TEXT("other software") : PLATEAU_TEXT("no known software"), {}};
}

Message own_software() { return {PLATEAU_TEXT("the stack"), {}}; }

} // namespace plateau::narrate
