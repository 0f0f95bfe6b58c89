// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/model/prepared.h"
#include "core/model/stage.h"
#include "tests/core/sample_scenarios.h"

namespace tst_stated_stages {

using namespace plateau;

namespace {

/// Llama 3 8B, 32 layers, over four stages.
Scenario stated(const test::Changes& changes)
{
    test::Changes all{{"hardware", "h100_sxm"}, {"model", "llama3_8b"}, {"gpus", "32"},
                      {"batch_mode", "total"},  {"global_batch", "64"}, {"pp", "4"}};
    all.insert(all.end(), changes.begin(), changes.end());
    return test::scenario(all);
}

} // namespace

/// The layers of the first and the last stage of a pipeline, where somebody states them.
class StatedStagesTest : public QObject {
    Q_OBJECT
private slots:
    void the_table_of_stages_has_them_data()
    {
        QTest::addColumn<test::Changes>("changes");
        QTest::addColumn<std::vector<double>>("layers");
        QTest::newRow("neither") << test::Changes{} << std::vector<double>{8, 8, 8, 8};
        QTest::newRow("both") << test::Changes{{"first_stage_layers", "7"}, {"last_stage_layers", "7"}}
                              << std::vector<double>{7, 9, 9, 7};
        QTest::newRow("the first") << test::Changes{{"first_stage_layers", "5"}} << std::vector<double>{5, 9, 9, 9};
        QTest::newRow("the last, ZB-H1") << test::Changes{{"last_stage_layers", "4"}, {"schedule", "zb_h1"}}
                                         << std::vector<double>{10, 9, 9, 4};
        QTest::newRow("two chunks of unequal length")
            << test::Changes{{"first_stage_layers", "9"}, {"last_stage_layers", "5"}, {"virtual_stages", "2"}}
            << std::vector<double>{9, 9, 9, 5};
        QTest::newRow("one stage") << test::Changes{{"first_stage_layers", "9"}, {"pp", "1"}}
                                   << std::vector<double>{32};
    }

    void the_table_of_stages_has_them()
    {
        QFETCH(test::Changes, changes);
        QFETCH(std::vector<double>, layers);
        const auto prepared = prepare(stated(changes));
        const std::vector<Stage> table = stages(*prepared, plan(*prepared));
        QCOMPARE(table.size(), layers.size());
        for (std::size_t i = 0; i < table.size(); ++i)
            QCOMPARE(table[i].layers, layers[i]);
        const double bytes = estimate(stated(changes)).parts.memory_bytes;
        QVERIFY(std::abs(table[fullest(table)].bytes() / bytes - 1) < 1e-9);
    }

    /// Stages of 14, 2, 2 and 14 layers take longer than equal ones; a short last stage makes room for the head.
    void the_busiest_stage_sets_the_pace()
    {
        const auto seconds = [](const char* first, const char* last) {
            return estimate(stated({{"first_stage_layers", first}, {"last_stage_layers", last}})).parts.step_seconds;
        };
        const double even = seconds("follows", "follows");
        QVERIFY(seconds("14", "14") > 1.3 * even);
        QVERIFY(seconds("follows", "7") < even);
        QCOMPARE(seconds("8", "8"), even);
    }

    void what_cannot_be_is_said_with_what_can_data()
    {
        QTest::addColumn<test::Changes>("changes");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("said");
        QTest::newRow("too many in the first") << test::Changes{{"first_stage_layers", "30"}} << "first_stage_layers"
                                               << "first_stage_layers may be 1 to 29";
        QTest::newRow("too many in the last") << test::Changes{{"last_stage_layers", "30"}} << "last_stage_layers"
                                              << "last_stage_layers may be 1 to 29";
        QTest::newRow("none left between")
            << test::Changes{{"first_stage_layers", "20"}, {"last_stage_layers", "11"}} << "last_stage_layers"
            << "last_stage_layers may be 1 to 10";
        QTest::newRow("one left for each of two between")
            << test::Changes{{"first_stage_layers", "20"}, {"last_stage_layers", "10"}} << ""
            << "";
        QTest::newRow("two that are not all")
            << test::Changes{{"pp", "2"}, {"first_stage_layers", "20"}, {"last_stage_layers", "10"}}
            << "last_stage_layers"
            << "last_stage_layers may be 12";
        QTest::newRow("two that are") << test::Changes{{"pp", "2"},
                                                       {"first_stage_layers", "20"},
                                                       {"last_stage_layers", "12"}}
                                      << ""
                                      << "";
        QTest::newRow("folded") << test::Changes{{"schedule", "dualpipe"}, {"first_stage_layers", "7"}} << "schedule"
                                << "DualPipe puts stages from both ends on a rank";
        QTest::newRow("a chunk without layers")
            << test::Changes{{"virtual_stages", "4"}, {"first_stage_layers", "2"}} << "virtual_stages"
            << "4 virtual stages are more than the layers of a stage";
    }

    void what_cannot_be_is_said_with_what_can()
    {
        QFETCH(test::Changes, changes);
        QFETCH(QString, key);
        QFETCH(QString, said);
        const Estimate answer = estimate(stated(changes));
        QCOMPARE(QString(obstacle_key(answer.parts.obstacle)), key);
        const QString reason = QString::fromStdString(english(answer.reason));
        QVERIFY2(reason.contains(said), qPrintable(reason));
    }

    /// As DeepSeek-V3 is laid out: 5 layers in two chunks of the first rank, 2 in those of the last.
    void every_chunk_has_something_to_hold()
    {
        Plan plan{.pp = 16, .virtual_stages = 2, .first_stage_layers = 5, .last_stage_layers = 2};
        QVERIFY(fills_chunks(61, plan));
        plan.last_stage_layers = 1; // the head has the other chunk
        QVERIFY(fills_chunks(61, plan));
        plan.virtual_stages = 4; // of four between
        QVERIFY(!fills_chunks(61, plan));
    }

    void chunks_of_even_stages_are_filled_as_before()
    {
        for (int layers = 1; layers < 70; ++layers)
            for (int pp = 1; pp <= layers; ++pp)
                for (int chunks = 1; chunks < 12; ++chunks) {
                    const bool alone = pp == 1;
                    const Plan plan{.pp = pp, .virtual_stages = alone ? 1 : chunks};
                    QCOMPARE(fills_chunks(layers, plan),
                             pp * plan.virtual_stages <= layers + (plan.virtual_stages > 1 ? 2 : 0));
                }
    }
};

PLATEAU_TEST(StatedStagesTest)

} // namespace tst_stated_stages

#include "tst_stated_stages.moc"
