// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/difference.h"

#include <cmath>

#include "core/evidence/alike.h"
#include "core/evidence/step_profile.h"

namespace plateau::evidence {

Difference difference(const Contender& one, const Contender& other, const ModelError& error)
{
    const double apart = distance(step_profile(one.parts), step_profile(other.parts));
    const auto if_not = [](bool same, double doubt) { return same ? 0 : doubt * doubt; };
    const auto accelerator = [](const Contender& each) { return each.scenario.cluster.accelerator.id; };
    const auto has_experts = [](const Contender& each) { return each.scenario.workload.shape.experts > 0; };
    const double variance = std::pow(error.pair_scatter, 2)
        + std::pow(error.pair_growth * std::pow(apart, error.pair_power), 2)
        + if_not(accelerator(one) == accelerator(other), error.other_hardware)
        + if_not(same_software(one.scenario.assumptions, other.scenario.assumptions), error.other_software)
        + if_not(has_experts(one) == has_experts(other), error.mixture);
    Difference found;
    found.ratio = one.parts.tokens_per_s * one.share / (other.parts.tokens_per_s * other.share);
    const ReachBand around = band_of(variance);
    found.band = {found.ratio * around.low, found.ratio * around.high};
    found.chance = 0.5 * std::erfc(-std::log(found.ratio) / std::sqrt(2 * variance));
    return found;
}

} // namespace plateau::evidence
