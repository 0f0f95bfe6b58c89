// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/answers/answers.h"
#include "core/answers/explore/frontier.h"
#include "core/answers/explore/plan_filter.h"
#include "core/answers/explore/plan_map.h"
#include "core/answers/explore/sensitivity.h"

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
        explore::PlanFilter filter = {}; ///< conditions on plans; those on results are left to whoever shows them
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

/// Two parameters against each other, the best of all plans in every cell.
struct PlanMap {
    struct Key {
        TrainingQuestion question;
        std::string x = "tp", y = "pp";
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = BesidePlans<explore::PlanMap>;
    static Value compute(const Key& key, Work& work);
    static std::size_t bytes(const Value& value);
};

/// What a doubling and a halving of each resource brings the plan that is asked about.
struct Sensitivities {
    using Key = TrainingQuestion;
    using Value = BesidePlans<std::vector<explore::Sensitivity>>;
    static Value compute(const Key& question, Work& work);
    static std::size_t bytes(const Value& value);
};

/// Time and money of the scenario's tokens on every GPU count worth a look, each with its best plan.
struct RunChoices {
    std::vector<explore::CurvePoint> curve;
    std::vector<explore::RunCost> front; ///< what no other count beats
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
