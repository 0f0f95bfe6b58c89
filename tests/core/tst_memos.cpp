// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <set>

#include "core/model/prepared.h"
#include "core/model/workspace.h"
#include "sample_scenarios.h"

namespace tst_memos {

using namespace plateau;

namespace {

/// A mixture on few GPUs of small domains, where every degree matters.
Scenario mixture()
{
    return test::scenario({{"hardware", "h100_sxm"},
                           {"model", "mixtral_8x7b"},
                           {"gpus", "128"},
                           {"sequence", "8192"},
                           {"batch_mode", "total"},
                           {"global_batch", "256"},
                           {"micro_batch", "1"},
                           {"dp_mode", "zero1"},
                           {"stack", "megatron_core_2024"},
                           {"tp", "4"},
                           {"cp", "2"},
                           {"ep", "4"},
                           {"pp", "2"},
                           {"sequence_parallel", "on"}});
}

bool same(const Parts& left, const Parts& right)
{
    return left.obstacle == right.obstacle && left.value == right.value && left.busy == right.busy
        && left.goodput == right.goodput && left.memory_bytes == right.memory_bytes;
}

Parts fresh(const Prepared& prepared, const Plan& plan) { return evaluate(prepared, plan, *make_workspace()); }

} // namespace

/// A memo that has met one question answers the next as a new one does: each thing that may change between them is
/// changed alone, there and back.
class Memos : public QObject {
    Q_OBJECT

private slots:
    void plans_that_differ_in_one_degree_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* key, const char* value) { QTest::newRow(key) << key << value; };
        row("tp", "8");
        row("cp", "4");
        row("ep", "8");
        row("etp", "1");
        row("pp", "4");
        row("micro_batch", "2");
        row("recompute", "full");
        row("sequence_parallel", "off");
        row("cp_method", "all_gather");
        row("cp_balance", "contiguous");
        row("schedule", "dualpipe");
        row("dp_mode", "fsdp");
    }

    void plans_that_differ_in_one_degree()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const Scenario first = mixture();
        const Plan other = test::changed(first, key.toStdString(), value.toStdString()).plan;
        const auto prepared = prepare(first);
        QVERIFY(fresh(*prepared, other).possible());
        QVERIFY(!same(fresh(*prepared, first.plan), fresh(*prepared, other))); // it matters
        const WorkspacePointer workspace = make_workspace();
        for (const Plan* plan : std::initializer_list<const Plan*>{&first.plan, &other, &first.plan})
            QVERIFY(same(evaluate(*prepared, *plan, *workspace), fresh(*prepared, *plan)));
    }

    void questions_that_differ_in_one_key_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* key, const char* value) { QTest::newRow(key) << key << value; };
        row("nvlink_domain", "16");
        row("scale_out_bandwidth", "100Gb/s");
        row("scale_up_bandwidth", "200GB/s");
        row("scale_out_latency", "20us");
        row("network_fraction", "0.5");
        row("fabric_fraction", "0.5");
        row("latency_factor", "3");
        row("gpus", "256");
        row("hardware", "h200");
        row("precision", "fp8");
        row("sequence", "16384");
        row("kernel_efficiency", "0.7");
        row("expert_imbalance", "1.5");
        row("dispatcher", "deepep");
        row("node_mtbf", "1 day");
        row("restart_time", "1 h");
    }

    void questions_that_differ_in_one_key()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const Scenario first = mixture();
        const Scenario other = test::changed(first, key.toStdString(), value.toStdString());
        const auto prepared = prepare(first);
        const auto changed = prepare(other);
        QVERIFY(fresh(*changed, other.plan).possible());
        QVERIFY(!same(fresh(*prepared, first.plan), fresh(*changed, other.plan)));
        const WorkspacePointer workspace = make_workspace();
        for (const Prepared* question : {prepared.get(), changed.get(), prepared.get()})
            QVERIFY(same(evaluate(*question, question->plan, *workspace), fresh(*question, question->plan)));
    }

    /// Sharded states lie on the same ranks, but three context ranks leave two accelerators of each domain unused.
    void groups_that_differ_in_the_domain_they_use()
    {
        Scenario first = test::changed(test::weak_scaling("24"), "sequence", "6144");
        first = test::changed(first, "batch_mode", "total");
        first = test::changed(first, "global_batch", "48");
        first = test::changed(first, "micro_batch", "1");
        const Plan other = test::changed(first, "cp", "3").plan;
        const auto prepared = prepare(first);
        QCOMPARE(complete(*prepared, first.plan).domain_used, 8.);
        QCOMPARE(complete(*prepared, other).domain_used, 6.);
        QCOMPARE(complete(*prepared, other).shard, complete(*prepared, first.plan).shard);
        const WorkspacePointer workspace = make_workspace();
        for (const Plan* plan : std::initializer_list<const Plan*>{&first.plan, &other, &first.plan})
            QVERIFY(same(evaluate(*prepared, *plan, *workspace), fresh(*prepared, *plan)));
    }

    /// Six ranks alone lie in one domain; of several groups of six some straddle two.
    void groups_that_differ_in_their_neighbours()
    {
        Scenario scenario = test::changed(test::weak_scaling("6"), "dp_mode", "hsdp");
        scenario = test::changed(scenario, "shard_group", "6");
        const auto prepared = prepare(scenario);
        const WorkspacePointer workspace = make_workspace();
        for (const double gpus : {6., 24., 6.}) {
            const auto copy = at_gpus(*prepared, gpus);
            QCOMPARE(complete(*copy, scenario.plan).shard, 6);
            QVERIFY(same(evaluate(*copy, scenario.plan, *workspace), fresh(*copy, scenario.plan)));
        }
    }

    /// More groups than the memo has places for: some share one, and each gets its own cost.
    void collectives_that_differ_in_one_field_data()
    {
        QTest::addColumn<int>("field");
        QTest::newRow("stride") << 0;
        QTest::newRow("ranks") << 1;
        QTest::newRow("neighbours") << 2;
    }

    void collectives_that_differ_in_one_field()
    {
        QFETCH(int, field);
        const auto prepared = prepare(mixture());
        const WorkspacePointer workspace = make_workspace();
        std::set<double> costs;
        for (const int round : {0, 1})
            for (int value = 1; value <= 200; ++value) {
                Traffic traffic{.ranks = 6, .bytes = 1e8};
                (field == 0 ? traffic.stride : field == 1 ? traffic.ranks : traffic.neighbours) = value;
                const double seconds = workspace->collective(*prepared, traffic).seconds;
                QVERIFY2(seconds == make_workspace()->collective(*prepared, traffic).seconds,
                         qPrintable(QString("%1 in round %2").arg(value).arg(round)));
                costs.insert(seconds);
            }
        QVERIFY(costs.size() > 1); // it matters
    }

    /// Copies on other numbers of GPUs share what the number does not touch.
    void numbers_of_gpus()
    {
        const Scenario scenario = mixture();
        const auto prepared = prepare(scenario);
        const WorkspacePointer workspace = make_workspace();
        Parts last;
        for (const double gpus : {64., 128., 512., 576., 128., 64.}) { // 8 and 72 hosts
            const auto copy = at_gpus(*prepared, gpus);
            const Parts parts = evaluate(*copy, scenario.plan, *workspace);
            QVERIFY(parts.possible());
            QVERIFY(same(parts, fresh(*copy, scenario.plan)));
            QVERIFY(!same(parts, last));
            last = parts;
        }
    }
};

PLATEAU_TEST(Memos)

} // namespace tst_memos

#include "tst_memos.moc"
