// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <set>

#include "core/views/figures/export_choices.h"
#include "tests/ui/sample_figure.h"
#include "ui/figures/script_plan.h"

using namespace plateau;
using namespace plateau::ui;

/// Scripts of every kind of chart are whole: their heads are there and Python reads them.
class TestScripts : public QObject {
    Q_OBJECT

private slots:
    void python_compiles_data()
    {
        QTest::addColumn<int>("sample");
        std::set<std::size_t> kinds;
        const std::vector<figures::Figure> samples = sample_figures();
        for (std::size_t i = 0; i < samples.size(); ++i) {
            QTest::addRow("%s", samples[i].id.c_str()) << static_cast<int>(i);
            kinds.insert(samples[i].chart.index());
        }
        QCOMPARE(kinds.size(), std::variant_size_v<figures::Chart>); // one of each kind and more
    }
    void python_compiles()
    {
        QFETCH(int, sample);
        const figures::FigurePage page = figures::page_of(sample_figures()[static_cast<std::size_t>(sample)]);
        const std::string script = matplotlib_script(page, *figures::export_size("column"));
        QVERIFY(script.find("def table(file):") != std::string::npos);
        QVERIFY2(compiles(script), script.c_str());
        QVERIFY(!compiles(script + "(")); // the test would see it
    }

    void latex_has_its_head()
    {
        for (const figures::Figure& figure : sample_figures()) {
            const std::string script = pgfplots_script(figures::page_of(figure), *figures::export_size("column"));
            QVERIFY(script.find("\\documentclass") != std::string::npos);
            QVERIFY2(script.find("\\nextgroupplot") != std::string::npos, figure.id.c_str());
        }
    }

private:
    bool compiles(const std::string& script) const
    {
        QFile file(folder_.filePath(QStringLiteral("figure.py")));
        if (!file.open(QIODevice::WriteOnly))
            return false;
        file.write(QByteArray::fromStdString(script));
        file.close();
        return QProcess::execute(QStandardPaths::findExecutable(QStringLiteral("python3")),
                                 {QStringLiteral("-m"), QStringLiteral("py_compile"), file.fileName()})
            == 0;
    }

    QTemporaryDir folder_;
};

PLATEAU_TEST(TestScripts)
#include "tst_scripts.moc"
