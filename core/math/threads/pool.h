// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace plateau::threads {

/// Threads that take the rounds of a loop in turn.
class Pool {
public:
    /// With the thread that calls for_each() there are `threads` workers; 0: one for each core.
    explicit Pool(int threads = 0);
    ~Pool();
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    int size() const { return int(threads_.size()) + 1; }

    /// work(worker, index) for every index below `count`, workers numbered from 0 (the caller) to size() - 1; returns
    /// when all are done. Indices are handed out in ascending order. One call at a time.
    void for_each(int count, const std::function<void(int worker, int index)>& work);

private:
    void help(int worker);
    void serve(int worker, const std::stop_token& stop);

    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::condition_variable_any done_;
    const std::function<void(int, int)>* work_ = nullptr;
    std::uint64_t round_ = 0;
    int count_ = 0;
    int busy_ = 0;
    std::atomic<int> next_{0};
    std::vector<std::jthread> threads_; ///< last: joins before what it uses goes away
};

} // namespace plateau::threads
