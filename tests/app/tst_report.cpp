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

    void what_is_not_possible_says_why_at_once()
    {
        const QByteArray html = report({"llama3-70b-h100", "--set", "gpus=8"}, "impossible.html");
        const auto section = [&](const char* heading) {
            const qsizetype at = html.indexOf(QByteArray("<h2>") + heading);
            return html.mid(at, html.indexOf("<h2>", at + 1) - at);
        };
        const QByteArray question = section("The question");
        QVERIFY2(question.contains("needs at least 32 GPUs"), question);
        QVERIFY2(question.contains("It would fit with GPU count"), question);
        QVERIFY2(!question.contains("tokens a second"), question); // of counts nobody asked about
        QCOMPARE(section("What would help").count("<td>GPU count"), 1);
        QVERIFY(!html.contains("<h2>The answer in numbers"));
        QCOMPARE(html.count("needs at least 32 GPUs"), 2); // of the question, and why
    }

    /// A panel is shown once, a row has a name of its own, a caption leaves the configuration to the inputs.
    void nothing_is_said_twice()
    {
        const QString limits = QString::fromUtf8(report({"limits-h100-dense"}, "once-only.html"));
        QCOMPARE(limits.count(QStringLiteral(">T_crit, closed form<")), 1);
        QCOMPARE(limits.count(QStringLiteral(">T_limit, closed form<")), 1);
        QCOMPARE(limits.count(QStringLiteral("\">Utilization (")), 1);
        const QString training = QString::fromUtf8(report({"fernandez-weak-scaling"}, "short.html"));
        QVERIFY(!training.contains(QStringLiteral("the rest are defaults that follow from these")));
        QCOMPARE(training.count(QStringLiteral("<td>the software stack's file, which names its source</td>")), 1);
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
        QVERIFY(!reader.isEmpty());
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
