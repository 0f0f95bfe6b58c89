// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include "plateau_process.h"
#include "tests/annexes.h"

namespace tst_batch {

/// Questions as JSON lines, answered in their order by one process.
class TestBatch : public QObject {
    Q_OBJECT

private:
    QList<QJsonObject> answered(const QByteArray& lines)
    {
        QFile file(folder_.filePath(QStringLiteral("questions.jsonl")));
        if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate))
            return {};
        file.write(lines);
        file.close();
        const PlateauRun run = run_plateau({"batch", file.fileName()}, QStringLiteral(PROJECT "/tests/data/examples"));
        QList<QJsonObject> answers;
        for (const QByteArray& line : run.output.split('\n'))
            if (!line.isEmpty())
                answers << QJsonDocument::fromJson(line).object();
        return run.status == 0 && run.errors.isEmpty() ? answers : QList<QJsonObject>();
    }

    QTemporaryDir folder_;

private slots:
    void an_answer_is_that_of_the_command_data()
    {
        QTest::addColumn<QByteArray>("question");
        QTest::addColumn<QString>("line");
        QTest::newRow("estimate") << QByteArray(
            R"({"id": 7, "command": "estimate", "scenario": "fernandez-weak-scaling", "set": {"gpus": 512, "tp": "4"}})")
                                  << "estimate fernandez-weak-scaling --set gpus=512 --set tp=4";
        QTest::newRow("a plan that does not fit") << QByteArray(
            R"({"id": 7, "command": "check", "scenario": "fernandez-weak-scaling", "set": {"model": "llama3_405b", "gpus": 8}})")
                                                  << "check fernandez-weak-scaling --set model=llama3_405b --set "
                                                     "gpus=8";
        QTest::newRow("a list of values") << QByteArray(
            R"({"id": 7, "command": "sweep", "scenario": "fernandez-weak-scaling", "over": ["gpus=8,64", "tp=1,2"]})")
                                          << "sweep fernandez-weak-scaling --over gpus=8,64 --over tp=1,2";
        QTest::newRow("a search") << QByteArray(
            R"({"id": 7, "command": "solve", "scenario": "fernandez-weak-scaling", "for": "gpus", "limit": "tokens=1T"})")
                                  << "solve fernandez-weak-scaling --for gpus --limit tokens=1T";
        QTest::newRow("limits") << QByteArray(R"({"id": 7, "command": "limits", "scenario": "limits-h100-dense"})")
                                << "limits limits-h100-dense";
        QTest::newRow("collective") << QByteArray(
            R"({"id": 7, "command": "collective", "operation": "all_reduce", "ranks": 64, "size": "1MB,1GB"})")
                                    << "collective all_reduce --ranks 64 --size 1MB,1GB";
        if (plateau::test::has_annex("diagnostics"))
            QTest::newRow("a file") << QByteArray(R"({"id": 7, "command": "read", "file": "train.sh"})")
                                    << "read train.sh";
    }

    void an_answer_is_that_of_the_command()
    {
        QFETCH(QByteArray, question);
        QFETCH(QString, line);
        const PlateauRun alone = run_plateau(line.split(u' ') << "--json"
                                                              << "--quiet",
                                             QStringLiteral(PROJECT "/tests/data/examples"));
        QJsonObject wanted = alone.json();
        QVERIFY(!wanted.isEmpty());
        if (wanted.contains("id"))
            wanted.insert("chosen", wanted.value("id")); // the question's id takes its place
        wanted["id"] = 7;
        wanted["exit"] = alone.status;
        const QList<QJsonObject> answers = answered(question + "\n");
        QCOMPARE(answers.size(), 1);
        QCOMPARE(answers.front(), wanted);
    }

    /// Whatever a line is: the others are answered, each in its place.
    void what_is_no_question_is_answered_too()
    {
        QByteArray lines;
        const QByteArray hostile[]
            = {"nonsense",
               "[1, 2]",
               "{\"command\": \"estimate\"",
               R"({"id": "x"})",
               R"({"id": "x", "command": "estimate", "scenario": )" + QByteArray(200000, '[') + QByteArray(200000, ']')
                   + "}",
               R"({"id": "x", "command": "estimat", "scenario": "fernandez-weak-scaling"})",
               R"({"id": "x", "command": "batch", "file": "questions.jsonl"})",
               R"({"id": "x", "command": "estimate"})",
               R"({"id": "x", "command": "estimate", "scenario": "no-such"})",
               R"({"id": "x", "command": "estimate", "scenario": ["a", "b"]})",
               R"({"id": "x", "command": "estimate", "scenario": "--help"})",
               R"({"id": "x", "command": "estimate", "scenario": "llama3-8b-fsdp", "sett": 1})",
               R"({"id": "x", "command": "estimate", "scenario": "llama3-8b-fsdp", "set": "gpus"})",
               R"({"id": "x", "command": "read", "file": "train.sh", "output": "mine.yaml"})",
               R"({"id": "x", "command": "sweep", "scenario": "llama3-8b-fsdp", "csv": "t.csv"})",
               QByteArray(3 << 20, 'x')};
        const QByteArray good
            = R"({"id": 1, "command": "estimate", "scenario": "fernandez-weak-scaling", "set": {"gpus": 64}})";
        for (const QByteArray& line : hostile)
            lines += line + "\n" + good + "\n\n";
        const QList<QJsonObject> answers = answered(lines);
        QCOMPARE(answers.size(), qsizetype(2 * std::size(hostile)));
        for (int i = 0; i < answers.size(); i += 2) {
            QVERIFY2(answers[i]["exit"].toInt() == 2, hostile[i / 2]);
            QVERIFY2(answers[i]["error"].toString().size() > 10, hostile[i / 2]);
            QCOMPARE(answers[i + 1]["scenario"].toObject()["gpus"].toInt(), 64);
            QCOMPARE(answers[i + 1], answers[1]);
        }
        QVERIFY(answers[10]["error"].toString().contains("estimate")); // the nearest name
        QVERIFY(!QFile::exists(QStringLiteral(PROJECT "/tests/data/examples/mine.yaml")));
    }

    void answers_stand_in_the_order_of_the_questions()
    {
        QByteArray lines;
        for (int i = 0; i < 200; ++i)
            lines += QJsonDocument(QJsonObject{{"id", i},
                                               {"command", i % 20 == 0 ? "plans" : "estimate"},
                                               {"scenario", "fernandez-weak-scaling"},
                                               {"set", QJsonObject{{"gpus", 8 * (1 + i % 32)}}}})
                         .toJson(QJsonDocument::Compact)
                + "\n";
        const QList<QJsonObject> answers = answered(lines);
        QCOMPARE(answers.size(), 200);
        for (int i = 0; i < 200; ++i)
            QCOMPARE(answers[i]["id"].toInt(), i);
    }

    void a_file_that_is_not_there_is_said()
    {
        verify_refused("batch no-such.jsonl", "no-such.jsonl: no such file");
        verify_refused("batch .", "no such file");
    }
};

PLATEAU_TEST(TestBatch)

} // namespace tst_batch

#include "tst_batch.moc"
