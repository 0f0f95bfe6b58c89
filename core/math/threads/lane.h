// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace plateau::threads {

/// Jobs one after the other, in the order in which they come, on a thread that starts with the first of them. Jobs that
/// have not begun when the lane goes away are dropped.
class Lane {
public:
    Lane() = default;
    ~Lane();
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    void submit(std::function<void()> job);
    /// Waits until nothing runs and nothing waits.
    void wait();

private:
    void serve(const std::stop_token& stop);

    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::condition_variable_any idle_;
    std::deque<std::function<void()>> waiting_;
    bool is_running_ = false;
    std::optional<std::jthread> thread_; ///< last: joins before what it uses goes away
};

} // namespace plateau::threads
