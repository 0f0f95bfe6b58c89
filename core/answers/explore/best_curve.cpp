// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explore/best_curve.h"

#include <atomic>
#include <iterator>

#include "core/model/prepared.h"
#include "core/search/leanest_plan.h"

namespace plateau::explore {

namespace {

constexpr std::size_t most_remembered = 256; ///< GPU counts whose best plans the next search starts from

bool same_kind(const Plan& left, const Plan& right)
{
    return left.tp == right.tp && left.pp == right.pp && left.cp == right.cp && left.ep == right.ep
        && left.dp_mode == right.dp_mode;
}

} // namespace

BestPlanCurve::BestPlanCurve(threads::Pool& pool) : pool_(pool), searches_(std::size_t(pool.size())) { }

void BestPlanCurve::forget()
{
    before_.clear();
    searches_ = std::vector<search::PlanSearch>(std::size_t(pool_.size()));
}

std::vector<CurvePoint> BestPlanCurve::compute(const Prepared& prepared, const search::OpenKeys& open,
                                               const std::vector<double>& gpu_counts, search::Objective objective,
                                               const std::stop_token& stop, const OnCount& on_count)
{
    std::vector<CurvePoint> points(gpu_counts.size());
    std::vector<Plan> latest(searches_.size(), prepared.plan); // of each worker
    std::atomic<int> done = 0;
    // Ascending: small counts are quick and say where to look on large ones.
    pool_.for_each(int(gpu_counts.size()), [&](int worker, int turn) {
        const std::size_t index = std::size_t(turn);
        search::PlanSearch& search = searches_[std::size_t(worker)];
        Plan& last = latest[std::size_t(worker)];
        const double gpus = gpu_counts[index];
        const auto here = at_gpus(prepared, gpus);
        search::SearchOptions options;
        options.objective = objective;
        options.stop = stop;
        options.hints = {last};
        const auto known = before_.lower_bound(gpus);
        if (known != before_.end())
            options.hints.push_back(known->second);
        if (known != before_.begin() && (known == before_.end() || known->first != gpus))
            options.hints.push_back(std::prev(known)->second);
        const search::SearchResult found = search.run(*here, open, options);
        if (!found.plans.empty())
            last = found.plans.front().plan;
        points[index]
            = {gpus, found.plans.empty() ? evaluate(*here, prepared.plan, search.workspace()) : found.plans.front()};
        if (const int answered = ++done; on_count)
            on_count(answered, int(gpu_counts.size()));
    });
    if (stop.stop_requested())
        return points;
    if (before_.size() > most_remembered)
        before_.clear();
    for (const CurvePoint& point : points)
        if (point.parts.fits())
            before_[point.gpus] = point.parts.plan;
        else
            before_.erase(point.gpus);
    return points;
}

std::optional<Parts> BestPlanCurve::leanest(const Prepared& prepared, const search::OpenKeys& open,
                                            const std::stop_token& stop)
{
    search::SearchOptions options;
    options.stop = stop;
    return search::leanest_plan(searches_.front(), prepared, open, options);
}

std::vector<Crossover> crossovers(const std::vector<CurvePoint>& curve)
{
    std::vector<Crossover> result;
    const Parts* last = nullptr;
    for (const CurvePoint& point : curve) {
        if (!point.parts.fits())
            continue;
        if (last && !same_kind(last->plan, point.parts.plan))
            result.push_back({point.gpus, last->plan, point.parts.plan});
        last = &point.parts;
    }
    return result;
}

} // namespace plateau::explore
