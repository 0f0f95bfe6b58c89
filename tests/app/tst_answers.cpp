// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include "plateau_process.h"

namespace tst_answers {

namespace {

const QStringList metric_keys{"tokens_per_s",
                              "tokens_per_s_per_gpu",
                              "step_time_s",
                              "mfu",
                              "mfu_causal",
                              "mfu_6n",
                              "hfu",
                              "peak_flops",
                              "communication_fraction",
                              "communication_busy_fraction",
                              "bubble_fraction",
                              "memory_bytes_per_gpu",
                              "power_w_per_gpu",
                              "node_power_w",
                              "facility_power_w",
                              "tokens_per_joule",
                              "tokens_per_gpu_joule",
                              "usd_per_million_tokens"};

} // namespace

/// What the commands answer: the keys scripts rely on, and that the ways to ask agree with each other.
class TestAnswers : public QObject {
    Q_OBJECT

private slots:
    void estimate_has_the_agreed_keys()
    {
        const QJsonObject answer = run_plateau("estimate fernandez-weak-scaling --json").json();
        for (const char* key : {"scenario", "fits", "reason", "plan", "terms", "stages"})
            QVERIFY2(answer.contains(QLatin1String(key)), key);
        QCOMPARE(answer[u"fits"].toBool(), true);
        QVERIFY(answer[u"reason"].isNull());
        for (const QString& key : metric_keys)
            QVERIFY2(answer[key].isDouble() && std::isfinite(answer[key].toDouble()), qPrintable(key));
        for (const char* key : {"title", "hardware", "model", "stack", "gpus", "sequence", "tp"})
            QVERIFY2(answer[u"scenario"].toObject().contains(QLatin1String(key)), key);
        for (const char* key : {"dp", "tp", "pp", "cp", "ep", "micro_batch", "dp_mode"})
            QVERIFY2(answer[u"plan"].toObject().contains(QLatin1String(key)), key);
        const QStringList amounts{"seconds", "bytes", "watts", "usd"};
        for (const QJsonValue& term : answer[u"terms"].toArray()) {
            for (const char* key : {"name", "kind", "formula", "source", "known_by"})
                QVERIFY2(term.toObject()[QLatin1String(key)].isString(), key);
            int found = 0;
            for (const QString& amount : amounts)
                found += term.toObject().contains(amount);
            QCOMPARE(found, 1);
            QCOMPARE(term.toObject().contains(u"exposed_seconds"), term.toObject().contains(u"seconds"));
        }
    }

    void terms_sum_to_the_step()
    {
        const QJsonObject answer = run_plateau("estimate fernandez-weak-scaling --set gpus=512 --json").json();
        double seconds = 0;
        double bytes = 0;
        for (const QJsonValue& term : answer[u"terms"].toArray()) {
            seconds += term[u"exposed_seconds"].toDouble();
            bytes += term[u"bytes"].toDouble();
        }
        QVERIFY(seconds > 0);
        QVERIFY(std::abs(seconds / answer[u"step_time_s"].toDouble() - 1) < 1e-9);
        QVERIFY(std::abs(bytes / answer[u"memory_bytes_per_gpu"].toDouble() - 1) < 1e-9);
    }

    void an_impossible_plan_has_no_numbers()
    {
        const PlateauRun run = run_plateau("estimate fernandez-weak-scaling --set gpus=8 --set tp=64 --json");
        QCOMPARE(run.status, 3);
        const QJsonObject answer = run.json();
        QCOMPARE(answer[u"fits"].toBool(true), false);
        QVERIFY(!answer[u"reason"].toString().isEmpty());
        for (const QString& key : metric_keys)
            QVERIFY2(answer.contains(key) && answer[key].isNull(), qPrintable(key));
    }

    void a_plan_that_does_not_fit_keeps_its_numbers()
    {
        const PlateauRun run
            = run_plateau("estimate fernandez-weak-scaling --set gpus=8 --set model=llama3_405b --json");
        QCOMPARE(run.status, 3);
        const QJsonObject answer = run.json();
        QCOMPARE(answer[u"fits"].toBool(true), false);
        QVERIFY(!answer[u"reason"].toString().isEmpty());
        // 405 billion parameters x 16 bytes over 8 devices are 810 GB before any activation.
        QVERIFY(answer[u"memory_bytes_per_gpu"].toDouble() > 800e9);
        QVERIFY(answer[u"step_time_s"].toDouble() > 0);
    }

