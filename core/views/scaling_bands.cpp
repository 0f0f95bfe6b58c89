// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/scaling_bands.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/views/why.h"

namespace plateau::figures {

namespace {

/// Finds the band's factors between two powers of two.
std::pair<double, double> factors(const answers::ScalingCurve& curve, double gpus)
{
    const auto after = std::lower_bound(curve.band.begin(), curve.band.end(), gpus,
                                        [](const auto& point, double x) { return point.gpus < x; });
    if (after == curve.band.end())
        return {1, 1};
    if (after == curve.band.begin())
        return {after->low, after->high};
    const auto before = after - 1;
    const double share = std::log(gpus / before->gpus) / std::log(after->gpus / before->gpus);
    return {before->low + share * (after->low - before->low), before->high + share * (after->high - before->high)};
}

Message reason_of(const Parts& parts)
{
    switch (parts.obstacle) {
    case Obstacle::None:
        return {PLATEAU_TEXT("does not fit"), {}};
    case Obstacle::TooFewGpus:
    case Obstacle::DegreesExceedGpus:
        return {PLATEAU_TEXT("too few GPUs"), {}};
    case Obstacle::BatchTooSmall:
        return {PLATEAU_TEXT("batch too small"), {}};
    default:
        return {PLATEAU_TEXT("not possible"), {}};
    }
}

} // namespace

Series scaling_band(const answers::ScalingCurve& curve, const PartsValue& value)
{
    Series result;
    result.name = {curve.scenario.assumptions.stack.calibrated ? PLATEAU_TEXT("eight in ten, from own runs")
                                                               : PLATEAU_TEXT("range of constants and distance"),
                   {}};
    result.role = SeriesRole::Band;
    result.markers = result.label_at_end = false;
    for (const auto& point : curve.points) {
        const auto [low, high] = factors(curve, point.gpus);
        const double middle = point.parts.fits() ? value(point.parts) : gap;
        result.x.push_back(point.gpus);
        result.y.push_back(middle * high);
        result.y_low.push_back(middle * low);
    }
    return result;
}

std::vector<Region> scaling_regions(const answers::ScalingCurve& curve, double end, bool with_words)
{
    std::vector<Region> result;
    const double known_to = std::max(end, curve.from);
    if (known_to < curve.to)
        result.push_back({known_to, curve.to, false, {}});
    const auto& points = curve.points;
    for (std::size_t i = 0; i < points.size();) {
        if (points[i].parts.fits()) {
            ++i;
            continue;
        }
        std::size_t after = i;
        while (after < points.size() && !points[after].parts.fits())
            ++after;
        const double from = i == 0 ? curve.from : points[i - 1].gpus,
                     to = after == points.size() ? curve.to : points[after].gpus;
        const Message reason = reason_of(points[after - 1].parts);
        if (!result.empty() && result.back().hatched && std::log2(from / result.back().to) < 0.3)
            result.back().to = to; // isolated counts between two impossible stretches
        else
            result.push_back({from, to, true, with_words ? reason : Message{}});
        i = after;
    }
    return result;
}

std::vector<Region> wait_regions(const answers::ScalingCurve& curve)
{
    std::vector<Region> result;
    for (const answers::WaitStretch& stretch : curve.bound) {
        Region region;
        region.from = std::max(curve.from, stretch.from / std::sqrt(2));
        region.to = std::min(curve.to, stretch.to * std::sqrt(2));
        region.reason = narrate::bound_words(stretch.bound);
        region.hint = {PLATEAU_TEXT("At %1: %2"),
                       {Quantity{stretch.to, units::Unit::Gpus}, narrate::wait_words(*stretch.there, stretch.bound)}};
        region.at_top = region.waits = true;
        region.strong = stretch.bound == WaitBound::Latency; // told apart where both stand side by side
        result.push_back(region);
    }
    return result;
}

} // namespace plateau::figures
