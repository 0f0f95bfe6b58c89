// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/threads/lane.h"

#include <utility>

namespace plateau::threads {

Lane::~Lane()
{
    const std::lock_guard lock(mutex_);
    waiting_.clear();
    if (thread_)
        thread_->request_stop();
}

void Lane::submit(std::function<void()> job)
{
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(job));
        if (!thread_)
            thread_.emplace([this](const std::stop_token& stop) { serve(stop); });
    }
    wake_.notify_all();
}

void Lane::wait()
{
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return !is_running_ && waiting_.empty(); });
}

void Lane::serve(const std::stop_token& stop)
{
    std::unique_lock lock(mutex_);
    while (wake_.wait(lock, stop, [this] { return !waiting_.empty(); })) {
        const std::function<void()> job = std::move(waiting_.front());
        waiting_.pop_front();
        is_running_ = true;
        lock.unlock();
        job();
        lock.lock();
        is_running_ = false;
        idle_.notify_all();
    }
}

} // namespace plateau::threads
