// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/answers/answers.h"
#include "core/answers/curve_points.h"
#include "core/model/timeline.h"

/// One question at many GPU counts: what the curves of a workbench are made from.
namespace plateau::answers {

/// How one point of a curve is known.
struct KnownPoint {
    double gpus = 0;
    evidence::Nearest nearest;
};

/// A stretch of a curve on which a step waits much, and for the same.
struct WaitStretch {
    double from = 0, to = 0; ///< GPU counts
    WaitBound bound = WaitBound::Latency;
    std::shared_ptr<const Estimate> there; ///< at its far end
};

/// Values that are computed once for the whole curve.
struct ScalingCurve {
    Scenario scenario;
    search::PlanChoice choice = search::PlanChoice::Given;
    search::Objective objective = search::Objective::Throughput; ///< of the search, where there was one
    bool searched = false; ///< the plans, or some of their degrees, come from a search
    Estimate estimate; ///< at the scenario's own GPU count
    std::vector<CurvePoint> points; ///< ascending; the powers of two among them
    std::vector<ThroughputBand> band; ///< at the powers of two
    std::shared_ptr<const evidence::Evidence> runs; ///< that `known` was found among
    std::vector<KnownPoint> known; ///< at the powers of two and the own count; empty: runs are not read yet
    std::vector<WaitStretch> bound; ///< where traffic or the bubble takes much of a step, ascending
    double from = 8;
    double to = 16384;
    int published = 0; ///< runs that name the hardware, timed or not
    double covered_gpus = 0; ///< measurements on the hardware reach so far, whatever their plans; 0: nowhere
    std::optional<evidence::Claim> claim; ///< published ratio that holds for this scenario
    int estimates = 0; ///< how many were made; of a search: counts searched
    double seconds = 0; ///< and how long that took

    bool fits_anywhere() const;
    /// At the scenario's own GPU count.
    const Parts& here() const { return estimate.parts; }
    /// How that is known; null: not yet.
    const evidence::Nearest* known_here() const;
};

/// Where the evidence for the curve ends: the last count before the first extrapolated one beyond it; 0: nothing on the
/// curve is measured or interpolated. Before the runs are read, as far as any on the hardware.
double evidence_end(const ScalingCurve& curve);

/// The GPU counts an axis spans: powers of two.
struct GpuRange {
    double from = 0;
    double to = 0;
    friend bool operator==(const GpuRange&, const GpuRange&) = default;
};
/// All that is looked at: the powers of two from 8 to about a million.
inline constexpr GpuRange every_count{8, 1048576};
/// The powers of two between which the scenario's own plan fits; 0 and 0: nowhere. Does not depend on the scenario's
/// own count.
GpuRange feasible_counts(const Scenario& scenario, Workspace& workspace);
/// 8 to 16,384, or as far as the scenario's own count needs; where its plan fits only on larger clusters, two doublings
/// before the smallest of these and five beyond.
GpuRange usual_range(const Scenario& scenario, GpuRange feasible);

/// Whether two questions differ in the GPU count alone, if at all, so that both have the same points.
bool same_but_for_count(const TrainingQuestion& one, const TrainingQuestion& other);

/// The points of a question at these GPU counts, ascending: of its plan as it stands, or of the one a search finds. A
/// bench remembers those of the latest questions. When stopped, what it returns is to be thrown away.
std::vector<CurvePoint> points_at(const TrainingQuestion& question, const std::vector<double>& counts, Work& work);

/// The GPU counts between which the scenario's own plan fits (feasible_counts()). The scenario's own count and the
/// choice of plan do not matter.
struct FeasibleCounts {
    struct Key {
        TrainingQuestion question;
        bool operator==(const Key& other) const;
    };
    using Value = GpuRange;
    static Value compute(const Key& key, Work& work);
    static bool is_quick(const Key&) { return true; }
};

/// How far an axis reaches to show the earlier of knee and soonest finish (end_of_returns()); 0: neither is up
/// to a million GPUs. The scenario's own count does not matter.
struct EndOfReturns {
    struct Key {
        TrainingQuestion question;
        friend bool operator==(const Key& one, const Key& other)
        {
            return same_but_for_count(one.question, other.question);
        }
    };
    using Value = double;
    static Value compute(const Key& key, Work& work);
    static bool is_quick(const Key& key) { return !key.question.is_searched(); }
};

/// The scaling curve. The plan as it stands: at most 300 points, every power of two and, on shorter axes, more in
/// between. The plan a search finds: at every power of two and the scenario's own count.
struct Curve {
    struct Key {
        TrainingQuestion question;
        GpuRange range;
        bool known = false; ///< says how its numbers are known: waits for the published runs
        bool as_it_stands = false; ///< nothing is searched: what is open stays as it is
        bool is_searched() const { return !as_it_stands && question.is_searched(); }
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = ScalingCurve;
    static Value compute(const Key& key, Work& work);
    static std::size_t bytes(const Value& value);
    static bool is_quick(const Key& key) { return !key.is_searched(); }
};

/// usual_range() of all of them together, and on to each one's EndOfReturns.
GpuRange usual_range(Answers& answers, const std::vector<TrainingQuestion>& questions);

} // namespace plateau::answers
