// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/step_profile.h"

#include <algorithm>
#include <cmath>

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

} // namespace plateau::evidence
