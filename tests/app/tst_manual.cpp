// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "tests/annexes.h"
#include "tests/app/plateau_process.h"

namespace tst_manual {

/// What a package holds beside the program, and what a report of a fault says.
class TestManual : public QObject {
    Q_OBJECT
private slots:
    void every_command_and_flag_is_in_it_data()
    {
        QTest::addColumn<QByteArray>("format");
        for (const char* format : {"man", "bash", "zsh", "fish"})
            QTest::newRow(format) << QByteArray(format);
    }

    void every_command_and_flag_is_in_it()
    {
        QFETCH(QByteArray, format);
        const PlateauRun run = run_plateau(("help --format " + format).constData());
        QCOMPARE(run.status, 0);
        QByteArray text = run.output;
        text.replace("\\-", "-");
        QRegularExpression line("^  plateau ([a-z]+) ", QRegularExpression::MultilineOption);
        QRegularExpression flag("^  (--[a-z-]+)", QRegularExpression::MultilineOption);
        int flags = 0;
        for (const QRegularExpressionMatch& command :
             line.globalMatch(QString::fromUtf8(run_plateau("--help").output))) {
            const QByteArray name = command.captured(1).toUtf8();
            const qsizetype at = text.indexOf(name);
            QVERIFY2(at >= 0, name);
            for (const QRegularExpressionMatch& each :
                 flag.globalMatch(QString::fromUtf8(run_plateau((name + " --help").constData()).output))) {
                const QByteArray word = each.captured(1).mid(format == "fish" ? 2 : 0).toUtf8();
                const bool is_shared = word.endsWith("help"); // stated once
                QVERIFY2(text.indexOf(word, is_shared ? 0 : at) >= 0, name + " " + word);
                ++flags;
            }
        }
        QVERIFY(flags > (plateau::test::has_annex("diagnostics") ? 60 : 40)); // what commands share stands once
    }

    /// What several commands state alike is stated once.
    void commands_and_options_are_few()
    {
        QRegularExpression line("^  plateau ([a-z]+) ", QRegularExpression::MultilineOption);
        QRegularExpression flag("^  (--[a-z-]+)", QRegularExpression::MultilineOption);
        const auto count = [](QRegularExpression& expression, const QByteArray& text) {
            int found = 0;
            for (auto each = expression.globalMatch(QString::fromUtf8(text)); each.hasNext(); each.next())
                ++found;
            return found;
        };
        const QByteArray all = run_plateau("--help").output;
        int commands = 0, options = count(flag, all);
        for (const QRegularExpressionMatch& command : line.globalMatch(QString::fromUtf8(all))) {
            ++commands;
            options += count(flag, run_plateau((command.captured(1).toUtf8() + " --help").constData()).output);
        }
        const bool is_whole = plateau::test::has_annex("diagnostics");
        QVERIFY2(commands > (is_whole ? 14 : 12) && commands <= 17, QByteArray::number(commands));
        QVERIFY2(options > (is_whole ? 80 : 60) && options <= 150, QByteArray::number(options));
    }

    void the_manual_page_has_no_mistake()
    {
        const QString groff = QStandardPaths::findExecutable(QStringLiteral("groff"));
        if (groff.isEmpty())
            QSKIP("groff is not installed: the manual page was not set");
        QProcess process;
        process.start(groff, {"-Kutf8", "-man", "-Tutf8", "-ww", "-z"});
        process.write(run_plateau("help --format man").output);
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.readAllStandardError(), QByteArray());
        QCOMPARE(process.exitCode(), 0);
    }

    void a_shell_completes_what_may_stand_there_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("offered");
        QTest::newRow("command") << QByteArray("plateau est") << QByteArray("estimate");
        QTest::newRow("scenario") << QByteArray("plateau estimate llama3-8") << QByteArray("llama3-8b-fsdp");
        QTest::newRow("flag") << QByteArray("plateau sweep x --sh") << QByteArray("--shard");
        QTest::newRow("key") << QByteArray("plateau estimate x --set nvlink_d") << QByteArray("nvlink_domain=");
        QTest::newRow("value") << QByteArray("plateau estimate x --set hardware = b20") << QByteArray("b200");
        QTest::newRow("value of a choice")
            << QByteArray("plateau estimate x --set dp_mode = zero") << QByteArray("zero1 zero2");
        QTest::newRow("value of a flag") << QByteArray("plateau estimate x --hardware b20") << QByteArray("b200");
        QTest::newRow("objective") << QByteArray("plateau plans x --objective mem") << QByteArray("memory");
        QTest::newRow("choice") << QByteArray("plateau estimate x --plan b") << QByteArray("best");
        if (plateau::test::has_annex("diagnostics"))
            QTest::newRow("program") << QByteArray("plateau plans x --as torch")
                                     << QByteArray("torchtitan torchtitan_2026");
        QTest::newRow("page") << QByteArray("plateau help paralle") << QByteArray("parallelism");
    }

    void a_shell_completes_what_may_stand_there()
    {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, offered);
        const QByteArray script = run_plateau("help --format bash").output + "\ncompopt() { :; }\nCOMP_WORDS=(" + line
            + ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_plateau\n"
              "echo \"${COMPREPLY[@]}\"\n";
        QProcess process;
        process.start(QStringLiteral("bash"), QStringList{});
        process.write(script);
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.readAllStandardError(), QByteArray());
        QCOMPARE(process.readAllStandardOutput().trimmed(), offered);
    }

    void the_version_names_build_and_libraries()
    {
        const QByteArray text = run_plateau("--version").output;
        QVERIFY2(QRegularExpression("^plateau \\d+\\.\\d+\\.\\d+\n\\w+ build by ").match(text).hasMatch(), text);
        for (const char* library : {"Eigen 3", "fmt ", "zlib "})
            QVERIFY2(text.contains(library), text);
    }

    void a_report_names_no_folder_of_a_person()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("mine.yaml"));
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("kind: training\ntitle: Ours\ngpus: 64\nnotes: see /home/ada/secret/plan.txt and "
                  "https://example.org/a/b\n");
        out.close();
        const PlateauRun run = run_plateau(QStringList{"--report", file});
        QVERIFY2(run.status == 0, run.errors);
        QVERIFY(run.output.contains("gpus: 64") && run.output.contains("System: ")
                && run.output.contains("\nPresets: "));
        QVERIFY2(!run.output.contains("ada") && !run.output.contains(folder.path().toUtf8()), run.output);
        QVERIFY(run.output.contains("…/plan.txt") && run.output.contains("https://example.org/a/b"));
        QCOMPARE(run_plateau("--report nothing-like-it").status, 2);
    }
};

PLATEAU_TEST(TestManual)

} // namespace tst_manual

#include "tst_manual.moc"
