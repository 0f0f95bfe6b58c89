// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

#include "core/calibration/own_runs.h"
#include "core/calibration/reopen.h"
#include "core/evidence/alike.h"
#include "core/files/output.h"
#include "tests/core/shipped_evidence.h"

namespace tst_runs_opened {

using namespace plateau;
using namespace plateau::evidence;

/// Runs opened as scenarios, and scenarios written as rows of a table to fill in.
class RunsOpened : public QObject {
    Q_OBJECT
private slots:
    /// A row of the table to fill in is the scenario it was made from.
    void a_table_to_fill_in_data()
    {
        QTest::addColumn<QString>("changes");
        QTest::addColumn<int>("rows");
        QTest::newRow("as it is") << "" << 2;
        QTest::newRow("tensor and pipeline") << "tp=4 pp=2 dp_mode=zero1 virtual_stages=2 sequence_parallel=1" << 2;
        QTest::newRow("hybrid") << "dp_mode=hsdp shard_group=16 recompute=full attention=flash3" << 2;
        QTest::newRow("batch in total") << "batch_mode=total global_batch=512 micro_batch=1" << 1;
        QTest::newRow("another model") << "layers=40 ffn=13824" << 2;
        QTest::newRow("one host") << "gpus=8" << 1;
    }
    void a_table_to_fill_in()
    {
        QFETCH(QString, changes);
        QFETCH(int, rows);
        Expected<Scenario> scenario = default_scenario(catalog_);
        for (const QString& change : changes.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            const QStringList parts = change.split(QLatin1Char('='));
            scenario = with(catalog_, *scenario, parts[0].toStdString(), parts[1].toStdString());
            QVERIFY2(scenario.has_value(), qPrintable(change));
        }
        QTemporaryDir folder;
        const auto file = std::filesystem::path(folder.path().toStdString()) / "mine.csv";
        QVERIFY(files::write_file(file, own_table(catalog_, *scenario), {}).has_value());
        const auto read = read_rows(file);
        QVERIFY2(read.has_value(), read ? "" : english(read.error()).c_str());
        QCOMPARE(static_cast<int>(read->size()), rows);
        const WorkspacePointer workspace = make_workspace();
        const Case back = make_case(catalog_, read->back(), *workspace, &scenario->assumptions.stack);
        QCOMPARE(back.missing, std::string());
        QVERIFY(is_alike(back, *scenario));
        const double asked = evaluate(*prepare(*scenario), scenario->plan, *workspace).step_seconds;
        const double posed = evaluate(*prepare(back.posed.scenario), back.posed.scenario.plan, *workspace).step_seconds;
        QVERIFY2(std::abs(posed / asked - 1) < 1e-6, qPrintable(QString::number(posed / asked)));
        QVERIFY(!read->back().measured_step_seconds());
    }

    /// Nearly every run can be opened, and is then the question that was predicted.
    void runs_open_as_scenarios()
    {
        const WorkspacePointer workspace = make_workspace();
        int opened = 0, exact = 0, posed = 0, near = 0;
        for (std::size_t i = 0; i < sample_.cases.size(); ++i) {
            if (!sample_.cases[i].missing.empty())
                continue;
            ++posed;
            const auto run = reopen(catalog_, sample_.cases[i], sample_.rows[i], *workspace);
            QVERIFY2(run.has_value(), (sample_.rows[i].id + ": " + (run ? "" : english(run.error()))).c_str());
            ++opened;
            exact += run->exact ? 1 : 0;
            const catalog::ModelShape& shape = sample_.cases[i].posed.scenario.workload.shape;
            if (shape.experts > 0 && match_shape(catalog_, sample_.rows[i]) == nullptr) {
                ++near;
                continue; // experts are a model's own: no parameter makes them of another
            }
            // Where the catalog has no model of the same make (biases, untied embeddings) a trace differs.
            const double change
                = run->step_seconds / predict(sample_.cases[i], sample_.rows[i], *workspace).step_seconds;
            near += std::abs(change - 1) < 0.02 ? 1 : 0;
            QVERIFY2(std::abs(change - 1) < 0.03, (sample_.rows[i].id + " " + std::to_string(change)).c_str());
            QVERIFY2(is_alike(sample_.cases[i], run->scenario), sample_.rows[i].id.c_str());
        }
        QCOMPARE(opened, posed);
        QVERIFY2(near >= 0.99 * posed, qPrintable(QStringLiteral("%1 of %2").arg(near).arg(posed)));
        QVERIFY2(exact >= 0.9 * posed, qPrintable(QStringLiteral("%1 of %2").arg(exact).arg(posed)));
    }

private:
    const catalog::Catalog& catalog_ = test::shipped();
    const Sample& sample_ = test::shipped_evidence().sample;
};

PLATEAU_TEST(RunsOpened)

} // namespace tst_runs_opened

#include "tst_runs_opened.moc"
