// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "plateau_process.h"

/// One file that says all about a question, for people who do not have the program.
class TestReport : public QObject {
    Q_OBJECT

private slots:
    void html_has_every_section_in_order_and_needs_no_network()
    {
        const QByteArray html
            = report({"fernandez-weak-scaling", "--set", "gpus=384", "--with", "fernandez-a100"}, "all.html");
        qsizetype at = 0;
        for (const char* heading :
             {"The question", "What differs from the defaults", "All inputs", "Plots", "The answer in numbers",
              "Compared with ", "What comes of it", "Why", "What would help", "How well this is known",
              "What to know beside the numbers", "Sources", "Made with", "The question as a file"}) {
            const qsizetype next = html.indexOf(QByteArray("<h2>") + heading, at);
            QVERIFY2(next > at, heading);
            at = next;
        }
        QVERIFY(html.contains("384") && html.contains("kind: training"));
        QVERIFY(html.count("<img src=\"data:image/svg+xml;base64,") >= 3);
        static const QRegularExpression fetched(
            QStringLiteral("(?:src|href)\\s*=\\s*[\"'](?!data:)|@import|url\\((?!data:)|<script|<link|<iframe"));
        const auto found = fetched.match(QString::fromUtf8(html));
        QVERIFY2(!found.hasMatch(), qPrintable(found.captured()));
    }

    void limits_are_reported_too()
    {
        const QByteArray html = report({"limits-h100-dense", "--with", "limits-a100-dense"}, "limits.html");
        for (const char* heading : {"The question", "All inputs", "Plots", "The answer in numbers", "Sources"})
            QVERIFY2(html.contains(QByteArray("<h2>") + heading), heading);
        QVERIFY(html.indexOf("<h2>Plots") < html.indexOf("<h2>The answer in numbers"));
    }

    void figures_are_chosen_by_name()
    {
        const QByteArray html
            = report({"fernandez-weak-scaling", "--figure", "step", "--figure", "plans-heatmap"}, "two.html");
        QCOMPARE(html.count("<img "), 2);
        const PlateauRun wrong = run_plateau(
            {"report", "fernandez-weak-scaling", "--figure", "limits", "--output", folder_.filePath("no.html")});
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.errors.contains("is not a figure of this scenario"), wrong.errors);
    }

    void a_pdf_has_words_and_is_the_same_twice()
    {
        const QByteArray once = report({"fernandez-weak-scaling"}, "once.pdf");
        QTest::qSleep(1100); // the clock shows another second
        QCOMPARE(report({"fernandez-weak-scaling"}, "twice.pdf"), once);
        QVERIFY(once.startsWith("%PDF-") && once.contains("/ToUnicode")); // letters that can be found and copied
        const QString reader = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
        if (reader.isEmpty())
            return;
        const QByteArray words = run_program(reader, {folder_.filePath("once.pdf"), "-"}).output;
        for (const char* heading : {"The question", "All inputs", "What would help", "Sources"})
            QVERIFY2(words.contains(heading), words.left(3000));
        for (const QByteArray& page : words.split('\f'))
            for (const char* heading :
                 {"Plots", "All inputs", "Why", "What would help", "What to know beside the numbers"})
                QVERIFY2(!page.trimmed().endsWith(QByteArray("\n") + heading), page.right(300));
    }

private:
    QByteArray report(const QStringList& words, const char* name) const
    {
        const QString file = folder_.filePath(QLatin1String(name));
        const PlateauRun run = run_plateau(QStringList{"report"} + words + QStringList{"--output", file});
        QFile opened(file);
        return run.status == 0 && opened.open(QIODevice::ReadOnly) ? opened.readAll() : run.errors;
    }

    QTemporaryDir folder_;
};

PLATEAU_TEST(TestReport)
#include "tst_report.moc"
