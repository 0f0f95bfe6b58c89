// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/plateau_process.h"

namespace tst_gap_and_tune {

namespace {

const char* const llama = "--set model=llama3_8b --set sequences_per_gpu=8 --set micro_batch=1";

QJsonObject answered(const QByteArray& line) { return run_plateau(line.constData()).json(); }

QJsonArray causes(const QByteArray& line) { return answered("gap " + line + " --json")[u"causes"].toArray(); }

QJsonObject cause(const QJsonArray& all, const QString& key)
{
    for (const QJsonValue& each : all)
        if (each[u"key"].toString() == key)
            return each.toObject();
    return {};
}

} // namespace

/// plateau gap and tune as scripts use them.
class TestGapAndTune : public QObject {
    Q_OBJECT
private slots:
    void a_gap_is_found_where_it_was_made_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::newRow("links between hosts") << "scale_out_bandwidth"
                                             << "4GB/s";
        QTest::newRow("Ethernet between hosts") << "scale_out_bandwidth"
                                                << "0.6GB/s";
        QTest::newRow("links inside a host") << "scale_up_bandwidth"
                                             << "32GB/s";
        QTest::newRow("clocks") << "kernel_efficiency"
                                << "0.6";
        QTest::newRow("data loader") << "step_fixed_seconds"
                                     << "2s";
        QTest::newRow("attention") << "attention"
                                   << "unfused";
        QTest::newRow("recomputation") << "recompute"
                                       << "full";
    }

