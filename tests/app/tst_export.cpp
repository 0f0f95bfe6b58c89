// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "plateau_process.h"

/// Figures without a display: every format, every size, and the scenario inside.
class TestExport : public QObject {
    Q_OBJECT

private slots:
    void status_data();
    void status();
    void an_unknown_figure_names_the_nearest();
    void every_figure_in_every_format_data();
    void every_figure_in_every_format();
    void size_in_pixels();
    void size_in_millimetres();
    void themes_differ();
    void the_scenario_travels_in_the_file_data();
    void the_scenario_travels_in_the_file();
    void csv_holds_the_curve_of_the_sweep();
    void the_best_plan_is_drawn_when_asked_data();
    void the_best_plan_is_drawn_when_asked();

private:
    QString path(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    PlateauRun export_to(const QString& file, const QStringList& more = {}) const
    {
        return run_plateau(QStringList{"export", "fernandez-weak-scaling", "--output", file} + more);
    }

    QTemporaryDir folder_;
};

void TestExport::status_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("expected");
    QTest::newRow("no output") << "export fernandez-weak-scaling --figure scaling" << 2;
    QTest::newRow("unknown figure") << "export fernandez-weak-scaling --figure scalin --output x.png" << 2;
    QTest::newRow("unknown format") << "export fernandez-weak-scaling --output x.bmp" << 2;
    QTest::newRow("bad size") << "export fernandez-weak-scaling --output x.png --size huge" << 2;
    QTest::newRow("bad theme") << "export fernandez-weak-scaling --output x.png --theme sepia" << 2;
    QTest::newRow("bad resolution") << "export fernandez-weak-scaling --output x.png --dpi none" << 2;
    QTest::newRow("bad font scale") << "export fernandez-weak-scaling --output x.png --font-scale 0" << 2;
    QTest::newRow("nothing fits")
        << "export fernandez-weak-scaling --set model=gpt3_175b --set dp_mode=ddp --output x.png" << 3;
    QTest::newRow("folder missing") << "export fernandez-weak-scaling --output no/such/folder/x.png" << 1;
}

void TestExport::status()
{
    QFETCH(QString, line);
    QFETCH(int, expected);
    QTemporaryDir folder;
    const PlateauRun run = run_plateau(line.split(u' '), folder.path());
    QVERIFY2(run.status == expected, run.errors);
    QVERIFY(run.output.isEmpty());
    QVERIFY(run.errors.startsWith("plateau: "));
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("x.png"))));
}

void TestExport::an_unknown_figure_names_the_nearest()
{
    const PlateauRun run = run_plateau("export fernandez-weak-scaling --figure scalin --output x.png");
    QVERIFY2(run.errors.contains("nearest is scaling"), run.errors);
}

void TestExport::every_figure_in_every_format_data()
{
    QTest::addColumn<QString>("figure");
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QByteArray>("start");
    for (const char* figure : {"scaling", "scaling-per-gpu", "step"}) {
        QTest::addRow("%s png", figure) << figure << "png" << QByteArray("\x89PNG");
        QTest::addRow("%s svg", figure) << figure << "svg" << QByteArray("<?xml");
        QTest::addRow("%s pdf", figure) << figure << "pdf" << QByteArray("%PDF-");
        QTest::addRow("%s csv", figure) << figure << "csv" << QByteArray();
    }
}

void TestExport::every_figure_in_every_format()
{
    QFETCH(QString, figure);
    QFETCH(QString, suffix);
    QFETCH(QByteArray, start);
    const QString name = folder_.filePath(figure + u'.' + suffix);
    const PlateauRun run = export_to(name, {"--figure", figure});
    QVERIFY2(run.status == 0, run.errors);
    QVERIFY2(run.errors.isEmpty(), run.errors);
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(bytes.size() > 100);
    QVERIFY(bytes.startsWith(start));
    if (suffix == QStringLiteral("svg")) {
        QXmlStreamReader xml(bytes);
        while (!xml.atEnd())
            xml.readNext();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    }
}

void TestExport::size_in_pixels()
{
    QVERIFY(export_to(path("pixels.png"), {"--size", "640x480px"}).status == 0);
    QCOMPARE(QImage(path("pixels.png")).size(), QSize(640, 480));
    QVERIFY(export_to(path("fine.png"), {"--size", "640x480px", "--dpi", "150"}).status == 0);
    QCOMPARE(QImage(path("fine.png")).size(), QSize(640, 480));
}

void TestExport::size_in_millimetres()
{
    QVERIFY(export_to(path("mm.png"), {"--size", "127x101.6mm", "--dpi", "100"}).status == 0);
    QCOMPARE(QImage(path("mm.png")).size(), QSize(500, 400));
}

void TestExport::themes_differ()
{
    const auto corner = [&](const char* theme) {
        const QString name = folder_.filePath(QLatin1String(theme) + QStringLiteral(".png"));
        return export_to(name, {"--theme", QLatin1String(theme)}).status == 0 ? QImage(name).pixelColor(1, 1)
                                                                              : QColor();
    };
    QCOMPARE(corner("print"), QColor(Qt::white));
    QVERIFY(corner("dark").isValid());
    QVERIFY(corner("dark").lightnessF() < 0.3F);
}

void TestExport::the_scenario_travels_in_the_file_data()
{
    QTest::addColumn<QString>("suffix");
    for (const char* suffix : {"png", "svg", "pdf", "csv"})
        QTest::newRow(suffix) << suffix;
}

void TestExport::the_scenario_travels_in_the_file()
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

void TestExport::csv_holds_the_curve_of_the_sweep()
{
    QVERIFY(export_to(path("curve.csv")).status == 0);
    QFile file(path("curve.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const double expected
        = run_plateau("estimate fernandez-weak-scaling --set gpus=1024 --json").json()[u"tokens_per_s"].toDouble();
    bool found = false;
    for (const QByteArray& line : file.readAll().split('\n')) {
        const QList<QByteArray> cells = line.split(',');
        if (cells.first() != "1024")
            continue;
        for (const QByteArray& cell : cells)
            found = found || std::abs(cell.toDouble() / expected - 1) < 1e-6;
    }
    QVERIFY(found);
}

void TestExport::the_best_plan_is_drawn_when_asked_data()
{
    QTest::addColumn<QString>("flags");
    QTest::newRow("best") << "--plan best";
    QTest::newRow("locked") << "--plan best --lock dp_mode";
    QTest::newRow("cheapest") << "--plan best --objective cost";
}

void TestExport::the_best_plan_is_drawn_when_asked()
{
    QFETCH(QString, flags);
    const QStringList words = flags.split(u' ');
    QVERIFY(export_to(path("best.csv"), words).status == 0);
    QFile file(path("best.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray all = file.readAll();
    QVERIFY(all.contains("Throughput: Best") && all.contains("Throughput: Given"));
    const PlateauRun direct
        = run_plateau(QStringList{"estimate", "fernandez-weak-scaling", "--set", "gpus=4096", "--json"} + words);
    const double expected = direct.json()[u"tokens_per_s"].toDouble();
    QVERIFY(expected > 0);
    bool found = false;
    for (const QByteArray& line : all.split('\n')) {
        const QList<QByteArray> cells = line.split(',');
        if (cells.first() != "4096")
            continue;
        for (const QByteArray& cell : cells)
            found = found || std::abs(cell.toDouble() / expected - 1) < 1e-6;
    }
    QVERIFY(found);
}

PLATEAU_TEST(TestExport)
#include "tst_export.moc"
