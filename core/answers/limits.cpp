// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/limits.h"

#include <chrono>

namespace plateau::answers {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto between_drafts = std::chrono::milliseconds(30);

LimitsCurve::Value draft_of(LimitsCurve::Value points)
{
    std::erase_if(points, [](const limits::Point& point) { return !(point.model.training_flop > 0); });
    return points;
}

} // namespace

LimitsCurve::Value LimitsCurve::compute(const Key& question, Work& work)
{
    Value points(limits::width_grid(question.width_from, question.width_to).size());
    auto last = Clock::now();
    int done = 0;
    return limits::curve(question, work.stop(), [&](std::size_t index, const limits::Point& point) {
        points[index] = point;
        work.report({++done, static_cast<int>(points.size())});
        if (Clock::now() - last > between_drafts) {
            work.draft([&points] { return draft_of(points); });
            last = Clock::now();
        }
    });
}

limits::Point LimitsPoint::compute(const Key& key, Work&)
{
    return limits::point_at_flop(key.question, key.training_flop);
}

} // namespace plateau::answers
