// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <atomic>
#include <chrono>
#include <thread>

#include "core/answers/watch.h"
#include "tests/core/shipped_answers.h"

namespace tst_answers_engine {

using namespace plateau;
using namespace plateau::answers;

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// An answer whose computation a test holds in its hands.
struct Slow {
    struct Key {
        int number = 0;
        friend bool operator==(const Key&, const Key&) = default;
    };
    using Value = int;
    static inline std::atomic<int> begun{0}, ended{0};
    static inline std::atomic<bool> held{false};
    static inline std::atomic<double> ran{0}; ///< seconds of the latest computation, seen from within

    static int compute(const Key& key, Work& work)
    {
        const auto start = Clock::now();
        ++begun;
        work.report({1, 2});
        while (held && !work.stop().stop_requested())
            std::this_thread::yield();
        if (key.number == 7)
            work.draft([] { return 70; });
        ++work.tool<Count>().computed;
        ++ended;
        ran = seconds_since(start);
        return 10 * key.number;
    }
    static std::size_t bytes(int) { return Answers::most_bytes / 4; }

    struct Count {
        int computed = 0;
    };
};

struct Quick {
    using Key = int;
    using Value = int;
    static int compute(int key, Work& work) { return *work.get<Slow>({key}) + 1; }
    static bool is_quick(int) { return true; }
};

struct Forgotten {
    using Key = int;
    using Value = int;
    static inline int computed = 0;
    static constexpr bool is_remembered = false;
    static int compute(int key, Work&)
    {
        ++computed;
        return key;
    }
};

std::shared_ptr<Answers> engine(decltype(Loop::after) after = {})
{
    auto context = std::make_shared<QObject>();
    if (!after)
        after = [context](int milliseconds, std::function<void()> call) {
            QTimer::singleShot(milliseconds, context.get(), std::move(call));
        };
    return std::make_shared<Answers>(
        test::shipped_answers()->data(),
        Loop{[context](std::function<void()> call) {
                 QMetaObject::invokeMethod(context.get(), std::move(call), Qt::QueuedConnection);
             },
             std::move(after), [context] { QCoreApplication::sendPostedEvents(context.get()); }});
}

} // namespace

