// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "plateau_process.h"

/// `plateau tours NAME --handout FILE`: a sheet for each step.
class TestHandout : public QObject {
    Q_OBJECT

private slots:
    void a_tour_has_a_sheet_for_each_step_data();
    void a_tour_has_a_sheet_for_each_step();
    void one_step_is_one_sheet();
    void words_that_make_no_sense_are_refused_data();
    void words_that_make_no_sense_are_refused();

private:
    QByteArray handout(const QStringList& words);
    static qsizetype pages(const QByteArray& pdf);

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

void TestHandout::a_tour_has_a_sheet_for_each_step_data()
{
    QTest::addColumn<QString>("tour");
    QTest::addColumn<int>("steps");
    const QJsonArray tours = run_plateau("tours --json").json()[QStringLiteral("tours")].toArray();
    for (const QJsonValue& tour : tours) {
        const QString name = tour[QStringLiteral("name")].toString();
#ifdef __SANITIZE_ADDRESS__
        if (name == QStringLiteral("diminishing-returns")) // the longest: minutes there
            continue;
#endif
        QTest::addRow("%s", qPrintable(name)) << name << tour[QStringLiteral("steps")].toInt();
    }
    QVERIFY(tours.size() >= 6);
}

void TestHandout::a_tour_has_a_sheet_for_each_step()
{
    QFETCH(QString, tour);
    QFETCH(int, steps);
    const QByteArray pdf = handout({tour});
    QVERIFY2(pdf.startsWith("%PDF-"), pdf.left(300));
    QCOMPARE(pages(pdf), steps);
    QVERIFY(pdf.count("/Subtype /Image") >= pages(pdf)); // each with its picture
}

void TestHandout::one_step_is_one_sheet()
{
    const QByteArray pdf = handout({QStringLiteral("end-of-scaling"), QStringLiteral("--step"), QStringLiteral("2")});
    QVERIFY2(pdf.startsWith("%PDF-"), pdf.left(300));
    QCOMPARE(pages(pdf), 1);
    QTest::qWait(1100); // a date of its own would tell the seconds
    QCOMPARE(handout({QStringLiteral("end-of-scaling"), QStringLiteral("--step"), QStringLiteral("2")}), pdf);
}

void TestHandout::words_that_make_no_sense_are_refused_data()
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

void TestHandout::words_that_make_no_sense_are_refused()
{
    QFETCH(QString, line);
    QFETCH(QString, words);
    const PlateauRun run = run_plateau(qPrintable(line));
    QCOMPARE(run.status, 2);
    QVERIFY2(QString::fromUtf8(run.errors).contains(words), run.errors);
    QVERIFY(!QFile::exists(QStringLiteral("x.pdf")));
}

PLATEAU_TEST(TestHandout)
#include "tst_handout.moc"
