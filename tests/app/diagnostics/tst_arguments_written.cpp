// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/plateau_process.h"

namespace tst_arguments_written {

/// The flag --as of plateau plans and plateau estimate as scripts use it.
class TestArgumentsWritten : public QObject {
    Q_OBJECT
private slots:
    void plans_are_written_for_programs()
    {
        for (const char* program : {"megatron", "torchtitan", "deepspeed", "maxtext", "accelerate", "nanotron"}) {
            const QString line
                = QStringLiteral("plans llama3-8b-fsdp --set gpus=16 --top 3 --json --as %1").arg(program);
            const PlateauRun run = run_plateau(line.split(u' '));
            QCOMPARE(run.status, 0);
            for (const auto& plan : run.json()[u"plans"].toArray())
                QVERIFY(!plan[u"arguments"].toArray().isEmpty() || !plan[u"cannot"].toArray().isEmpty());
        }
        const PlateauRun titan = run_plateau("plans llama3-8b-fsdp --set gpus=16 --top 1 --as torchtitan");
        QVERIFY(titan.output.contains("--model.name llama3\n--model.flavor 8B\n"));
        QVERIFY(run_plateau("plans llama3-8b-fsdp --as megaton").errors.contains("the nearest is megatron"));
    }

    /// A search on the program's own stack rests on that: it stands beside the answer, with --quiet too.
    void the_stack_of_a_program_is_an_assumption()
    {
        const auto stacks = [](const char* line) {
            QStringList values;
            for (const QJsonValue& each : run_plateau(line).json()[u"assumed"].toArray())
                if (each[u"parameter"] == QLatin1String("stack"))
                    values << each[u"value"].toVariant().toString();
            return values;
        };
        QCOMPARE(stacks("plans llama3-70b-h100 --top 1 --as torchtitan --json --quiet"), QStringList("torchtitan"));
        QVERIFY(stacks("plans llama3-70b-h100 --top 1 --as megatron --json --quiet").isEmpty());
        QVERIFY(stacks("plans llama3-70b-h100 --top 1 --as torchtitan --set stack=torchtitan --json").isEmpty());
    }

    /// What a program is told is read back as the plan that it was written for, or is named as what it cannot be told.
    void a_plan_as_given_is_written_and_read_back()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("arguments");
        for (const char* scenario : {"llama3-8b-fsdp", "llama3-70b-h100", "mixtral-8x22b-256-h100"})
            for (const char* program : {"megatron", "torchtitan", "maxtext", "nanotron"}) {
                const QJsonObject written
                    = run_plateau(QStringList{"estimate", scenario, "--as", program, "--json"}).json();
                const QByteArray label = QByteArray(scenario) + " as " + program;
                const QJsonArray words = written[u"arguments"].toArray();
                QVERIFY2(!words.isEmpty() || !written[u"cannot"].toArray().isEmpty(), label);
                if (words.isEmpty())
                    continue;
                QByteArray text;
                for (const QJsonValue& word : words)
                    text += "'" + word.toString().toUtf8() + "' ";
                for (const QJsonValue& whole : written[u"files"].toObject())
                    text = whole.toString().toUtf8();
                QFile out(file);
                QVERIFY(out.open(QIODevice::WriteOnly));
                out.write(text);
                out.close();
                const PlateauRun read = run_plateau(QStringList{"read", file, "--json"});
                QVERIFY2(read.status == 0, label + ": " + read.errors);
                const QJsonObject again = read.json()[u"scenario"].toObject();
                const QByteArray cannot = QJsonDocument(written[u"cannot"].toArray()).toJson();
                for (const char* key :
                     {"tp", "pp", "cp", "ep", "dp_mode", "micro_batch", "recompute", "virtual_stages"}) {
                    const QJsonValue given = written[u"plan"][QLatin1String(key)];
                    const QJsonValue got = again[QLatin1String(key)];
                    const bool plain = got.isUndefined() && given.toInt() == 1;
                    QVERIFY2(plain || got == given || cannot.contains(key) || cannot.contains("recomputation"),
                             label + ": " + key);
                }
            }
        const PlateauRun impossible = run_plateau("estimate llama3-8b-fsdp --set tp=7 --as megatron --quiet");
        QVERIFY(impossible.output.contains("This plan is not possible, so there are no arguments to start it with."));
        QVERIFY(!impossible.output.contains("--num-layers"));
    }
};

PLATEAU_TEST(TestArgumentsWritten)

} // namespace tst_arguments_written

#include "tst_arguments_written.moc"
