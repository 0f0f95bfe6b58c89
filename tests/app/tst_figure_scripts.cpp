// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "plateau_process.h"

namespace tst_figure_scripts {

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

    /// A bracket on a line of the grid, and leaders into filled areas, are seen.
    /// A column is found by the words that stand in the table, whatever signs its scenario's title has.
    void titles_of_any_signs_name_columns_data()
    {
        QTest::addColumn<QByteArray>("title");
        QTest::newRow("two lines") << QByteArray("\"Line one\\nLine two\"");
        QTest::newRow("a return") << QByteArray("\"Line one\\rLine two\"");
        QTest::newRow("a control sign") << QByteArray("\"one\\u0001two\"");
        QTest::newRow("a separator of lines") << QByteArray("\"one\\u2028two\"");
        QTest::newRow("a formula") << QByteArray("\"=1+2\"");
    }
    void titles_of_any_signs_name_columns()
    {
        QFETCH(QByteArray, title);
        QFile own(path("own.yaml"));
        QVERIFY(own.open(QIODevice::WriteOnly));
        own.write("kind: training\ntitle: " + title
                  + "\nhardware: h100_sxm\ngpus: 128\nmodel: llama2_7b\nsequences_per_gpu: 1\n");
        own.close();
        const QString line
            = QStringLiteral("fernandez-weak-scaling --figure scaling --force --with ") + path("own.yaml");
        const QByteArray script = exported(line, "titled.py");
        QVERIFY(!script.isEmpty());
        int named = 0;
        for (const QByteArray& column : own_rows(bytes_of(path("titled.csv"))).first().split(','))
            if (column.startsWith("Throughput")) {
                QVERIFY2(script.contains(column), column);
                ++named;
            }
        QCOMPARE(named, 2); // one for each scenario
        QVERIFY(!exported(line, "titled.tex").isEmpty());
    }

    void strokes_lie_over_grid_and_curves()
    {
        const QString line = QStringLiteral("fernandez-weak-scaling --figure scaling-per-gpu");
        const QByteArray python = exported(line, "over.py"), latex = exported(line, "over.tex");
        QVERIFY(python.contains(", above=True)\n"));
        QVERIFY(python.contains("\")\nshape(")); // a filled region is below
        const auto axes = latex.indexOf("\\end{axis}");
        QVERIFY(axes > 0 && latex.indexOf("\\path[draw=", axes) > axes);
    }

    void dashes_are_kept()
    {
        const QString line = QStringLiteral("fernandez-weak-scaling --figure plans-heatmap");
        QVERIFY(exported(line, "dashed.py").contains("dash=(2.5, 1.5, )"));
        QVERIFY(exported(line, "dashed.tex").contains(", dash pattern=on "));
    }

    /// The line at what all clusters have in common has a name and is in no table; each curve is marked where it was
    /// computed, not where another one was.
    void what_is_held_equal_is_a_named_line()
    {
        const QString line = QStringLiteral("llama3-70b-h100 --figure equal-watts-curves");
        const QByteArray python = exported(line, "equal.py"), latex = exported(line, "equal.tex");
        static const QRegularExpression upright(QStringLiteral("axes\\.plot\\(\\[([0-9.e+]+), \\1, \\],")),
            name(QStringLiteral("words\\([^\"]*\"[0-9]+\\x{a0}kW\"")),
            also(QStringLiteral("coordinates \\{ \\(([0-9.e+]+),[0-9.e+]+\\) \\(\\1,"));
        QVERIFY2(QString::fromUtf8(python).contains(upright) && QString::fromUtf8(python).contains(name), python);
        QVERIFY2(QString::fromUtf8(latex).contains(also), latex);
        QVERIFY(python.contains(", marked=("));
        QVERIFY(!own_rows(bytes_of(path("equal.csv"))).first().contains("Throughput: ["));
    }

    void a_domain_counts_in_doublings()
    {
        const QByteArray script = exported(QStringLiteral("llama3-405b-gb200 --figure domain"), "domain.py");
        QCOMPARE(script.count("axes = plot("), 1);
        QVERIFY2(script.contains("\"16\", ") && script.contains("\"64\", ") && !script.contains("\"50\", "), script);
    }

    /// A count without room beside its point is left out, and does not become part of the legend.
    void the_legend_names_no_points()
    {
        const QByteArray script
            = exported(QStringLiteral("llama3-70b-h100 --figure frontier --size column"), "front.py");
        QVERIFY2(script.contains("\"No count is faster and cheaper\""), script);
        QVERIFY(script.contains("\"Days for 1\u00a0T tokens, log scale\"") || script.contains("tokens, log scale\""));
    }

    void who_holds_what_leaves_stages_out()
    {
        const QByteArray script = exported(QStringLiteral("llama3-70b-h100 --figure holdings"), "holdings.py");
        QVERIFY(script.contains("DDP") && !script.contains("Stage"));
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

} // namespace tst_figure_scripts

#include "tst_figure_scripts.moc"
