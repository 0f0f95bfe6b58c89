// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/model/metrics.h"

namespace plateau::search {

/// What a search looks for.
enum class Objective {
    Throughput, ///< most tokens per second
    Cost, ///< fewest dollars per token, idle accelerators included
    Energy, ///< fewest joules per token, of the whole facility
    Memory, ///< fewest bytes on the fullest device
};
struct ObjectiveRow {
    Objective objective;
    const char* label; ///< "lowest cost per token"
    const char* metric; ///< the key of what is compared
    const char* told; ///< the key of what people are told of it
};
std::span<const ObjectiveRow> objectives();
const Metric& objective_metric(Objective objective);
/// What tables and sentences praise a plan for: of throughput, what each of the GPUs that are paid for does.
const Metric& told_metric(Objective objective);

/// What is minimised: the metric, or one over it where more of it is better.
double objective_value(Objective objective, const Parts& parts);

/// The order of plans. A plan that fits comes before one that does not; then the smaller objective value, more tokens
/// per second, less memory; then comes_before(). No two plans tie.
bool better(Objective objective, const Parts& left, const Parts& right);

/// The best `capacity` plans seen so far, best first.
class BestPlans {
public:
    /// `tight`: plans that leave less than the head room may be among them.
    BestPlans(Objective objective, int capacity, bool tight) : objective_(objective), capacity_(capacity), tight_(tight)
    {
    }

    bool takes(const Parts& parts) const { return tight_ ? parts.fits() : parts.verdict == Verdict::Fits; }
    void add(const Parts& parts);
    /// The value a plan must not exceed to enter: the last one's when full, else infinity.
    double threshold() const { return threshold_; }
    const std::vector<Parts>& plans() const { return plans_; }

private:
    Objective objective_;
    int capacity_;
    bool tight_;
    double threshold_ = 1 / 0.0;
    std::vector<Parts> plans_;
};

} // namespace plateau::search

template<>
inline constexpr std::array plateau::names_of<plateau::search::Objective>{"throughput", "cost", "energy", "memory"};
