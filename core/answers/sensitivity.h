// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/answers/plans.h"
#include "core/search/search.h"

/// What would help: the same question with one resource doubled or halved.
namespace plateau::answers {

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
    double largest() const; ///< the larger of the two changes without their signs
};

/// Every resource, the one that changes most first. With open keys each variant gets its own best plan.
std::vector<Sensitivity> sensitivities(const Scenario& scenario, const search::OpenKeys& open,
                                       search::PlanSearch& search, const search::SearchOptions& options = {});

/// What a doubling and a halving of each resource brings the plan that is asked about.
struct Sensitivities {
    using Key = TrainingQuestion;
    using Value = BesidePlans<std::vector<Sensitivity>>;
    static Value compute(const Key& question, Work& work);
    static std::size_t bytes(const Value& value);
};

} // namespace plateau::answers
