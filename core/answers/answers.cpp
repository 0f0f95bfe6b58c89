// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/answers.h"

#include "core/answers/limits.h"

namespace plateau::answers {

std::shared_ptr<const Data> Answers::data() const
{
    const std::lock_guard lock(mutex_);
    return data_;
}

void Answers::renew(std::shared_ptr<const Data> data)
{
    const std::lock_guard lock(mutex_);
    data_ = std::move(data);
    remembered_.clear();
    bytes_ = 0;
}

std::size_t Answers::memory() const
{
    const std::lock_guard lock(mutex_);
    return bytes_;
}

void Answers::remember(Remembered answer)
{
    const std::lock_guard lock(mutex_);
    if (answer.data != data_)
        return;
    bytes_ += answer.bytes;
    remembered_.push_front(std::move(answer));
    while (bytes_ > most_bytes && remembered_.size() > 1) {
        bytes_ -= remembered_.back().bytes;
        remembered_.pop_back();
    }
}

std::unique_ptr<Bench> Answers::borrow()
{
    const std::lock_guard lock(mutex_);
    if (benches_.empty())
        return std::make_unique<Bench>();
    std::unique_ptr<Bench> bench = std::move(benches_.back());
    benches_.pop_back();
    return bench;
}

void Answers::give_back(std::unique_ptr<Bench> bench)
{
    const std::lock_guard lock(mutex_);
    if (benches_.size() < kept_benches)
        benches_.push_back(std::move(bench));
}

search::SearchOptions search_options(const TrainingQuestion& question, const Work& work)
{
    search::SearchOptions options;
    options.objective = question.objective;
    options.stop = work.stop();
    return options;
}

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
