// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/plateau_process.h"

namespace tst_read_command {

namespace {

QString written(const QTemporaryDir& folder, const QString& name, const QByteArray& text)
{
    QFile file(folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
}

const QByteArray script = "#!/bin/sh\n"
                          "HOSTS=2\n"
                          "torchrun --nnodes $HOSTS --nproc_per_node 8 pretrain_gpt.py \\\n"
                          "  --num-layers 16 --hidden-size 2048 --num-attention-heads 16 --seq-length 4096 \\\n"
                          "  --tensor-model-parallel-size 2 --micro-batch-size 1 --global-batch-size 64 --bf16 \\\n"
                          "  --vocab-size 32000 --mtp-num-layers 1 --lr 1e-4 --sequence-parallel --swiglu\n";

} // namespace

/// plateau read, and configurations where other commands want a scenario.
class TestReadCommand : public QObject {
    Q_OBJECT

private slots:
    void lists_what_was_understood()
    {
        const QTemporaryDir folder;
        const PlateauRun run = run_plateau({"read", written(folder, "run.sh", script)});
        QCOMPARE(run.status, 0);
        for (const char* words :
             {"Megatron-LM", "4  --num-layers 16  -> layers: 16", "3  --nproc_per_node 8  -> gpus: 16", "Assumed",
              "pp: 1  (the default of Megatron-LM)", "Cannot be expressed", "--mtp-num-layers 1", "--lr 1e-4",
              "--output scenario.yaml"})
            QVERIFY2(run.output.contains(words), run.output.constData());
    }

    void set_corrects_what_is_shown()
    {
        const QTemporaryDir folder;
        const QString file = written(folder, "run.sh", script);
        const PlateauRun run = run_plateau({"read", file, "--set", "tp=4", "--json"});
        QCOMPARE(run.status, 0);
        QCOMPARE(run.json()[u"scenario"][u"tp"].toInt(), 4);
        QCOMPARE(run.json()[u"scenario"][u"dp"].toInt(), 4);
        QCOMPARE(run_plateau({"read", file, "--set", "nonsense=3"}).status, 2);
        QCOMPARE(run_plateau({"read", file, "--set", "tp=many"}).status, 2);
    }

    void json_has_the_promised_keys()
    {
        const QTemporaryDir folder;
        const PlateauRun run = run_plateau({"read", written(folder, "run.sh", script), "--json"});
        QCOMPARE(run.status, 0);
        const QJsonObject json = run.json();
        QCOMPARE(json[u"kind"].toString(), QString("configuration"));
        QCOMPARE(json[u"program"].toString(), QString("Megatron-LM"));
        QVERIFY(json.contains(u"version"));
        QCOMPARE(json[u"scenario"][u"layers"].toInt(), 16);
        QCOMPARE(json[u"scenario"][u"global_batch"].toInt(), 64);
        QCOMPARE(json[u"scenario"][u"dp_mode"].toString(), QString("ddp"));
        for (const auto& entry : json[u"understood"].toArray())
            for (const char16_t* key : {u"key", u"value", u"line"})
                QVERIFY(entry.toObject().contains(QString::fromUtf16(key)));
        for (const auto& entry : json[u"assumed"].toArray())
            for (const char16_t* key : {u"parameter", u"value", u"why"})
                QVERIFY(entry.toObject().contains(QString::fromUtf16(key)));
        QCOMPARE(json[u"not_expressible"].toArray().size(), 1);
        QVERIFY(json[u"not_expressible"].toArray().first().toObject().contains(u"why"));
        QVERIFY(!json[u"harmless"].toArray().isEmpty());
        for (const auto& entry : json[u"unknown"].toArray())
            QVERIFY(entry.toObject().contains(u"why"));
    }

    void saves_a_scenario_that_answers_the_same()
    {
        const QTemporaryDir folder;
        const QString file = written(folder, "run.sh", script);
        const QString saved = folder.filePath("scenario.yaml");
        QCOMPARE(run_plateau({"read", file, "--output", saved}).status, 0);
        const PlateauRun from_file = run_plateau({"estimate", saved, "--json"});
        const PlateauRun at_once = run_plateau({"estimate", file, "--json"});
        QCOMPARE(from_file.status, at_once.status);
        QVERIFY(from_file.json()[u"step_time_s"].toDouble() > 0);
        QCOMPARE(at_once.json()[u"step_time_s"], from_file.json()[u"step_time_s"]);
        QVERIFY(at_once.errors.contains("plateau read"));
        const PlateauRun changed = run_plateau({"estimate", file, "--set", "tp=4", "--json"});
        QCOMPARE(changed.json()[u"plan"][u"tp"].toInt(), 4);
        const QString deepspeed
            = written(folder, "ds.json", R"({"train_batch_size": 64, "zero_optimization": {"stage": 3}})");
        const PlateauRun open = run_plateau({"estimate", deepspeed, "--set", "gpus=8", "--set", "model=llama3_8b"});
        for (const char* stand_in : {"recompute=none", "micro_batch=1", "sequence=8192", "hardware=h100_sxm"})
            QVERIFY2(open.output.contains(stand_in), open.output);
        const QString words
            = written(folder, "words.sh",
                      "torchrun pretrain_gpt.py --num-layers 32 --hidden-size 4096 --num-attention-heads 32 "
                      "--seq-length 4096 --micro-batch-size 1 --global-batch-size 128\n");
        QVERIFY(run_plateau({"read", words}).output.contains("vocab: 32000  (the tokenizer's file says it)"));
        const PlateauRun known = run_plateau({"estimate", words, "--set", "gpus=8", "--set", "model=llama3_8b"});
        QVERIFY2(known.output.contains("vocab=128256"), known.output);
        const QString corrected = folder.filePath("corrected.yaml");
        QCOMPARE(run_plateau({"read", file, "--set", "tp=4", "--output", corrected}).status, 0);
        QCOMPARE(run_plateau({"estimate", corrected, "--json"}).json()[u"plan"][u"tp"].toInt(), 4);
        QCOMPARE(run_plateau({"read", file, "--set", "tpp=4", "--output", corrected}).status, 2);
        QCOMPARE(run_plateau({"read", file, "--output", file}).status, 2); // never over what is read
    }

    void other_kinds_are_named()
    {
        const QTemporaryDir folder;
        const QString log = written(
            folder, "a.log", " iteration 5/ 10 | elapsed time per iteration (ms): 100.0 | global batch size: 8 |\n");
        const PlateauRun run = run_plateau({"read", log, "--json"});
        QCOMPARE(run.json()[u"kind"].toString(), QString("log"));
        QCOMPARE(run.json()[u"program"].toString(), QString("Megatron-LM"));
    }

    void mistakes()
    {
        const QTemporaryDir folder;
        QCOMPARE(run_plateau(QStringList("read")).status, 2);
        QCOMPARE(run_plateau({"read", folder.filePath("none.yaml")}).status, 2);
        const PlateauRun run = run_plateau({"read", written(folder, "bad.toml", "[training]\nseq_len = \n")});
        QCOMPARE(run.status, 2);
        QVERIFY2(run.errors.contains("bad.toml:2:"), run.errors.constData());
    }
};

PLATEAU_TEST(TestReadCommand)

} // namespace tst_read_command

#include "tst_read_command.moc"
