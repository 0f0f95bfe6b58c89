// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explore/curve.h"

#include <algorithm>
#include <cmath>

namespace plateau::explore {

std::vector<double> gpu_counts(double from, double to, int per_doubling, double also)
{
    std::vector<double> counts;
    const int first = int(std::ceil(std::log2(from)));
    const int last = int(std::floor(std::log2(to)));
    for (int step = first * per_doubling; step <= last * per_doubling; ++step)
        counts.push_back(std::round(std::exp2(double(step) / per_doubling)));
    if (also > 0)
        counts.push_back(also);
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    return counts;
}

std::vector<CurvePoint> given_plan_curve(const Prepared& prepared, const std::vector<double>& counts,
                                         Workspace& workspace)
{
    std::vector<CurvePoint> points;
    points.reserve(counts.size());
    for (const double count : counts)
        points.push_back({count, evaluate(*at_gpus(prepared, count), plan(prepared), workspace)});
    return points;
}

} // namespace plateau::explore
