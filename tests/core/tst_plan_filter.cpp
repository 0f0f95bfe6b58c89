// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/answers/plan_filter.h"
#include "core/answers/plan_map.h"
#include "core/views/words.h"
#include "tests/core/sample_scenarios.h"

namespace tst_plan_filter {

using namespace plateau;
using namespace plateau::answers;
using namespace plateau::search;

namespace {

Parts sample()
{
    Parts parts;
    parts.plan.tp = 8;
    parts.plan.pp = 2;
    parts.plan.dp = 64;
    parts.plan.micro_batch = 2;
    parts.plan.recompute = Recompute::Selective;
    parts.plan.dp_mode = DataParallelMode::Zero1;
    parts.plan.sequence_parallel = true;
    parts.obstacle = Obstacle::None;
    parts.step_seconds = 2;
    parts[Part::Bubble] = 0.2;
    parts.memory_bytes = 60e9;
    parts.tokens_per_s = 1000 * 512;
    parts.gpus = parts.gpus_used = 512;
    parts.model_flop_per_token = 0.45e12;
    parts.peak_flops = 1e15;
    return parts;
}

} // namespace

/// Conditions as people type them; maps of two plan parameters; a plan taken over into the scenario.
class PlanFilterTest : public QObject {
    Q_OBJECT
private slots:
    void conditions_are_read_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("passes");
        QTest::newRow("nothing") << "" << true;
        QTest::newRow("greater") << "PP > 1" << true;
        QTest::newRow("greater, not") << "PP > 2" << false;
        QTest::newRow("at least") << "pp>=2" << true;
        QTest::newRow("several") << "tp=8 recompute=selective" << true;
        QTest::newRow("several, one fails") << "tp=8 recompute=none" << false;
        QTest::newRow("and, comma") << "tp = 8 and pp != 1, dp < 100" << true;
        QTest::newRow("alternatives") << "tp=4|8" << true;
        QTest::newRow("no alternative") << "tp!=4|8" << false;
        QTest::newRow("label") << "Tensor = 8" << true;
        QTest::newRow("sharding") << "sharding=zero1" << true;
        QTest::newRow("sharding with hyphen") << "sharding = ZeRO-1" << true;
        QTest::newRow("switch") << "sp=on" << true;
        QTest::newRow("micro-batch") << "micro-batch=2" << true;
        QTest::newRow("grouped number") << "dp < 1,024 tp = 8" << true;
        QTest::newRow("percent") << "mfu >= 44%" << true;
        QTest::newRow("percent without its sign") << "mfu >= 46" << false;
        QTest::newRow("one percent without its sign") << "mfu >= 1" << true;
        QTest::newRow("fraction") << "bubble <= 0.1" << true;
        QTest::newRow("unit") << "memory < 61 GB" << true;
        QTest::newRow("unit left out") << "memory < 59" << false;
        QTest::newRow("rate") << "tokens > 900" << true;
    }

    void conditions_are_read()
    {
        QFETCH(QString, text);
        const auto filter = parse_plan_filter(text.toStdString());
        QVERIFY2(filter.has_value(), filter ? "" : english(filter.error().what).c_str());
        QTEST(filter->matches(sample()), "passes");
    }

