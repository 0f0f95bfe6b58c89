// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QImage>
#include <QTest>

#include "exports.h"

namespace tst_reproducible {

/// A file gives its figure back, and whoever makes it gets the same bytes.
class TestReproducible : public QObject, Exports {
    Q_OBJECT

private slots:
    void the_scenario_travels_in_the_file();
    void a_figure_is_made_again_from_its_file_data();
    void a_figure_is_made_again_from_its_file();
    void alone_or_among_others_is_the_same();
    void a_pdf_is_the_same_twice();
    void an_empty_environment();
    void fonts_of_the_machine_change_nothing();
};

namespace {

constexpr const char* suffixes[] = {"png", "svg", "pdf", "csv"};

} // namespace

void TestReproducible::the_scenario_travels_in_the_file()
{
    QList<QStringList> figures;
    for (const char* suffix : suffixes)
        figures << QStringList{"fernandez-weak-scaling", "--set", "gpus=384", "--figure", "step", "--output",
                               path("travels.") + suffix};
    const PlateauRun made = export_all(figures);
    QVERIFY2(made.status == 0, made.errors);
    const PlateauRun direct = run_plateau("estimate fernandez-weak-scaling --set gpus=384 --json");
    for (const char* suffix : suffixes) {
        const PlateauRun from_figure = run_plateau({"estimate", path("travels.") + suffix, "--json"});
        QVERIFY2(from_figure.status == 0, from_figure.errors);
        QCOMPARE(from_figure.json()[u"tokens_per_s"], direct.json()[u"tokens_per_s"]);
        QCOMPARE(from_figure.json()[u"scenario"][u"gpus"].toDouble(), 384);
    }
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
    QList<QStringList> once, twice;
    for (const char* suffix : suffixes) {
        once << QStringList{"--size", "two-column", "--output", path("once.") + suffix} + asked;
        twice << QStringList{path("once.") + suffix, "--size", "two-column", "--output", path("twice.") + suffix};
    }
    const PlateauRun run = export_all(once);
    QVERIFY2(run.status == 0, run.errors);
    QVERIFY(export_all(twice).status == 0);
    for (const char* suffix : suffixes) {
        const QByteArray made = bytes_of(path("once.") + suffix);
        QVERIFY2(!made.isEmpty() && made == bytes_of(path("twice.") + suffix), suffix);
    }
}

void TestReproducible::alone_or_among_others_is_the_same()
{
    const QStringList step{"fernandez-weak-scaling", "--figure", "step", "--dpi", "60", "--output"};
    QVERIFY(export_all({step + QStringList{path("among.pdf")}, step + QStringList{path("among.png")}}).status == 0);
    for (const char* suffix : {"pdf", "png"}) {
        QVERIFY(export_to(path("alone.") + suffix).status == 0);
        QCOMPARE(bytes_of(path("alone.") + suffix), bytes_of(path("among.") + suffix));
    }
}

void TestReproducible::a_pdf_is_the_same_twice()
{
    QVERIFY(export_to(path("once.pdf")).status == 0);
    const qint64 made = QDateTime::currentSecsSinceEpoch();
    QVERIFY(QTest::qWaitFor([made] { return QDateTime::currentSecsSinceEpoch() > made; })); // the clock shows another
    QVERIFY(export_to(path("twice.pdf")).status == 0);
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
    const auto drawn = [this](const char* name) {
        QList<QStringList> figures;
        for (const char* suffix : {"png", "svg", "pdf"})
            figures << QStringList{"fernandez-weak-scaling", "--figure", "step", "--dpi", "60", "--output",
                                   path(name) + suffix};
        return export_all(figures);
    };
    QVERIFY(drawn("here.").status == 0);
    qputenv("FONTCONFIG_FILE", path("fonts.conf").toUtf8());
    const PlateauRun run = drawn("there.");
    qunsetenv("FONTCONFIG_FILE");
    QVERIFY2(run.status == 0, run.errors);
    for (const char* suffix : {"png", "svg", "pdf"}) {
        const QByteArray here = bytes_of(path("here.") + suffix);
        QVERIFY2(!here.isEmpty() && bytes_of(path("there.") + suffix) == here, suffix);
    }
}

PLATEAU_TEST(TestReproducible)

} // namespace tst_reproducible

#include "tst_reproducible.moc"
