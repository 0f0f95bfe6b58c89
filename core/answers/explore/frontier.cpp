// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explore/frontier.h"

#include <algorithm>

namespace plateau::explore {

RunCost run_cost(const Parts& parts, double tokens)
{
    const double seconds = tokens / (parts.tokens_per_s * parts.goodput);
    const double usd = parts.usd_per_million_tokens * tokens / 1e6 / parts.goodput;
    return {parts.gpus, seconds, usd, parts.facility_watts * seconds, parts.facility_watts, parts.plan};
}

std::vector<RunCost> frontier(const std::vector<CurvePoint>& curve, double tokens)
{
    std::vector<RunCost> runs;
    for (const CurvePoint& point : curve) {
        if (point.parts.fits())
            runs.push_back(run_cost(point.parts, tokens));
    }
    const auto beaten = [&](const RunCost& run) {
        return std::any_of(runs.begin(), runs.end(), [&](const RunCost& other) {
            return other.seconds <= run.seconds && other.usd <= run.usd
                && (other.seconds < run.seconds || other.usd < run.usd);
        });
    };
    std::vector<RunCost> result;
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(result),
                 [&](const RunCost& run) { return !beaten(run); });
    std::sort(result.begin(), result.end(),
              [](const RunCost& left, const RunCost& right) { return left.gpus < right.gpus; });
    return result;
}

} // namespace plateau::explore