    void settings_reach_the_scenario()
    {
        const QJsonObject scenario
            = run_plateau("estimate fernandez-weak-scaling --set gpus=2k --set scale_out_bandwidth=400Gb/s --json")
                  .json()[u"scenario"]
                  .toObject();
        QCOMPARE(scenario[u"gpus"].toDouble(), 2000);
        QCOMPARE(scenario[u"scale_out_bandwidth"].toDouble(), 50e9);
    }

    void order_of_settings_does_not_matter()
    {
        const PlateauRun one = run_plateau(
            "estimate fernandez-weak-scaling --set hardware=a100_sxm_80 --set model=llama3_8b --set gpus=64 --json");
        const PlateauRun two = run_plateau(
            "estimate fernandez-weak-scaling --set gpus=64 --set model=llama3_8b --set hardware=a100_sxm_80 --json");
        QCOMPARE(one.status, 0);
        QCOMPARE(one.output, two.output);
    }

    void unlimited_is_null()
    {
        const PlateauRun run
            = run_plateau("estimate fernandez-weak-scaling --set scale_out_bandwidth=unlimited --json");
        QVERIFY2(run.status == 0, run.errors);
        QVERIFY(run.json()[u"scenario"][u"scale_out_bandwidth"].isNull());
        const double limited = run_plateau("estimate fernandez-weak-scaling --json").json()[u"tokens_per_s"].toDouble();
        QVERIFY(run.json()[u"tokens_per_s"].toDouble() >= limited);
    }

    void readout_shows_verdict_terms_and_units()
    {
        const QByteArray text = run_plateau("estimate fernandez-weak-scaling").output;
        for (const char* word : {"Fits", "tokens/s", "MFU", "6N + 12 L d s", "exposed", "GB", "Plan: dp="})
            QVERIFY2(text.contains(word), text);
    }

    /// The first holds the embedding and most micro-batches, the last the head; the fullest is what the answer says.
    void stages_are_told_apart()
    {
        const QString base = QStringLiteral("estimate fernandez-weak-scaling --set pp=4 --set tp=2 --set micro_batch=1 "
                                            "--set sequences_per_gpu=4");
        const QJsonObject answer = run_plateau((base + QStringLiteral(" --json")).split(u' ')).json();
        const QJsonArray stages = answer[u"stages"].toArray();
        QCOMPARE(stages.size(), 4);
        double layers = 0, most = 0;
        for (const QJsonValue& stage : stages) {
            for (const char* key : {"stage", "layers", "embedding", "head", "parameters", "micro_batches_in_flight",
                                    "seconds", "memory_bytes"})
                QVERIFY2(stage[QLatin1String(key)].isDouble(), key);
            double sum = 0;
            for (const QJsonValue& bytes : stage[u"memory"].toObject())
                sum += bytes.toDouble();
            QVERIFY(std::abs(sum / stage[u"memory_bytes"].toDouble() - 1) < 1e-9);
            const QJsonValue peak = stage[u"peak"];
            QCOMPARE(peak[u"micro_batch"].toInt(), 1);
            QVERIFY(peak[u"seconds"].toDouble() > 0 && peak[u"seconds"].toDouble() < answer[u"step_time_s"].toDouble());
            QCOMPARE(peak[u"moment"].toString(), stage[u"memory"][u"logits"].toDouble() > 0 ? "loss" : "backward");
            for (const QJsonValue& bytes : stage[u"memory"].toObject())
                QVERIFY(bytes.toDouble() <= stage[u"memory"][peak[u"largest"][0].toString()].toDouble());
            layers += stage[u"layers"].toDouble();
            most = std::max(most, sum);
        }
        QCOMPARE(layers, answer[u"scenario"][u"layers"].toDouble());
        QVERIFY(std::abs(most / answer[u"memory_bytes_per_gpu"].toDouble() - 1) < 1e-9);
        QCOMPARE(stages[0][u"embedding"].toDouble(), 1.0);
        QCOMPARE(stages[3][u"head"].toDouble(), 1.0);
        const QByteArray text = run_plateau(base.split(u' ')).output;
        QVERIFY2(text.contains("Of stage 1 of 4, the fullest: ") && text.contains("The emptiest is stage "), text);
        QVERIFY2(text.contains(" into the step, as the backward pass of micro-batch 1 starts: "), text);
        const QByteArray alone = run_plateau("estimate fernandez-weak-scaling").output;
        QVERIFY2(!alone.contains("Of stage") && alone.contains("Peak: "), alone);
    }

