// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <any>
#include <chrono>
#include <concepts>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <typeindex>
#include <vector>

#include "core/answers/question.h"
#include "core/search/search.h"

/// Questions get their answers here, and nowhere else.
///
/// An answer is a plain value. Its *kind* is a struct that says what of a question it reads and how it is computed:
///
///     struct Suggestions {
///         using Key = TrainingQuestion;                     // equal keys have equal answers
///         using Value = std::vector<Suggestion>;   // points at nothing but the data of the engine
///         static Value compute(const Key& key, Work& work); // when asked to stop, what it returns is thrown away
///         static std::size_t bytes(const Value& value);     // optional, roughly: where it holds more than elements
///         static bool is_quick(const Key& key);             // optional: a window may wait for it
///         static constexpr bool is_remembered = false;      // optional: it is asked for once
///     };
///
/// The terminal waits: `answers.get<Suggestions>(key)`. The window is told: a Watch. Both share a memory of the latest
/// answers, bounded by most_bytes.
namespace plateau::answers {

class Answers;

/// Working memory that makes the next computation quicker, and never changes its result: one value of each type. One
/// thread at a time.
class Bench {
public:
    template<class Tool>
    Tool& get()
    {
        std::shared_ptr<void>& tool = tools_[typeid(Tool)];
        if (!tool)
            tool = std::make_shared<Tool>();
        return *static_cast<Tool*>(tool.get());
    }

private:
    std::map<std::type_index, std::shared_ptr<void>> tools_;
};

/// How far a computation is, in steps of its own; `of` is 0 until it says.
struct alignas(8) Progress { // as whole as an atomic needs it
    int done = 0;
    int of = 0;
};

/// What a computation is handed.
class Work {
public:
    using Report = std::function<void(Progress)>;
    using TakeDraft = std::function<void(std::any)>;

    Work(Answers& answers, std::shared_ptr<const Data> data, Bench& bench, std::stop_token stop = {})
        : answers_(answers), data_(std::move(data)), bench_(bench), stop_(std::move(stop))
    {
    }
    void listen(Report report, TakeDraft draft = {})
    {
        report_ = std::move(report);
        draft_ = std::move(draft);
    }

    Answers& answers() const { return answers_; }
    const Data& data() const { return *data_; }
    const std::shared_ptr<const Data>& shared_data() const { return data_; }
    const catalog::Catalog& catalog() const { return data_->catalog(); }
    const std::stop_token& stop() const { return stop_; }
    template<class Tool>
    Tool& tool()
    {
        return bench_.get<Tool>();
    }
    /// May be called from any thread.
    void report(Progress progress) const
    {
        if (report_)
            report_(progress);
    }
    /// Shows what is known so far. `make` is called only where somebody looks, and returns a Value of the kind.
    template<class Make>
    void draft(const Make& make) const
    {
        if (draft_)
            draft_(std::make_shared<const std::invoke_result_t<Make>>(make()));
    }
    /// The answer of another kind, which this one stands on.
    template<class Kind>
    std::shared_ptr<const typename Kind::Value> get(const typename Kind::Key& key);

private:
    Answers& answers_;
    std::shared_ptr<const Data> data_;
    Bench& bench_;
    std::stop_token stop_;
    Report report_;
    TakeDraft draft_;
};

template<class K>
concept Kind = std::equality_comparable<typename K::Key> && requires(const typename K::Key& key, Work& work)
{
    {
        K::compute(key, work)
        } -> std::same_as<typename K::Value>;
};

/// An answer, and how long its computation ran.
template<Kind K>
struct Computed {
    std::shared_ptr<const typename K::Value> value; ///< null: it is not remembered
    double seconds = 0;
};

/// How an answer on show stands to the question that is asked.
enum class Standing {
    Current, ///< it answers that
    Draft, ///< part of the answer, or nothing yet
    Earlier, ///< it answers a question before; its successor is on its way
};
inline Standing current_or_earlier(bool current) { return current ? Standing::Current : Standing::Earlier; }

/// The thread that a Watch lives on, and its clock: what a window lends the engine.
struct Loop {
    std::function<void(std::function<void()>)> post; ///< runs it on that thread, later; called from any
    std::function<void(int milliseconds, std::function<void()>)>
        after; ///< the same after a while; called from that one
    std::function<void()> deliver; ///< runs what was posted; called from that one
};

/// The engine. get() may be called from any thread; a Watch belongs to the thread of the loop.
class Answers : public std::enable_shared_from_this<Answers> {
public:
    static constexpr std::size_t most_bytes = 8u << 20; ///< of the answers remembered, with their questions
    static constexpr std::size_t question_bytes = 32u << 10; ///< counted for each: a scenario and its hardware
    static constexpr std::size_t kept_benches = 4; ///< for later callers: each holds megabytes of what it remembers

