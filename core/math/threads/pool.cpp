// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/threads/pool.h"

#include <algorithm>
#include <utility>

#include "core/math/threads/lane.h"

namespace plateau::threads {

Pool::Pool(int threads)
{
    const int wanted = threads > 0 ? threads : int(std::max(1u, std::thread::hardware_concurrency()));
    for (int worker = 1; worker < wanted; ++worker)
        threads_.emplace_back([this, worker](const std::stop_token& stop) { serve(worker, stop); });
}

Pool::~Pool()
{
    for (std::jthread& thread : threads_)
        thread.request_stop();
    wake_.notify_all();
}

void Pool::help(int worker)
{
    for (int index = next_++; index < count_; index = next_++)
        (*work_)(worker, index);
}

void Pool::for_each(int count, const std::function<void(int, int)>& work)
{
    {
        const std::lock_guard lock(mutex_);
        work_ = &work;
        count_ = count;
        next_ = 0;
        busy_ = int(threads_.size());
        ++round_;
    }
    wake_.notify_all();
    help(0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
    work_ = nullptr;
}

void Pool::serve(int worker, const std::stop_token& stop)
{
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    while (wake_.wait(lock, stop, [&] { return round_ != seen; })) {
        seen = round_;
        lock.unlock();
        help(worker);
        lock.lock();
        if (--busy_ == 0)
            done_.notify_all();
    }
}

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
