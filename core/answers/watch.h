// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>

#include "core/answers/answers.h"
#include "core/math/threads/lane.h"

namespace plateau::answers {

/// Computations that follow each other on one thread of their own and share a bench. Watches of one lane never compute
/// at the same time.
struct Lane {
    Bench bench;
    threads::Lane thread; ///< last: joins before the bench goes
};

/// How long a watch waits before it reports that an answer is late, in milliseconds.
struct Patience {
    /// A picture waits this long for the answer before it is drawn with the old one greyed: between `least` and `most`,
    /// half as long again as the last answer took; not at all where that was longer than `most`. Equal: always as long.
    int least_grace = 0, most_grace = 0;
    /// After this long the watch is_long(), and tells again every `between` while it computes; below zero: never.
    int silent = -1, between = 100;
    /// A question is asked only once it has stood still for so long.
    int still = 0;
};

/// The events that a watch reports.
enum class News {
    Answer,
    Draft, ///< part of an answer
    Late, ///< the grace is over: a picture need not wait any longer
    Long, ///< is_long(), and progress() goes on
};

/// One place of a window that shows the answers of a kind. It asks one question at a time: the latest; an earlier one
/// that is still computed is stopped. It keeps the last answer, with the question that it answers, until there is a
/// newer one. On one thread.
template<Kind K>
class Watch {
public:
    using Key = typename K::Key;
    using Value = typename K::Value;

    using Told = std::function<void(News)>;

