// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/plateau_process.h"

namespace tst_unsaid {

namespace {

constexpr const char* adapter = R"(base_model: nobody/knows-this-one-21b
adapter: qlora
load_in_4bit: true
sequence_len: 2048
micro_batch_size: 1
gradient_accumulation_steps: 4
gradient_checkpointing: true
)";

/// A folder with the files that a person would have.
struct Folder {
    QTemporaryDir dir;

    Folder()
    {
        write("adapter.yaml", adapter);
        QFile::copy(QStringLiteral(PROJECT "/tests/data/examples/train.sh"), dir.filePath("train.sh"));
    }
    void write(const char* name, const char* text) const
    {
        QFile file(dir.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    PlateauRun run(const QString& line) const
    {
        return run_plateau(line.split(QLatin1Char(' '), Qt::SkipEmptyParts), dir.path());
    }
};

QJsonObject entry(const QJsonObject& document, const char* list, const QString& parameter)
{
    for (const QJsonValue& each : document[QLatin1String(list)].toArray())
        if (each[u"parameter"].toString() == parameter)
            return each.toObject();
    return {};
}

} // namespace

/// What an answer hangs on and nobody said is named, or the answer is refused.
class TestUnsaid : public QObject {
    Q_OBJECT
private slots:
    void what_is_taken_has_its_name_or_its_reason()
    {
        const Folder folder;
        folder.write("pads.sh",
                     "torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py --num-layers 32 --hidden-size 4096 "
                     "--num-attention-heads 32 --ffn-hidden-size 14336 --swiglu --seq-length 4096 "
                     "--max-position-embeddings 4096 --vocab-size 128256 --tokenizer-type NullTokenizer "
                     "--micro-batch-size 1 --global-batch-size 128 --tensor-model-parallel-size 8 --bf16\n");
        const PlateauRun run = folder.run("estimate pads.sh");
        QVERIFY2(run.output.contains("taken:") && run.output.contains("129024 ("), run.output + run.errors);
        QVERIFY2(!run.output.contains(" =129024"), run.output);
    }

    void settings_are_read_with_the_file()
    {
        const Folder folder;
        folder.write("trl.sh",
                     "accelerate launch --num_processes 16 sft.py --model_name_or_path Qwen/Qwen3-8B --bf16 "
                     "--max_length 4096 --per_device_train_batch_size 4 --gradient_accumulation_steps 4\n");
        const PlateauRun run = folder.run("estimate trl.sh --gpus 256 --hardware h100_sxm --json");
        QCOMPARE(run.json()["scenario"][u"global_batch"].toInt(), 4096);
        QVERIFY(entry(run.json(), "assumed", QStringLiteral("gpus")).isEmpty()); // it is said
        folder.write("accel.yaml", "distributed_type: FSDP\nnum_processes: 8\nfsdp_config: {fsdp_version: 2}\n");
        QVERIFY(folder.run("estimate accel.yaml").errors.contains("global_batch"));
        const char* rest = "--set model=llama3_8b --set sequence=4096 --set global_batch=256 --set micro_batch=1";
        QCOMPARE(folder.run(QString("check accel.yaml --hardware h100_sxm %1").arg(rest)).status, 0);
    }

    void nothing_is_answered_for_another_model_data()
    {
        QTest::addColumn<QString>("line");
        for (const char* command : {"estimate", "check", "plans", "sweep --over gpus=8,16", "report --output r.html"})
            for (const char* quiet : {"", " --quiet"})
                QTest::addRow("%s%s", command, quiet)
                    << QString("%1 adapter.yaml --hardware h100_sxm --gpus 8%2").arg(command, quiet);
    }

    void nothing_is_answered_for_another_model()
    {
        QFETCH(QString, line);
        const PlateauRun run = Folder().run(line);
        QCOMPARE(run.status, 2);
        QVERIFY(run.output.isEmpty());
        QVERIFY2(run.errors.contains("adapter.yaml:1") && run.errors.contains("model"), run.errors.constData());
    }

    void a_stand_in_is_named_beside_the_figure()
    {
        const Folder folder;
        const QString line("check adapter.yaml --assume --gpus 8 --quiet");
        const PlateauRun text = folder.run(line);
        QVERIFY2(text.output.contains("model=llama2_7b") && text.output.contains("hardware=h100_sxm"),
                 text.output.constData());
        const QJsonObject json = folder.run(line + " --json").json();
        QCOMPARE(entry(json, "assumed", "model")[u"value"].toString(), QString("llama2_7b"));
        QCOMPARE(entry(json, "assumed", "hardware")[u"value"].toString(), QString("h100_sxm"));
        QVERIFY(entry(json, "missing", "model").isEmpty());
    }

