// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/plateau_process.h"

namespace tst_join_command {

/// Sweeps cut into parts, put together by plateau join.
class TestJoinCommand : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        whole_ = run_plateau(sweep() + QStringList{"--csv", "-"}).output;
        QCOMPARE(whole_.count('\n'), 11);
        for (int part = 1; part <= 4; ++part) {
            const QStringList cut{"--shard", QStringLiteral("%1/4").arg(part), "--csv", file(file_of(part))};
            QCOMPARE(run_plateau(sweep() + cut).status, 0);
        }
    }

    void whole_parts_are_the_whole_table()
    {
        QCOMPARE(run_plateau(QStringList{"join"} + parts({1, 2, 3, 4})).output, whole_);
        const PlateauRun joined = run_plateau(QStringList{"join", "--csv", file("joined.csv")} + parts({3, 1, 4, 2}));
        QVERIFY2(joined.status == 0, joined.errors);
        QCOMPARE(text("joined.csv"), whole_);
        write("two.csv", text("1.csv") + text("2.csv")); // put together by hand already
        QCOMPARE(run_plateau(QStringList{"join", file("two.csv")} + parts({4, 3})).output, whole_);
        write("crlf.csv", text("2.csv").replace("\n", "\r\n")); // as some programs save it
        QVERIFY(run_plateau(QStringList{"join", file("crlf.csv")} + parts({1, 3, 4})).status == 0);
        QStringList old; // as they were written before rows had a check
        for (int part = 1; part <= 4; ++part) {
            const QString name = QStringLiteral("old%1.csv").arg(part), lines = QString::fromUtf8(text(file_of(part)));
            write(name, QString(lines).remove(QRegularExpression(",(check|[0-9a-f]{16})(?=\n)")).toUtf8());
            old << file(name);
        }
        QCOMPARE(run_plateau(QStringList{"join"} + old).status, 0);
        QVERIFY(run_plateau(QStringList{"join"} + old + parts({4})).errors.contains("another sweep"));
        write("none.csv", {}); // of more parts than there are points
        QCOMPARE(run_plateau(QStringList{"join", file("none.csv")} + parts({1, 2, 3, 4})).output, whole_);
    }

    void what_is_missing_is_named_with_the_part_to_run_again()
    {
        const PlateauRun gap = run_plateau(QStringList{"join"} + parts({1, 2, 4}));
        QCOMPARE(gap.status, 2);
        QVERIFY2(gap.errors.contains("of 10 points are missing: points 6 to 7"), gap.errors);
        QVERIFY2(gap.errors.contains("--shard 3/4") && !gap.errors.contains("--shard 2/4"), gap.errors);
        QVERIFY(gap.output.isEmpty());
        QByteArray early = text("2.csv");
        early.truncate(early.indexOf('\n') + 1);
        write("early.csv", early); // interrupted: whole lines, not all of them
        const PlateauRun ended = run_plateau(QStringList{"join", file("early.csv")} + parts({1, 3, 4}));
        QCOMPARE(ended.status, 2);
        const QRegularExpressionMatch named
            = QRegularExpression("run again: --shard (\\d+/\\d+)\n").match(QString::fromUtf8(ended.errors));
        QVERIFY2(named.hasMatch(), ended.errors);
        run_plateau(sweep() + QStringList{"--shard", named.captured(1), "--csv", file("again.csv")});
        QCOMPARE(run_plateau(QStringList{"join", file("early.csv"), file("again.csv")} + parts({1, 3, 4})).output,
                 whole_);
    }

    void what_does_not_belong_is_refused_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("twice") << text("3.csv") << QByteArray("too");
        QTest::newRow("broken off") << text("3.csv").chopped(20) << QByteArray("the last line is broken off");
        QTest::newRow("no table") << QByteArray("a,b\n1,2\n")
                                  << QByteArray("does not end with its study and its point");
        const QByteArray other
            = run_plateau(sweep(QStringLiteral("8,16,32,64,256")) + QStringList{"--csv", "-", "--shard", "3/4"}).output;
        QTest::newRow("another grid") << other << QByteArray("another sweep");
        const QByteArray changed
            = run_plateau(sweep() + QStringList{"--set", "sequence=2048", "--csv", "-", "--shard", "3/4"}).output;
        QByteArray row = text("3.csv");
        row[row.indexOf(",true,") - 1] = '9'; // a digit of the first row
        QTest::newRow("a changed number") << row << QByteArray("stranger.csv:1: this row was changed");
        QTest::newRow("another question") << changed << QByteArray("another sweep");
    }

    void what_does_not_belong_is_refused()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, says);
        write("stranger.csv", content);
        const PlateauRun run
            = run_plateau(QStringList{"join"} + parts({1, 2, 3, 4}) + QStringList{file("stranger.csv")});
        QCOMPARE(run.status, 2);
        QVERIFY2(run.errors.contains(says) && run.errors.contains("stranger.csv"), run.errors);
        QVERIFY(run.output.isEmpty());
    }

    void a_part_without_a_plan_that_fits_is_a_part()
    {
        const QStringList nothing{"sweep", "fernandez-weak-scaling", "--over", "gpus=8,16",
                                  "--set", "model=llama3_405b"};
        QCOMPARE(run_plateau(nothing).status, 3);
        QCOMPARE(run_plateau(nothing + QStringList{"--shard", "1/2"}).status, 0);
    }

    void an_interrupted_table_goes_on()
    {
        QByteArray early = whole_;
        early.truncate(early.indexOf("\n", early.indexOf("\n", early.indexOf("\n") + 1) + 1) + 1);
        write("early.csv", early);
        const QStringList on{"--csv", file("early.csv"), "--resume"};
        const PlateauRun run = run_plateau(sweep() + on);
        QVERIFY2(run.status == 0, run.errors);
        QCOMPARE(text("early.csv"), whole_);
        QCOMPARE(run_plateau(sweep() + on).status, 0); // nothing is left to do
        QCOMPARE(text("early.csv"), whole_);
        QVERIFY(run_plateau(sweep("8,16") + on).errors.contains("another sweep"));
        QCOMPARE(text("early.csv"), whole_);
        QCOMPARE(run_plateau(sweep() + QStringList{"--resume"}).status, 2);
        QFile::remove(file("early.csv"));
        QCOMPARE(run_plateau(sweep() + on).status, 0);
        QCOMPARE(text("early.csv"), whole_);
    }

private:
    static QStringList sweep(const QString& gpus = QStringLiteral("8,16,32,64,128"))
    {
        return {"sweep", "fernandez-weak-scaling", "--over", "tp=1,2", "--over", "gpus=" + gpus};
    }

    static QString file_of(int part) { return QStringLiteral("%1.csv").arg(part); }
    QString file(const QString& name) const { return folder_.filePath(name); }
    QByteArray text(const QString& name) const
    {
        QFile in(file(name));
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }

    void write(const QString& name, const QByteArray& words) const
    {
        QFile out(file(name));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(words);
    }

    QStringList parts(std::initializer_list<int> numbers) const
    {
        QStringList files;
        for (const int number : numbers)
            files << file(file_of(number));
        return files;
    }

    QTemporaryDir folder_;
    QByteArray whole_;
};

PLATEAU_TEST(TestJoinCommand)

} // namespace tst_join_command

#include "tst_join_command.moc"
