// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>

#include "tests/annexes.h"
#include "tests/app/plateau_process.h"

namespace tst_promises {

/// What SECURITY.md promises and no other test holds. Others: a closed pipe, inputs and outputs, app/tst_outputs; a
/// report of a fault, app/tst_manual; what figures carry, ui/tst_exporting; limits of readers, core/tst_traces,
/// tst_logs.
class TestPromises : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        for (const char* name :
             {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "TMPDIR"})
            qputenv(name, home_.path().toUtf8());
    }

    /// The program knows no network: none of its sources names one.
    void no_connection_is_opened()
    {
        const QRegularExpression network(
            R"(QtNetwork|Qt6::Network|QNetwork|Q(Tcp|Udp|Ssl|Local)Socket|AF_INET|netdb\.h|curl/)");
        for (const char* folder : {"core", "ui", "app"})
            for (QDirIterator files(QStringLiteral(PROJECT "/%1").arg(QLatin1String(folder)), QDir::Files,
                                    QDirIterator::Subdirectories);
                 files.hasNext();) {
                QFile source(files.next());
                QVERIFY(source.open(QIODevice::ReadOnly));
                QVERIFY2(!network.match(QString::fromUtf8(source.readAll())).hasMatch(), qPrintable(source.fileName()));
            }
    }

    void nothing_of_a_file_is_run()
    {
        if (!plateau::test::has_annex("diagnostics"))
            QSKIP("needs the reader of scripts");
        const QTemporaryDir folder;
        const QString ran = folder.filePath("ran"), script = folder.filePath("train.sh");
        QFile out(script);
        QVERIFY(out.open(QIODevice::WriteOnly));
        const QString touch = QStringLiteral("touch ") + ran;
        out.write(QStringLiteral("#!/bin/bash\n%1\nN=$(%1; echo 8)\nM=`%1`\neval \"%1\"\ntrap '%1' EXIT\nsource <(%1)\n"
                                 "torchrun --nproc_per_node=8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 "
                                 "--num-attention-heads 32 --seq-length 4096 --max-position-embeddings $(%1) && %1\n")
                      .arg(touch)
                      .toUtf8());
        out.close();
        for (const char* command : {"read", "estimate", "check", "gap"}) {
            run_plateau(QStringList{QString::fromLatin1(command), script});
            QVERIFY2(!QFile::exists(ran), command);
        }
    }

    void memory_that_ends_is_a_sentence()
    {
#ifndef PLATEAU_SANITIZED // which take more than there is
        if (!plateau::test::has_annex("diagnostics"))
            QSKIP("needs the reader of large configurations");
        const QTemporaryDir folder;
        QFile out(folder.filePath("large.json"));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("{\"a\": [1" + QByteArray(",1").repeated(7'000'000) + "]}");
        out.close();
        const QStringList words{"-c", "ulimit -v 100000; exec \"$0\" \"$@\"", PLATEAU_EXECUTABLE, "estimate"};
        const PlateauRun run = run_program("sh", words + QStringList{out.fileName()});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.errors.contains("there is not enough memory"), run.errors);
#endif
    }

    void nothing_is_written_that_nobody_named()
    {
        for (const char* line : {"estimate fernandez-weak-scaling", "plans fernandez-weak-scaling --set gpus=16",
                                 "sweep fernandez-weak-scaling --over gpus=8,16 --csv -", "catalog", "--report"})
            QCOMPARE(run_plateau(QString::fromUtf8(line).split(' '), home_.path()).status, 0);
        QCOMPARE(QDir(home_.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot),
                 QStringList());
    }

    void names_lead_out_of_no_folder_data()
    {
        QTest::addColumn<QString>("line");
        for (const char* line : {"estimate ../secret", "estimate fernandez-weak-scaling --set model=../secret",
                                 "estimate fernandez-weak-scaling --set hardware=../../secret",
                                 "export fernandez-weak-scaling --style ../secret --output x.csv", "help ../secret"})
            QTest::newRow(line) << QString::fromUtf8(line);
    }
    void names_lead_out_of_no_folder()
    {
        QFETCH(QString, line);
        QFile secret(home_.filePath("secret.yaml"));
        QVERIFY(secret.open(QIODevice::WriteOnly));
        secret.write("secret words: 1\n");
        secret.close();
        QVERIFY(QDir(home_.path()).mkpath("inner/deep"));
        const PlateauRun run = run_plateau(line.split(' '), home_.filePath("inner/deep"));
        QCOMPARE(run.status, 2);
        QVERIFY2(!run.errors.contains("secret words") && !run.output.contains("secret words"), run.errors);
    }

private:
    QTemporaryDir home_;
};

PLATEAU_TEST(TestPromises)

} // namespace tst_promises

#include "tst_promises.moc"