    void hardware_that_nobody_said_is_listed_by_every_answer_data()
    {
        QTest::addColumn<QString>("line");
        for (const char* line :
             {"estimate train.sh", "check train.sh", "plans train.sh --top 1", "sweep train.sh --over tp=1,2",
              "solve train.sh --for scale_out_bandwidth --against tp=1", "collective all_reduce --ranks 16 --size 1MB"})
            QTest::addRow("%s", line) << QString(line);
    }

    void hardware_that_nobody_said_is_listed_by_every_answer()
    {
        QFETCH(QString, line);
        const Folder folder;
        const auto listed = [](const QJsonObject& json) {
            return !entry(json, "missing", "hardware").isEmpty() || !entry(json, "assumed", "hardware").isEmpty();
        };
        const PlateauRun silent = folder.run(line + " --json --quiet");
        QVERIFY2(listed(silent.json()), silent.output + silent.errors);
        QVERIFY(!listed(folder.run(line + " --hardware b200 --json --quiet").json()));
        const PlateauRun text = folder.run(line + " --quiet");
        QVERIFY2((text.output + text.errors).contains("hardware=h100_sxm"), text.output.constData());
    }

    void days_and_money_need_a_length_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("has_days");
        QTest::newRow("not said") << "train.sh" << false;
        QTest::newRow("set") << "train.sh --set tokens=15T" << true;
        QTest::newRow("assumed") << "train.sh --assume" << true;
        QTest::newRow("a fine-tune has no usual length") << "adapter.yaml --set model=llama3_8b --assume" << false;
        QTest::newRow("shipped scenarios say it") << "fernandez-weak-scaling" << true;
    }

    void days_and_money_need_a_length()
    {
        QFETCH(QString, line);
        QFETCH(bool, has_days);
        const Folder folder;
        for (const char* command : {"check ", "estimate "}) {
            const QJsonObject json = folder.run(command + line + " --json --quiet").json();
            QCOMPARE(json[u"run_days"].isDouble(), has_days);
            QCOMPARE(json[u"usd"].isDouble(), has_days);
            QVERIFY(json[u"seconds_per_million_tokens"].toDouble() > 0);
            QCOMPARE(entry(json, "missing", "tokens").isEmpty(), has_days);
            const QByteArray text = folder.run(command + line + " --quiet").output;
            QCOMPARE(text.toLower().contains("a million tokens"), !has_days);
        }
    }

    void money_says_its_price()
    {
        const Folder folder;
        for (const char* line : {"check fernandez-weak-scaling", "estimate fernandez-weak-scaling",
                                 "solve fernandez-weak-scaling --for gpus"}) {
            const QJsonObject price = folder.run(QString("%1 --json").arg(line)).json()[u"price"].toObject();
            QCOMPARE(price[u"usd"].toDouble(), 2.99);
            QVERIFY(price[u"low"].toDouble() < 2.99 && price[u"high"].toDouble() > 2.99);
            QVERIFY(!price[u"date"].toString().isEmpty() && !price[u"source"].toString().isEmpty());
            QVERIFY(folder.run(line).output.contains("Price: 2.99"));
        }
        const QJsonObject own
            = folder.run("check fernandez-weak-scaling --set usd_per_gpu_hour=2 --json").json()[u"price"].toObject();
        QCOMPARE(own[u"usd"].toDouble(), 2.0);
        QVERIFY(own[u"source"].isNull());
    }

    void the_next_hardware_says_at_which_price_it_is_equal()
    {
        const QByteArray text
            = run_plateau("solve fernandez-weak-scaling --for hardware --limit hardware=h100_sxm,b200").output;
        QVERIFY2(text.contains("would cost as much"), text.constData());
    }

    void hardware_is_said_once()
    {
        verify_refused("check fernandez-weak-scaling --set hardware=h200 --hardware b200", "contradicts");
        verify_refused("estimate fernandez-weak-scaling --gpus 64 --gpus 128", "--gpus");
        QCOMPARE(run_plateau("estimate fernandez-weak-scaling --set hardware=b200 --hardware b200").status, 0);
    }

    void a_unique_beginning_is_a_name()
    {
        const QJsonObject json = run_plateau("estimate fernandez-weak-scaling --hardware gb200 --json").json();
        QCOMPARE(json[u"scenario"][u"hardware"].toString(), QString("gb200_nvl72"));
        QCOMPARE(run_plateau("limits limits-h100-dense --hardware gb200").status, 0);
        verify_refused("estimate fernandez-weak-scaling --hardware h100", "h100_nvl");
    }

    void what_is_not_used_is_refused()
    {
        verify_refused("solve fernandez-weak-scaling --for hardware --against tp=4", "--against");
        const PlateauRun run = Folder().run("solve train.sh --for gpus");
        QCOMPARE(run.status, 2);
        QVERIFY2(run.errors.contains("tokens"), run.errors.constData());
        QCOMPARE(Folder().run("solve train.sh --for gpus --set tokens=100G").status, 0);
    }
};

PLATEAU_TEST(TestUnsaid)

} // namespace tst_unsaid

#include "tst_unsaid.moc"
