// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "core/answers/explore/curve.h"
#include "core/math/threads/pool.h"
#include "core/search/search.h"

namespace plateau::explore {

/// The best plan at each of many GPU counts, exactly, again and again while a parameter moves. Starts every search from
/// the answers to the question before: a plan that was best a moment ago, here or at the counts beside, is nearly best
/// now, and its own numbers under the new question are a bound that leaves little to look at. The answer never depends
/// on what came before. One thread at a time.
class BestPlanCurve {
public:
    explicit BestPlanCurve(threads::Pool& pool);

    /// Called for every count as it is answered, from the thread that answered it.
    using OnCount = std::function<void(int done, int of)>;

    /// In the order of `gpu_counts`. Where no plan fits, the point holds the given plan with its obstacle or its
    /// missing memory. When stopped, what it returns is incomplete and to be thrown away.
    std::vector<CurvePoint> compute(const Prepared& prepared, const search::OpenKeys& open,
                                    const std::vector<double>& gpu_counts,
                                    search::Objective objective = search::Objective::Throughput,
                                    const std::stop_token& stop = {}, const OnCount& on_count = {});

    /// Where no plan fits: the one that needs the least memory; none is possible: nothing.
    std::optional<Parts> leanest(const Prepared& prepared, const search::OpenKeys& open,
                                 const std::stop_token& stop = {});

    /// Forgets what earlier curves found: the next one starts anew.
    void forget();

private:
    threads::Pool& pool_;
    std::vector<search::PlanSearch> searches_; ///< one per worker
    std::map<double, Plan> before_; ///< best plans of the last curves, by GPU count
};

/// A GPU count from which another layout is best.
struct Crossover {
    double gpus = 0;
    Plan before;
    Plan after;
};

/// Along a curve: where the kind of plan changes - tensor, pipeline, context or expert degree, how states are sharded.
/// The data degree follows the GPU count and does not count as a change; nor do micro-batch and schedule. Points where
/// nothing fits are skipped.
std::vector<Crossover> crossovers(const std::vector<CurvePoint>& curve);

} // namespace plateau::explore
