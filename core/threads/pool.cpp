// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/threads/pool.h"

#include <algorithm>
#include <utility>

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

Background::Background() : thread_([this](const std::stop_token& stop) { serve(stop); }) { }

Background::~Background()
{
    const std::lock_guard lock(mutex_);
    waiting_ = nullptr;
    running_.request_stop();
    thread_.request_stop();
}

std::uint64_t Background::submit(Job job)
{
    std::uint64_t generation = 0;
    {
        const std::lock_guard lock(mutex_);
        generation = ++generation_;
        waiting_ = std::move(job);
        running_.request_stop();
    }
    wake_.notify_all();
    return generation;
}

void Background::wait()
{
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return !is_running_ && !waiting_; });
}

void Background::serve(const std::stop_token& stop)
{
    std::unique_lock lock(mutex_);
    while (wake_.wait(lock, stop, [this] { return bool(waiting_); })) {
        const Job job = std::exchange(waiting_, nullptr);
        const std::uint64_t generation = generation_;
        running_ = std::stop_source();
        const std::stop_token token = running_.get_token();
        is_running_ = true;
        lock.unlock();
        job(token, generation);
        lock.lock();
        is_running_ = false;
        idle_.notify_all();
    }
}

} // namespace plateau::threads
