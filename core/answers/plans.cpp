// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/plans.h"

#include "core/answers/curve_points.h"
#include "core/math/divisors.h"
#include "core/model/prepared.h"
#include "core/question/scenario/parameter_table.h"

namespace plateau::answers {

namespace {

using search::PlanChoice;

constexpr double worth_telling = 0.005; ///< by so much a tight plan must be better

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

} // namespace

search::SearchOptions hinted(const TrainingQuestion& question, const PlanPair& plans, const Work& work)
{
    search::SearchOptions options = search_options(question, work);
    options.hints = {plans.best.plan};
    return options;
}

std::shared_ptr<const PlanPair> plans_of(const TrainingQuestion& question, Work& work)
{
    return work.get<Plans>(question.with_choice(PlanChoice::Best));
}

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

Expected<Scenario> with_plan(const catalog::Catalog& catalog, const Scenario& scenario, const Plan& plan)
{
    const auto value = [&plan](const char* key) {
        Scenario wanted;
        wanted.plan = plan;
        return training_parameters().find(key)->get(wanted);
    };
    std::vector<std::pair<std::string, Value>> changes;
    for (const search::PlanAxis& axis : search::plan_axes()) {
        const bool open = scenario.open.count(axis.key()) > 0;
        if (axis.dimension->worked_out) {
            if (open || axis.get(scenario.plan) != 0)
                changes.emplace_back(axis.key(), 0.0);
            continue;
        }
        const bool differs = axis.get(scenario.plan) != axis.get(plan);
        const bool matters = !axis.has_words() || applies(*axis.dimension, plan, scenario.workload.shape.experts > 0);
        if (open || (differs && matters))
            changes.emplace_back(axis.key(), value(axis.key()));
    }
    if (scenario.plan.fit_to_batch)
        changes.emplace_back("fit_to_batch", 0.0);
    const auto next = with_all(catalog, scenario, changes);
    if (!next)
        return next;
    const Plan complete_plan = complete(*prepare(*next), next->plan).plan;
    changes.clear();
    for (const search::PlanAxis& axis : search::plan_axes()) {
        const bool typed = axis.dimension->worked_out && axis.get(plan) != 0 && applies(*axis.dimension, plan);
        if (typed && axis.get(complete_plan) != axis.get(plan))
            changes.emplace_back(axis.key(), value(axis.key()));
    }
    return changes.empty() ? next : with_all(catalog, *next, changes);
}

Scenario recomputed_to_fit(const catalog::Catalog& catalog, const Scenario& scenario)
{
    const WorkspacePointer workspace = make_workspace();
    const auto fits = [&workspace](const Scenario& question) {
        return evaluate(*prepare(question), question.plan, *workspace).fits();
    };
    if (fits(scenario))
        return scenario;
    for (const PlanOption& more : recomputations)
        if (const auto with_more = with(catalog, scenario, "recompute", more.name);
            with_more && with_more->plan.recompute > scenario.plan.recompute && fits(*with_more))
            return *with_more;
    return scenario;
}

int largest_micro_batch(const Scenario& scenario, const Plan& plan)
{
    const auto prepared = prepare(scenario);
    const WorkspacePointer workspace = make_workspace();
    const double sequences = evaluate(*prepared, plan, *workspace).global_batch / plan.dp;
    int largest = 0;
    for (const std::int64_t micro_batch : math::divisors(std::int64_t(std::clamp(sequences, 1.0, 1048576.0)))) {
        Plan tried = plan;
        tried.micro_batch = int(micro_batch);
        if (!evaluate(*prepared, tried, *workspace).fits())
            break;
        largest = tried.micro_batch;
    }
    return largest;
}

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

constexpr double least_gpus = 8;
constexpr double most_gpus = 131072;
constexpr double frontier_reach = 16; ///< times the scenario's own GPU count

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
