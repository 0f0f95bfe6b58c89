// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/answers/scaling_curve.h"

/// One question at many GPU counts.
namespace plateau::answers {

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

/// How far an axis reaches to show the earlier of knee and soonest finish (explore::end_of_returns()); 0: neither is up
/// to a million GPUs. The scenario's own count does not matter.
struct EndOfReturns {
    struct Key {
        TrainingQuestion question;
        bool operator==(const Key& other) const;
    };
    using Value = double;
    static Value compute(const Key& key, Work& work);
    static bool is_quick(const Key& key) { return !key.question.is_searched(); }
};

/// The scaling curve: the plan as it stands, finely drawn, or the plan a search finds, at every power of two.
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
