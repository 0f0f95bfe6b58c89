// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QJsonArray>
#include <QTest>

#include "tests/app/plateau_process.h"

namespace tst_run_commands {

namespace {

const char* const llama = "--set model=llama3_8b --set sequences_per_gpu=8 --set micro_batch=1";

QJsonObject answered(const QByteArray& line) { return run_plateau(line.constData()).json(); }

} // namespace

/// plateau check and collective as scripts use them.
class TestRunCommands : public QObject {
    Q_OBJECT
private slots:
    void check_says_what_the_estimate_says()
    {
        const QByteArray settings = llama;
        const PlateauRun run
            = run_plateau(("check fernandez-weak-scaling --hardware b200 --gpus 64 --json " + settings).constData());
        QCOMPARE(run.status, 0);
        const QJsonObject said = run.json();
        const QJsonObject known
            = answered("estimate fernandez-weak-scaling --set hardware=b200 --set gpus=64 --json " + settings);
        QCOMPARE(said[u"fits"].toBool(), true);
        for (const char* key :
             {"step_time_s", "step_time_low_s", "step_time_high_s", "chance_to_fit", "memory_bytes_per_gpu"})
            QCOMPARE(said[QLatin1String(key)].toDouble(), known[QLatin1String(key)].toDouble());
        QVERIFY(said[u"run_days"].toDouble() > 0 && said[u"usd"].toDouble() > 0);
    }

    void check_finds_the_largest_micro_batch()
    {
        const QByteArray line = QByteArray("fernandez-weak-scaling --json --set recompute=none --set gpus=64 ") + llama
            + " --set sequences_per_gpu=64";
        const int largest = answered("check " + line)[u"largest_micro_batch"].toInt();
        QVERIFY(largest >= 1 && largest < 64);
        const auto fits = [&](int micro_batch) {
            return answered("estimate " + line + " --set micro_batch=" + QByteArray::number(micro_batch))[u"fits"]
                .toBool();
        };
        QVERIFY(fits(largest));
        QVERIFY(!fits(2 * largest));
    }

    void check_finds_the_fewest_gpus()
    {
        const QByteArray line = "fernandez-weak-scaling --json --set model=llama2_70b --set recompute=full --set gpus=";
        const int fewest = answered("check " + line + "512")[u"fewest_gpus"].toInt();
        QVERIFY(fewest >= 8 && fewest < 512);
        QVERIFY(answered("estimate " + line + QByteArray::number(fewest))[u"fits"].toBool());
        QVERIFY(!answered("estimate " + line + QByteArray::number(fewest - 8))[u"fits"].toBool());
    }

    void check_names_what_does_not_fit()
    {
        const PlateauRun run = run_plateau("check fernandez-weak-scaling --gpus 8 --set model=llama3_405b --json");
        QCOMPARE(run.status, 3);
        QCOMPARE(run.json()[u"fits"].toBool(), false);
        QVERIFY(!run.json()[u"reason"].toString().isEmpty());
        const PlateauRun said = run_plateau("check fernandez-weak-scaling --gpus 8 --set model=llama3_405b");
        QVERIFY(said.output.startsWith("does not fit"));
        QVERIFY(said.output.split('\n')[1].startsWith("Price: "));
    }

    /// What a step moves, asked alone.
    void a_collective_is_what_the_step_takes()
    {
        const QJsonObject step = answered("estimate fernandez-weak-scaling --set gpus=64 --json");
        for (const QJsonValue& use : step[u"collectives"].toArray()) {
            const QByteArray line
                = QString("collective %1 --ranks %2 --size %3B --json --on fernandez-weak-scaling --set gpus=64")
                      .arg(use[u"operation"].toString())
                      .arg(use[u"ranks"].toDouble(), 0, 'f', 0)
                      .arg(use[u"bytes"].toDouble(), 0, 'f', 3)
                      .toLatin1();
            const QJsonObject alone = answered(line)[u"rows"].toArray().first().toObject();
            QVERIFY2(std::abs(alone[u"seconds"].toDouble() / use[u"seconds"].toDouble() - 1) < 1e-6, line.constData());
            QCOMPARE(alone[u"algorithm"], use[u"algorithm"]);
            QCOMPARE(alone[u"protocol"], use[u"protocol"]);
        }
        QVERIFY(!step[u"collectives"].toArray().isEmpty());
    }

    void a_collective_falls_to_the_other_way()
    {
        const QJsonArray rows = answered("collective all_reduce --ranks 64 --size 4KB..4GB --json")[u"rows"].toArray();
        QCOMPARE(rows.size(), 20); // 4 kB to 2.1 GB
        QCOMPARE(rows.first()[u"bytes"].toDouble(), 4000.0);
        QVERIFY(rows.first()[u"algorithm"] != rows.last()[u"algorithm"]);
        for (qsizetype i = 1; i < rows.size(); ++i)
            QVERIFY(rows[i][u"seconds"].toDouble() >= rows[i - 1][u"seconds"].toDouble());
        const QByteArray said = run_plateau("collective all_reduce --ranks 64").output;
        QVERIFY(said.contains("all-reduce among 64 GPUs"));
        QVERIFY(said.contains("next best"));
    }

    void bus_bandwidth_is_counted_as_nccl_tests_do()
    {
        for (const auto& [operation, factor] : {std::pair("all-reduce", 2 * 7. / 8), std::pair("all-gather", 7. / 8)}) {
            const QByteArray line = QByteArray("collective ") + operation + " --ranks 8 --size 1GB --json";
            const QJsonObject row = answered(line)[u"rows"].toArray().first().toObject();
            const double expected = factor * 1e9 / row[u"seconds"].toDouble();
            QVERIFY(std::abs(row[u"busbw"].toDouble() / expected - 1) < 1e-9);
        }
    }

    void mistakes_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("no operation") << QByteArray("collective --ranks 8") << QByteArray("all-reduce");
        QTest::newRow("unknown operation") << QByteArray("collective broadcast --ranks 8") << QByteArray("broadcast");
        QTest::newRow("no ranks") << QByteArray("collective all_reduce") << QByteArray("--ranks");
        QTest::newRow("one rank") << QByteArray("collective all_reduce --ranks 1") << QByteArray("--ranks");
        QTest::newRow("no size") << QByteArray("collective all_reduce --ranks 8 --size big") << QByteArray("big");
        QTest::newRow("sizes that shrink")
            << QByteArray("collective all_reduce --ranks 8 --size 1GB..1MB") << QByteArray("ends before it begins");
        QTest::newRow("no hardware") << QByteArray("check fernandez-weak-scaling --hardware h1000")
                                     << QByteArray("h1000");
    }

    void mistakes()
    {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, says);
        verify_refused(line, says);
    }
};

PLATEAU_TEST(TestRunCommands)

} // namespace tst_run_commands

#include "tst_run_commands.moc"
