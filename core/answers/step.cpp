// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/step.h"

#include "core/model/evaluate.h"
#include "core/model/prepare.h"

namespace plateau::answers {

namespace {

/// A workspace of the estimate, kept from one answer to the next.
struct Desk {
    WorkspacePointer workspace = make_workspace();
};

Parts chosen(const TrainingQuestion& question, const Prepared& prepared, Work& work)
{
    return search::best_plan(work.tool<search::PlanSearch>(), prepared, question.open_keys(),
                             search_options(question, work));
}

evidence::Nearest nearest_to(const Scenario& scenario, const Parts& parts, Work& work)
{
    const auto runs = work.data().runs(work.stop());
    return runs ? runs->nearest(scenario, parts, *work.tool<Desk>().workspace) : evidence::Nearest();
}

} // namespace

Estimate StepEstimate::compute(const Key& question, Work& work)
{
    const auto prepared = prepare(question.scenario);
    return explain(*prepared, chosen(question, *prepared, work).plan);
}

std::size_t StepEstimate::bytes(const Value& value)
{
    std::size_t bytes = sizeof value;
    for (const Term& term : value.terms)
        bytes += sizeof term + term.ingredients.size() * 3 * sizeof(Ingredient);
    return bytes;
}

Parts StepParts::compute(const Key& question, Work& work)
{
    return chosen(question, *prepare(question.scenario), work);
}

NearestRun::Value NearestRun::compute(const Key& question, Work& work)
{
    const Scenario& scenario = *question.scenario;
    const std::string& accelerator = scenario.cluster.accelerator.id;
    const auto runs = work.data().runs_on(accelerator);
    const auto step = work.get<StepEstimate>(question);
    return {runs->nearest(scenario, step->parts, *work.tool<Desk>().workspace), runs->published(accelerator)};
}

SweptStep::Value SweptStep::compute(const Key& question, Work& work)
{
    const auto prepared = prepare(question.scenario);
    Value step;
    step.parts = chosen(question, *prepared, work);
    step.reason = verdict_reason(*prepared, step.parts);
    step.nearest = nearest_to(*question.scenario, step.parts, work);
    return step;
}

bool OnePlan::operator==(const OnePlan& other) const
{
    return plan == other.plan && TrainingQuestion(scenario) == TrainingQuestion(other.scenario);
}

Estimate PlanEstimate::compute(const Key& key, Work&) { return explain(*prepare(key.scenario), key.plan); }

Timeline PlanTimeline::compute(const Key& key, Work&) { return timeline(*prepare(key.scenario), key.plan); }

evidence::Nearest PlanKnown::compute(const Key& key, Work& work)
{
    const Parts parts = evaluate(*prepare(key.scenario), key.plan, *work.tool<Desk>().workspace);
    return nearest_to(*key.scenario, parts, work);
}

std::optional<ThroughputBand> StepBand::compute(const Key& question, Work& work)
{
    const auto band = throughput_band(*question.scenario, std::vector{question.scenario->cluster.gpus},
                                      *work.tool<Desk>().workspace);
    return band.empty() ? std::nullopt : std::optional(band.front());
}

} // namespace plateau::answers
