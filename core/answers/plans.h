// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/answers/answers.h"
#include "core/answers/curve_points.h"
#include "core/answers/plan_filter.h"
#include "core/math/threads/pool.h"
#include "core/question/scenario/scenario.h"

/// The plans of a question: the given one and the best, a list, a map of two parameters, what would help, and the
/// choice between time and money.
namespace plateau::answers {

/// The scenario's own plan and the best one, whichever of them is asked about.
struct PlanPair {
    Scenario scenario;
    search::Objective objective = search::Objective::Throughput;
    Parts current; ///< of the scenario's own plan, its open degrees searched
    Parts best; ///< as search::best_plan() answers
};
struct Plans {
    using Key = TrainingQuestion;
    using Value = PlanPair;
    static Value compute(const Key& question, Work& work);
};

/// An answer with the pair that it stands beside.
template<class Found>
struct BesidePlans {
    std::shared_ptr<const PlanPair> plans;
    Found found;
};

/// What answers about plans share: a search for every core.
struct PlanTools {
    threads::Pool pool;
    std::vector<search::PlanSearch> searches{static_cast<std::size_t>(pool.size())};
};

/// Options of a search that starts from the best plan.
search::SearchOptions hinted(const TrainingQuestion& question, const PlanPair& plans, const Work& work);
std::shared_ptr<const PlanPair> plans_of(const TrainingQuestion& question, Work& work);

/// What a search went through.
struct PlanCounts {
    double considered = 0;
    double evaluated = 0;
    double feasible = 0;
    double seconds = 0;
};

/// The best plans that fit, best first.
struct PlanList {
    struct Key {
        TrainingQuestion question;
        int top = 1;
        bool exhaustive = false; ///< every legal plan is evaluated
        PlanFilter filter = {}; ///< conditions on plans; those on results are left to whoever shows them
        bool beside_plans = false; ///< with the given and the best plan
        bool known = false; ///< says how each is known: waits for the published runs
        bool operator==(const Key& other) const;
    };
    struct Value {
        std::shared_ptr<const PlanPair> plans; ///< null unless asked for
        search::SearchResult result;
        std::optional<Parts> tight; ///< leaves less than the head room and is better than any that leaves it
        double seconds = 0;
        std::vector<evidence::Nearest> known; ///< of each plan; empty unless asked for

        PlanCounts counts() const { return {result.considered, result.evaluated, result.feasible, seconds}; }
    };
    static Value compute(const Key& key, Work& work);
    static std::size_t bytes(const Value& value);
};

/// The scenario with this plan as its given one. Sets only the parameters that differ in effect, closes those that
/// were left to the search, and leaves the data degree and the shard group to follow where that gives the same.
Expected<Scenario> with_plan(const catalog::Catalog& catalog, const Scenario& scenario, const Plan& plan);

/// The scenario with the least recomputation with which its given plan fits; as it is where none helps.
Scenario recomputed_to_fit(const catalog::Catalog& catalog, const Scenario& scenario);

/// The largest micro-batch with which the plan fits, all else as it is: of those that divide a data rank's sequences of
/// a step. 0: not even one sequence.
int largest_micro_batch(const Scenario& scenario, const Plan& plan);

/// A whole training run of `tokens` on one GPU count, interruptions included.
struct RunCost {
    double gpus = 0;
    double seconds = 0;
    double usd = 0; ///< idle accelerators included
    double joules = 0; ///< of the facility
    double watts = 0;
    Plan plan;
};
RunCost run_cost(const Parts& parts, double tokens);

/// The runs of a curve that no other beats in time and dollars at once, ascending in GPUs: what is left to choose
/// between. Points where nothing fits are left out.
std::vector<RunCost> frontier(const std::vector<CurvePoint>& curve, double tokens);

/// Time and money of the scenario's tokens on every GPU count worth a look, each with its best plan.
struct RunChoices {
    std::vector<CurvePoint> curve;
    std::vector<RunCost> front; ///< what no other count beats
    std::vector<evidence::Nearest> known; ///< of each of `front`; empty: published runs were not asked for
};
struct Frontier {
    struct Key {
        TrainingQuestion question;
        bool known = false; ///< waits for the published runs
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = BesidePlans<RunChoices>;
    static Value compute(const Key& key, Work& work);
    static std::size_t bytes(const Value& value);
};

} // namespace plateau::answers
