// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "core/answers/answers.h"
#include "core/answers/solutions.h"
#include "core/evidence/difference.h"
#include "core/model/metrics.h"

/// What one number must be so that a run keeps its limits, or two questions are equally fast.
namespace plateau::answers {

/// What is to hold; one of the three.
struct Goal {
    Limits limits; ///< of the run
    std::string metric; ///< key of one that is at least, or for costs at most, `value`; empty: none
    double value = 0;
    std::shared_ptr<const Scenario> rival; ///< as many tokens a second as this one does, the same number changed
    search::PlanChoice rival_choice = search::PlanChoice::Given;
    bool without_memory = false; ///< holds too where the plan does not fit into memory: of a run that took place

    friend bool operator==(const Goal& left, const Goal& right);
};

struct Needed {
    double now = 0; ///< value of the scenario
    bool holds_now = false;
    bool found = false; ///< there is a value that turns it
    double value = 0; ///< from which on it holds
    bool holds_above = false; ///< at that value and more; else at that value and less
    Parts parts; ///< at `value`; where none was found, now
    Parts rival; ///< the same of the rival
    Parts parts_now, rival_now; ///< with the scenario's value
    bool fits = false, rival_fits = false; ///< into memory, at any value
    std::optional<double> were_there_room = {}; ///< where it fits at none: the value that would do
    std::optional<evidence::Difference> now_against = {}; ///< of those two, interruptions counted; where both fit
};

/// The value nearest to the scenario's own at which the goal starts, or stops, to hold. Values tried are the stops of
/// the parameter's row, the ends of a ladder, then halves of the step in which it turns, down to a thousandth of the
/// value, or to one where it is a whole number. `key` is a number of the parameter table.
Needed needed(const catalog::Catalog& catalog, const Scenario& scenario, const search::OpenKeys& open,
              const std::string& key, const Goal& goal, search::PlanSearch& search,
              const search::SearchOptions& options = {}, const SolveProgress& progress = {});

/// What one number of the question must be.
struct NeededValue {
    struct Key {
        TrainingQuestion question;
        std::string parameter; ///< key of a number
        Goal goal;
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = Needed;
    static Value compute(const Key& key, Work& work);
};

} // namespace plateau::answers