    explicit Answers(std::shared_ptr<const Data> data, Loop loop = {}) : loop_(std::move(loop)), data_(std::move(data))
    {
    }

    /// Waits for the answer. With a stop token that was used: an unusable value that is not remembered.
    template<Kind K>
    std::shared_ptr<const typename K::Value> get(const typename K::Key& key, const std::stop_token& stop = {},
                                                 const Work::Report& report = {});

    std::shared_ptr<const Data> data() const;
    /// Other presets: what was answered from the earlier ones is forgotten.
    void renew(std::shared_ptr<const Data> data);
    /// Bytes of the answers remembered, at most most_bytes beside the latest one.
    std::size_t memory() const;
    const Loop& loop() const { return loop_; }

private:
    friend class Work;
    template<Kind K>
    friend class Watch;

    struct Remembered {
        std::type_index kind;
        std::shared_ptr<const Data> data;
        std::any key;
        std::shared_ptr<const void> value;
        double seconds;
        std::size_t bytes;
    };

    template<Kind K>
    Computed<K> recall(const Data& data, const typename K::Key& key);
    template<Kind K>
    Computed<K> compute(const typename K::Key& key, Work& work);
    void remember(Remembered answer);
    std::unique_ptr<Bench> borrow();
    void give_back(std::unique_ptr<Bench> bench);

    Loop loop_;
    mutable std::mutex mutex_; ///< of all below
    std::shared_ptr<const Data> data_;
    std::list<Remembered> remembered_; ///< the latest used first
    std::size_t bytes_ = 0;
    std::vector<std::unique_ptr<Bench>> benches_; ///< nobody uses now; the latest last
};

template<class K>
constexpr bool is_remembered()
{
    if constexpr (requires { K::is_remembered; })
        return K::is_remembered;
    return true;
}

template<class K>
std::size_t bytes_of(const typename K::Value& value)
{
    if constexpr (requires { K::bytes(value); })
        return K::bytes(value);
    else if constexpr (requires { value.size(); })
        return sizeof value + value.size() * sizeof(typename K::Value::value_type);
    else
        return sizeof value;
}

template<Kind K>
Computed<K> Answers::recall(const Data& data, const typename K::Key& key)
{
    if constexpr (!is_remembered<K>())
        return {};
    const std::lock_guard lock(mutex_);
    for (auto found = remembered_.begin(); found != remembered_.end(); ++found)
        if (found->kind == typeid(K) && found->data.get() == &data
            && *std::any_cast<typename K::Key>(&found->key) == key) {
            remembered_.splice(remembered_.begin(), remembered_, found);
            return {std::static_pointer_cast<const typename K::Value>(found->value), found->seconds};
        }
    return {};
}

template<Kind K>
Computed<K> Answers::compute(const typename K::Key& key, Work& work)
{
    if (auto remembered = recall<K>(work.data(), key); remembered.value)
        return remembered;
    const auto start = std::chrono::steady_clock::now();
    auto value = std::make_shared<const typename K::Value>(K::compute(key, work));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (is_remembered<K>() && !work.stop().stop_requested())
        remember({typeid(K), work.shared_data(), key, value, seconds, bytes_of<K>(*value) + question_bytes});
    return {std::move(value), seconds};
}

template<Kind K>
std::shared_ptr<const typename K::Value> Answers::get(const typename K::Key& key, const std::stop_token& stop,
                                                      const Work::Report& report)
{
    const auto data = this->data();
    if (auto remembered = recall<K>(*data, key); remembered.value)
        return remembered.value;
    std::unique_ptr<Bench> bench = borrow();
    Work work(*this, data, *bench, stop);
    work.listen(report);
    auto value = compute<K>(key, work).value;
    give_back(std::move(bench));
    return value;
}

template<class K>
std::shared_ptr<const typename K::Value> Work::get(const typename K::Key& key)
{
    return answers_.compute<K>(key, *this).value;
}

/// A search by the question's measure that stops when the work does.
search::SearchOptions search_options(const TrainingQuestion& question, const Work& work);

} // namespace plateau::answers