    /// `told` is never called from within ask(). Several watches may share a lane.
    Watch(std::shared_ptr<Answers> answers, Told told, Patience patience = {},
          std::shared_ptr<Lane> lane = std::make_shared<Lane>())
        : state_(std::make_shared<State>(std::move(told), patience)), answers_(std::move(answers)),
          lane_(std::move(lane))
    {
    }
    ~Watch() { cancel(); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    /// What is remembered or quick is answered at once: then is_current(). A question already asked goes on.
    void ask(Key key);
    /// Stops computing, until the next question or resume().
    void cancel();
    /// Computes what was cancelled.
    void resume();
    /// Forgets question and answer.
    void forget();

    /// The last answer; null: none yet. It need not answer what is asked now.
    const std::shared_ptr<const Value>& shared() const { return state_->answer; }
    const Value* answer() const { return state_->answer.get(); }
    /// The question it answers; null without an answer.
    const Key* answered() const { return state_->answered ? &*state_->answered : nullptr; }
    const Key* asked() const { return state_->asked ? &*state_->asked : nullptr; }

    /// The answer is to what was asked last, and whole.
    bool is_current() const { return state_->current; }
    /// ... and that was `key`.
    bool is_current(const Key& key) const { return is_current() && *state_->answered == key; }
    bool is_draft() const { return state_->draft; }
    /// How the answer on show stands to `key`.
    Standing standing(const Key& key) const
    {
        return !answer() || (*answered() == key && is_draft()) ? Standing::Draft
                                                               : current_or_earlier(*answered() == key);
    }
    /// An answer is on its way.
    bool is_busy() const { return state_->job != nullptr; }
    /// ... and near enough for a picture to wait for it.
    bool is_awaited() const { return is_busy() && state_->grace; }
    bool is_long() const { return is_busy() && state_->is_long; }
    Progress progress() const { return is_busy() ? state_->job->progress.load() : Progress(); }
    /// How long the answer on show was computed; of a draft: so far.
    double seconds() const { return state_->seconds; }
    void set_silent(int milliseconds) { state_->patience.silent = milliseconds; } ///< changes Patience; for tests
    /// Waits until nothing is computed; for tests.
    void wait();

private:
    using Clock = std::chrono::steady_clock;
    struct Job {
        Job(Key asked, std::shared_ptr<const Data> from) : key(std::move(asked)), data(std::move(from)) { }
        Key key;
        std::shared_ptr<const Data> data;
        std::stop_source stop;
        std::atomic<Progress> progress{};
    };
    /// Outlives the watch while something that was posted refers to it.
    struct State {
        State(Told tell, Patience given) : told(std::move(tell)), patience(given) { }
        Told told;
        Patience patience;
        std::shared_ptr<Job> job; ///< null: nothing is under way
        std::shared_ptr<const Value> answer;
        std::optional<Key> answered, asked;
        std::shared_ptr<const Data> asked_of;
        bool current = false, draft = false, grace = false, is_long = false;
        Clock::time_point waits_since; ///< for the first question without an answer
        double seconds = 0;

        void take(const Job& of, Computed<K> computed, bool whole)
        {
            answer = std::move(computed.value);
            seconds = computed.seconds;
            answered = of.key;
            current = whole;
            draft = !whole;
            if (whole)
                job.reset();
        }
    };

    bool is_quick(const Key& key) const
    {
        if constexpr (requires { K::is_quick(key); })
            return K::is_quick(key);
        return false;
    }
    int grace() const;
    void start();
    void compute(const std::shared_ptr<Job>& job);
    /// Calls `then` on the watch's thread after a while if the job is still computed.
    template<class Then>
    static void later(const Loop& loop, const std::shared_ptr<State>& state, const std::shared_ptr<Job>& job,
                      int milliseconds, Then then);
    static void be_long(const Loop& loop, const std::shared_ptr<State>& state, const std::shared_ptr<Job>& job);

    std::shared_ptr<State> state_;
    std::shared_ptr<Answers> answers_;
    std::shared_ptr<Lane> lane_;
    Bench quick_; ///< for answers that the window waits for
};

template<Kind K>
void Watch<K>::ask(Key key)
{
    const auto data = answers_->data();
    const bool same = state_->asked && *state_->asked == key && state_->asked_of == data;
    if (same && (is_busy() || is_current()))
        return;
    const bool waits = is_busy();
    cancel();
    if (!waits) {
        state_->waits_since = Clock::now();
        state_->is_long = false;
    }
    state_->asked = key;
    state_->asked_of = data;
    auto job = std::make_shared<Job>(std::move(key), data);
    auto computed = answers_->template recall<K>(*data, job->key);
    if (!computed.value && is_quick(job->key)) {
        Work work(*answers_, data, quick_);
        computed = answers_->template compute<K>(job->key, work);
    }
    if (computed.value) {
        state_->take(*job, std::move(computed), true);
        return;
    }
    state_->current = false;
    state_->job = std::move(job);
    start();
}

template<Kind K>
void Watch<K>::cancel()
{
    if (state_->job)
        state_->job->stop.request_stop();
    state_->job.reset();
}

template<Kind K>
void Watch<K>::resume()
{
    if (state_->asked && !is_current() && !is_busy())
        ask(*state_->asked);
}

template<Kind K>
void Watch<K>::forget()
{
    cancel();
    state_->answer.reset();
    state_->answered.reset();
    state_->asked.reset();
    state_->current = state_->draft = false;
}

template<Kind K>
int Watch<K>::grace() const
{
    const Patience& patience = state_->patience;
    const double last = 1000 * state_->seconds;
    if (patience.least_grace == patience.most_grace)
        return patience.most_grace;
    if (last > patience.most_grace)
        return 0;
    return std::clamp(static_cast<int>(1.5 * last), patience.least_grace, patience.most_grace);
}

template<Kind K>
void Watch<K>::start()
{
    const std::shared_ptr<Job>& job = state_->job;
    const Loop& loop = answers_->loop();
    const int pause = state_->patience.still;
    if (pause > 0)
        later(loop, state_, job, pause, [this, job](const auto&) { compute(job); });
    else
        compute(job);
    state_->grace = grace() > 0;
    if (state_->grace)
        later(loop, state_, job, grace(), [](const std::shared_ptr<State>& state) {
            state->grace = false;
            state->told(News::Late);
        });
    if (state_->patience.silent < 0)
        return;
    const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - state_->waits_since);
    const int silent
        = state_->is_long ? state_->patience.between : state_->patience.silent - static_cast<int>(waited.count());
    later(loop, state_, job, std::max(0, silent),
          [&loop, job](const std::shared_ptr<State>& state) { be_long(loop, state, job); });
}

template<Kind K>
template<class Then>
void Watch<K>::later(const Loop& loop, const std::shared_ptr<State>& state, const std::shared_ptr<Job>& job,
                     int milliseconds, Then then)
{
    loop.after(milliseconds, [weak = std::weak_ptr(state), job, then = std::move(then)] {
        if (const auto still = weak.lock(); still && still->job == job)
            then(still);
    });
}

template<Kind K>
void Watch<K>::be_long(const Loop& loop, const std::shared_ptr<State>& state, const std::shared_ptr<Job>& job)
{
    state->is_long = true;
    state->told(News::Long);
    later(loop, state, job, state->patience.between,
          [&loop, job](const std::shared_ptr<State>& again) { be_long(loop, again, job); });
}

template<Kind K>
void Watch<K>::compute(const std::shared_ptr<Job>& job)
{
    // The lane's thread ends before the lane does, and the watch holds the lane.
    lane_->thread.submit([lane = lane_.get(), answers = answers_, weak = std::weak_ptr(state_), job] {
        if (job->stop.stop_requested())
            return;
        const auto post = [&](Computed<K> computed, bool whole) {
            answers->loop().post([weak, job, computed = std::move(computed), whole] {
                const auto state = weak.lock();
                if (!state || state->job != job)
                    return;
                state->take(*job, computed, whole);
                state->told(whole ? News::Answer : News::Draft);
            });
        };
        Work work(*answers, job->data, lane->bench, job->stop.get_token());
        const auto start = Clock::now();
        work.listen([&job = *job](Progress progress) { job.progress = progress; },
                    [&](const std::any& draft) {
                        const std::chrono::duration<double> so_far = Clock::now() - start;
                        post({std::any_cast<std::shared_ptr<const Value>>(draft), so_far.count()}, false);
                    });
        auto computed = answers->template compute<K>(job->key, work);
        if (!job->stop.stop_requested())
            post(std::move(computed), true);
    });
}

template<Kind K>
void Watch<K>::wait()
{
    while (is_busy()) {
        lane_->thread.wait();
        answers_->loop().deliver();
    }
}

} // namespace plateau::answers
