// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/plateau_process.h"

namespace tst_evidence_command {

namespace {

const char* const header
    = "id,source,gpu,n_gpus,gpus_per_node,model,params_b,layers,hidden,heads,kv_heads,ffn,vocab,seq,"
      "micro_batch,global_batch_seqs,tp,pp,sharding,recompute,framework,year,attention_kernel,"
      "precision,step_time_s,oom,memory_gb,notes\n";

QString table(const QTemporaryDir& folder, const QByteArray& rows)
{
    const QString path = folder.filePath("rows.csv");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(QByteArray(header) + rows);
    return path;
}

} // namespace

namespace {

/// A run of Llama 2 7B that took 5.2 s and 60 GB, with these cells of its own.
QByteArray measured_row(const char* step, const char* rate, const char* mfu, const char* memory)
{
    return QByteArray("one,mine,H100-SXM-80GB,64,8,Llama-2-7B,4096,2,512,fsdp,none,PyTorch FSDP,2024,bf16,") + step
        + "," + rate + "," + mfu + "," + memory + "\n";
}

QString measured_table(const QTemporaryDir& folder, const QByteArray& rows)
{
    const QString path = folder.filePath("rows.csv");
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write("id,source,gpu,n_gpus,gpus_per_node,model,seq,micro_batch,global_batch_seqs,sharding,recompute,"
                   "framework,year,precision,step_time_s,tokens_per_s_per_gpu,mfu,memory_gb\n"
                   + rows);
    return path;
}

} // namespace

/// `plateau evidence` as scripts use it: keys, columns, exit status.
class TestEvidenceCommand : public QObject {
    Q_OBJECT

private slots:
    void shipped_rows_have_the_promised_keys()
    {
        const PlateauRun run = run_plateau("evidence --json --quiet");
        QCOMPARE(run.status, 0);
        const QJsonObject json = run.json();
        for (const char* key : {"rows", "predicted", "skipped", "overall", "by_source", "sources"})
            QVERIFY2(json.contains(QLatin1String(key)), key);
        QVERIFY(json["predicted"].toInt() > 0.97 * json["rows"].toInt());
        const QJsonObject time = json["overall"].toObject()["time"].toObject();
        for (const char* key : {"n", "mape", "median_ape", "p90_ape", "bias", "rank_correlation", "top1_regret"})
            QVERIFY2(time[QLatin1String(key)].isDouble(), key);
        const QJsonObject memory = json["overall"].toObject()["memory"].toObject();
        for (const char* key : {"n", "mape", "oom_n", "oom_accuracy", "oom_missed", "oom_false_alarm"})
            QVERIFY2(memory[QLatin1String(key)].isDouble(), key);
        QVERIFY(json["overall"].toObject()["power"].toObject()["mape"].isDouble());
        QVERIFY(json["sources"].toObject().size() >= 15);
        QVERIFY(json["sources"].toObject()["mosaicml/llm-foundry"].toObject()["memory"].isNull());
    }

