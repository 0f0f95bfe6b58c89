// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "plateau_process.h"
#include "tests/annexes.h"

namespace tst_outputs {

constexpr const char* scenario = "kind: training\ntitle: Mine\nhardware: h100_sxm\ngpus: 8\n";

constexpr const char* limits = "kind: limits\nhardware: h100_sxm\n";

/// Where answers go: what a command writes over, and what happens when it cannot write.
class TestOutputs : public QObject {
    Q_OBJECT

private slots:
    void inputs_are_not_written_over_data()
    {
        QTest::addColumn<QString>("line");
        QTest::newRow("sweep") << "sweep s.yaml --over gpus=8,16 --csv s.yaml";
        QTest::newRow("by another way") << "sweep s.yaml --over gpus=8,16 --csv ./s.yaml";
        QTest::newRow("plans") << "plans s.yaml --top 2 --csv s.yaml";
        QTest::newRow("trace") << "estimate s.yaml --trace s.yaml";
        QTest::newRow("limits --with") << "limits l.yaml --with m.yaml --csv m.yaml";
        if (plateau::test::has_annex("calibration"))
            QTest::newRow("measured runs") << "evidence runs.csv --csv runs.csv";
        QTest::newRow("figure") << "export s.csv --figure scaling --output s.csv";
    }

    void inputs_are_not_written_over()
    {
        QFETCH(QString, line);
        QTemporaryDir folder;
        put(folder.filePath("s.yaml"), scenario);
        put(folder.filePath("l.yaml"), limits);
        put(folder.filePath("m.yaml"), limits);
        put(folder.filePath("runs.csv"),
            "id,source,gpu,n_gpus,layers,hidden,heads,seq_len,global_batch,tp,pp,dp,step_time_s\n"
            "a,mine,H100-SXM-80GB,8,32,4096,32,4096,16,1,1,8,1\n");
        put(folder.filePath("s.csv"), "# scenario: kind: training\n# scenario: gpus: 8\nx,y\n1,2\n");
        const QString output = folder.filePath(line.section(QLatin1Char(' '), -1));
        const QByteArray before = get(output);
        const PlateauRun run = run_plateau(line.split(u' '), folder.path());
        QVERIFY2(run.status == 2, run.errors);
        QVERIFY2(run.errors.contains("is read here") && run.errors.contains("--force"), run.errors);
        QCOMPARE(get(output), before);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 5);
    }

    void what_is_replaced_data()
    {
        QTest::addColumn<QByteArray>("old");
        QTest::addColumn<bool>("replaced");
        QTest::newRow("nothing in it") << QByteArray() << true;
        QTest::newRow("a table of one's own") << QByteArray("day,tokens\nMonday,3\n") << false;
        QTest::newRow("a letter") << QByteArray("Dear all,\nfits, verdict\n") << false;
        QTest::newRow("a sweep") << QByteArray("gpus,fits,verdict,study,point\n8,true,fits,a/1,1\n") << true;
        QTest::newRow("plans") << QByteArray("dp,tp,fits,verdict\n8,1,true,fits\n") << false;
        QTest::newRow("collectives") << QByteArray("bytes,seconds,busbw\n8,1,1\n") << false;
    }

    void what_is_replaced()
    {
        QFETCH(QByteArray, old);
        QFETCH(bool, replaced);
        QTemporaryDir folder;
        const QString file = folder.filePath("out.csv");
        put(file, old);
        const QStringList words = QString("sweep fernandez-weak-scaling --over gpus=8 --csv out.csv").split(u' ');
        const PlateauRun run = run_plateau(words, folder.path());
        QVERIFY2(run.status == (replaced ? 0 : 2), run.errors);
        QCOMPARE(get(file) == old, !replaced);
        const PlateauRun forced = run_plateau(words + QStringList{"--force"}, folder.path());
        QVERIFY2(forced.status == 0, forced.errors);
        QVERIFY(get(file).startsWith("gpus,"));
    }

    void a_table_takes_the_place_of_its_own()
    {
        QTemporaryDir folder;
        for (const char* line :
             {"collective all-reduce --ranks 16 --csv c.csv", "plans fernandez-weak-scaling --csv p.csv"})
            for (int time = 0; time < 2; ++time) {
                const PlateauRun run = run_plateau(QString::fromLatin1(line).split(u' '), folder.path());
                QVERIFY2(run.status == 0, run.errors);
            }
    }

    void a_part_without_header_is_an_earlier_output()
    {
        QTemporaryDir folder;
        const QStringList words
            = QString("sweep fernandez-weak-scaling --over gpus=8,16 --shard 2/2 --csv part.csv").split(u' ');
        QCOMPARE(run_plateau(words, folder.path()).status, 0);
        const QByteArray first = get(folder.filePath("part.csv"));
        QVERIFY(!first.isEmpty() && !first.startsWith("gpus"));
        const PlateauRun again = run_plateau(words, folder.path());
        QVERIFY2(again.status == 0, again.errors);
        QCOMPARE(get(folder.filePath("part.csv")), first);
    }

