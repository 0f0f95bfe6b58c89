// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/answers/plans.h"
#include "core/search/search.h"
#include "core/views/words.h"
#include "tests/core/shipped_answers.h"

namespace tst_head_room {

using namespace plateau;
using namespace plateau::search;

namespace {

/// A long context on few GPUs, whose quickest plan fills the memory.
Scenario long_context(const std::string& headroom)
{
    return test::changed(*find_scenario(test::shipped(), "llama3-70b-h100"),
                         {{"gpus", "512"}, {"sequence", "32768"}, {"memory_headroom", headroom}});
}

SearchResult found(const Scenario& scenario, bool tight, bool exhaustive = false)
{
    SearchOptions options;
    options.tight = tight;
    options.exhaustive = exhaustive;
    return PlanSearch().run(*prepare(scenario), open_keys(scenario, PlanChoice::Best), options);
}

double share_of_memory(const Parts& parts) { return parts.memory_bytes / parts.memory_limit_bytes; }

answers::PlanList::Value listed(const Scenario& scenario)
{
    answers::PlanList::Key key{answers::TrainingQuestion(scenario).with_choice(PlanChoice::Best)};
    key.top = 5;
    return *test::shipped_answers()->get<answers::PlanList>(key);
}

} // namespace

/// A search leaves some of the memory free, for estimates err.
class HeadRoom : public QObject {
    Q_OBJECT

private slots:
    void the_best_plan_leaves_it()
    {
        const Parts best = found(long_context("0.1"), false).plans.front();
        const Parts tight = found(long_context("0.1"), true).plans.front();
        QVERIFY(share_of_memory(best) <= 0.9);
        QCOMPARE(best.verdict, Verdict::Fits);
        QVERIFY(share_of_memory(tight) > 0.9);
        QCOMPARE(tight.verdict, Verdict::Tight);
        QVERIFY(tight.tokens_per_s > best.tokens_per_s);
        const Parts filled = found(long_context("0"), false).plans.front();
        QCOMPARE(filled.plan, tight.plan);
        QCOMPARE(filled.verdict, Verdict::Fits);
    }

    void pruning_misses_nothing()
    {
        const Scenario scenario = test::changed(test::weak_scaling("16"), {{"sequence", "16384"}});
        for (const bool tight : {false, true})
            QCOMPARE(found(scenario, tight).plans.front().plan, found(scenario, tight, true).plans.front().plan);
    }

    void where_no_plan_leaves_it_those_that_fit_are_named()
    {
        const Scenario scenario = test::changed(
            test::weak_scaling("8"),
            {{"memory_headroom", "0.5"}, {"model", "llama3_8b"}, {"sequence", "8192"}, {"micro_batch", "1"}});
        Scenario given = scenario;
        given.locked = {"tp", "pp", "cp", "recompute", "dp_mode", "micro_batch"};
        const SearchResult result = found(given, false);
        QVERIFY(!result.plans.empty());
        QCOMPARE(result.plans.front().verdict, Verdict::Tight);
    }

    void a_better_plan_that_is_tight_stands_beside()
    {
        const auto list = listed(long_context("0.1"));
        QVERIFY(list.tight.has_value());
        for (const Parts& plan : list.result.plans)
            QVERIFY(share_of_memory(plan) <= 0.9);
        QVERIFY(list.tight->tokens_per_s > list.result.plans.front().tokens_per_s);
        const std::string said
            = english(narrate::tight_offer(*list.tight, list.result.plans.front(), Objective::Throughput));
        QVERIFY2(said.ends_with(" of the memory: tight."), said.c_str());
        QVERIFY(!listed(long_context("0")).tight);
    }
};

PLATEAU_TEST(HeadRoom)

} // namespace tst_head_room

#include "tst_head_room.moc"