    void a_table_of_ones_own()
    {
        const QTemporaryDir folder;
        const QString path = table(
            folder,
            "one,mine,H100-SXM-80GB,64,8,Llama-2-7B,6.74,32,4096,32,32,11008,32000,4096,2,512,1,1,fsdp,none,PyTorch "
            "FSDP,2024,"
            "flash2_sdpa,bf16,4.0,no,60,reduce_dtype=fp32\n"
            "two,mine,H100-SXM-80GB,64,8,Llama-2-7B,6.74,32,4096,32,32,11008,32000,4096,2,512,,1,zero1,none,PyTorch "
            "FSDP,2024,flash2_sdpa,bf16,4.0,no,60,\n"
            "three,mine,H100-SXM-80GB,64,8,Llama-2-7B,6.74,32,4096,32,32,11008,32000,,2,512,1,1,zero1,none,PyTorch "
            "FSDP,2024,flash2_sdpa,bf16,4.0,no,60,\n");
        const PlateauRun run = run_plateau({"evidence", path, "--csv", "-"});
        QCOMPARE(run.status, 0);
        const QList<QByteArray> lines = run.output.trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        QCOMPARE(
            lines[0],
            QByteArray(
                "id,measured_step_time_s,predicted_step_time_s,measured_tokens_per_s_per_gpu,predicted_tokens_per_s_"
                "per_gpu,error,measured_memory_gb,predicted_memory_gb,measured_oom,predicted_oom,measured_power_w,"
                "predicted_power_w,stack,skipped_reason,filled,known_by,nearest_run,distance,step_time_low_s,"
                "step_time_high_s,memory_low_bytes,memory_high_bytes,chance_to_fit,chance_to_thrash"));
        QVERIFY(lines[1].startsWith("one,4,"));
        QVERIFY(lines[1].contains(",no,no,"));
        QVERIFY2(lines[2].contains(" tp=2"), lines[2].constData()); // one rank would not hold the activations
        QVERIFY(lines[3].contains("missing cell: seq"));
        const QJsonObject json = run_plateau({"evidence", path, "--json"}).json();
        QCOMPARE(json["skipped"].toObject()["missing cell: seq"].toInt(), 1);
        QCOMPARE(json["predicted"].toInt(), 2);
        const QJsonObject filled = json["filled"].toObject()["tp"].toObject();
        QCOMPARE(filled["rows"].toInt(), 1);
        QCOMPARE(filled["with"].toString(), QStringLiteral("the fastest layout that fits"));
        const QByteArray printed = run_plateau({"evidence", path}).output;
        QVERIFY(printed.contains("the fastest layout that fits"));
        QVERIFY(
            printed.contains("The band of eight in ten holds the measured step time of ")); // among the shipped runs
    }

    void cells_that_cannot_be_right_are_questioned_data()
    {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<QString>("what"); // empty: nothing
        QTest::newRow("as it was") << measured_row("4.2", "7800", "0.35", "60") << QString();
        QTest::newRow("a percentage") << measured_row("", "", "35", "") << QString();
        QTest::newRow("milliseconds") << measured_row("4200", "", "", "") << ": step_time_s 4200 would be 0.03";
        QTest::newRow("a thousandth") << measured_row("0.0042", "", "", "") << ": step_time_s 0.0042 would be ";
        QTest::newRow("tokens of all GPUs")
            << measured_row("", "499200", "", "") << ": tokens_per_s_per_gpu 499200 would be ";
        QTest::newRow("no fraction, no percentage")
            << measured_row("", "", "1.3", "") << ": mfu 1.3 is more than the whole peak";
        QTest::newRow("more than all") << measured_row("", "", "450", "") << ": mfu 450 is more than the whole peak";
        QTest::newRow("megabytes") << measured_row("4.2", "", "", "60000") << ": memory_gb 60000 is more than the 80";
    }

    /// With their place and what could stand there, and in no mean.
    void cells_that_cannot_be_right_are_questioned()
    {
        QFETCH(QByteArray, row);
        QFETCH(QString, what);
        const QTemporaryDir folder;
        const QString path = measured_table(folder, row);
        const QJsonObject json = run_plateau({"evidence", path, "--json"}).json();
        const QJsonArray questioned = json["questioned"].toArray();
        QCOMPARE(questioned.size(), what.isEmpty() ? 0 : 1);
        const QString text = run_plateau({"evidence", path}).output;
        QCOMPARE(text.contains("cannot be right, and count as empty"), !what.isEmpty());
        if (what.isEmpty())
            return;
        QVERIFY2(text.contains(what), qPrintable(text));
        QVERIFY(questioned[0][u"where"].toString().contains("rows.csv:2:"));
        QVERIFY(!questioned[0][u"accepted"].toString().isEmpty());
        const bool time = !what.contains("memory_gb");
        const QJsonObject overall = json["overall"].toObject();
        QCOMPARE(overall["time"].isNull(), time);
        QVERIFY(overall["memory"].isNull());
        QCOMPARE(json["not_compared"].toObject().contains("not compared: a measured cell cannot be right"), time);
    }