    void a_full_disk_ends_with_a_sentence_data()
    {
        QTest::addColumn<QString>("line");
        QTest::newRow("help") << "--help";
        QTest::newRow("help of a command") << "sweep --help";
        QTest::newRow("version") << "--version";
        QTest::newRow("estimate") << "estimate fernandez-weak-scaling";
        QTest::newRow("estimate --json") << "estimate fernandez-weak-scaling --json";
        QTest::newRow("sweep --json") << "sweep fernandez-weak-scaling --over gpus=8,16 --json";
        QTest::newRow("sweep --csv -") << "sweep fernandez-weak-scaling --over gpus=8,16 --csv -";
        QTest::newRow("plans --json") << "plans fernandez-weak-scaling --top 2 --json";
        QTest::newRow("limits --csv -") << "limits limits-h100-dense --over training_flop=1e27 --csv -";
        QTest::newRow("catalog") << "catalog accelerators --json";
        QTest::newRow("sweep into it") << "sweep fernandez-weak-scaling --over gpus=8 --csv /dev/full --force";
        QTest::newRow("limits into it") << "limits limits-h100-dense --over training_flop=1e27 --csv /dev/full --force";
        QTest::newRow("trace into it") << "estimate fernandez-weak-scaling --trace /dev/full --force";
    }

    void a_full_disk_ends_with_a_sentence()
    {
        QFETCH(QString, line);
        QProcess process;
        if (!line.contains("/dev/full"))
            process.setStandardOutputFile("/dev/full");
        process.start(QStringLiteral(PLATEAU_EXECUTABLE), line.split(u' '));
        QVERIFY(process.waitForFinished(120000));
        const QByteArray errors = process.readAllStandardError();
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QVERIFY2(process.exitCode() == 1, errors);
        QVERIFY2(errors.startsWith("plateau: ") && errors.contains("No space left on device"), errors);
        QCOMPARE(errors.count('\n'), 1);
    }

    void a_pipe_is_written_into_when_forced()
    {
        const QStringList words = QString("sweep fernandez-weak-scaling --over gpus=8 --csv /dev/stdout").split(u' ');
        QCOMPARE(run_plateau(words).status, 2);
        const PlateauRun forced = run_plateau(words + QStringList{"--force"});
        QVERIFY2(forced.status == 0, forced.errors);
        QVERIFY(forced.output.startsWith("gpus,"));
    }

    /// Whoever has read enough is no fault.
    void a_closed_pipe_ends_quietly()
    {
        QProcess process;
        process.start("sh",
                      {"-c",
                       QStringLiteral("{ sleep 0.3; %1 catalog --json; echo status $? >&2; } | true")
                           .arg(QStringLiteral(PLATEAU_EXECUTABLE))});
        QVERIFY(process.waitForFinished(120000));
        const QByteArray errors = process.readAllStandardError();
        QCOMPARE(errors, QByteArray("status 0\n"));
    }

    /// `script` gives the commands a terminal of their own. The answer is larger than a pipe holds, so that the writer
    /// waits for its reader and sees it go.
    void a_reader_that_leaves_is_no_news_to_who_sees_it()
    {
        QProcess process;
        process.start(
            "script",
            {"-qec", QStringLiteral("bash -c '" PLATEAU_EXECUTABLE " catalog --json | head -1; echo ${PIPESTATUS[0]}'"),
             "/dev/null"});
        QVERIFY(process.waitForFinished(-1));
        QCOMPARE(process.readAllStandardOutput().replace("\r", ""), QByteArray("{\n0\n"));
    }

    void what_others_wrote_does_not_steer_the_terminal()
    {
        QTemporaryDir folder;
        put(folder.filePath("s.yaml"), "kind: training\ntitle: \"a\\e[31mb\\x9bm\"\nhardware: h100_sxm\ngpus: 8\n");
        put(folder.filePath("x\x1b[2J.yaml"), "kind: training\nb\x7f\x1b]0;t\x07: 1\n");
        const QByteArray megabyte(1 << 17, 'x'); // as long as one argument may be
        const QList<QStringList> lines{{"estimate", "s.yaml"},
                                       {"estimate", "s.yaml", "--json"},
                                       {"estimate", "x\x1b[2J.yaml"},
                                       {"estimate", "s.yaml", "--set", "gpus=\x1b[31m8"},
                                       {"estimate", "s.yaml", "--\x1b[31m"},
                                       {"\x1b[31m"},
                                       {"sweep", "s.yaml", "--over", "hardware=h100_sxm,\x1b[0m"},
                                       {"estimate", "s.yaml", "--set", "gpus=" + megabyte.left(100000)}};
        for (const QStringList& words : lines) {
            const PlateauRun run = run_plateau(words, folder.path());
            for (const QByteArray& text : {run.output, run.errors}) {
                for (const char* steering : {"\x1b", "\x07", "\x7f", "\xc2\x9b"})
                    QVERIFY2(!text.contains(steering), (words.join(u' ').left(60).toUtf8() + ": " + text.left(400)));
            }
            QVERIFY(run.errors.size() < 8000);
        }
    }

private:
    static void put(const QString& file, const QByteArray& text)
    {
        QFile target(file);
        QVERIFY(target.open(QIODevice::WriteOnly) && target.write(text) == text.size());
    }

    static QByteArray get(const QString& file)
    {
        QFile source(file);
        return source.open(QIODevice::ReadOnly) ? source.readAll() : QByteArray();
    }
};

PLATEAU_TEST(TestOutputs)

} // namespace tst_outputs

#include "tst_outputs.moc"