class AnswersEngine : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        Slow::begun = Slow::ended = 0;
        Slow::held = false;
    }

    void an_answer_is_computed_once()
    {
        Answers answers(test::shipped_answers()->data());
        QCOMPARE(*answers.get<Slow>({3}), 30);
        QCOMPARE(*answers.get<Slow>({3}), 30);
        QCOMPARE(*answers.get<Quick>(3), 31);
        QCOMPARE(Slow::begun.load(), 1);
        Forgotten::computed = 0;
        QCOMPARE(*answers.get<Forgotten>(3), *answers.get<Forgotten>(3));
        QCOMPARE(Forgotten::computed, 2);
    }

    void the_memory_is_bounded()
    {
        Answers answers(test::shipped_answers()->data());
        for (int number = 0; number < 6; ++number) {
            static_cast<void>(answers.get<Slow>({number}));
            QVERIFY(answers.memory() <= Answers::most_bytes);
        }
        QVERIFY(answers.memory() > Answers::most_bytes / 2);
        static_cast<void>(answers.get<Slow>({5}));
        QCOMPARE(Slow::begun.load(), 6);
        static_cast<void>(answers.get<Slow>({0})); // the oldest was forgotten
        QCOMPARE(Slow::begun.load(), 7);
    }

    void other_presets_have_other_answers()
    {
        const auto answers = engine();
        Watch<Quick> watch(answers, [](News) {});
        watch.ask(2);
        QVERIFY(watch.is_current());
        const std::weak_ptr<const int> remembered = answers->get<Slow>({5});
        QVERIFY(!remembered.expired());
        answers->renew(test::new_answers()->data());
        QVERIFY(remembered.expired());
        QCOMPARE(answers->memory(), std::size_t(0));
        watch.ask(2);
        QCOMPARE(Slow::begun.load(), 3);
    }

    void a_watch_is_told_later_and_knows_which_question_it_answers()
    {
        const auto answers = engine();
        std::vector<News> told;
        Watch<Slow> watch(answers, [&told](News news) { told.push_back(news); });
        QVERIFY(!watch.answer() && !watch.answered() && !watch.is_current());
        watch.ask({1});
        QVERIFY(told.empty() && watch.is_busy() && !watch.is_current());
        watch.wait();
        QCOMPARE(told.size(), std::size_t(1));
        QCOMPARE(*watch.answer(), 10);
        QVERIFY(watch.is_current() && !watch.is_busy());
        Slow::held = true;
        watch.ask({2});
        QVERIFY(!watch.is_current());
        QCOMPARE(watch.answered()->number, 1);
        QCOMPARE(watch.asked()->number, 2);
        QCOMPARE(*watch.answer(), 10); // until there is a newer one
        watch.ask({1}); // remembered: at once
        QVERIFY(watch.is_current() && !watch.is_busy());
        QCOMPARE(told.size(), std::size_t(1));
    }

    void the_latest_question_wins()
    {
        const auto answers = engine();
        int told = 0;
        Watch<Slow> watch(answers, [&told](News) { ++told; });
        Slow::held = true;
        watch.ask({1});
        while (Slow::begun == 0)
            std::this_thread::yield();
        watch.ask({1}); // goes on
        QTest::qWait(20);
        QCOMPARE(Slow::begun.load(), 1);
        watch.ask({2});
        watch.ask({3});
        Slow::held = false;
        watch.wait();
        QCOMPARE(*watch.answer(), 30);
        QCOMPARE(told, 1);
        QCOMPARE(Slow::begun.load(), 2); // the second never began
    }

    void what_is_cancelled_is_computed_when_it_is_wanted_again()
    {
        const auto answers = engine();
        Watch<Slow> watch(answers, [](News) {});
        Slow::held = true;
        watch.ask({4});
        watch.cancel();
        QVERIFY(!watch.is_busy() && !watch.is_current());
        Slow::held = false;
        watch.resume();
        watch.wait();
        QCOMPARE(*watch.answer(), 40);
        watch.forget();
        QVERIFY(!watch.answer() && !watch.is_current());
        watch.resume();
        QVERIFY(!watch.is_busy());
    }

    void a_draft_is_shown_but_not_remembered()
    {
        const auto answers = engine();
        std::vector<std::pair<News, int>> told;
        Watch<Slow>* shown = nullptr;
        Watch<Slow> watch(answers, [&](News news) { told.emplace_back(news, *shown->answer()); });
        shown = &watch;
        watch.ask({7});
        watch.wait();
        QCOMPARE(told.size(), std::size_t(2));
        QVERIFY(told[0].first == News::Draft && told[1].first == News::Answer);
        QCOMPARE(told[0].second, 70);
        QVERIFY(watch.is_current() && !watch.is_draft());
    }

    void a_watch_says_when_it_is_late_and_when_it_takes_long()
    {
        const auto answers = engine();
        std::vector<News> told;
        Watch<Slow> watch(answers, [&told](News news) { told.push_back(news); },
                          {.least_grace = 5, .most_grace = 5, .silent = 20, .between = 10});
        Slow::held = true;
        watch.ask({8});
        QVERIFY(watch.is_awaited() && !watch.is_long());
        QTRY_VERIFY_WITH_TIMEOUT(told.size() >= 3, 60000);
        QVERIFY(told[0] == News::Late && told[1] == News::Long && told[2] == News::Long);
        QVERIFY(watch.is_long() && !watch.is_awaited());
        QCOMPARE(watch.progress().of, 2);
        Slow::held = false;
        watch.wait();
        QVERIFY(!watch.is_long() && watch.is_current());
    }

    void a_question_that_moves_is_not_computed()
    {
        const auto answers = engine();
        Watch<Slow> watch(answers, [](News) {}, {.still = 30});
        for (int number = 1; number < 5; ++number)
            watch.ask({number});
        QTRY_VERIFY_WITH_TIMEOUT(watch.is_current(), 60000);
        QCOMPARE(*watch.answer(), 40);
        QCOMPARE(Slow::begun.load(), 1);
    }

    void watches_of_a_lane_take_turns_and_share_their_bench()
    {
        const auto answers = engine();
        const auto lane = std::make_shared<Lane>();
        Watch<Slow> one(
            answers, [](News) {}, {}, lane),
            other(
                answers, [](News) {}, {}, lane);
        Slow::held = true;
        one.ask({1});
        other.ask({2});
        QTest::qWait(20);
        QCOMPARE(Slow::begun.load(), 1);
        Slow::held = false;
        one.wait();
        other.wait();
        QCOMPARE(lane->bench.get<Slow::Count>().computed, 2);
    }

    void seconds_are_those_of_the_computation_on_show()
    {
        std::function<void()> end_of_pause;
        const auto answers = engine([&](int, std::function<void()> call) { end_of_pause = std::move(call); });
        const auto lane = std::make_shared<Lane>();
        Watch<Slow> one(
            answers, [](News) {}, {}, lane),
            queued(
                answers, [](News) {}, {}, lane),
            paused(answers, [](News) {}, {.still = 1});
        Slow::held = true;
        one.ask({1});
        queued.ask({2});
        paused.ask({3});
        QTest::qSleep(20);
        auto start = Clock::now();
        Slow::held = false;
        one.wait();
        queued.wait();
        QVERIFY(Slow::ran <= queued.seconds() && queued.seconds() <= seconds_since(start)); // not while it waited
        start = Clock::now();
        end_of_pause();
        paused.wait();
        QVERIFY(Slow::ran <= paused.seconds() && paused.seconds() <= seconds_since(start)); // nor in the pause
        paused.ask({1});
        QCOMPARE(paused.seconds(), one.seconds()); // remembered with the answer
    }

    void a_watch_may_go_while_it_computes()
    {
        const auto answers = engine();
        Slow::held = true;
        {
            Watch<Slow> watch(answers, [](News) { QFAIL("told after its end"); },
                              {.least_grace = 1, .most_grace = 1, .silent = 1, .between = 1});
            watch.ask({1});
            while (Slow::begun == 0)
                std::this_thread::yield();
        }
        QCOMPARE(Slow::ended.load(), 1);
        QTest::qWait(10);
    }
};

PLATEAU_TEST(AnswersEngine)

} // namespace tst_answers_engine

#include "tst_answers_engine.moc"
