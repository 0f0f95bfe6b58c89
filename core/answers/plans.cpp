// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/plans.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/answers/explore/best_curve.h"
#include "core/search/search.h"

namespace plateau::answers {

namespace {

using search::PlanChoice;

constexpr double least_gpus = 8;
constexpr double most_gpus = 131072;
constexpr double worth_telling = 0.005; ///< by so much a tight plan must be better
constexpr double reach = 16; ///< times the scenario's own GPU count

/// A search for every core.
struct PlanTools {
    threads::Pool pool;
    std::vector<search::PlanSearch> searches{static_cast<std::size_t>(pool.size())};
    explore::BestPlanCurve curves{pool};
};

/// Options of a search that starts from the best plan.
search::SearchOptions hinted(const TrainingQuestion& question, const PlanPair& plans, const Work& work)
{
    search::SearchOptions options = search_options(question, work);
    options.hints = {plans.best.plan};
    return options;
}

/// The best of all plans that fit, where it is better than those found because it leaves less than the head room.
std::optional<Parts> tight_plan(search::PlanSearch& search, const Prepared& prepared, const search::OpenKeys& open,
                                const search::SearchResult& found, search::SearchOptions options)
{
    if (found.plans.empty() || found.plans.front().verdict == Verdict::Tight || found.stopped)
        return std::nullopt;
    options.top = 1;
    options.count = options.exhaustive = false;
    options.tight = true;
    options.hints = {found.plans.front().plan};
    const search::SearchResult all = search.run(prepared, open, options);
    const auto value = [&](const Parts& parts) { return search::objective_value(options.objective, parts); };
    const bool better
        = !all.plans.empty() && value(all.plans.front()) < (1 - worth_telling) * value(found.plans.front());
    return better ? std::optional(all.plans.front()) : std::nullopt;
}

std::shared_ptr<const PlanPair> plans_of(const TrainingQuestion& question, Work& work)
{
    return work.get<Plans>(question.with_choice(PlanChoice::Best));
}

} // namespace

PlanPair Plans::compute(const Key& question, Work& work)
{
    const Scenario& scenario = *question.scenario;
    const auto prepared = prepare(scenario);
    search::PlanSearch& search = work.tool<PlanTools>().searches.front();
    PlanPair pair{scenario, question.objective, {}, {}};
    search::SearchOptions options = search_options(question, work);
    pair.current = search::best_plan(search, *prepared, search::open_keys(scenario, PlanChoice::Given), options);
    options.hints = {pair.current.plan};
    pair.best = search::best_plan(search, *prepared, search::open_keys(scenario, PlanChoice::Best), options);
    return pair;
}

bool PlanList::Key::operator==(const Key& other) const
{
    return question == other.question && top == other.top && exhaustive == other.exhaustive
        && beside_plans == other.beside_plans && known == other.known && filter.same_plans(other.filter);
}

PlanList::Value PlanList::compute(const Key& key, Work& work)
{
    if (key.known) {
        Key alone = key;
        alone.known = false;
        Value list = *work.get<PlanList>(alone);
        if (const auto runs = work.data().runs()) // of the best so far too, when stopped
            list.known = runs->nearest(*key.question.scenario, list.result.plans, *make_workspace());
        return list;
    }
    search::SearchOptions options = search_options(key.question, work);
    options.top = key.top;
    options.exhaustive = key.exhaustive;
    options.count = true;
    if (key.filter.has_plan_conditions())
        options.wanted = [&key](const Plan& plan) { return key.filter.matches_plan(plan); };
    options.progress = [&work](double share) { work.report({static_cast<int>(100 * share), 100}); };
    Value list;
    auto& search = work.tool<PlanTools>().searches.front();
    const auto prepared = prepare(*key.question.scenario);
    const auto open = search::open_keys(*key.question.scenario, PlanChoice::Best);
    if (key.beside_plans)
        list.plans = plans_of(key.question, work);
    const auto start = std::chrono::steady_clock::now();
    list.result = search.run(*prepared, open, options);
    list.tight = tight_plan(search, *prepared, open, list.result, options);
    list.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return list;
}

std::size_t PlanList::bytes(const Value& value) { return sizeof value + value.result.plans.size() * sizeof(Parts); }

PlanMap::Value PlanMap::compute(const Key& key, Work& work)
{
    auto plans = plans_of(key.question, work);
    auto& tools = work.tool<PlanTools>();
    explore::PlanMapQuestion question;
    question.x = key.x;
    question.y = key.y;
    question.shown = {plans->current.plan, plans->best.plan};
    const Scenario& scenario = *key.question.scenario;
    auto map = explore::plan_map(tools.pool, tools.searches, work.catalog(), scenario,
                                 search::open_keys(scenario, PlanChoice::Best), question,
                                 hinted(key.question, *plans, work));
    return {std::move(plans), std::move(map)};
}

std::size_t PlanMap::bytes(const Value& value)
{
    return sizeof value + value.found.cells.size() * sizeof(explore::PlanCell);
}

Sensitivities::Value Sensitivities::compute(const Key& question, Work& work)
{
    auto plans = plans_of(question, work);
    auto rows = explore::sensitivities(*question.scenario, question.open_keys(),
                                       work.tool<PlanTools>().searches.front(), hinted(question, *plans, work));
    return {std::move(plans), std::move(rows)};
}

std::size_t Sensitivities::bytes(const Value& value)
{
    return sizeof value + value.found.size() * sizeof(explore::Sensitivity);
}

Frontier::Value Frontier::compute(const Key& key, Work& work)
{
    auto plans = plans_of(key.question, work);
    const Scenario& scenario = *key.question.scenario;
    const auto prepared = prepare(scenario);
    const double own = gpus(*prepared);
    const double to = std::clamp(std::exp2(std::ceil(std::log2(own * reach))), 1024.0, std::max(most_gpus, own));
    RunChoices choices;
    choices.curve
        = work.tool<PlanTools>().curves.compute(*prepared, search::open_keys(scenario, PlanChoice::Best),
                                                explore::gpu_counts(std::min(least_gpus, own), to, 2, own),
                                                key.question.objective, work.stop(), [&work](int done, int of) {
                                                    work.report({done, of});
                                                });
    choices.front = explore::frontier(choices.curve, scenario.workload.tokens);
    const auto runs = key.known ? work.data().runs(work.stop()) : nullptr;
    if (!runs || work.stop().stop_requested())
        return {std::move(plans), std::move(choices)};
    std::vector<Parts> numbers;
    numbers.reserve(choices.front.size());
    for (const explore::RunCost& run : choices.front)
        numbers.push_back(std::find_if(choices.curve.begin(), choices.curve.end(), [&](const auto& point) {
                              return point.gpus == run.gpus;
                          })->parts);
    choices.known = runs->nearest(scenario, numbers, *make_workspace());
    return {std::move(plans), std::move(choices)};
}

std::size_t Frontier::bytes(const Value& value)
{
    return sizeof value + value.found.curve.size() * sizeof(explore::CurvePoint)
        + value.found.front.size() * sizeof(explore::RunCost);
}

} // namespace plateau::answers