    void an_unknown_gpu_is_named_with_the_nearest()
    {
        const QTemporaryDir folder;
        const QString path
            = measured_table(folder, measured_row("4.2", "", "", "").replace("H100-SXM-80GB", "H1000 SXM"));
        const QStringList reasons = run_plateau({"evidence", path, "--json"}).json()["skipped"].toObject().keys();
        QCOMPARE(reasons.size(), 1);
        QVERIFY2(reasons[0].startsWith("unknown gpu: H1000 SXM (nearest: H100 SXM 80GB, "), qPrintable(reasons[0]));
        QCOMPARE(reasons[0].count(", "), 2);
    }

    /// Llama 3 8B by its sizes has 128,256 words, not the 32,000 of a model nobody knows.
    void what_stands_in_is_said()
    {
        const QTemporaryDir folder;
        const QByteArray rest = ",4096,1,64,1,1,fsdp,none,PyTorch FSDP,2024,flash2_sdpa,bf16,4.0,no,60,\n";
        const QString path = table(folder,
                                   "one,mine,H100-SXM-80GB,64,8,known,8.03,32,4096,32,8,14336," + rest
                                       + "two,mine,H100-SXM-80GB,64,8,own,,30,4096,32,8,14336," + rest);
        const QJsonValue vocab = run_plateau({"evidence", path, "--json"}).json()["filled"].toObject()["vocab"];
        QCOMPARE(vocab[u"rows"].toInt(), 2);
        QCOMPARE(vocab[u"values"].toObject(), (QJsonObject{{"128256", 1}, {"32000", 1}}));
        const QByteArray text = run_plateau({"evidence", path}).output;
        QVERIFY2(text.contains("128256 in 1 row, 32000 in 1: as in the model of those sizes; else 32,000"), text);
    }

    void an_anchor_is_not_scored()
    {
        const QTemporaryDir folder;
        const QByteArray tail
            = ",mine,A100-SXM-80GB,8,8,Llama-2-7B,6.74,32,4096,32,32,11008,32000,2048,2,512,2,1,zero1,none,"
              "Megatron-LM,2024,flash2,bf16,40,no,,\n";
        const QString path = table(folder, "a" + tail + "b" + tail + "c" + tail);
        const double free_error = run_plateau({"evidence", path, "--json"})
                                      .json()["overall"]
                                      .toObject()["time"]
                                      .toObject()["mape"]
                                      .toDouble();
        const QJsonObject time = run_plateau({"evidence", path, "--json", "--anchor", "1"})
                                     .json()["overall"]
                                     .toObject()["time"]
                                     .toObject();
        QCOMPARE(time["n"].toInt(), 2);
        QVERIFY(time["mape"].toDouble() < free_error);
    }

    void rows_are_left_out_or_measured_by_mfu()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("rows.csv");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QByteArray run = ",A100-SXM-80GB,64,8,llama2_13b,4096,1,512,4,1,zero1,none,bf16,Megatron-LM,2024,";
        file.write(
            "id,gpu,n_gpus,gpus_per_node,model,seq,micro_batch,global_batch_seqs,tp,pp,sharding,recompute,precision,"
            "framework,year,tokens_per_s_per_gpu,mfu,tflops_per_gpu,use\n"
            "by_mfu"
            + run + ",45 %,,time\n" + "by_tokens" + run + "1600,,,\n" + "left_out" + run + "100,,,exclude\n"
            + "by_tflops" + run + ",,150,\n");
        file.close();
        const QList<QByteArray> lines = run_plateau({"evidence", path, "--csv", "-"}).output.trimmed().split('\n');
        const auto error = [&](int line) { return lines[line].split(',')[5]; };
        QVERIFY(!error(1).isEmpty() && !error(2).isEmpty());
        QVERIFY(std::abs(error(1).toDouble()) < 0.3);
        QVERIFY(error(3).isEmpty() && lines[3].contains("left out: use=exclude"));
        QVERIFY(error(4).isEmpty() && lines[4].contains("tflops_kind"));
        const QJsonObject json = run_plateau({"evidence", path, "--json"}).json();
        QCOMPARE(json["overall"].toObject()["time"].toObject()["n"].toInt(), 2);
        QCOMPARE(json["skipped"].toObject()["left out: use=exclude"].toInt(), 1);
        QCOMPARE(json["not_compared"].toObject().size(), 1);
        QVERIFY(json["filled"].toObject().contains("tflops_kind"));
    }

