// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/search/objective.h"
#include "core/search/plan_space.h"

/// The best plan for one scenario on one number of GPUs.
namespace plateau::search {

struct SearchOptions {
    Objective objective = Objective::Throughput;
    int top = 1; ///< how many plans to name
    bool exhaustive = false; ///< evaluate every legal plan
    bool tight = false; ///< any plan that fits; else those that leave the head room, if there are any
    bool count = false; ///< fill SearchResult::considered also when pruning
    std::function<bool(const Plan&)> wanted = {}; ///< only plans for which it is true; empty: all
    std::vector<Plan> hints = {}; ///< plans likely to be good; legal or not
    std::stop_token stop = {};
    std::function<void(double share)> progress = {}; ///< of an exhaustive search, now and then
};

struct SearchResult {
    std::vector<Parts> plans; ///< best first; all leave the head room or, without SearchOptions::tight, none does
    double considered = 0; ///< legal plans in the space
    double evaluated = 0; ///< of which evaluate() was asked for
    double feasible = 0; ///< of those, the ones that may be named
    double least_above_bound = std::numeric_limits<double>::infinity(); ///< value / bound of the leaves: 1 or more
    bool stopped = false; ///< by the stop token: the answer is of what was seen until then
};

/// Branch and bound. A branch is left when no plan on it can be better than what was found:
///
///     step >= (m n + (L - n) f) c
///
/// with m micro-batches, n layers on the fullest stage, L layers, f = 1 / v for v chunks per rank (0 where a
/// zero-bubble schedule may be chosen) and c the seconds of one layer forward and backward, parameter traffic apart;
/// and at least the bytes of the leanest sharding and schedule must fit. c is remembered for every tensor, context and
/// expert degree, micro-batch and recomputation; it does not depend on the GPU count. The leaves are evaluate(), so the
/// answer is the exhaustive one's, bit for bit.
///
/// Remembers between runs; one per thread.
class PlanSearch {
public:
    PlanSearch();
    ~PlanSearch();
    PlanSearch(PlanSearch&&) noexcept;
    PlanSearch& operator=(PlanSearch&&) noexcept;

    SearchResult run(const Prepared& prepared, const OpenKeys& open, const SearchOptions& options);
    Workspace& workspace();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The answer to a question whose plan is partly open: the best plan that fits; where none fits, the one that needs
/// the least memory; where none is possible, the scenario's own with its obstacle. Without open keys, the given plan.
/// Parts::plan says which it was.
Parts best_plan(PlanSearch& search, const Prepared& prepared, const OpenKeys& open, const SearchOptions& options = {});

/// Like best_plan(), but empty where no plan is possible. At least one key must be open.
std::optional<Parts> best_or_leanest(PlanSearch& search, const Prepared& prepared, const OpenKeys& open,
                                     const SearchOptions& options = {});

/// The plan that needs the least memory, whether it fits or not and whatever the objective; none is possible: nothing.
std::optional<Parts> leanest_plan(PlanSearch& search, const Prepared& prepared, const OpenKeys& open,
                                  SearchOptions options);

} // namespace plateau::search
