// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/limits.h"

#include <algorithm>
#include <chrono>

namespace plateau::answers {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto between_drafts = std::chrono::milliseconds(30);

LimitsCurve::Value draft_of(const std::vector<limits::Point>& points)
{
    LimitsCurve::Value draft;
    std::copy_if(points.begin(), points.end(), std::back_inserter(draft.points),
                 [](const limits::Point& point) { return point.model.training_flop > 0; });
    return draft;
}

} // namespace

LimitsCurve::Value LimitsCurve::compute(const Key& question, Work& work)
{
    const auto start = Clock::now();
    std::vector<limits::Point> points(limits::width_grid(question.width_from, question.width_to).size());
    auto last = Clock::now();
    int done = 0;
    Value curve;
    curve.points = limits::curve(question, work.stop(), [&](std::size_t index, const limits::Point& point) {
        points[index] = point;
        work.report({++done, static_cast<int>(points.size())});
        if (Clock::now() - last > between_drafts) {
            work.draft([&points] { return draft_of(points); });
            last = Clock::now();
        }
    });
    curve.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return curve;
}

std::size_t LimitsCurve::bytes(const Value& value)
{
    return sizeof value + value.points.size() * sizeof(limits::Point);
}

limits::Point LimitsPoint::compute(const Key& key, Work&)
{
    return limits::point_at_flop(key.question, key.training_flop);
}

} // namespace plateau::answers