    void a_calibration_saves_a_stack()
    {
        const QTemporaryDir folder;
        const QByteArray own = qgetenv("XDG_DATA_HOME");
        qputenv("XDG_DATA_HOME", folder.path().toUtf8());
        const QByteArray run
            = "us,H100,8,8,Llama 2 7B,,32,4096,32,32,11008,32000,4096,1,16,1,1,fsdp,none,PyTorch FSDP,2024,"
              "flash2_sdpa,bf16,%1,,,\n";
        const QString file = table(folder, "first," + QByteArray(run).replace("%1", "1.0"));
        const PlateauRun first
            = run_plateau({"evidence", file, "--calibrate", "Our cluster", "--base", "pytorch_fsdp_2024", "--json"});
        QCOMPARE(first.status, 0);
        QCOMPARE(first.json()["stack"].toString(), QStringLiteral("our_cluster"));
        QCOMPARE(first.json()["constants"].toArray().size(), 1);
        QVERIFY(first.json()["mape_after"].toDouble() < 0.002);
        QVERIFY(QFile::exists(first.json()["file"].toString()));
        // The stack is there, and it predicts the run it was made from.
        const PlateauRun estimate = run_plateau({"estimate", "fernandez-weak-scaling", "--set", "stack=our_cluster",
                                                 "--set", "gpus=8", "--set", "micro_batch=1", "--json"});
        QCOMPARE(estimate.status, 0);
        QVERIFY(qAbs(estimate.json()["step_time_s"].toDouble() - 1.0) < 0.002);
        const double low = estimate.json()["step_time_low_s"].toDouble(),
                     high = estimate.json()["step_time_high_s"].toDouble();
        QVERIFY(low > 0.85 && low < 0.97 && high > 1.03 && high < 1.2);
        QVERIFY(run_plateau("catalog stacks").output.contains("Our cluster"));
        // A shipped stack's interval is that of runs it was not fitted on.
        const QJsonObject shipped = run_plateau("estimate fernandez-weak-scaling --json").json();
        const double step = shipped["step_time_s"].toDouble();
        QVERIFY(shipped["step_time_low_s"].toDouble() < 0.93 * step
                && shipped["step_time_high_s"].toDouble() > 1.07 * step);
        QVERIFY(!shipped["known_by"].toString().isEmpty());
        QVERIFY(shipped["chance_to_fit"].toDouble() > 0.5 && shipped["chance_to_fit"].toDouble() < 1);
        const QJsonObject full
            = run_plateau("estimate fernandez-weak-scaling --set sequences_per_gpu=3 --set micro_batch=3 --json")
                  .json();
        QVERIFY(full["chance_to_thrash"].toDouble() > shipped["chance_to_thrash"].toDouble());
        QVERIFY(full["chance_to_thrash"].toDouble() < full["chance_to_fit"].toDouble());
        qputenv("XDG_DATA_HOME", own);
    }

