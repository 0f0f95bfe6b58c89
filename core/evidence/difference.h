// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/evidence/claims.h"
#include "core/model/estimate.h"
#include "core/model/reach.h"

/// How sure it is that one prediction is faster than another. Errors that both share make no difference: where the same
/// software runs on the same accelerators, only what the two steps do differently is in doubt. With d the distance
/// between the two steps (step_profile()) the error of ln(speed ratio) has the standard deviation
///     (t^2 + (g d^p)^2 + h^2 [other accelerator] + k^2 [other software] + m^2 [only one has experts])^1/2,
/// ModelError's pair_scatter, pair_growth, pair_power, other_hardware, other_software and mixture.
///
/// Where explanations fit what was measured alike (alternatives.h), the ratio is computed under each: the band reaches
/// from the least to the greatest, and the chance is their mean.
namespace plateau::evidence {

/// The exposed seconds of each part of a step over the seconds that its model's FLOP take at the peak.
using StepProfile = std::array<double, time_part_count>;
StepProfile step_profile(const Parts& parts);

/// ln(1 + sum_i |a_i - b_i| / min(sum_i a_i, sum_i b_i)): the change of ln(step time per unit of work) if no part's
/// change made up for another's.
double distance(const StepProfile& a, const StepProfile& b);

/// A prediction that is compared.
struct Contender {
    const Scenario& scenario;
    const Parts& parts;
    double share = 1; ///< of its tokens that count; goodput, where interruptions do
};

struct Difference {
    double ratio = 1; ///< of tokens per second that count
    ReachBand band = {}; ///< of the ratio, eight in ten
    double chance = 0.5; ///< that it is faster
    /// The ratio under each explanation that says another, with what it is called.
    std::vector<std::pair<std::string, double>> otherwise = {};
    std::size_t explanations = 1; ///< that fit alike, whether they say another or not
    ReachBand range = {1, 1}; ///< least and greatest of those and `ratio`

    bool is_open() const { return range.low < 1 && range.high > 1; } ///< explanations disagree which is faster
};

/// How `one` differs from `other`; both must fit.
Difference difference(const Contender& one, const Contender& other, const ModelError& error);

} // namespace plateau::evidence
