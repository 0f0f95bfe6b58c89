// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/plateau_process.h"

namespace tst_without_window {

/// The command line where there is no Qt: the executable alone in a folder, as a build with PLATEAU_GUI=OFF makes it.
class TestWithoutWindow : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        alone_ = folder_.filePath(QStringLiteral("plateau"));
        QVERIFY(QFile::copy(QStringLiteral(PLATEAU_EXECUTABLE), alone_));
    }

    void it_links_no_qt()
    {
        const PlateauRun libraries = run_program(QStringLiteral("ldd"), {alone_});
        QVERIFY2(libraries.output.contains("libc.so"), libraries.errors);
        for (const char* name : {"Qt", "qcustomplot", "libX", "libGL", "xcb"})
            QVERIFY2(!libraries.output.contains(name), libraries.output);
    }

    void commands_answer_data()
    {
        QTest::addColumn<QString>("line");
        for (const char* line :
             {"estimate fernandez-weak-scaling --json", "sweep fernandez-weak-scaling --over gpus=8,512",
              "plans fernandez-weak-scaling --set gpus=16 --top 3", "catalog figures", "--help"})
            QTest::newRow(line) << QString::fromLatin1(line);
    }

    void commands_answer()
    {
        QFETCH(QString, line);
        const PlateauRun run = run_alone(line.split(u' '));
        QVERIFY2(run.status == 0, run.errors);
        QVERIFY(!run.output.isEmpty());
    }

    void figures_go_to_csv()
    {
        const QString name = folder_.filePath(QStringLiteral("step.csv"));
        const PlateauRun run
            = run_alone({"export", "fernandez-weak-scaling", "--figure", "step", "--set", "gpus=64", "--output", name});
        QVERIFY2(run.status == 0, run.errors);
        QFile file(name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("bar,segment,waiting,"));
        const PlateauRun again = run_alone({"estimate", name, "--json"});
        QVERIFY2(again.status == 0, again.errors);
        QCOMPARE(again.json()[u"scenario"][u"gpus"].toDouble(), 64);
    }

    void pictures_are_refused_data()
    {
        QTest::addColumn<QString>("suffix");
        for (const char* suffix : {"png", "svg", "pdf"})
            QTest::newRow(suffix) << QString::fromLatin1(suffix);
    }

    void pictures_are_refused()
    {
        QFETCH(QString, suffix);
        const QString name = folder_.filePath(QStringLiteral("scaling.") + suffix);
        const PlateauRun run = run_alone({"export", "fernandez-weak-scaling", "--output", name});
        QCOMPARE(run.status, 2);
        QVERIFY(run.output.isEmpty());
        QVERIFY2(run.errors.contains('.' + suffix.toLatin1()) && run.errors.contains(".csv"), run.errors);
        QVERIFY(!QFile::exists(name));
    }

    void there_is_no_window()
    {
        for (const QStringList& words : {QStringList(), QStringList{"fernandez-weak-scaling"}}) {
            const PlateauRun run = run_alone(words);
            QCOMPARE(run.status, 2);
            QVERIFY(run.output.isEmpty());
            QVERIFY2(run.errors.contains("plateau-window, which is not installed"), run.errors);
        }
    }

    /// Qt ends a program that asks for a platform which does not exist.
    void an_estimate_asks_for_no_platform()
    {
        const QStringList words{"estimate", "fernandez-weak-scaling"};
        const QString program = QStringLiteral(PLATEAU_EXECUTABLE);
        const PlateauRun plain = run_program(program, words);
        const PlateauRun nonsense = run_program(program, words, {}, QStringLiteral("nonsense"));
        QVERIFY2(nonsense.status == 0, nonsense.errors);
        QCOMPARE(nonsense.output, plain.output);
    }

private:
    PlateauRun run_alone(const QStringList& words) const { return run_program(alone_, words, folder_.path()); }

    QTemporaryDir folder_;
    QString alone_;
};

PLATEAU_TEST(TestWithoutWindow)

} // namespace tst_without_window

#include "tst_without_window.moc"
