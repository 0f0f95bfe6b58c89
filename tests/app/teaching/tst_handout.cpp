// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/app/plateau_process.h"
#include "tests/samples.h"

namespace tst_handout {

/// `plateau tours NAME --handout FILE`: a sheet for each step.
class TestHandout : public QObject {
    Q_OBJECT

private slots:
    void a_tour_has_a_sheet_for_each_step_data()
    {
        QTest::addColumn<QString>("tour");
        QTest::addColumn<int>("steps");
        const QJsonArray tours = run_plateau("tours --json").json()[QStringLiteral("tours")].toArray();
        for (qsizetype i = 0; i < tours.size(); i += plateau::test::row_stride) {
            const QString name = tours[i][QStringLiteral("name")].toString();
            QTest::addRow("%s", qPrintable(name)) << name << tours[i][QStringLiteral("steps")].toInt();
        }
        QVERIFY(tours.size() >= 6);
    }

    void a_tour_has_a_sheet_for_each_step()
    {
        QFETCH(QString, tour);
        QFETCH(int, steps);
        const QByteArray pdf = handout({tour});
        QVERIFY2(pdf.startsWith("%PDF-"), pdf.left(300));
        QVERIFY2(pages(pdf) >= steps / 2 && pages(pdf) < steps, qPrintable(QString::number(pages(pdf))));
        QVERIFY(!pdf.contains("/DCTDecode")); // lines and letters, schematics of dots without loss
        QFile file(folder_.filePath(QStringLiteral("pages.pdf")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(pdf) == pdf.size());
        file.close();
        const QString reader = QStandardPaths::findExecutable(QStringLiteral("pdftoppm"));
        QVERIFY(!reader.isEmpty());
        QCOMPARE(run_program(reader, {"-r", "60", "-png", file.fileName(), folder_.filePath(tour)}).status, 0);
        const QStringList drawn = QDir(folder_.path()).entryList({tour + QStringLiteral("-*.png")});
        QCOMPARE(drawn.size(), pages(pdf));
        int with_picture = 0; // nothing else has a hue
        for (const QString& name : drawn) {
            const QImage page(folder_.filePath(name));
            int hues = 0;
            for (int y = 0; y < page.height(); ++y)
                for (int x = 0; x < page.width(); ++x)
                    hues += page.pixelColor(x, y).hsvSaturation() > 100;
            with_picture += hues > 20;
        }
        QVERIFY2(with_picture >= pages(pdf) / 2,
                 qPrintable(QString::number(with_picture))); // where it does not tell the answer
    }

    void one_step_is_one_sheet()
    {
        const QByteArray pdf
            = handout({QStringLiteral("end-of-scaling"), QStringLiteral("--step"), QStringLiteral("2")});
        QVERIFY2(pdf.startsWith("%PDF-"), pdf.left(300));
        QCOMPARE(pages(pdf), 1);
        QTest::qWait(1100); // a date of its own would tell the seconds
        QCOMPARE(handout({QStringLiteral("end-of-scaling"), QStringLiteral("--step"), QStringLiteral("2")}), pdf);
    }

    void it_speaks_other_languages()
    {
        const PlateauRun german = run_plateau("tours diminishing-returns --language de");
        QCOMPARE(german.status, 0);
        const QString words = QString::fromUtf8(german.output);
        QVERIFY2(words.contains(QStringLiteral("Token je Joule")) && !words.contains(QStringLiteral("Look at")),
                 german.output.left(500));
        const QString file = folder_.filePath(QStringLiteral("korean.pdf"));
        const PlateauRun korean = run_plateau(
            {QStringLiteral("tours"), QStringLiteral("buy-or-tune"), QStringLiteral("--step"), QStringLiteral("1"),
             QStringLiteral("--language"), QStringLiteral("ko"), QStringLiteral("--handout"), file});
        QVERIFY2(korean.status == 0, korean.errors);
        static const QRegularExpression hangul(QStringLiteral("[\uac00-\ud7a3]{2}"));
        QVERIFY(words_of(file).contains(hangul));
        const PlateauRun unknown = run_plateau("tours buy-or-tune --language xx");
        QCOMPARE(unknown.status, 2);
    }

    void answers_are_a_file_of_their_own()
    {
        const auto words = [&](const QStringList& more) {
            const QString file = folder_.filePath(QStringLiteral("asks.pdf"));
            const QStringList line{QStringLiteral("tours"), QStringLiteral("diminishing-returns"),
                                   QStringLiteral("--handout"), file, QStringLiteral("--force")};
            return run_plateau(line + more).status == 0 ? words_of(file).simplified() : QString();
        };
        const QString answer = QStringLiteral("the ring passes through every GPU");
        const QString steps = words({}), key = words({QStringLiteral("--key")});
        QVERIFY2(!steps.contains(answer) && steps.contains(QStringLiteral("What will one GPU do")), qPrintable(steps));
        QVERIFY2(key.contains(answer) && !key.contains(QStringLiteral("What will one GPU do")), qPrintable(key));
    }

    void words_that_make_no_sense_are_refused_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("words");
        QTest::newRow("suffix") << "tours end-of-scaling --handout x.txt"
                                << "not a handout's file";
        QTest::newRow("no tour") << "tours --handout x.pdf"
                                 << "of which tour";
        QTest::newRow("step") << "tours end-of-scaling --handout x.pdf --step 99"
                              << "out of range";
        QTest::newRow("half a step") << "tours end-of-scaling --handout x.pdf --step 1.5"
                                     << "out of range";
        QTest::newRow("step of nothing") << "tours end-of-scaling --step 1"
                                         << "is of a handout";
    }

    void words_that_make_no_sense_are_refused()
    {
        QFETCH(QString, line);
        QFETCH(QString, words);
        const PlateauRun run = run_plateau(qPrintable(line));
        QCOMPARE(run.status, 2);
        QVERIFY2(QString::fromUtf8(run.errors).contains(words), run.errors);
        QVERIFY(!QFile::exists(QStringLiteral("x.pdf")));
    }

private:
    QByteArray handout(const QStringList& words);
    static qsizetype pages(const QByteArray& pdf);
    static QString words_of(const QString& file);

    QTemporaryDir folder_;
};

QByteArray TestHandout::handout(const QStringList& words)
{
    const QString file = folder_.filePath(QStringLiteral("handout.pdf"));
    const PlateauRun run
        = run_plateau(QStringList{QStringLiteral("tours")} + words + QStringList{QStringLiteral("--handout"), file});
    QFile written(file);
    return run.status == 0 && run.output.isEmpty() && written.open(QIODevice::ReadOnly) ? written.readAll()
                                                                                        : run.errors;
}

qsizetype TestHandout::pages(const QByteArray& pdf)
{
    qsizetype count = 0;
    auto found = QRegularExpression(QStringLiteral("/Type /Page\\b")).globalMatch(QString::fromLatin1(pdf));
    for (; found.hasNext(); found.next())
        ++count;
    return count;
}

QString TestHandout::words_of(const QString& file)
{
    QProcess reader;
    reader.start(QStringLiteral("pdftotext"), {file, QStringLiteral("-")});
    return reader.waitForFinished() ? QString::fromUtf8(reader.readAllStandardOutput()) : QString();
}

PLATEAU_TEST(TestHandout)

} // namespace tst_handout

#include "tst_handout.moc"
