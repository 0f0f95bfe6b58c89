// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/answers/answers.h"
#include "core/answers/plans.h"
#include "core/answers/returns.h"
#include "core/evidence/difference.h"
#include "core/model/metrics.h"
#include "core/search/search.h"
#include "core/text/units/quantity.h"

/// The other way round: not what a cluster does, but which one does it within limits.
namespace plateau::answers {

/// What a training run of the scenario's tokens must stay within.
struct Limits {
    double seconds = std::numeric_limits<double>::infinity(); ///< deadline
    double usd = std::numeric_limits<double>::infinity(); ///< budget
    double watts = std::numeric_limits<double>::infinity(); ///< facility power
    static constexpr double all_gpus = 1048576;
    double gpus = all_gpus; ///< that may be had
    std::vector<std::string> hardware = {}; ///< accelerators that may be had; empty: all of the catalog
    bool assumed_deadline = false; ///< nobody set it
    RunClock clock = RunClock::Tokens; ///< when the run is over

    /// Nobody waits for years: where no deadline was set, one is assumed, and said.
    static constexpr double usual_seconds = 90 * units::day;
    void assume_deadline();
    /// As many as may be had for the money or the power, else the scenario's.
    double most_gpus(const Scenario& scenario) const;
    bool allows(const std::string& accelerator) const;
    friend bool operator==(const Limits&, const Limits&) = default;
};

/// One of them, as flags, files and fields have it.
struct LimitRow {
    const char* key; ///< of a flag: "power"
    const char* alias; ///< its other name there: "watts"
    const char* view_key; ///< in a scenario's view: "power_cap"
    const char* label;
    const char* help;
    units::Unit unit;
    double Limits::*value;
};
std::span<const LimitRow> limit_rows();

/// What stops a run, or would stop a smaller one.
enum class Bound { None, Memory, Deadline, Budget, Power, Gpus };

/// The limits a run breaks, the first of memory (or an impossible plan), deadline, budget, power; None when it keeps
/// all.
Bound broken(const Limits& limits, const Parts& parts, double tokens);

/// How far a solution is, now and then: questions asked of about how many.
using SolveProgress = std::function<void(int done, int of)>;

/// How each of these looks for a solution.
struct Solving {
    const search::OpenKeys& open;
    const Limits& limits;
    search::PlanSearch& search;
    search::SearchOptions options = {};
    SolveProgress progress = {};

    /// Reports how far it is; false when the options' stop token asks for an end.
    bool goes_on(int done, int of) const;
    /// The same without reports: of one question among several.
    Solving silent() const { return {open, limits, search, options}; }
};

struct Solution {
    bool found = false;
    std::string id; ///< of the accelerator or model; empty when only the GPU count was asked for
    Parts parts; ///< the answer's, or of the attempt that came closest
    RunCost run;
    double tokens = 0; ///< that the run trains on
    double loss = std::numeric_limits<double>::quiet_NaN(); ///< then; NaN where no law is known: experts, adapters
    Bound bound = Bound::None; ///< what keeps the answer from being smaller, or from existing
};

/// The smallest GPU count that keeps the limits with its best plan. Counts tried are the whole hosts (below one host:
/// every count), at first four per doubling, then by bisection between the last that fails and the first that keeps
/// them; every answer is checked, and the one before it in the last bisection fails. A count that would pass in between
/// two that fail is not looked for: throughput does not fall when GPUs are added, because a plan may leave some idle.
/// When the options' stop token asks for it, what was found until then, which is no answer.
Solution smallest_cluster(const Scenario& scenario, const Solving& how);

/// For each accelerator that may be had and can hold the scenario, its smallest cluster; those within the limits first,
/// cheapest run first. Accelerators without a price are left out when a budget is given, else come last.
std::vector<Solution> cheapest_hardware(const catalog::Catalog& catalog, const Scenario& scenario, const Solving& how);

/// The models of the catalog by total parameters, largest first: the first one that keeps the limits with the
/// scenario's tokens, with what stops the next larger one. On the scenario's GPUs, or under a budget on the smallest
/// cluster that does. Not found when even the smallest model breaks a limit.
Solution largest_model(const catalog::Catalog& catalog, const Scenario& scenario, const Solving& how);

/// The tokens that a plan trains on until time or money ends; 0 where it does not fit or draws too much.
double tokens_within(const Limits& limits, const Parts& parts);

/// The number of GPUs, Limits::most_gpus() at most, that trains on the most tokens within the limits, of which time or
/// money must be one. Counts tried are the whole hosts, at first four per doubling, then ever closer around the best of
/// them.
Solution most_tokens(const Scenario& scenario, const Solving& how);

/// The dense models of the catalog, each with its most tokens, the lowest loss first. A model is left out that would
/// not come first even if all GPUs computed at their peak.
std::vector<Solution> lowest_loss(const catalog::Catalog& catalog, const Scenario& scenario, const Solving& how);

/// What is looked for: the smallest number of GPUs, the cheapest hardware, the largest model, the most tokens, the
/// lowest loss.
enum class Target { Gpus, Hardware, Model, Tokens, Loss };
} // namespace plateau::answers

template<>
inline constexpr std::array plateau::names_of<plateau::answers::Target>{"gpus", "hardware", "model", "tokens", "loss"};

namespace plateau::answers {

/// Which cluster, hardware or model keeps limits.
struct Solutions {
    struct Key {
        TrainingQuestion question;
        Target target = Target::Gpus;
        Limits limits;
        bool known = false; ///< says how the solutions are known: waits for the published runs
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Found {
        Solution solution;
        std::shared_ptr<const Scenario> scenario; ///< with the accelerator or model of the solution
        evidence::Nearest nearest; ///< of it, where asked for
    };
    struct Value {
        std::vector<Found> tried; ///< what keeps the limits first, best first; at least one but for hardware
        std::size_t found = 0; ///< how many of them keep the limits
        bool known = false;

        /// What there is to choose from: all that keep the limits, else the closest attempt.
        std::span<const Found> offered() const
        {
            return {tried.data(), std::min(tried.size(), std::max<std::size_t>(found, 1))};
        }
        /// Where the first one is not supported by published runs: the best that is and keeps the limits.
        /// `tried.size()` where the first is supported or none is.
        std::size_t best_known() const;
    };
    static Value compute(const Key& key, Work& work);
    static std::size_t bytes(const Value& value);
};

/// What one number must be so that a run keeps its limits, or two questions are equally fast.

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
