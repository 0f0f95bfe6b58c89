// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/answers/answers.h"
#include "core/answers/plans.h"
#include "core/evidence/claims.h"
#include "core/model/reach.h"
#include "core/question/scenario/parameter_table.h"
#include "core/search/search.h"

namespace plateau::answers {

/// One parameter set to another value, or the best plan in place of the given one, and what that brings.
struct Suggestion {
    std::string key; ///< best_plan_key: `parts` have the plan
    Value value;
    Parts parts; ///< of the question with it
    double gain = 0; ///< tokens/s over what they are now, less 1; NaN where the question fits only with it
    std::string called = {}; ///< what the value of a name is called; empty: the value says it
};

inline constexpr const char* best_plan_key = "plan";
/// The scenario with the suggestion applied.
Expected<Scenario> with_suggestion(const catalog::Catalog& catalog, const Scenario& scenario,
                                   const Suggestion& suggestion);

/// Before all others, where a cluster ends within a host: that it does not. Single changes that make the step quicker,
/// the largest gain first, at most `most` and of each parameter the best. Tried are the parameters that the terms name
/// as remedies and that a person can turn: those of plan, batch and cluster, what software can be asked for (graphs,
/// dispatcher, loss, attention) and its other releases, not the hardware and not the number of accelerators; of each
/// the neighbouring stops or all options. Where the plan is given, the best one stands among
/// them. Changes that bring less than one per cent are left out. Where the question does not fit: the best
/// plan, then for each remedy of what fills the memory and each dimension of the plan the nearest value with which it
/// does, the quickest first. `open`: what a search chooses, here
/// and in every variant.
std::vector<Suggestion> suggestions(const catalog::Catalog& catalog, const Scenario& scenario,
                                    const search::OpenKeys& open, search::PlanSearch& search,
                                    const search::SearchOptions& options = {}, std::size_t most = 4);

/// Single changes that make the step quicker, or let it fit.
struct Suggestions {
    using Key = TrainingQuestion;
    using Value = std::vector<Suggestion>;
    static Value compute(const Key& question, Work& work);
};

/// The legal value of one parameter nearest to its own with which the plan fits; nothing where none does.
struct NearestFit {
    struct Key {
        TrainingQuestion question;
        std::string parameter;
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = std::optional<plateau::Value>;
    static Value compute(const Key& key, Work& work);
};

/// What would help: the same question with one resource doubled or halved.

enum class Resource {
    Compute, ///< peak FLOP/s of every precision
    MemoryBandwidth, ///< of HBM
    MemorySize,
    ScaleUpBandwidth, ///< line rate inside the scale-up domain
    DomainSize, ///< accelerators of one scale-up domain
    ScaleOutBandwidth, ///< line rates beyond it
    Latency, ///< of every hop and of the collective library; less is better
    Batch, ///< sequences per step
    Gpus,
};
inline constexpr int resource_count = 9;
const char* label(Resource resource);
/// The parameter to turn, empty where it belongs to the hardware.
const char* key(Resource resource);

/// The scenario with the resource multiplied by `factor`; everything else as it is. Its overrides no longer say how it
/// came about: a scenario to estimate, not to save.
Scenario scaled(Scenario scenario, Resource resource, double factor);

struct Sensitivity {
    Resource resource = Resource::Compute;
    Parts halved;
    Parts doubled;
    double halved_change = 0; ///< tokens/s relative to the base - 1; NaN where nothing fits
    double doubled_change = 0;
    ReachBand halved_range, doubled_range; ///< least and greatest of it under explanations that fit alike
    double largest() const; ///< the larger of the two changes without their signs
};

/// Every resource, the one that changes most first. With open keys each variant gets its own best plan.
std::vector<Sensitivity> sensitivities(const Scenario& scenario, const search::OpenKeys& open,
                                       search::PlanSearch& search, const evidence::ModelError& error,
                                       const search::SearchOptions& options = {});

/// What a doubling and a halving of each resource brings the plan that is asked about; where that does not fit, the
/// best one.
struct Sensitivities {
    using Key = TrainingQuestion;
    using Value = BesidePlans<std::vector<Sensitivity>>;
    static search::PlanChoice choice(const Key& question, const PlanPair& plans);
    static Value compute(const Key& question, Work& work);
    static std::size_t bytes(const Value& value);
};

} // namespace plateau::answers
