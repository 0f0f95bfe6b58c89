// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QImage>
#include <QTest>

#include "exports.h"

/// A file gives its figure back, and whoever makes it gets the same bytes.
class TestReproducible : public QObject, Exports {
    Q_OBJECT

private slots:
    void the_scenario_travels_in_the_file_data();
    void the_scenario_travels_in_the_file();
    void a_figure_is_made_again_from_its_file_data();
    void a_figure_is_made_again_from_its_file();
    void a_pdf_is_the_same_twice();
    void an_empty_environment();
    void fonts_of_the_machine_change_nothing();
};

void TestReproducible::the_scenario_travels_in_the_file_data()
{
    QTest::addColumn<QString>("suffix");
    for (const char* suffix : {"png", "svg", "pdf", "csv"})
        QTest::newRow(suffix) << suffix;
}

void TestReproducible::the_scenario_travels_in_the_file()
{
    QFETCH(QString, suffix);
    const QString name = folder_.filePath(QStringLiteral("travels.") + suffix);
    QVERIFY(export_to(name, {"--set", "gpus=384"}).status == 0);
    const PlateauRun from_figure = run_plateau({"estimate", name, "--json"});
    QVERIFY2(from_figure.status == 0, from_figure.errors);
    const PlateauRun direct = run_plateau("estimate fernandez-weak-scaling --set gpus=384 --json");
    QCOMPARE(from_figure.json()[u"tokens_per_s"], direct.json()[u"tokens_per_s"]);
    QCOMPARE(from_figure.json()[u"scenario"][u"gpus"].toDouble(), 384);
}

void TestReproducible::a_figure_is_made_again_from_its_file_data()
{
    QTest::addColumn<QStringList>("asked");
    QTest::newRow("another number") << QStringList{"fernandez-weak-scaling", "--set", "gpus=384", "--figure", "step"};
    QTest::newRow("four configurations") << QStringList{
        "limits-h100-dense",       "--with",   "limits-a100-dense", "--with", "limits-v100-dense", "--with",
        "limits-h100-low-latency", "--figure", "limits-cluster"};
    QTest::newRow("small multiples") << QStringList{"fernandez-weak-scaling", "--facet", "sequence=2048,4096",
                                                    "--panels", "mfu"};
    QTest::newRow("of a paper") << QStringList{"--figure", "paper:erdil-9"};
}

void TestReproducible::a_figure_is_made_again_from_its_file()
{
    QFETCH(QStringList, asked);
    for (const char* suffix : {"png", "svg", "pdf", "csv"}) {
        const QString once = path("once.") + suffix, twice = path("twice.") + suffix;
        const PlateauRun run = run_plateau(QStringList{"export", "--size", "two-column", "--output", once} + asked);
        QVERIFY2(run.status == 0, run.errors);
        QVERIFY(run_plateau({"export", once, "--size", "two-column", "--output", twice}).status == 0);
        QCOMPARE(bytes_of(twice), bytes_of(once));
    }
}

void TestReproducible::a_pdf_is_the_same_twice()
{
    for (const char* name : {"once.pdf", "twice.pdf"}) {
        QVERIFY(export_to(path(name), {"--figure", "step"}).status == 0);
        QTest::qSleep(1100); // the clock shows another second
    }
    QVERIFY(bytes_of(path("once.pdf")).startsWith("%PDF"));
    QCOMPARE(bytes_of(path("once.pdf")), bytes_of(path("twice.pdf")));
}

void TestReproducible::an_empty_environment()
{
    QProcess process;
    process.setProcessEnvironment(QProcessEnvironment());
    process.start(QStringLiteral("/usr/bin/env"),
                  {"-i", PLATEAU_EXECUTABLE, "export", "fernandez-weak-scaling", "--figure", "step", "--output",
                   path("bare.png")});
    QVERIFY(process.waitForFinished(120000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
    QVERIFY(!QImage(path("bare.png")).isNull());
}

/// Neither what is installed nor how it is fitted to a screen's pixels.
void TestReproducible::fonts_of_the_machine_change_nothing()
{
    QFile settings(path("fonts.conf"));
    QVERIFY(settings.open(QIODevice::WriteOnly));
    settings.write("<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig/>");
    settings.close();
    for (const char* suffix : {"png", "svg", "pdf"}) {
        const QString here = path("here.") + suffix, there = path("there.") + suffix;
        QVERIFY(export_to(here).status == 0);
        qputenv("FONTCONFIG_FILE", path("fonts.conf").toUtf8());
        const PlateauRun run = export_to(there);
        qunsetenv("FONTCONFIG_FILE");
        QVERIFY2(run.status == 0, run.errors);
        QVERIFY2(bytes_of(there) == bytes_of(here), suffix);
    }
}

PLATEAU_TEST(TestReproducible)
#include "tst_reproducible.moc"
