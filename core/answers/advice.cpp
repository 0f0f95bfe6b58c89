// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/advice.h"

#include <algorithm>

#include "core/answers/step.h"
#include "core/search/nearest_fit.h"

namespace plateau::answers {

namespace {

std::vector<explore::Solution> solve(const Solutions::Key& key, Work& work)
{
    const Scenario& scenario = *key.question.scenario;
    const auto open = key.question.open_keys();
    const search::SearchOptions options = search_options(key.question, work);
    auto& search = work.tool<search::PlanSearch>();
    const auto report = [&work](int done, int of) { work.report({done, of}); };
    switch (key.target) {
    case Target::Gpus:
        return {smallest_cluster(scenario, open, key.limits, search, options, report)};
    case Target::Model:
        return {largest_model(work.catalog(), scenario, open, key.limits, search, options, report)};
    case Target::Tokens:
        return {most_tokens(scenario, open, key.limits, search, options, report)};
    case Target::Loss:
        return lowest_loss(work.catalog(), scenario, open, key.limits, search, options, report);
    case Target::Hardware:
        break;
    }
    return cheapest_hardware(work.catalog(), scenario, open, key.limits, search, options, report);
}

} // namespace

std::vector<explore::Suggestion> Suggestions::compute(const Key& question, Work& work)
{
    return explore::suggestions(work.catalog(), *question.scenario, question.open_keys(),
                                work.tool<search::PlanSearch>(), search_options(question, work));
}

NearestFit::Value NearestFit::compute(const Key& key, Work& work)
{
    return search::nearest_fit(work.catalog(), *key.question.scenario, key.parameter);
}

EqualHardware::Key EqualHardware::Key::of(const TrainingQuestion& question, explore::Basis basis)
{
    return {question.with_choice(search::PlanChoice::Best), basis, explore::compared_hardware(*question.scenario)};
}

explore::EqualAnswer EqualHardware::compute(const Key& key, Work& work)
{
    auto answer = explore::compare_hardware(work.catalog(), *key.question.scenario, key.compared, key.basis,
                                            work.tool<threads::Pool>(), search_options(key.question, work));
    answer.given = *work.get<StepParts>(key.question.with_choice(search::PlanChoice::Given));
    for (explore::EqualCluster& cluster : answer.clusters) {
        const explore::EqualCluster& first = answer.clusters.front();
        if (&cluster != &first && cluster.parts.fits() && first.parts.fits())
            cluster.against_first = evidence::difference({cluster.scenario, cluster.parts},
                                                         {first.scenario, first.parts}, work.data().claims().reach);
    }
    return answer;
}

std::size_t EqualHardware::bytes(const Value& value)
{
    std::size_t bytes = sizeof value + value.clusters.size() * sizeof(explore::EqualCluster);
    for (const explore::EqualCurve& curve : value.curves)
        bytes += curve.points.size() * sizeof(explore::CurvePoint);
    return bytes;
}

std::size_t Solutions::Value::best_known() const
{
    if (!known)
        return tried.size();
    std::vector<evidence::Nearest> nearest;
    nearest.reserve(found);
    for (std::size_t i = 0; i < found; ++i)
        nearest.push_back(tried[i].nearest);
    const std::size_t best = evidence::best_known(nearest);
    return best < found ? best : tried.size();
}

Solutions::Value Solutions::compute(const Key& key, Work& work)
{
    Value answer;
    const bool of_models = key.target == Target::Model || key.target == Target::Loss;
    const char* const parameter = of_models ? "model" : "hardware";
    for (explore::Solution& solution : solve(key, work)) {
        auto scenario = key.question.scenario;
        if (!solution.id.empty())
            if (auto other = with(work.catalog(), *scenario, parameter, solution.id))
                scenario = std::make_shared<const Scenario>(std::move(*other));
        answer.found += solution.found ? 1 : 0;
        answer.tried.push_back({std::move(solution), std::move(scenario), {}});
    }
    const auto runs = key.known ? work.data().runs(work.stop()) : nullptr;
    if (!runs || work.stop().stop_requested())
        return answer;
    answer.known = true;
    const WorkspacePointer workspace = make_workspace();
    for (Found& each : answer.tried)
        each.nearest = runs->nearest(*each.scenario, each.solution.parts, *workspace);
    return answer;
}

explore::Needed NeededValue::compute(const Key& key, Work& work)
{
    explore::Needed answer = explore::needed(work.catalog(), *key.question.scenario, key.question.open_keys(),
                                             key.parameter, key.goal, work.tool<search::PlanSearch>(),
                                             search_options(key.question, work), [&work](int done, int of) {
                                                 work.report({done, of});
                                             });
    const Parts &own = answer.parts_now, &rival = answer.rival_now;
    if (key.goal.rival && own.fits() && rival.fits())
        answer.now_against = evidence::difference({*key.question.scenario, own, own.goodput},
                                                  {*key.goal.rival, rival, rival.goodput}, work.data().claims().reach);
    return answer;
}

std::size_t Solutions::bytes(const Value& value)
{
    return sizeof value + value.tried.size() * (sizeof(Found) + sizeof(Scenario));
}

} // namespace plateau::answers
