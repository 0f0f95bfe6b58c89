// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/model/metrics.h"
#include "core/search/plan_space.h"

/// Conditions on plans and on what they give, as a person types them:
///
///     PP > 1
///     tp=8 recompute=none
///     tp=4|8 and mfu >= 45%, memory < 60 GB
///
/// Conditions stand side by side (spaces, commas, "and") and must all hold. Operators: = == != < <= > >=; after = and
/// != several values may follow, divided by |. Names: every plan parameter by its key or abbreviation (tp, pp, cp, ep,
/// dp, mbs, vp, sp, sharding, schedule, recompute, shard_group), and every metric by its key or word: tokens (per
/// second and GPU available), mfu, bubble, memory, step, cost. Upper and lower case are alike. Values of metrics as
/// parse_metric() reads them, other numbers as units::parse().
namespace plateau::answers {

enum class Comparison { Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual };

struct PlanCondition {
    std::string name; ///< as in the list above
    const search::PlanAxis* axis = nullptr; ///< for a condition on the plan
    const Metric* metric = nullptr; ///< for one on what it gives
    Comparison comparison = Comparison::Equal;
    std::vector<double> values;

    bool holds(double value) const;
    friend bool operator==(const PlanCondition&, const PlanCondition&) = default;
};

class PlanFilter {
public:
    PlanFilter() = default;
    explicit PlanFilter(std::vector<PlanCondition> conditions) : conditions_(std::move(conditions)) { }

    bool empty() const { return conditions_.empty(); }
    const std::vector<PlanCondition>& conditions() const { return conditions_; }
    bool matches(const Parts& parts) const;
    /// Whether the conditions on the plan alone hold; a search may leave the others out of account.
    bool matches_plan(const Plan& plan) const;
    bool has_plan_conditions() const;
    /// Whether both let the same plans pass before their results are known.
    bool same_plans(const PlanFilter& other) const;

private:
    std::vector<PlanCondition> conditions_;
};

/// Errors name the word that is not understood and what would be.
Expected<PlanFilter> parse_plan_filter(const std::string& text);

} // namespace plateau::answers