    void calibrations_that_cannot_be()
    {
        const QTemporaryDir folder;
        const QString untimed = table(folder,
                                      "a,us,H100,8,8,Llama 2 7B,,32,4096,32,32,11008,32000,4096,1,16,1,1,fsdp,none,"
                                      "PyTorch FSDP,2024,flash2_sdpa,bf16,,,,\n");
        QCOMPARE(run_plateau({"evidence", untimed, "--calibrate", "x"}).status, 2);
        const PlateauRun named = run_plateau({"evidence", untimed, "--calibrate", "x", "--base", "torchtitn"});
        QCOMPARE(named.status, 2);
        QVERIFY(named.errors.contains("torchtitan"));
        QCOMPARE(run_plateau("evidence --calibrate x").status, 2);
        // One run as predicted and one at half its speed: the fit would miss both, is refused, and saves nothing.
        const QTemporaryDir data;
        const QByteArray own = qgetenv("XDG_DATA_HOME");
        qputenv("XDG_DATA_HOME", data.path().toUtf8());
        const QByteArray run = ",us,H100,8,8,Llama 2 7B,,32,4096,32,32,11008,32000,4096,1,16,1,1,fsdp,none,PyTorch "
                               "FSDP,2024,flash2_sdpa,bf16,%1,,,\n";
        const QString as_predicted = table(folder, "good" + QByteArray(run).replace("%1", "1"));
        const double step
            = run_plateau({"evidence", as_predicted, "--csv", "-"}).output.split('\n')[1].split(',')[2].toDouble();
        const QString spoiled = table(folder,
                                      "good" + QByteArray(run).replace("%1", QByteArray::number(step)) + "slow"
                                          + QByteArray(run).replace("%1", QByteArray::number(2 * step)));
        const PlateauRun refused = run_plateau({"evidence", spoiled, "--calibrate", "x"});
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.errors.contains("slow spoils it"), refused.errors);
        QVERIFY(QDir(data.path()).isEmpty());
        qputenv("XDG_DATA_HOME", own);
        QCOMPARE(run_plateau({"evidence", untimed, "--base", "torchtitan"}).status, 2);
        QCOMPARE(run_plateau({"evidence", untimed, "--calibrate", "x", "--anchor", "1"}).status, 2);
    }

    /// By source where nothing is said; a file behind the flag is no word of it.
    void what_is_left_out_is_asked_for()
    {
        const QTemporaryDir folder;
        const QByteArray tail
            = ",mine,A100-SXM-80GB,8,8,Llama-2-7B,6.74,32,4096,32,32,11008,32000,2048,2,512,2,1,zero1,none,"
              "Megatron-LM,2024,flash2,bf16,40,no,,\n";
        const QString path = table(folder, "a" + tail + "b" + tail);
        QVERIFY(run_plateau({"evidence", "--leave-out", path}).output.contains("Each source is predicted"));
        QVERIFY(run_plateau({"evidence", "--leave-out", "program", path}).output.contains("Each program is predicted"));
        QVERIFY(run_plateau({"evidence", path, "--leave-out=year"}).output.contains("on the years before"));
        const PlateauRun wrong = run_plateau({"evidence", path, "--leave-out=model"});
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.errors.contains("one of source, program, year"), wrong.errors);
    }

    void nothing_is_predicted_without_constants()
    {
        const QTemporaryDir empty;
        const QByteArray before = qgetenv("PLATEAU_PRESETS");
        qputenv("PLATEAU_PRESETS", empty.path().toUtf8());
        const PlateauRun run = run_plateau({"evidence", QStringLiteral(PROJECT "/presets/evidence/torchtitan.csv")});
        if (before.isNull())
            qunsetenv("PLATEAU_PRESETS");
        else
            qputenv("PLATEAU_PRESETS", before);
        QCOMPARE(run.status, 2);
        QVERIFY2(run.errors.contains("constants of the cost model could not be read"), run.errors);
        QVERIFY2(run.output.isEmpty(), run.output);
    }

    void mistakes_data()
    {
        QTest::addColumn<QString>("line");
        QTest::newRow("no such file") << "evidence nowhere.csv";
        QTest::newRow("anchor of nothing") << "evidence --anchor 0";
        QTest::newRow("anchor of words") << "evidence --anchor many";
        QTest::newRow("unknown flag") << "evidence --leaveout";
        QTest::newRow("two answers on one output") << "evidence --json --csv -";
    }

    void mistakes()
    {
        QFETCH(QString, line);
        const PlateauRun run = run_plateau(line.toUtf8().constData());
        QCOMPARE(run.status, 2);
        QVERIFY(run.output.isEmpty());
        QVERIFY(run.errors.startsWith("plateau: "));
    }
};

PLATEAU_TEST(TestEvidenceCommand)

} // namespace tst_evidence_command

#include "tst_evidence_command.moc"
