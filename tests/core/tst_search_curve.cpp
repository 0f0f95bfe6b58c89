// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <atomic>
#include <random>

#include "core/answers/curve_points.h"
#include "core/math/threads/pool.h"
#include "tests/core/sample_scenarios.h"

namespace tst_search_curve {

using namespace plateau;
using namespace plateau::answers;
using namespace plateau::search;

/// Many searches at once, again and again, are as many searches alone; the pool hands out every index once.
class SearchCurveTest : public QObject {
    Q_OBJECT
private slots:
    void pool_visits_every_index_once()
    {
        threads::Pool pool(4);
        QCOMPARE(pool.size(), 4);
        for (int round = 0; round < 200; ++round) {
            std::vector<std::atomic<int>> visits(static_cast<std::size_t>(round));
            std::atomic<bool> legal{true};
            pool.for_each(round, [&](int worker, int index) {
                ++visits[std::size_t(index)];
                if (worker < 0 || worker >= 4)
                    legal = false;
            });
            QVERIFY(legal);
            for (const std::atomic<int>& count : visits)
                QCOMPARE(count.load(), 1);
        }
    }

    void warm_curve_equals_cold_searches()
    {
        threads::Pool pool(2);
        std::mt19937 random(23);
        const std::vector<double> counts = gpu_counts(8, 65536, 1, 1000);
        for (int i = 0; i < test::samples(12); ++i) {
            BestPlanCurve curve(pool);
            Scenario question = test::random_scenario(random);
            const OpenKeys open = open_keys(question, PlanChoice::Best);
            std::vector<CurvePoint> points;
            for (const char* bandwidth : {"400Gb/s", "300Gb/s", "1600Gb/s"}) {
                question = test::changed(question, "scale_out_bandwidth", bandwidth);
                const auto prepared = prepare(question);
                std::atomic<int> told{0};
                points = curve.compute(*prepared, open, counts, search::Objective::Throughput, points, {},
                                       [&](int done, int of) {
                                           if (done <= of && of == int(counts.size()))
                                               ++told;
                                       });
                QCOMPARE(points.size(), counts.size());
                QCOMPARE(told.load(), int(counts.size()));
                for (std::size_t k = 0; k < counts.size(); ++k) {
                    PlanSearch alone;
                    const SearchResult cold = alone.run(*at_gpus(*prepared, counts[k]), open, {});
                    QCOMPARE(points[k].gpus, counts[k]);
                    QCOMPARE(points[k].parts.fits(), !cold.plans.empty());
                    if (cold.plans.empty())
                        continue;
                    QVERIFY(points[k].parts.plan == cold.plans.front().plan);
                    QCOMPARE(points[k].parts.step_seconds, cold.plans.front().step_seconds);
                }
            }
        }
    }

    void best_is_never_below_given()
    {
        threads::Pool pool(2);
        BestPlanCurve curve(pool);
        const WorkspacePointer workspace = make_workspace();
        std::mt19937 random(29);
        const std::vector<double> counts = gpu_counts(8, 16384, 1);
        int compared = 0;
        for (int i = 0; i < 30; ++i) {
            const Scenario question = test::random_scenario(random);
            const auto prepared = prepare(question);
            const auto best = curve.compute(*prepared, open_keys(question, PlanChoice::Best), counts);
            const auto given = given_plan_curve(*prepared, counts, *workspace);
            for (std::size_t k = 0; k < counts.size(); ++k) {
                if (!given[k].parts.fits())
                    continue;
                ++compared;
                QVERIFY(best[k].parts.fits());
                QVERIFY(best[k].parts.tokens_per_s >= given[k].parts.tokens_per_s);
            }
        }
        QVERIFY(compared > 50);
    }

    void crossovers_name_the_change()
    {
        std::vector<CurvePoint> curve(4);
        for (std::size_t i = 0; i < curve.size(); ++i) {
            curve[i].gpus = double(8 << i);
            curve[i].parts.verdict = Verdict::Fits;
            curve[i].parts.plan.dp = 8 << i;
            curve[i].parts.plan.micro_batch = int(i) + 1;
        }
        QVERIFY(crossovers(curve).empty()); // data degree and micro-batch do not count
        curve[2].parts.plan.tp = 2;
        curve[3].parts.plan.tp = 2;
        std::vector<Crossover> found = crossovers(curve);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].gpus, 32.0);
        QCOMPARE(found[0].before.tp, 1);
        QCOMPARE(found[0].after.tp, 2);
        curve[2].parts.verdict = Verdict::DoesNotFit; // a gap hides where exactly it changed
        QCOMPARE(crossovers(curve).at(0).gpus, 64.0);
    }
};

PLATEAU_TEST(SearchCurveTest)

} // namespace tst_search_curve

#include "tst_search_curve.moc"
