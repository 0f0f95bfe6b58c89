// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/app/plateau_process.h"

namespace tst_exercises {

/// `plateau tours NAME --exercises`: sheets whose values a seed draws.
class TestExercises : public QObject {
    Q_OBJECT

private slots:
    void the_seed_makes_the_sheet()
    {
        const QByteArray seven = sheet({"--seed", "7"}, "seven.html");
        QVERIFY2(seven.startsWith("<!DOCTYPE html>"), seven.left(300));
        QCOMPARE(sheet({"--seed", "7"}, "again.html"), seven);
        QVERIFY(sheet({"--seed", "8"}, "eight.html") != seven);
    }

    void answers_stand_in_the_key_alone()
    {
        QVERIFY(sheet({"--seed", "7"}, "asks.pdf").startsWith("%PDF-"));
        QVERIFY(sheet({"--seed", "7", "--key"}, "tells.pdf").startsWith("%PDF-"));
        const QString asks = words_of("asks.pdf"), tells = words_of("tells.pdf");
        QVERIFY2(asks.contains(QStringLiteral("Who holds what")) && asks.contains(QStringLiteral("____")),
                 qPrintable(asks.left(500)));
        for (const char* answer :
             {"The answers", "Other ways count", "half of each group's traffic leaves the domain"}) {
            QVERIFY2(!asks.contains(QLatin1String(answer)), answer);
            QVERIFY2(tells.contains(QLatin1String(answer)), answer);
        }
    }

    void a_page_of_the_web_needs_nothing_else()
    {
        const QByteArray html = sheet({"--key"}, "sheet.html");
        QVERIFY(html.count("<svg") >= 3);
        QVERIFY(!html.contains("<img") && !html.contains("src="));
    }

    void it_speaks_other_languages()
    {
        const QByteArray german = sheet({"--language", "de", "--key"}, "de.html");
        QVERIFY2(german.contains("<html lang=\"de\">") && german.contains("Aufgaben"), german.left(500));
        QVERIFY(!german.contains("Exercises</h2>"));
        QVERIFY(sheet({"--language", "ko"}, "ko.html").contains("\xed")); // Hangul
    }

    void words_that_make_no_sense_are_refused_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("words");
        QTest::newRow("suffix") << "tours end-of-scaling --exercises --output x.txt"
                                << "not a sheet's file";
        QTest::newRow("no tour") << "tours --exercises --output x.pdf"
                                 << "of which tour";
        QTest::newRow("seed") << "tours end-of-scaling --exercises --output x.pdf --seed -1"
                              << "no seed";
        QTest::newRow("key of nothing") << "tours end-of-scaling --key"
                                        << "is of exercises";
    }

    void words_that_make_no_sense_are_refused()
    {
        QFETCH(QString, line);
        QFETCH(QString, words);
        const PlateauRun run = run_plateau(qPrintable(line));
        QCOMPARE(run.status, 2);
        QVERIFY2(QString::fromUtf8(run.errors).contains(words), run.errors);
    }

private:
    QByteArray sheet(const QStringList& words, const char* name)
    {
        const QString file = folder_.filePath(QLatin1String(name));
        const PlateauRun run = run_plateau(
            QStringList{"tours", "choosing-a-layout", "--exercises", "--output", file, "--force"} + words);
        QFile written(file);
        return run.status == 0 && written.open(QIODevice::ReadOnly) ? written.readAll() : run.errors;
    }

    QString words_of(const char* name)
    {
        return QString::fromUtf8(run_program(QStandardPaths::findExecutable(QStringLiteral("pdftotext")),
                                             {folder_.filePath(QLatin1String(name)), QStringLiteral("-")})
                                     .output)
            .simplified();
    }

    QTemporaryDir folder_;
};

PLATEAU_TEST(TestExercises)

} // namespace tst_exercises

#include "tst_exercises.moc"
