// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/frontier.h"

#include <algorithm>
#include <cmath>

#include "core/search/search.h"

namespace plateau::answers {

RunCost run_cost(const Parts& parts, double tokens)
{
    const double seconds = tokens / (parts.tokens_per_s * parts.goodput);
    const double usd = parts.usd_per_million_tokens * tokens / 1e6 / parts.goodput;
    return {parts.gpus, seconds, usd, parts.facility_watts * seconds, parts.facility_watts, parts.plan};
}

std::vector<RunCost> frontier(const std::vector<CurvePoint>& curve, double tokens)
{
    std::vector<RunCost> runs;
    for (const CurvePoint& point : curve) {
        if (point.parts.fits())
            runs.push_back(run_cost(point.parts, tokens));
    }
    const auto beaten = [&](const RunCost& run) {
        return std::any_of(runs.begin(), runs.end(), [&](const RunCost& other) {
            return other.seconds <= run.seconds && other.usd <= run.usd
                && (other.seconds < run.seconds || other.usd < run.usd);
        });
    };
    std::vector<RunCost> result;
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(result),
                 [&](const RunCost& run) { return !beaten(run); });
    std::sort(result.begin(), result.end(),
              [](const RunCost& left, const RunCost& right) { return left.gpus < right.gpus; });
    return result;
}

namespace {

constexpr double least_gpus = 8;
constexpr double most_gpus = 131072;
constexpr double frontier_reach = 16; ///< times the scenario's own GPU count

} // namespace

Frontier::Value Frontier::compute(const Key& key, Work& work)
{
    auto plans = plans_of(key.question, work);
    const Scenario& scenario = *key.question.scenario;
    const auto prepared = prepare(scenario);
    const double own = gpus(*prepared);
    const double to
        = std::clamp(std::exp2(std::ceil(std::log2(own * frontier_reach))), 1024.0, std::max(most_gpus, own));
    RunChoices choices;
    choices.curve = points_at(key.question.with_choice(search::PlanChoice::Best),
                              gpu_counts(std::min(least_gpus, own), to, 2, own), work);
    if (work.stop().stop_requested())
        return {std::move(plans), {}};
    choices.front = frontier(choices.curve, scenario.workload.tokens);
    const auto runs = key.known ? work.data().runs(work.stop()) : nullptr;
    if (!runs || work.stop().stop_requested())
        return {std::move(plans), std::move(choices)};
    std::vector<Parts> numbers;
    numbers.reserve(choices.front.size());
    for (const RunCost& run : choices.front)
        numbers.push_back(std::find_if(choices.curve.begin(), choices.curve.end(), [&](const auto& point) {
                              return point.gpus == run.gpus;
                          })->parts);
    choices.known = runs->nearest(scenario, numbers, *make_workspace());
    return {std::move(plans), std::move(choices)};
}

std::size_t Frontier::bytes(const Value& value)
{
    return sizeof value + value.found.curve.size() * sizeof(CurvePoint) + value.found.front.size() * sizeof(RunCost);
}

} // namespace plateau::answers
