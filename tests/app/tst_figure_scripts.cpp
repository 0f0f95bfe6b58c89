// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "plateau_process.h"

/// Tables that other programs read as they are, and scripts that redraw a figure from its table.
class TestFigureScripts : public QObject {
    Q_OBJECT

private slots:
    void tables_are_plain_data()
    {
        QTest::addColumn<QString>("line");
        QTest::newRow("curves") << "fernandez-weak-scaling";
        QTest::newRow("several") << "fernandez-weak-scaling --with fernandez-a100 --figure scaling-per-gpu";
        QTest::newRow("tiles") << "fernandez-weak-scaling --facet hardware=h100_sxm,b200 --panels mfu";
        QTest::newRow("bars") << "fernandez-weak-scaling --figure step";
        QTest::newRow("map") << "fernandez-weak-scaling --figure plans-heatmap";
        QTest::newRow("swings") << "fernandez-weak-scaling --figure what-would-help";
        QTest::newRow("limits") << "limits-h100-dense --with limits-a100-dense";
    }
    void tables_are_plain()
    {
        QFETCH(QString, line);
        const QList<QByteArray> rows = table(line);
        QVERIFY(rows.size() > 2);
        const auto columns = rows.first().count(',');
        QVERIFY(columns > 0);
        const QList<QByteArray> names = rows.first().split(',');
        QCOMPARE(QSet<QByteArray>(names.begin(), names.end()).size(), columns + 1); // each name once
        for (const QByteArray& row : rows) {
            QVERIFY2(!row.contains('"') && !row.contains('#'), row);
            QCOMPARE(row.count(','), columns); // no cell holds a comma
        }
    }

    void matplotlib_draws_every_column_data() { tables_are_plain_data(); }
    void matplotlib_draws_every_column()
    {
        QFETCH(QString, line);
        const QByteArray script = exported(line, "figure.py");
        QVERIFY(!script.isEmpty());
        const PlateauRun compiled = python({"-m", "py_compile", path("figure.py")});
        QVERIFY2(compiled.status == 0, compiled.errors);
        QVERIFY(script.contains("# scenario: kind: "));
        QVERIFY(script.contains("HERE.with_name(\"figure.csv\")"));
        QVERIFY(script.contains("HERE.stem + \"-matplotlib.pdf\"")); // nor over figure.pdf, nor over that of the .tex
        for (const QByteArray& column : own_rows(bytes_of(path("figure.csv"))).first().split(','))
            if (is_plot(line) && column != "tile" && column != "run")
                QVERIFY2(script.contains("\"" + column + "\""), column + " in\n" + script);
        if (python({"-c", "import matplotlib"}).status != 0)
            return; // drawn where it is there
        const PlateauRun drawn = python({path("figure.py"), path("redrawn.svg")});
        QVERIFY2(drawn.status == 0, drawn.errors);
        QVERIFY(bytes_of(path("redrawn.svg")).contains("<svg"));
        // Shapes lie over each other in the order of the figure: a line of the grid is not drawn over a bar.
        const QString orders = QStringLiteral(
            "import runpy; sheet = runpy.run_path('%1')['BELOW']; marks = [*sheet.patches, *sheet.lines]; "
            "assert len({mark.get_zorder() for mark in marks}) == len(marks), len(marks)");
        const PlateauRun ordered = python({"-c", orders.arg(path("figure.py"))});
        QVERIFY2(ordered.status == 0, ordered.errors);
    }

    void pgfplots_names_the_table_and_its_columns_data() { tables_are_plain_data(); }
    void pgfplots_names_the_table_and_its_columns()
    {
        QFETCH(QString, line);
        const QByteArray script = exported(line, "figure.tex");
        QVERIFY(script.contains("\\newcommand{\\plateautable}{figure.csv}") && script.contains("% scenario: kind: "));
        QVERIFY(script.contains("pdflatex -jobname=figure-pgfplots figure.tex"));
        const QByteArray body = script.mid(script.indexOf("\\begin{document}"));
        QCOMPARE(body.count('{'), body.count('}'));
        const auto columns = own_rows(bytes_of(path("figure.csv"))).first().count(',') + 1;
        static const QRegularExpression index(QStringLiteral("(?:x|y|meta) index=(\\d+)"));
        int plots = 0;
        for (auto found = index.globalMatch(QString::fromUtf8(body)); found.hasNext(); ++plots)
            QVERIFY(found.next().captured(1).toInt() < columns);
        QVERIFY(plots > 0 || !is_plot(line));
    }

    void a_script_is_a_figure_that_comes_back()
    {
        QVERIFY(!exported(QStringLiteral("fernandez-weak-scaling --set gpus=384"), "back.py").isEmpty());
        const PlateauRun estimate = run_plateau({"estimate", path("back.py"), "--json"});
        QVERIFY2(estimate.status == 0, estimate.errors);
        QCOMPARE(estimate.json()[u"scenario"][u"gpus"].toDouble(), 384);
    }

    void what_stands_beside_a_script_is_not_replaced()
    {
        QFile own(path("taken.csv"));
        QVERIFY(own.open(QIODevice::WriteOnly));
        own.write("my own numbers\n");
        own.close();
        const PlateauRun run
            = run_plateau({"export", "fernandez-weak-scaling", "--figure", "step", "--output", path("taken.py")});
        QCOMPARE(run.status, 2);
        QCOMPARE(bytes_of(path("taken.csv")), QByteArray("my own numbers\n"));
        QVERIFY(!QFile::exists(path("taken.py")));
    }

private:
    /// Bars, maps and swings are drawn as they stand: their scripts read no table.
    static bool is_plot(const QString& line)
    {
        return !line.contains(QStringLiteral("step")) && !line.contains(QStringLiteral("heatmap"))
            && !line.contains(QStringLiteral("what-would-help"));
    }
    QString path(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    static QByteArray bytes_of(const QString& file)
    {
        QFile opened(file);
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }
    static QList<QByteArray> own_rows(const QByteArray& csv)
    {
        QList<QByteArray> rows;
        for (const QByteArray& row : csv.split('\n'))
            if (!row.isEmpty() && !row.startsWith('#'))
                rows << row;
        return rows;
    }
    QByteArray exported(const QString& line, const char* file) const
    {
        const PlateauRun run
            = run_plateau(QStringList{"export"} + line.split(u' ') + QStringList{"--output", path(file)});
        return run.status == 0 ? bytes_of(path(file)) : QByteArray();
    }
    QList<QByteArray> table(const QString& line) const { return own_rows(exported(line, "table.csv")); }
    static PlateauRun python(const QStringList& words)
    {
        const QString of_system = QStringLiteral("/usr/bin/python3"); // packages are installed for that one
        return run_program(
            QFile::exists(of_system) ? of_system : QStandardPaths::findExecutable(QStringLiteral("python3")), words);
    }

    QTemporaryDir folder_;
};

PLATEAU_TEST(TestFigureScripts)
#include "tst_figure_scripts.moc"