    /// The step time with one thing wrong, put to the scenario without it.
    void a_gap_is_found_where_it_was_made()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const QByteArray scenario
            = QByteArray("fernandez-weak-scaling --set recompute=none --set gpus=64 --set tp=2 ") + llama;
        const QByteArray changed = QString("--set %1=%2").arg(key, value).toLatin1();
        const double measured = answered("estimate " + scenario + " --json " + changed)[u"step_time_s"].toDouble();
        const QJsonArray found = causes(scenario + " --measured step_time_s=" + QByteArray::number(measured, 'g', 12));
        const QJsonObject own = cause(found, key);
        QVERIFY2(!own.isEmpty(), qPrintable(key));
        QVERIFY(!own[u"check"].toString().isEmpty());
        const QJsonObject asked = answered("estimate " + scenario + " --json " + changed)[u"scenario"].toObject();
        if (own[u"value_needed"].isString())
            QCOMPARE(own[u"value_needed"].toString(), value);
        else
            QVERIFY(std::abs(own[u"value_needed"].toDouble() / asked[key].toDouble() - 1) < 0.02);
    }

    void every_cause_explains_what_was_measured_data()
    {
        QTest::addColumn<QByteArray>("metric");
        QTest::addColumn<double>("times");
        QTest::addColumn<bool>("by_a_number");
        QTest::newRow("a quicker step") << QByteArray("step_time_s") << 0.8 << true;
        QTest::newRow("a slower step") << QByteArray("step_time_s") << 2.0 << true;
        QTest::newRow("a step far slower") << QByteArray("step_time_s") << 25.0 << false;
        QTest::newRow("a higher MFU") << QByteArray("mfu") << 1.15 << false;
        QTest::newRow("a lower MFU") << QByteArray("mfu") << 0.6 << true;
        QTest::newRow("a lower rate") << QByteArray("tokens_per_s_per_gpu") << 0.3 << true;
    }

    /// Each number that is offered, put into the question, closes three quarters of the gap.
    void every_cause_explains_what_was_measured()
    {
        QFETCH(QByteArray, metric);
        QFETCH(double, times);
        QFETCH(bool, by_a_number);
        const QByteArray scenario
            = QByteArray("fernandez-weak-scaling --set recompute=none --set gpus=64 --set tp=2 --set pp=2 "
                         "--set batch_mode=total --set global_batch=128 ")
            + llama;
        const auto predicted = [&](const QByteArray& setting) {
            return answered("estimate " + scenario + setting + " --json")[QLatin1String(metric)].toDouble();
        };
        const double measured = times * predicted("");
        QVERIFY(measured > 0);
        int numbers = 0;
        const QJsonArray found
            = causes(scenario + " --measured " + metric + "=" + QByteArray::number(measured, 'g', 12));
        for (const QJsonValue& one : found) {
            const QString key = one[u"key"].toString();
            if (one[u"value_needed"].isString() || key == "peak_flops" || key == "nvlink_domain")
                continue;
            const QByteArray needed = QByteArray::number(one[u"value_needed"].toDouble(), 'g', 17);
            const double left = std::log(predicted(" --set " + key.toLatin1() + "=" + needed) / measured);
            QVERIFY2(std::abs(left) <= 0.26 * std::abs(std::log(times)), qPrintable(key + " " + needed));
            ++numbers;
        }
        QCOMPARE(numbers > 0, by_a_number);
    }

    void what_is_as_predicted_lies_in_the_band()
    {
        const QByteArray scenario = QByteArray("fernandez-weak-scaling --set gpus=64 ") + llama;
        const double rate = answered("estimate " + scenario + " --json")[u"tokens_per_s_per_gpu"].toDouble();
        const QJsonObject gap = answered(
            "gap " + scenario + " --json --measured tokens_per_s_per_gpu=" + QByteArray::number(rate, 'g', 12));
        QVERIFY(std::abs(gap[u"predicted"].toDouble() / rate - 1) < 1e-9);
        QVERIFY(gap[u"low"].toDouble() < rate && rate < gap[u"high"].toDouble());
        QVERIFY(gap[u"runs"].toInt() >= 10);
        QVERIFY(gap[u"percentile"].toDouble() > 0.1 && gap[u"percentile"].toDouble() < 0.9);
        QVERIFY(run_plateau(
                    ("gap " + scenario + " --measured tokens_per_s_per_gpu=" + QByteArray::number(rate)).constData())
                    .output.contains("as expected"));
    }

    void half_an_mfu_may_be_the_sparse_peak()
    {
        const QByteArray scenario = QByteArray("fernandez-weak-scaling --set gpus=64 ") + llama;
        const double mfu = answered("estimate " + scenario + " --json")[u"mfu"].toDouble();
        const QJsonArray found = causes(scenario + " --measured mfu=" + QByteArray::number(50 * mfu, 'g', 12) + "%");
        QVERIFY(!cause(found, "peak_flops").isEmpty());
        QVERIFY(cause(causes(scenario + " --measured mfu=" + QByteArray::number(80 * mfu, 'g', 12) + "%"), "peak_flops")
                    .isEmpty());
    }

    void another_run_rules_causes_out()
    {
        const QByteArray scenario = QByteArray("fernandez-weak-scaling --set gpus=512 ") + llama;
        const QByteArray slow = " --set scale_out_bandwidth=4GB/s --json";
        const auto seconds = [&](const QByteArray& setting) {
            return QByteArray::number(answered("estimate " + scenario + setting + slow)[u"step_time_s"].toDouble(), 'g',
                                      12);
        };
        QStringList words = QString("gap " + scenario + " --measured step_time_s=" + seconds("")).split(' ');
        words << "--also"
              << "gpus=8 step_time_s=" + seconds(" --set gpus=8");
        const QJsonObject both = run_plateau(words + QStringList{"--json"}).json();
        QVERIFY(!cause(both[u"causes"].toArray(), "scale_out_bandwidth").isEmpty());
        QCOMPARE(both[u"also"].toArray().size(), 1);
        QVERIFY(!both[u"ruled_out"].toArray().isEmpty());
        for (const QJsonValue& each : both[u"ruled_out"].toArray()) {
            QCOMPARE(each[u"by_run"].toInt(), 2);
            QVERIFY(cause(both[u"causes"].toArray(), each[u"key"].toString()).isEmpty());
        }
        const PlateauRun said = run_plateau(words);
        QVERIFY2(said.output.contains("Ruled out by another run") && said.output.contains("Run 2: "),
                 said.output.constData());
    }

    void a_scenario_may_note_what_was_measured()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("mine.yaml"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("kind: training\ntitle: Mine\nhardware: h100_sxm\nmodel: llama2_7b\ngpus: 64\nview: {measured: '20 "
                   "% MFU'}\n");
        file.close();
        const QJsonObject gap = answered("gap " + file.fileName().toUtf8() + " --json");
        QVERIFY(std::abs(gap[u"measured"].toDouble() - 0.2) < 1e-12);
    }

    /// A log of which nobody says what was trained, and the two files that people have.
    void a_log_is_what_was_measured()
    {
        QTemporaryDir folder;
        const auto write = [&](const char* name, const QByteArray& text) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
        };
        QByteArray steps;
        for (int step = 10; step <= 50; step += 10)
            steps += "[rank0]:[titan] 2026-01-05 09:12:0" + QByteArray::number(step / 10)
                + ",000 - root - INFO - step: " + QByteArray::number(step)
                + "  loss:  9.1  grad_norm:  1.9  memory: 30.00GiB(37.00%)  tps: 6,400  tflops: 300.0  mfu: 30.3%\n";
        const QString log = write("run.log", steps);
        const QString asked = write("mine.yaml",
                                    "kind: training\ntitle: Mine\nhardware: h100_sxm\nmodel: llama3_8b\ngpus: 64\n"
                                    "dp_mode: fsdp\nsequence: 8192\n");
        const PlateauRun alone = run_plateau({"gap", log});
        QCOMPARE(alone.status, 2);
        QVERIFY2(alone.errors.contains("--measured") && !alone.errors.contains("YAML"), alone.errors.constData());
        const QJsonObject both = run_plateau({"gap", asked, "--measured", log, "--json"}).json();
        QCOMPARE(both[u"metric"].toString(), QString("tokens_per_s_per_gpu"));
        QCOMPARE(both[u"measured"].toDouble(), 6400.0);
        QVERIFY(std::abs(both[u"memory"][u"measured"].toDouble() / (30.0 * 1024 * 1024 * 1024) - 1) < 1e-6);
        const QString text = write("notes.log", "epoch one went well: no numbers\n  then: nothing: more\n");
        const PlateauRun unread = run_plateau({"gap", text});
        QCOMPARE(unread.status, 2);
        QVERIFY2(!unread.errors.contains("YAML") && !unread.errors.contains("mapping"), unread.errors.constData());
    }

    void the_hardware_must_be_said()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("mine.yaml"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("kind: training\ntitle: Mine\nmodel: llama2_7b\ngpus: 64\n");
        file.close();
        const PlateauRun unsaid = run_plateau({"gap", file.fileName(), "--measured", "mfu=30"});
        QCOMPARE(unsaid.status, 2);
        QVERIFY2(unsaid.errors.contains("hardware"), unsaid.errors.constData());
        QCOMPARE(run_plateau({"gap", file.fileName(), "--measured", "mfu=30", "--set", "hardware=a100_sxm_80"}).status,
                 0);
    }

    void what_cannot_be_is_said()
    {
        const PlateauRun run = run_plateau({"gap", "fernandez-weak-scaling", "--measured", "mfu=180", "--json"});
        QCOMPARE(run.status, 3);
        QCOMPARE(run.json()[u"can_be"].toBool(true), false);
        QVERIFY(run.json()[u"share_of_peak"].toDouble() > 1);
    }

    /// Tables, then the stack that keeps them, in another command.
    void a_cluster_is_tuned_and_kept()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("nccl.txt"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("# nThread 1 nGpus 1\n# Collective test starting: all_gather_perf\n# Using devices\n");
        for (int rank = 0; rank < 16; ++rank)
            file.write(QString("#  Rank %1 Group 0 Pid 1 on host-%2 device 0 [0x0f] NVIDIA H100 80GB HBM3\n")
                           .arg(rank)
                           .arg(rank / 8)
                           .toLatin1());
        for (double size = 1024; size < 5e9; size *= 4) {
            const double us = 90 + 0.9375 * size / 120e3;
            file.write(QString("%1 %2 float none -1 %3 %4 %5 0 %3 %4 %5 0\n")
                           .arg(size, 0, 'f', 0)
                           .arg(size / 64, 0, 'f', 0)
                           .arg(us, 0, 'f', 3)
                           .arg(size / us / 1e3, 0, 'f', 4)
                           .arg(0.9375 * size / us / 1e3, 0, 'f', 4)
                           .toLatin1());
        }
        file.close();
        qputenv("XDG_DATA_HOME", folder.path().toUtf8());
        const QByteArray line = "tune " + file.fileName().toUtf8() + " --on llama3-70b-h100 --save Lab --json";
        const QJsonObject first = answered(line);
        const QJsonObject network = cause(first[u"constants"].toArray(), "network_fraction");
        QVERIFY(!network.isEmpty());
        QVERIFY(network[u"low"].toDouble() <= network[u"value"].toDouble());
        QVERIFY(network[u"value"].toDouble() < 0.5 * network[u"shipped"].toDouble());
        const double tuned = first[u"tuned"][u"step_time_s"].toDouble();
        QVERIFY(tuned > first[u"shipped"][u"step_time_s"].toDouble());
        const double with_it = answered("estimate llama3-70b-h100 --set stack=lab --json")[u"step_time_s"].toDouble();
        QVERIFY2(std::abs(with_it / tuned - 1) < 1e-6, qPrintable(QString::number(with_it / tuned)));
        QVERIFY(run_plateau(line.constData()).status == 0);
        QFile saved(folder.filePath("plateau/presets/stacks/lab.yaml"));
        QVERIFY(saved.open(QIODevice::ReadOnly));
        const QByteArray text = saved.readAll();
        QVERIFY2(text.contains("version: 2") && text.contains("nccl.txt: all_gather among 16 ranks"), text.constData());
        qunsetenv("XDG_DATA_HOME");
    }

    void what_tunes_nothing_says_why()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("products.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("gpu,dtype,m,n,k,time_us\nh100_sxm,bfloat16,8192,8192,8192,1500\nh100_sxm,bfloat16,64,64,64,9\n");
        file.close();
        const PlateauRun none = run_plateau(("tune " + file.fileName().toUtf8() + " --on llama3-70b-h100").constData());
        QCOMPARE(none.status, 3);
        QVERIFY2(none.output.contains("fewer than three products"), none.output.constData());
    }

    /// Each choice that is offered brings the memory near to what was measured.
    void larger_memory_names_choices()
    {
        const QByteArray scenario = "fernandez-weak-scaling";
        const double measured = 79e9;
        const QJsonArray found = causes(scenario + " --measured memory_bytes_per_gpu=79GB");
        QVERIFY(!cause(found, "dp_mode").isEmpty());
        for (const QJsonValue& each : found) {
            QByteArray settings;
            for (const QJsonValue& one : each[u"with"].toArray() + QJsonValue(each.toObject()))
                settings += " --set " + one[u"key"].toString().toLatin1() + "="
                    + one[u"value_needed"].toVariant().toString().toLatin1();
            const double bytes
                = answered("estimate " + scenario + settings + " --json")[u"memory_bytes_per_gpu"].toDouble();
            QVERIFY2(std::abs(std::log(bytes / measured)) < 0.26, settings.constData());
        }
    }

    void mistakes_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("nothing measured") << QByteArray("gap fernandez-weak-scaling") << QByteArray("--measured");
        QTest::newRow("not to be compared")
            << QByteArray("gap fernandez-weak-scaling --measured bubble_fraction=3") << QByteArray("bubble_fraction");
        QTest::newRow("no number") << QByteArray("gap fernandez-weak-scaling --measured step_time_s=slow")
                                   << QByteArray("slow");
        QTest::newRow("nothing at all") << QByteArray("gap fernandez-weak-scaling --measured step_time_s=0")
                                        << QByteArray("above zero");
        QTest::newRow("nothing to tune by") << QByteArray("tune --on llama3-70b-h100") << QByteArray("nccl-tests");
        QTest::newRow("nothing to tune") << QByteArray("read nccl.txt other.txt") << QByteArray("--on SCENARIO");
        QTest::newRow("memory beside a step")
            << QByteArray("gap llama3-70b-h100 --measured mfu=24 --also memory_bytes_per_gpu=3GB")
            << QByteArray("only times");
    }

    void mistakes()
    {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, says);
        verify_refused(line, says);
    }
};

PLATEAU_TEST(TestGapAndTune)

} // namespace tst_gap_and_tune

#include "tst_gap_and_tune.moc"
