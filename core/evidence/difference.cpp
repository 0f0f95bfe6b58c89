// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/difference.h"

#include <algorithm>
#include <cmath>

#include "core/evidence/alike.h"

namespace plateau::evidence {

StepProfile step_profile(const Parts& parts)
{
    const double tokens = parts.tokens_per_s * parts.step_seconds;
    const double work = tokens * parts.causal_flop_per_token / (parts.gpus_used * parts.peak_flops);
    StepProfile profile;
    std::transform(parts.value.begin(), parts.value.begin() + time_part_count, profile.begin(),
                   [work](double seconds) { return seconds / work; });
    return profile;
}

double distance(const StepProfile& a, const StepProfile& b)
{
    double sum_a = 0, sum_b = 0, changes = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum_a += a[i];
        sum_b += b[i];
        changes += std::abs(a[i] - b[i]);
    }
    return std::log1p(changes / std::min(sum_a, sum_b));
}

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
