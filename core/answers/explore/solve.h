// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/answers/explore/frontier.h"
#include "core/search/search.h"

/// The other way round: not what a cluster does, but which one does it within limits.
namespace plateau::explore {

/// What a training run of the scenario's tokens must stay within.
struct Limits {
    double seconds = std::numeric_limits<double>::infinity(); ///< deadline
    double usd = std::numeric_limits<double>::infinity(); ///< budget
    double watts = std::numeric_limits<double>::infinity(); ///< facility power
    double gpus = 1048576; ///< that may be had
    std::vector<std::string> hardware = {}; ///< accelerators that may be had; empty: all of the catalog

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

struct Solution {
    bool found = false;
    std::string id; ///< of the accelerator or model; empty when only the GPU count was asked for
    Parts parts; ///< the answer's, or of the attempt that came closest
    RunCost run;
    Bound bound = Bound::None; ///< what keeps the answer from being smaller, or from existing
};

/// The smallest GPU count that keeps the limits with its best plan. Counts tried are the whole hosts (below one host:
/// every count), at first four per doubling, then by bisection between the last that fails and the first that keeps
/// them; every answer is checked, and the one before it in the last bisection fails. A count that would pass in between
/// two that fail is not looked for: throughput does not fall when GPUs are added, because a plan may leave some idle.
/// When the options' stop token asks for it, what was found until then, which is no answer.
Solution smallest_cluster(const Scenario& scenario, const search::OpenKeys& open, const Limits& limits,
                          search::PlanSearch& search, const search::SearchOptions& options = {},
                          const SolveProgress& progress = {});

/// For each accelerator that may be had and can hold the scenario, its smallest cluster; those within the limits first,
/// cheapest run first. Accelerators without a price are left out when a budget is given, else come last.
std::vector<Solution> cheapest_hardware(const catalog::Catalog& catalog, const Scenario& scenario,
                                        const search::OpenKeys& open, const Limits& limits, search::PlanSearch& search,
                                        const search::SearchOptions& options = {}, const SolveProgress& progress = {});

/// The models of the catalog by total parameters, largest first: the first one that keeps the limits on the scenario's
/// GPUs and tokens, with what stops the next larger one. Not found when even the smallest breaks a limit.
Solution largest_model(const catalog::Catalog& catalog, const Scenario& scenario, const search::OpenKeys& open,
                       const Limits& limits, search::PlanSearch& search, const search::SearchOptions& options = {},
                       const SolveProgress& progress = {});

} // namespace plateau::explore
