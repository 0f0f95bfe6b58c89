// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/calibration/score.h"

namespace tst_evidence_score {

using namespace plateau::evidence;

namespace {

/// A sweep of rows in file order: measured seconds (0: ran out of memory), predicted seconds, predicted verdict.
struct Run {
    double measured = 0;
    double predicted = 0;
    bool out_of_memory = false;
};

struct Table {
    std::vector<Row> rows;
    std::vector<Prediction> predictions;
};

Table table(const std::vector<Run>& runs, const std::string& source = "one")
{
    Table result;
    for (const Run& run : runs) {
        Row row;
        row.source = source;
        row.model = "m";
        row.gpu = "A100";
        row.gpus = 8;
        row.sequence = 2048;
        row.global_batch = 64;
        if (run.measured > 0)
            row.step_seconds = run.measured;
        row.oom = run.measured <= 0;
        Prediction prediction;
        prediction.step_seconds = run.predicted;
        prediction.out_of_memory = run.out_of_memory;
        result.rows.push_back(row);
        result.predictions.push_back(prediction);
    }
    return result;
}

} // namespace

class EvidenceScore : public QObject {
    Q_OBJECT
private slots:
    void errors_are_against_the_measurement()
    {
        const Table t = table({{10, 11}, {10, 8}, {10, 10}});
        const ScoredGroup group = report(t.rows, t.predictions).overall;
        QCOMPARE(group.time->n, 3);
        QCOMPARE(group.time->mape, 0.1);
        QCOMPARE(group.time->median_ape, 0.1);
        QCOMPARE(group.time->p90_ape, 0.18);
        QVERIFY(std::abs(group.time->bias + 1.0 / 30) < 1e-12);
        QVERIFY(!group.time->rank_correlation && !group.time->top1_regret);
    }

    /// Of a predicted run whose step time is compared with nothing the report says why.
    void what_is_not_compared_is_said()
    {
        Table t = table({{10, 11}, {10, 11}, {10, 11}, {10, 11}});
        for (std::size_t i = 1; i < 4; ++i) {
            t.rows[i].step_seconds.reset();
            t.rows[i].oom.reset();
        }
        t.rows[1].model_flop_per_s = 200e12;
        t.rows[2].memory_bytes = 40e9;
        const Report said = report(t.rows, t.predictions);
        QCOMPARE(said.predicted, 4);
        QCOMPARE(said.not_compared.size(), std::size_t(2)); // memory is compared with memory
        QVERIFY(why_not_compared(t.rows[0]).empty() && why_not_compared(t.rows[2]).empty());
        QVERIFY(why_not_compared(t.rows[1]).find("tflops_kind") != std::string::npos);
        QVERIFY(why_not_compared(t.rows[3]).find("nothing is measured") != std::string::npos);
    }

    void a_sweep_ranks_and_regrets()
    {
        const Table t = table({{10, 10}, {11, 9}, {12, 12}, {13, 13}, {14, 14}});
        const ScoredGroup group = report(t.rows, t.predictions).overall;
        QCOMPARE(*group.time->rank_correlation, 0.9);
        QVERIFY(std::abs(*group.time->top1_regret - 0.1) < 1e-12);
    }

    void a_flat_sweep_has_regret_but_no_rank()
    {
        const Table t = table({{10, 10}, {10.2, 9}, {10.4, 12}, {10.6, 13}, {11.4, 14}});
        const ScoredGroup group = report(t.rows, t.predictions).overall;
        QVERIFY(!group.time->rank_correlation);
        QVERIFY(std::abs(*group.time->top1_regret - 0.02) < 1e-12);
    }

    void picking_a_run_without_memory_is_whole_regret()
    {
        const std::vector<Run> timed = {{10, 10}, {11, 11}, {12, 12}, {13, 13}, {14, 14}};
        std::vector<Run> believed = timed;
        believed.push_back({0, 5, false});
        std::vector<Run> refused = timed;
        refused.push_back({0, 5, true});
        const Table wrong = table(believed);
        const Table right = table(refused);
        QCOMPARE(*report(wrong.rows, wrong.predictions).overall.time->top1_regret, 1.0);
        QCOMPARE(*report(right.rows, right.predictions).overall.time->top1_regret, 0.0);
        QCOMPARE(*report(right.rows, right.predictions).overall.time->rank_correlation, 1.0);
    }

    void verdicts_count_both_mistakes()
    {
        const Table t = table({{10, 10, true}, {11, 11, false}, {0, 5, false}, {0, 5, true}});
        const ScoredGroup group = report(t.rows, t.predictions).overall;
        QCOMPARE(group.memory->oom_n, 4);
        QCOMPARE(*group.memory->oom_accuracy, 0.5);
        QCOMPARE(group.memory->oom_missed, 1);
        QCOMPARE(group.memory->oom_false_alarm, 1);
        QVERIFY(!group.memory->mape);
        QVERIFY(!group.power);
        const Table missed = table({{0, 5, false}, {0, 5, false}, {11, 11, true}});
        const ScoredGroup lopsided = report(missed.rows, missed.predictions).overall;
        QCOMPARE(lopsided.memory->oom_missed, 2);
        QCOMPARE(lopsided.memory->oom_false_alarm, 1);
    }

    void sources_count_alike()
    {
        Table t = table({{10, 11}, {10, 11}, {10, 11}});
        const Table other = table({{10, 7}}, "two");
        t.rows.push_back(other.rows.front());
        t.predictions.push_back(other.predictions.front());
        const Report result = report(t.rows, t.predictions);
        QVERIFY(std::abs(result.overall.time->mape - 0.15) < 1e-12);
        QVERIFY(std::abs(result.by_source.time->mape - 0.2) < 1e-12);
        QCOMPARE(result.by_source.time->n, 2);
    }

    void skipped_rows_name_their_cell()
    {
        Table t = table({{10, 11}, {10, 11}});
        t.predictions.back().skipped = "tp";
        const Report result = report(t.rows, t.predictions);
        QCOMPARE(result.predicted, 1);
        QCOMPARE(result.skipped.at("missing cell: tp"), 1);
        QCOMPARE(result.overall.time->n, 1);
    }

    void ties_share_their_rank()
    {
        QVERIFY(std::abs(*rank_correlation({1, 1, 2, 3}, {1, 2, 3, 4}) - 0.9486832980505138) < 1e-12);
        QCOMPARE(*rank_correlation({1, 2, 3}, {3, 2, 1}), -1.0);
        QVERIFY(!rank_correlation({1, 1, 1}, {1, 2, 3}));
    }
};

PLATEAU_TEST(EvidenceScore)

} // namespace tst_evidence_score

#include "tst_evidence_score.moc"