    void bad_conditions_say_what_would_be_read_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown name") << "tq=8"
                                      << "the nearest is tp";
        QTest::newRow("no operator") << "tp"
                                     << "tp";
        QTest::newRow("no value") << "tp >"
                                  << "needs one value";
        QTest::newRow("two operators") << "tp =< 8"
                                       << "is not a comparison";
        QTest::newRow("no such option") << "recompute=half"
                                        << "not a value of recompute";
        QTest::newRow("not a number") << "tp = eight"
                                      << "eight";
        QTest::newRow("alternatives of an order") << "tp > 4|8"
                                                  << "needs one value";
    }

    void bad_conditions_say_what_would_be_read()
    {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const auto filter = parse_plan_filter(text.toStdString());
        QVERIFY(!filter);
        const QString words = QString::fromStdString(english(filter.error().what));
        QVERIFY2(words.contains(says), qPrintable(words));
        QVERIFY(!filter.error().accepted.empty());
    }

    void a_filtered_search_is_exhaustive_over_what_passes()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 20; ++round) {
            Scenario question = test::random_scenario(random);
            question = test::changed(question, "gpus", "16");
            const auto filter = parse_plan_filter(round % 2 ? "pp>1" : "tp=1|2 recompute!=full");
            SearchOptions options;
            options.top = 5;
            options.wanted = [&](const Plan& plan) { return filter->matches_plan(plan); };
            const auto prepared = prepare(question);
            const OpenKeys open = open_keys(question, PlanChoice::Best);
            PlanSearch search;
            const SearchResult pruned = search.run(*prepared, open, options);
            options.exhaustive = true;
            const SearchResult all = search.run(*prepared, open, options);
            QCOMPARE(pruned.plans.size(), all.plans.size());
            for (std::size_t i = 0; i < all.plans.size(); ++i) {
                QVERIFY(pruned.plans[i].plan == all.plans[i].plan);
                QVERIFY(filter->matches(all.plans[i]));
            }
        }
    }

    void every_cell_is_the_best_with_both_parameters_held()
    {
        std::mt19937 random(11);
        threads::Pool pool(2);
        std::vector<PlanSearch> searches(std::size_t(pool.size()));
        for (int round = 0; round < 4; ++round) {
            const Scenario question = test::changed(test::random_scenario(random), "gpus", "16");
            const auto prepared = prepare(question);
            const OpenKeys open = open_keys(question, PlanChoice::Best);
            PlanMapQuestion sides;
            sides.most = 4;
            if (round % 2)
                sides = {"recompute", "micro_batch", 4, {}};
            const PlanGrid map = plan_map(pool, searches, test::shipped(), question, open, sides, {});
            QVERIFY(map.complete);
            QCOMPARE(map.cells.size(), map.columns.size() * map.rows.size());
            for (std::size_t i = 0; i < map.cells.size(); ++i) {
                const int x = map.columns.place(i % map.columns.size()), y = map.rows.place(i / map.columns.size());
                SearchOptions options;
                options.exhaustive = true;
                options.wanted = [&](const Plan& plan) {
                    return find_plan_axis(sides.x)->get(plan) == x && find_plan_axis(sides.y)->get(plan) == y;
                };
                PlanSearch search;
                const SearchResult all = search.run(*prepared, open, options);
                const Parts& cell = map.cells[i].parts;
                if (all.plans.empty())
                    continue; // the cell may hold a value that no search would try
                QVERIFY(cell.fits());
                QVERIFY2(cell.plan == all.plans.front().plan || better(Objective::Throughput, cell, all.plans.front()),
                         "the cell holds a worse plan");
                QVERIFY(map.cells[i].reason.empty());
            }
        }
    }

    void sides_may_be_any_parameter()
    {
        const Scenario question
            = *read_scenario(test::shipped(), *find_scenario_file(test::shipped(), "llama3-70b-h100"));
        threads::Pool pool(2);
        std::vector<PlanSearch> searches(std::size_t(pool.size()));
        const OpenKeys open = open_keys(question, PlanChoice::Best);
        for (const PlanMapQuestion& sides :
             {PlanMapQuestion{"gpus", "scale_out_bandwidth", 3, {}}, PlanMapQuestion{"tp", "precision", 4, {}},
              PlanMapQuestion{"hardware", "sequence", 3, {}}}) {
            const PlanGrid map = plan_map(pool, searches, test::shipped(), question, open, sides, {});
            QVERIFY(map.complete);
            QVERIFY(map.columns.size() >= 2 && map.rows.size() >= 2);
            QVERIFY(map.cell_of(question.plan) >= 0 || map.columns.of_plan);
            for (int cell = 0; cell < int(map.cells.size()); ++cell) {
                const std::vector<Setting> settings = map.settings_of(cell);
                const auto changed = with_all(test::shipped(), question, settings);
                QCOMPARE(map.cells[std::size_t(cell)].refused, !changed);
                if (!changed)
                    continue;
                OpenKeys rest = open;
                Scenario held = *changed;
                if (map.columns.of_plan) {
                    rest.set(plan_dimension_of<&Plan::tp>, false);
                    held.plan.tp = map.columns.place(std::size_t(cell) % map.columns.size());
                    held.plan.fit_to_batch = false;
                }
                PlanSearch search;
                const Parts best = best_plan(search, *prepare(held), rest);
                const Parts& parts = map.cells[std::size_t(cell)].parts;
                QCOMPARE(parts.fits(), best.fits());
                QVERIFY(!best.fits() || (parts.plan == best.plan && parts.step_seconds == best.step_seconds));
                QVERIFY(!best.fits() || map.cell_of(best.plan, settings) == cell);
            }
        }
    }

    void every_key_makes_a_side()
    {
        const Scenario question
            = *read_scenario(test::shipped(), *find_scenario_file(test::shipped(), "llama3-70b-h100"));
        const auto prepared = prepare(question);
        const auto keys = map_keys(question);
        QVERIFY(keys.size() > 40);
        for (const std::string& key : keys) {
            const MapSide side = map_side(test::shipped(), question, *prepared, key, {question.plan}, 8);
            QVERIFY2(side.size() >= 2 && side.size() <= 12 && side.words.size() == side.size(), key.c_str());
            QVERIFY2(side.of_plan || side.current >= 0, key.c_str());
        }
    }

    void empty_cells_name_their_reason()
    {
        const Scenario question
            = *read_scenario(test::shipped(), *find_scenario_file(test::shipped(), "gpt3-175b-64-a100"));
        threads::Pool pool(1);
        std::vector<PlanSearch> searches(1);
        PlanMapQuestion sides;
        sides.shown = {question.plan};
        const PlanGrid map
            = plan_map(pool, searches, test::shipped(), question, open_keys(question, PlanChoice::Best), sides, {});
        bool memory = false, gpus = false;
        for (const PlanCell& cell : map.cells) {
            QCOMPARE(cell.reason.empty(), cell.parts.fits());
            memory
                |= cell.parts.verdict == Verdict::DoesNotFit && cell.parts.memory_bytes > cell.parts.memory_limit_bytes;
            gpus |= cell.parts.obstacle == Obstacle::TooFewGpus;
        }
        QVERIFY(memory);
        QVERIFY(gpus);
        QVERIFY(map.best(Objective::Throughput) >= 0);
    }

    void an_adopted_plan_is_the_one_evaluated()
    {
        std::mt19937 random(3);
        int adopted = 0;
        for (int round = 0; round < 60; ++round) {
            Scenario question = test::random_scenario(random);
            if (round % 3 == 0)
                question = test::changed(question, "tp", "auto");
            PlanSearch search;
            SearchOptions options;
            options.top = 20;
            const SearchResult found = search.run(*prepare(question), open_keys(question, PlanChoice::Best), options);
            if (found.plans.empty())
                continue;
            const Parts& wanted = found.plans[std::size_t(round) % found.plans.size()];
            const auto next = with_plan(test::shipped(), question, wanted.plan);
            QVERIFY2(next.has_value(), next ? "" : english(next.error().what).c_str());
            QVERIFY(next->open.empty());
            const Parts parts = evaluate(*prepare(*next), next->plan, search.workspace());
            QCOMPARE(parts.step_seconds, wanted.step_seconds);
            QCOMPARE(parts.memory_bytes, wanted.memory_bytes);
            QCOMPARE(parts.plan.dp, wanted.plan.dp);
            QCOMPARE(parts.plan.tp, wanted.plan.tp);
            QVERIFY(!narrate::plan_reasons(wanted, parts, 8).empty());
            ++adopted;
        }
        QVERIFY(adopted > 20);
    }
};

PLATEAU_TEST(PlanFilterTest)

} // namespace tst_plan_filter

#include "tst_plan_filter.moc"