    void open_degrees_are_searched()
    {
        // 13B states need 16 bytes x 13e9 = 208 GB: under DDP only tensor or pipeline degrees make room.
        const QString base = QStringLiteral(
            "estimate fernandez-weak-scaling --json --set gpus=64 --set model=llama2_13b --set dp_mode=ddp "
            "--set memory_headroom=0");
        QCOMPARE(run_plateau(base.split(u' ')).status, 3);
        const PlateauRun open = run_plateau((base + QStringLiteral(" --set tp=auto")).split(u' '));
        QVERIFY2(open.status == 0, open.errors + open.output.left(400));
        QVERIFY(open.json()[u"plan"][u"tp"].toInt() > 1);
        const double chosen = open.json()[u"tokens_per_s"].toDouble();
        for (const char* tp : {"2", "4", "8"}) {
            const PlateauRun fixed = run_plateau((base + QStringLiteral(" --set tp=") + QLatin1String(tp)).split(u' '));
            QVERIFY(fixed.status == 3 || fixed.json()[u"tokens_per_s"].toDouble() <= chosen);
        }
    }

    void the_best_plan_keeps_what_is_locked()
    {
        const QString base = QStringLiteral("estimate fernandez-weak-scaling --json --set gpus=64 --set tp=2");
        const PlateauRun given = run_plateau(base.split(u' '));
        const PlateauRun locked = run_plateau((base + QStringLiteral(" --plan best --lock tp")).split(u' '));
        const PlateauRun best = run_plateau((base + QStringLiteral(" --plan best")).split(u' '));
        QCOMPARE(locked.status, 0);
        QCOMPARE(locked.json()[u"plan"][u"tp"].toInt(), 2);
        QVERIFY(given.json()[u"tokens_per_s"].toDouble() <= locked.json()[u"tokens_per_s"].toDouble());
        QVERIFY(locked.json()[u"tokens_per_s"].toDouble() <= best.json()[u"tokens_per_s"].toDouble());
    }

    void sweep_has_a_row_per_point()
    {
        const PlateauRun run
            = run_plateau("sweep fernandez-weak-scaling --over dp_mode=fsdp,ddp --over gpus=8..2048 --json");
        QVERIFY2(run.status == 0, run.errors);
        const QJsonArray rows = run.json()[u"rows"].toArray();
        QCOMPARE(rows.size(), 18);
        for (int i = 0; i < rows.size(); ++i) {
            QCOMPARE(rows[i][u"dp_mode"].toString(), i < 9 ? QStringLiteral("fsdp") : QStringLiteral("ddp"));
            QCOMPARE(rows[i][u"gpus"].toDouble(), std::exp2(3 + i % 9));
            for (const QString& key : metric_keys)
                QVERIFY2(rows[i].toObject().contains(key), qPrintable(key));
        }
    }

    void sweep_agrees_with_estimate()
    {
        const QJsonArray rows = run_plateau("sweep fernandez-weak-scaling --over gpus=128,1024 --over tp=1,4 --json")
                                    .json()[u"rows"]
                                    .toArray();
        QCOMPARE(rows.size(), 4);
        const QJsonObject one = run_plateau("estimate fernandez-weak-scaling --set gpus=1024 --set tp=4 --json").json();
        for (const QString& key : metric_keys)
            QCOMPARE(rows[3][key], one[key]);
        QCOMPARE(rows[3][u"plan"], one[u"plan"]);
    }

