// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/math/threads/pool.h"
#include "core/model/estimate.h"
#include "core/search/search.h"

namespace plateau::answers {

/// One point of a curve against the GPU count.
struct CurvePoint {
    double gpus = 0;
    Parts parts;
};

/// GPU counts to draw: every power of two from `from` to `to`, `per_doubling` - 1 points between, and `also`.
std::vector<double> gpu_counts(double from, double to, int per_doubling, double also = 0);

/// The scenario's own plan at each GPU count. Impossible points stay in, with their obstacle.
std::vector<CurvePoint> given_plan_curve(const Prepared& prepared, const std::vector<double>& gpu_counts,
                                         Workspace& workspace);

/// The best plan at each of many GPU counts, exactly, again and again while a parameter moves. One thread at a time.
class BestPlanCurve {
public:
    explicit BestPlanCurve(threads::Pool& pool);

    /// Called for every count as it is answered, from the thread that answered it.
    using OnCount = std::function<void(int done, int of)>;

    /// In the order of `gpu_counts`. Where no plan fits, the point holds the given plan with its obstacle or its
    /// missing memory. When stopped, what it returns is incomplete and to be thrown away. Every search starts from what
    /// was best `before`, here or at the counts beside: it is nearly best now, and its own numbers under the new
    /// question are a bound that leaves little to look at. The answer never depends on it.
    std::vector<CurvePoint> compute(const Prepared& prepared, const search::OpenKeys& open,
                                    const std::vector<double>& gpu_counts,
                                    search::Objective objective = search::Objective::Throughput,
                                    const std::vector<CurvePoint>& before = {}, const std::stop_token& stop = {},
                                    const OnCount& on_count = {});

    /// Where no plan fits: the one that needs the least memory; none is possible: nothing.
    std::optional<Parts> leanest(const Prepared& prepared, const search::OpenKeys& open,
                                 const std::stop_token& stop = {});

private:
    threads::Pool& pool_;
    std::vector<search::PlanSearch> searches_; ///< one per worker
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

/// How far a curve's throughput may be off, as factors on it.
struct ThroughputBand {
    double gpus = 0;
    double low = 1;
    double high = 1;
};

/// Moves each of the stack's constants that decide scaling - kernel efficiency, overlap penalty, latency factor,
/// network fraction - to both ends of the range its file gives, one at a time, and adds the relative changes of
/// throughput in quadrature, each side for itself. Not a statistical interval: a range of what the constants allow.
/// Impossible points have factors of one. Under a stack calibrated on one's own runs the factors are those of
/// estimate/reach.h instead.
std::vector<ThroughputBand> throughput_band(const Scenario& scenario, const std::vector<double>& gpu_counts,
                                            Workspace& workspace);

/// The band around a curve whose plans differ from point to point: each point keeps its own plan.
std::vector<ThroughputBand> throughput_band(const Scenario& scenario, const std::vector<CurvePoint>& curve,
                                            Workspace& workspace);

/// The band when `variance` of ln throughput, eight in ten, comes on top; in quadrature.
ThroughputBand widened(const ThroughputBand& band, double variance);

} // namespace plateau::answers
