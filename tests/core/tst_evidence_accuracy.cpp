// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/evidence/cross_validation.h"

using namespace plateau;
using namespace plateau::evidence;

/// What the shipped rows must show under the shipped stacks.
class EvidenceAccuracy : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        catalog_ = catalog::read({PRESETS});
        std::vector<Row> rows;
        for (const auto& file : catalog::preset_files(catalog_.folders, "evidence", ".csv")) {
            if (file.stem() == "peers")
                continue;
            auto more = read_rows(file);
            QVERIFY2(more.has_value(), file.c_str());
            std::move(more->begin(), more->end(), std::back_inserter(rows));
        }
        sample_ = make_sample(catalog_, std::move(rows));
        report_ = report(sample_.rows, predict(sample_));
    }

    void nearly_all_rows_are_predicted()
    {
        QCOMPARE(report_.rows, 1595);
        QVERIFY(report_.predicted >= 1582);
        for (const auto& [reason, count] : report_.skipped)
            QVERIFY2(reason.starts_with("missing cell: "), reason.c_str());
    }

    void step_times()
    {
        QVERIFY(report_.overall.time->n >= 1062);
        QVERIFY(report_.overall.time->mape <= 0.06);
        QVERIFY(report_.by_source.time->mape <= 0.06);
        QVERIFY(std::abs(report_.overall.time->bias) <= 0.02);
        for (const auto& [source, group] : report_.sources)
            if (group.time && group.time->n >= 10)
                QVERIFY2(group.time->mape <= 0.09, source.c_str());
    }

    void layout_sweeps()
    {
        QVERIFY(*report_.overall.time->top1_regret <= 0.02);
        QVERIFY(*report_.overall.time->rank_correlation >= 0.85);
    }

    void memory_and_verdicts()
    {
        QVERIFY(*report_.overall.memory->mape <= 0.08);
        QVERIFY(*report_.by_source.memory->mape <= 0.08);
        QVERIFY(*report_.overall.memory->oom_accuracy >= 0.95);
    }

    void one_anchor_does_not_harm()
    {
        const Anchored anchored = anchor(sample_, 1);
        const Report with = report(sample_.rows, anchored.predictions, anchored.scored);
        QVERIFY(with.overall.time->n < report_.overall.time->n);
        QVERIFY(with.by_source.time->mape <= 0.055);
        for (const auto& [source, factor] : anchored.factors)
            QVERIFY2(factor > 0.7 && factor < 1.4, source.c_str());
    }

    /// A constant moved away by hand is found again.
    void a_fit_finds_a_constant()
    {
        Sample moved;
        for (std::size_t i = 0; i < sample_.rows.size(); ++i)
            if (sample_.cases[i].missing.empty()
                && sample_.cases[i].posed.scenario.assumptions.stack.id == "nemo_bf16") {
                moved.rows.push_back(sample_.rows[i]);
                moved.cases.push_back(sample_.cases[i]);
            }
        Dial dial = make_dial(catalog_, "kernel_efficiency", {"nemo_bf16"});
        const double good = dial.value;
        dial.value = dial.start = good * 0.85;
        std::vector<Dial> dials = {dial};
        const FitResult result = fit(moved, all_rows(moved.rows), dials);
        QCOMPARE(result.rows, int(moved.rows.size()));
        QVERIFY(result.loss_after < 0.5 * result.loss_before);
        QVERIFY(std::abs(dials[0].value / good - 1) < 0.03);
    }

private:
    catalog::Catalog catalog_;
    Sample sample_;
    Report report_;
};

PLATEAU_TEST(EvidenceAccuracy)
#include "tst_evidence_accuracy.moc"
