// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "plateau_process.h"

namespace tst_report {

/// One file that says all about a question, for people who do not have the program.
class TestReport : public QObject {
    Q_OBJECT

private slots:
    void html_has_every_section_in_order_and_needs_no_network()
    {
        const QByteArray html
            = report({"fernandez-weak-scaling", "--set", "gpus=384", "--with", "fernandez-a100"}, "all.html");
        qsizetype at = 0;
        for (const char* heading : {"The question", "The answer", "What limits it", "What would help most",
                                    "How sure this is", "Plots", "The answer in numbers", "Compared with ",
                                    "What comes of it", "Why", "What would help", "What to know beside the numbers",
                                    "What was chosen", "All inputs", "Sources", "The question as a file"}) {
            const qsizetype next = heading_at(html, heading, at);
            QVERIFY2(next > at, heading);
            at = next;
        }
        QVERIFY(html.contains("384") && html.contains("kind: training"));
        QVERIFY(!html.left(html.indexOf("kind: training")).contains("\\n")); // lines of notes are a paragraph
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
            const qsizetype at = heading_at(html, heading, 0);
            return html.mid(at, html.indexOf("<h2", at + 1) - at);
        };
        const QByteArray question = section("The answer");
        QVERIFY2(question.contains("needs at least 32 GPUs"), question);
        QVERIFY2(question.contains("It would fit with GPU count"), question);
        QVERIFY2(section("What would help most").contains("then it fits, and the run costs "), html);
        QVERIFY2(!question.contains("tokens a second"), question); // of counts nobody asked about
        QVERIFY(heading_at(html, "The answer in numbers", 0) < 0);
        QCOMPARE(html.count("needs at least 32 GPUs"), 2); // the answer, and why
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
    }

    void limits_are_reported_too()
    {
        const QByteArray html = report({"limits-h100-dense", "--with", "limits-a100-dense"}, "limits.html");
        for (const char* heading : {"The question", "The answer", "What limits it", "How sure this is", "Plots",
                                    "The answer in numbers", "All inputs", "Sources"})
            QVERIFY2(heading_at(html, heading, 0) > 0, heading);
        QCOMPARE(html.count("linear scaling then ends at "), 3); // the three best changes, with what a run costs
        QVERIFY(html.contains("with a run that costs ") && html.contains("billion USD"));
        QVERIFY(html.contains("618 of 618 published points reproduced"));
        QVERIFY(heading_at(html, "What would help most", 0) < heading_at(html, "Plots", 0));
        QVERIFY(heading_at(html, "Plots", 0) < heading_at(html, "The answer in numbers", 0));
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
        qputenv("SOURCE_DATE_EPOCH", "1700000000");
        const auto back = qScopeGuard([] { qunsetenv("SOURCE_DATE_EPOCH"); });
        const QByteArray once = report({"fernandez-weak-scaling"}, "once.pdf");
        QTest::qSleep(1100); // the clock shows another second
        QCOMPARE(report({"fernandez-weak-scaling"}, "twice.pdf"), once);
        QVERIFY(once.startsWith("%PDF-") && once.contains("/ToUnicode")); // letters that can be found and copied
        const QString reader = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
        QVERIFY(!reader.isEmpty());
        const QByteArray words = run_program(reader, {folder_.filePath("once.pdf"), "-"}).output;
        for (const char* heading :
             {"The question", "All inputs", "What would help", "Sources", "2023-11-14, Plateau 0."})
            QVERIFY2(words.contains(heading), words.left(3000));
        // Page 1 alone is enough: what is asked, what comes of it with its range, what to do, how sure it is.
        const QByteArray first = words.split('\f').first();
        for (const char* heading : {"How fast, and for how much", "tokens/s", "In eight of ten such cases", "USD",
                                    "What limits it", "What would help most", "How sure this is"})
            QVERIFY2(first.contains(heading), first);
        QVERIFY2(!first.contains("All inputs") && !first.contains("Plots"), first);
        // Figures are lines and letters: no picture of dots is in it.
        const QString images = QStandardPaths::findExecutable(QStringLiteral("pdfimages"));
        QVERIFY(!images.isEmpty());
        QCOMPARE(run_program(images, {"-list", folder_.filePath("once.pdf")}).output.count('\n'), 2); // its head
        for (const QByteArray& page : words.split('\f'))
            for (const char* heading :
                 {"Plots", "All inputs", "Why", "What would help", "What to know beside the numbers"})
                QVERIFY2(!page.trimmed().endsWith(QByteArray("\n") + heading), page.right(300));
    }

    void it_is_written_in_three_languages()
    {
        const QByteArray german = report({"fernandez-weak-scaling", "--language", "de"}, "de.html");
        QVERIFY2(german.contains("<html lang=\"de\">") && german.contains("Die Frage"), german.left(2000));
        QVERIFY(heading_at(german, "The question", 0) < 0 && german.contains("zweiter Hand"));
        const QByteArray shown = german.left(german.indexOf("kind: training")); // the file at its end stays as it is
        QVERIFY2(!shown.contains("Adding H100s to a 7B model"), shown.left(4000)); // notes of several lines too
        const QByteArray korean = report({"limits-h100-dense", "--language", "ko"}, "ko.html");
        QVERIFY(korean.contains("<html lang=\"ko\">") && heading_at(korean, "The answer", 0) < 0);
        const PlateauRun wrong = run_plateau(
            {"report", "fernandez-weak-scaling", "--language", "tlh", "--output", folder_.filePath("no.html")});
        QCOMPARE(wrong.status, 2);
    }

private:
    /// -1: it has none.
    static qsizetype heading_at(const QByteArray& html, const QByteArray& heading, qsizetype from)
    {
        const QRegularExpression pattern(QStringLiteral("<h2[^>]*>")
                                         + QRegularExpression::escape(QString::fromUtf8(heading))
                                         + (heading.endsWith(' ') ? QString() : QStringLiteral("</h2>")));
        const auto match = pattern.match(QString::fromUtf8(html.mid(from)));
        return match.hasMatch() ? html.indexOf(match.captured(0).toUtf8(), from) : -1;
    }

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

} // namespace tst_report

#include "tst_report.moc"
