// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/search/objective.h"

namespace tst_search_ties {

using namespace plateau;
using namespace plateau::search;

namespace {

/// A plan that fits: one second a step, on one node of 8.
Parts plan(double tokens_per_s, double memory_bytes, double facility_watts = 8000, int tp = 1)
{
    Parts parts;
    parts.verdict = Verdict::Fits;
    parts.plan.tp = tp;
    parts.gpus = parts.gpus_used = 8;
    parts.step_seconds = 1;
    parts.tokens_per_s = tokens_per_s;
    parts.memory_bytes = memory_bytes;
    parts.facility_watts = facility_watts;
    parts.power_watts = 700;
    parts.usd_per_million_tokens = 3;
    return parts;
}

} // namespace

/// Which of two plans comes first, by hand.
class SearchTies : public QObject {
    Q_OBJECT

private slots:
    void what_does_not_fit_comes_last()
    {
        Parts full = plan(2000, 90e9);
        full.verdict = Verdict::DoesNotFit;
        QVERIFY(better(Objective::Throughput, plan(1000, 70e9), full));
        QVERIFY(!better(Objective::Throughput, full, plan(1000, 70e9)));
    }

    void each_objective_compares_its_own_number()
    {
        const Parts parts = plan(2000, 70e9, 10000);
        QCOMPARE(objective_value(Objective::Throughput, parts), 1 / 2000.);
        QCOMPARE(objective_value(Objective::Cost, parts), 3.);
        QCOMPARE(objective_value(Objective::Energy, parts), 5.); // J per token of the facility
        QCOMPARE(objective_value(Objective::Memory, parts), 70e9);
    }

    /// Equal in the objective: the faster, then the leaner, then the one with smaller degrees.
    void equal_plans_are_told_apart()
    {
        QVERIFY(better(Objective::Cost, plan(2000, 70e9), plan(1000, 60e9)));
        QVERIFY(!better(Objective::Cost, plan(1000, 60e9), plan(2000, 70e9)));
        QVERIFY(better(Objective::Throughput, plan(1000, 60e9), plan(1000, 70e9)));
        QVERIFY(!better(Objective::Throughput, plan(1000, 70e9), plan(1000, 60e9)));
        QVERIFY(better(Objective::Throughput, plan(1000, 60e9, 8000, 2), plan(1000, 60e9, 8000, 4)));
        QVERIFY(!better(Objective::Throughput, plan(1000, 60e9, 8000, 4), plan(1000, 60e9, 8000, 2)));
    }

    void a_full_list_keeps_the_best_in_order()
    {
        BestPlans best(Objective::Throughput, 2, false);
        best.add(plan(1000, 60e9, 8000, 1));
        QVERIFY(best.threshold() > 1);
        best.add(plan(3000, 60e9, 8000, 2));
        QCOMPARE(best.threshold(), 1 / 1000.);
        best.add(plan(1000, 70e9, 8000, 4)); // ties with the last and is worse
        QCOMPARE(best.plans().size(), std::size_t(2));
        QCOMPARE(best.plans().back().plan.tp, 1);
        best.add(plan(2000, 60e9, 8000, 8));
        QCOMPARE(best.plans().front().plan.tp, 2);
        QCOMPARE(best.plans().back().plan.tp, 8);
        QCOMPARE(best.threshold(), 1 / 2000.);
    }
};

PLATEAU_TEST(SearchTies)

} // namespace tst_search_ties

#include "tst_search_ties.moc"
