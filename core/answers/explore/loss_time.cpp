// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explore/loss_time.h"

#include <limits>

#include "core/answers/explore/returns.h"
#include "core/limits/scaling.h"

namespace plateau::explore {

double tokens_to_loss(double minimum_tokens, double batch_tokens, double critical_batch_tokens)
{
    return minimum_tokens * (1 + batch_tokens / critical_batch_tokens);
}

double critical_batch_tokens(const Scenario& scenario)
{
    if (scenario.returns.critical_batch_tokens > 0)
        return scenario.returns.critical_batch_tokens;
    const double active = catalog::active_parameters(scenario.workload.shape);
    const double sparsity = limits::round_divisible(catalog::total_parameters(scenario.workload.shape) / active);
    return limits::critical_batch_tokens({}, sparsity, 6 * active * scenario.workload.tokens);
}

LossTime::LossTime(const Scenario& scenario)
    : minimum_tokens_(scenario.workload.tokens), sequence_(scenario.workload.sequence),
      critical_batch_(critical_batch_tokens(scenario))
{
}

double LossTime::seconds(const Parts& parts) const
{
    const double tokens_per_s = parts.tokens_per_s * parts.goodput;
    return tokens_per_s > 0 ? tokens(parts) / tokens_per_s : std::numeric_limits<double>::quiet_NaN();
}

ReturnsLeft returns_left(const Parts& parts, const Parts& base, const LossTime& to_loss)
{
    return {scaling_efficiency(parts, base), to_loss.tokens(base) / to_loss.tokens(parts),
            parts.goodput / base.goodput};
}

} // namespace plateau::explore