    void csv_and_json_hold_the_same_table()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("table.csv"));
        const PlateauRun run
            = run_plateau({"sweep", "fernandez-weak-scaling", "--over", "gpus=8..64", "--json", "--csv", file});
        QVERIFY2(run.status == 0, run.errors);
        QFile csv(file);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        const QStringList header = QString::fromUtf8(csv.readLine()).trimmed().split(u',');
        const QJsonArray rows = run.json()[u"rows"].toArray();
        QCOMPARE(header.first(), QStringLiteral("gpus"));
        const qsizetype step = header.indexOf(QStringLiteral("step_time_s"));
        QVERIFY(step > 0);
        for (const QJsonValue& row : rows) {
            const QStringList cells = QString::fromUtf8(csv.readLine()).trimmed().split(u',');
            QCOMPARE(cells.size(), header.size());
            QCOMPARE(cells[0].toDouble(), row[u"gpus"].toDouble());
            QCOMPARE(cells[step].toDouble(), row[u"step_time_s"].toDouble());
        }
        QVERIFY(csv.atEnd());
    }

    void shards_concatenate_to_the_whole_data()
    {
        QTest::addColumn<int>("parts");
        QTest::newRow("one") << 1;
        QTest::newRow("uneven") << 4;
        QTest::newRow("more parts than points") << 13;
    }

    void shards_concatenate_to_the_whole()
    {
        QFETCH(int, parts);
        const QStringList sweep{"sweep", "fernandez-weak-scaling", "--over", "tp=1,2", "--over", "gpus=8,16,32,64,128"};
        static const QByteArray whole_csv = run_plateau(sweep + QStringList{"--csv", "-"}).output;
        static const QJsonArray whole = run_plateau(sweep + QStringList{"--json"}).json()[u"rows"].toArray();
        QCOMPARE(whole.size(), 10);
        QTemporaryDir folder;
        QByteArray csv;
        QJsonArray rows;
        for (int part = 1; part <= parts; ++part) {
            QFile table(folder.filePath(QStringLiteral("%1.csv").arg(part)));
            const PlateauRun shard = run_plateau(sweep
                                                 + QStringList{"--shard", QStringLiteral("%1/%2").arg(part).arg(parts),
                                                               "--json", "--csv", table.fileName()});
            QVERIFY2(table.open(QIODevice::ReadOnly), shard.errors);
            csv += table.readAll();
            for (const QJsonValue& row : shard.json()[u"rows"].toArray())
                rows.append(row);
        }
        QCOMPARE(csv, whole_csv);
        QCOMPARE(rows, whole);
    }

    void catalog_lists_everything()
    {
        const QJsonObject catalog = run_plateau("catalog --json").json();
        const QStringList sections{"accelerators", "models",    "stacks", "scenarios",
                                   "parameters",   "constants", "figures"};
        for (const QString& section : sections) {
            QVERIFY2(catalog[section].isArray(), qPrintable(section));
            for (const QJsonValue& entry : catalog[section].toArray())
                for (const char* key : {"name", "title", "file"})
                    QVERIFY2(entry.toObject().contains(QLatin1String(key)), qPrintable(section));
            const QJsonObject alone = run_plateau({"catalog", section, "--json"}).json();
            QCOMPARE(alone.keys(), QStringList{section});
            QCOMPARE(alone[section], catalog[section]);
        }
        const auto has = [&](const QString& section, const QString& name) {
            const QJsonArray entries = catalog[section].toArray();
            return std::any_of(entries.begin(), entries.end(),
                               [&](const QJsonValue& entry) { return entry[u"name"] == name; });
        };
        QVERIFY(has("accelerators", "h100_sxm"));
        QVERIFY(has("models", "llama2_7b"));
        QVERIFY(has("scenarios", "fernandez-weak-scaling"));
        QVERIFY(has("parameters", "gpus"));
        for (const QJsonValue& entry : catalog[QStringLiteral("parameters")].toArray()) {
            if (entry[u"name"] == QStringLiteral("node_mtbf"))
                QVERIFY(entry[u"source"].toString().contains(u"466")
                        && entry[u"known_by"] == QStringLiteral("second-hand"));
        }
    }
};

PLATEAU_TEST(TestAnswers)

} // namespace tst_answers

#include "tst_answers.moc"
