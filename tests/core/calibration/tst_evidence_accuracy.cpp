// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/calibration/cross_validation.h"
#include "core/calibration/score.h"
#include "tests/core/shipped_evidence.h"

namespace tst_evidence_accuracy {

using namespace plateau;
using namespace plateau::evidence;

namespace {

/// Sources that the shipped stacks' constants were fitted on; nothing was fitted on the others.
constexpr const char* fitted_sources[] = {"BigScience BLOOM",
                                          "BigScience Jean Zay V100",
                                          "FlagOpen/FlagPerf",
                                          "Hagemann et al.",
                                          "InternLM/InternEvo",
                                          "Korthikanti et al.",
                                          "MLPerf Training v4.0 power",
                                          "NVIDIA NeMo performance_summary",
                                          "NVIDIA dgxc-benchmarking recipes (expected",
                                          "NVIDIA/Megatron-LM README",
                                          "mosaicml/llm-foundry",
                                          "sail-sg/VocabularyParallelism",
                                          "vTrain"};

bool was_fitted(const Row& row)
{
    return std::any_of(std::begin(fitted_sources), std::end(fitted_sources),
                       [&](const char* source) { return row.source.starts_with(source); });
}

} // namespace

/// What the shipped rows must show under the shipped stacks.
class EvidenceAccuracy : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        const auto& [all, predictions, problems] = test::shipped_evidence();
        QVERIFY(problems.empty());
        all_ = report(all.rows, predictions);
        for (std::size_t i = 0; i < all.rows.size(); ++i) {
            if (!was_fitted(all.rows[i]) || !all.rows[i].fine_tune.empty()) // no adapters among them then
                continue;
            sample_.rows.push_back(all.rows[i]);
            sample_.cases.push_back(all.cases[i]);
        }
        report_ = report(sample_.rows, predict(sample_));
    }

    void nearly_all_rows_are_predicted()
    {
        QCOMPARE(all_.rows, 2305);
        QVERIFY(all_.predicted >= 2297);
        for (const auto& [reason, count] : all_.skipped)
            QVERIFY2(reason.starts_with("missing cell: "), reason.c_str());
        for (const auto& [column, count] : all_.defaults)
            QVERIFY(*filling_of(column) != 0);
    }

    /// A result that two tables print counts once. Inside one table of before, equal figures are runs of their own.
    void no_run_counts_twice()
    {
        std::map<std::vector<std::string>, std::string> seen;
        for (const Row& row : test::shipped_evidence().sample.rows) {
            if (!row.step_seconds || was_fitted(row))
                continue;
            std::vector<std::string> key(row.plan.begin(), row.plan.end());
            for (const double value : {row.gpus.value_or(0), row.layers.value_or(0), row.hidden.value_or(0),
                                       row.sequence.value_or(0), row.global_batch.value_or(0), *row.step_seconds})
                key.push_back(std::to_string(value));
            for (const std::string& text : {row.gpu, row.precision})
                key.push_back(text);
            const auto [entry, is_new] = seen.emplace(std::move(key), row.id);
            QVERIFY2(is_new, (row.id + " and " + entry->second).c_str());
        }
        QVERIFY(seen.size() > 250);
    }

    /// Predictions, not fits: software, experts and machines without a constant of their own. What they must not exceed
    /// is where they stand.
    void rows_nobody_tuned_on()
    {
        QVERIFY(all_.overall.time->n >= 1668); // those whose use is memory or power are not timed
        QVERIFY2(all_.overall.time->mape <= 0.105, qPrintable(QString::number(all_.overall.time->mape)));
        QVERIFY2(all_.by_source.time->mape <= 0.17, qPrintable(QString::number(all_.by_source.time->mape)));
        QVERIFY2(*all_.overall.memory->mape <= 0.1, qPrintable(QString::number(*all_.overall.memory->mape)));
        QVERIFY2(*all_.by_source.memory->mape <= 0.095, qPrintable(QString::number(*all_.by_source.memory->mape)));
        QVERIFY2(*all_.overall.memory->oom_accuracy >= 0.94,
                 qPrintable(QString::number(*all_.overall.memory->oom_accuracy)));
    }

    void step_times()
    {
        QVERIFY(report_.overall.time->n >= 1062);
        QVERIFY2(report_.overall.time->mape <= 0.07, qPrintable(QString::number(report_.overall.time->mape)));
        QVERIFY2(report_.by_source.time->mape <= 0.06, qPrintable(QString::number(report_.by_source.time->mape)));
        QVERIFY(std::abs(report_.overall.time->bias) <= 0.02);
        for (const auto& [source, group] : report_.sources)
            if (group.time && group.time->n >= 10)
                QVERIFY2(group.time->mape <= 0.09, source.c_str());
    }

    /// Arithmetic, where a table gives peak allocated memory and every switch: no constant was fitted to it.
    void memory_is_arithmetic()
    {
        const auto found = std::find_if(all_.sources.begin(), all_.sources.end(),
                                        [](const auto& one) { return one.first.starts_with("MooreThreads SimuMax"); });
        QVERIFY(found != all_.sources.end() && found->second.memory->n >= 22);
        QVERIFY2(*found->second.memory->median_ape <= 0.015,
                 qPrintable(QString::number(*found->second.memory->median_ape)));
        QVERIFY(*found->second.memory->mape <= 0.035);
    }

    void layout_sweeps()
    {
        const double regret = *report_.overall.time->top1_regret;
        const double rank = *report_.overall.time->rank_correlation;
        QEXPECT_FAIL("", "more, where biases of experts and the column use count", Continue);
        QVERIFY2(regret <= 0.025, qPrintable(QString::number(regret)));
        QVERIFY2(rank >= 0.85, qPrintable(QString::number(rank)));
    }

    /// 8.1 % were bytes per token fitted to these rows; what is followed tensor by tensor was 9.0 % here, what programs
    /// say in their code in place of six fitted constants was 9.4 %, and both hold better elsewhere
    /// (rows_nobody_tuned_on, memory_is_arithmetic).
    void memory_and_verdicts()
    {
        QEXPECT_FAIL("", "more: chunks are filled wherever software can interleave, and FlagPerf's runs did not",
                     Continue);
        QVERIFY2(*report_.overall.memory->mape <= 0.095, qPrintable(QString::number(*report_.overall.memory->mape)));
        QEXPECT_FAIL("", "more: twelve runs on V100, which do not say which memory they print", Continue);
        QVERIFY2(*report_.by_source.memory->mape <= 0.095,
                 qPrintable(QString::number(*report_.by_source.memory->mape)));
        QVERIFY(*report_.overall.memory->oom_accuracy >= 0.95);
    }

    void one_anchor_does_not_harm()
    {
        const Anchored anchored = anchor(sample_, 1);
        const Report with = report(sample_.rows, anchored.predictions, anchored.scored);
        QVERIFY(with.overall.time->n < report_.overall.time->n);
        QEXPECT_FAIL("", "more: sources with few timed runs, whose other runs are for memory alone", Continue);
        QVERIFY2(with.by_source.time->mape <= 0.055, qPrintable(QString::number(with.by_source.time->mape)));
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
        Dial dial = make_dial(test::shipped(), "kernel_efficiency", {"nemo_bf16"});
        std::vector<Dial> best = {dial};
        fit(moved, all_rows(moved.rows), best);
        const double good = best[0].value;
        dial.value = dial.start = good * 0.85;
        std::vector<Dial> dials = {dial};
        const FitResult result = fit(moved, all_rows(moved.rows), dials);
        QCOMPARE(result.rows, int(moved.rows.size()));
        QVERIFY(result.loss_after < 0.5 * result.loss_before);
        QVERIFY(std::abs(dials[0].value / good - 1) < 0.03);
    }

private:
    Report all_; ///< over every shipped row
    Sample sample_; ///< of fitted sources
    Report report_;
};

PLATEAU_TEST(EvidenceAccuracy)

} // namespace tst_evidence_accuracy

#include "tst_evidence_accuracy.moc"
