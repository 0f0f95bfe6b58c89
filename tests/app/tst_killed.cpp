// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>

#include "plateau_process.h"
#include "tests/annexes.h"

namespace tst_killed {

/// Commands that are killed at random moments: each file they write is the old one or the new one, whole, and nothing
/// else stays. PLATEAU_KILLS=40 kills each command more often than usual.
class TestKilled : public QObject {
    Q_OBJECT

private slots:
    void a_kill_leaves_whole_files_data()
    {
        QTest::addColumn<QString>("line"); // %1: where the files stand
        QTest::addColumn<QStringList>("files");
        const auto add = [](const char* name, const char* line, const QStringList& files) {
            QTest::newRow(name) << QString::fromLatin1(line) << files;
        };
        add("sweep", "sweep fernandez-weak-scaling --over sequence=1024..8192 --csv %1/a.csv", {"a.csv"});
        add("plans", "plans fernandez-weak-scaling --csv %1/a.csv", {"a.csv"});
        if (plateau::test::has_annex("calibration"))
            add("evidence", "evidence --csv %1/a.csv " TEST_DATA "/examples/my-runs.csv", {"a.csv"});
        add("trace", "estimate fernandez-weak-scaling --trace %1/a.json", {"a.json"});
        for (const char* format : {"svg", "png", "pdf", "bib"})
            QTest::addRow("export %s", format)
                << QStringLiteral("export fernandez-weak-scaling --figure step --output %1/a.") + QLatin1String(format)
                << QStringList{QStringLiteral("a.") + QLatin1String(format)};
        add("export py", "export fernandez-weak-scaling --figure scaling-per-gpu --output %1/a.py", {"a.csv", "a.py"});
        add("report", "report fernandez-weak-scaling --output %1/a.html", {"a.html"});
    }

    void a_kill_leaves_whole_files()
    {
        QFETCH(QString, line);
        QFETCH(QStringList, files);
        QTemporaryDir folder;
        const auto words = [&](const char* gpus) {
            QStringList all = line.arg(folder.path()).split(QLatin1Char(' '));
            if (!line.startsWith(QLatin1String("evidence")))
                all << QStringLiteral("--set") << QLatin1String("gpus=") + QLatin1String(gpus);
            return all;
        };
        const auto written = [&] {
            QList<QByteArray> all;
            for (const QString& file : files)
                all << bytes(folder.filePath(file));
            return all;
        };
        PlateauRun run = run_plateau(words("256"));
        QVERIFY2(run.status == 0, run.errors);
        const QList<QByteArray> before = written();
        QElapsedTimer clock;
        clock.start();
        run = run_plateau(words("512"));
        QVERIFY2(run.status == 0, run.errors);
        const int whole = int(clock.elapsed());
        const QList<QByteArray> after = written();

        const int asked = qEnvironmentVariableIntValue("PLATEAU_KILLS");
        QRandomGenerator random(1);
        int old = 0;
        const int kills = asked > 0 ? asked : 2;
        for (int i = 0; i < kills; ++i) {
            for (int at = 0; at < files.size(); ++at) {
                QFile put(folder.filePath(files[at]));
                QVERIFY(put.open(QIODevice::WriteOnly));
                put.write(before[at]);
            }
            QProcess process;
            process.start(QStringLiteral(PLATEAU_EXECUTABLE), words("512"));
            QVERIFY(process.waitForStarted(-1));
            QThread::msleep(random.bounded(whole + whole / 5 + 1));
            process.kill();
            process.waitForFinished(-1);
            for (int at = 0; at < files.size(); ++at) {
                const QByteArray found = bytes(folder.filePath(files[at]));
                QVERIFY2(found == before[at] || found == after[at], qPrintable(files[at]));
                old += found == before[at] && found != after[at] ? 1 : 0;
            }
        }
        qInfo("%d kills within %d ms: %d of %d files stayed as they were", kills, whole, old,
              int(kills * files.size()));
        QCOMPARE(run_plateau(words("512")).status, 0);
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name),
                 files);
    }

private:
    static QByteArray bytes(const QString& file)
    {
        QFile opened(file);
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }
};

PLATEAU_TEST(TestKilled)

} // namespace tst_killed

#include "tst_killed.moc"
