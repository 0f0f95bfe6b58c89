// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/plan/schedule/pipeline.h"

namespace tst_pipeline {

using plateau::PipelineSchedule;
using namespace plateau::schedule;

class PipelineTest : public QObject {
    Q_OBJECT

private slots:
    void step_time_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<double>("microBatches");
        QTest::addColumn<double>("seconds");
        // Every stage takes 1 s forward and 2 s backward; by hand from Narayanan et al. 2104.04473 section 2.2.
        QTest::newRow("one stage, 8 micro-batches: 8 x 3 s") << int(PipelineSchedule::OneFOneB) << 1 << 1 << 8. << 24.;
        QTest::newRow("4 stages, 8 micro-batches: (8 + 3) x 3 s")
            << int(PipelineSchedule::OneFOneB) << 4 << 1 << 8. << 33.;
        QTest::newRow("GPipe has the same bubble") << int(PipelineSchedule::GPipe) << 4 << 1 << 8. << 33.;
        QTest::newRow("2 chunks halve the bubble: (8 + 3/2) x 3 s")
            << int(PipelineSchedule::Interleaved) << 4 << 2 << 8. << 28.5;
        QTest::newRow("2 stages: (4 + 1) x 3 s") << int(PipelineSchedule::OneFOneB) << 2 << 1 << 4. << 15.;
    }

    void step_time()
    {
        QFETCH(int, kind);
        QFETCH(int, stages);
        QFETCH(int, chunks);
        QFETCH(double, microBatches);
        const StageCost cost{1, 2};
        const Pipeline pipeline{PipelineSchedule(kind),  stages, chunks, microBatches, cost, cost, cost, cost,
                                std::max(0, stages - 2), 0};
        const PipelineTime time = pipeline_time(pipeline);
        QTEST(time.seconds, "seconds");
        QCOMPARE(time.busiest_seconds, microBatches * 3);
    }

    void published_bubbles_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("stages");
        QTest::addColumn<double>("forward");
        QTest::addColumn<double>("inputGradient");
        QTest::addColumn<double>("weightGradient");
        QTest::addColumn<double>("bubble");
        // Zero bubble, 2401.10241, with T_F, T_B (inputs), T_W (weights): 1F1B (p - 1)(T_F + T_B + T_W),
        // H1 (p - 1)(T_F + T_B - T_W), H2 (p - 1)(T_F + T_B - 2 T_W).
        QTest::newRow("1F1B, 8 stages: 7 x 3") << int(PipelineSchedule::OneFOneB) << 8 << 1. << 1. << 1. << 21.;
        QTest::newRow("ZB-H1: a third of it, 7 x 1")
            << int(PipelineSchedule::ZeroBubbleH1) << 8 << 1. << 1. << 1. << 7.;
        QTest::newRow("ZB-H1: 3 (1.2 + 1.5 - 0.7)")
            << int(PipelineSchedule::ZeroBubbleH1) << 4 << 1.2 << 1.5 << 0.7 << 6.;
        QTest::newRow("ZB-H2: none") << int(PipelineSchedule::ZeroBubbleH2) << 8 << 1. << 1. << 1. << 0.;
        QTest::newRow("ZB-H2: 3 (1.2 + 1.5 - 1.4)")
            << int(PipelineSchedule::ZeroBubbleH2) << 4 << 1.2 << 1.5 << 0.7 << 3.9;
        // Controllable memory, 2405.15362: no bubble with equal passes. The others: the schedule's order of operations,
        // played by hand over 8 ranks and 24 micro-batches: 7 x 0.3 and 7 x 0.8.
        QTest::newRow("ZB-V: none") << int(PipelineSchedule::ZeroBubbleV) << 8 << 1. << 1. << 1. << 0.;
        QTest::newRow("ZB-V: 2.1") << int(PipelineSchedule::ZeroBubbleV) << 8 << 1. << 1. << 0.7 << 2.1;
        QTest::newRow("ZB-V: 5.6") << int(PipelineSchedule::ZeroBubbleV) << 8 << 1. << 1.5 << 0.7 << 5.6;
        // DeepSeek-V3, 2412.19437, table 2: (p/2 - 1)(F&B + B - 3 W), B the whole backward pass.
        QTest::newRow("DualPipe, 8 stages: 3 (3 + 2 - 3)")
            << int(PipelineSchedule::DualPipe) << 8 << 1. << 1. << 1. << 6.;
        QTest::newRow("DualPipe, 16 stages: 7 (3.4 + 2.2 - 2.1)")
            << int(PipelineSchedule::DualPipe) << 16 << 1.2 << 1.5 << 0.7 << 24.5;
        QTest::newRow("DualPipeV, 8 ranks, 16 half stages: 7 (1.5 + 1 - 1.5)")
            << int(PipelineSchedule::DualPipeV) << 8 << 1. << 1. << 1. << 7.;
    }

    void published_bubbles()
    {
        QFETCH(int, kind);
        QFETCH(int, stages);
        QFETCH(double, forward);
        QFETCH(double, inputGradient);
        QFETCH(double, weightGradient);
        QFETCH(double, bubble);
        const StageCost cost{forward, inputGradient + weightGradient, weightGradient};
        const Pipeline pipeline{PipelineSchedule(kind), stages, 1, 64, cost, cost, cost, cost, stages - 2, 0};
        const PipelineTime time = pipeline_time(pipeline);
        QCOMPARE(time.busiest_seconds, 64 * cost.total());
        QVERIFY2(std::abs(time.bubble_seconds() - bubble) < 1e-9, qPrintable(QString::number(time.bubble_seconds())));
    }

    void few_micro_batches_data()
    {
        QTest::addColumn<int>("kind");
        for (const PipelineSchedule kind :
             {PipelineSchedule::ZeroBubbleH1, PipelineSchedule::ZeroBubbleH2, PipelineSchedule::ZeroBubbleV,
              PipelineSchedule::DualPipe, PipelineSchedule::DualPipeV})
            QTest::addRow("%d", int(kind)) << int(kind);
    }

    /// One micro-batch passes 8 stages forward and back, and the first stage's weights follow: 8 (1 + 1) + 1, of half a
    /// stage where it is folded into a V.
    void few_micro_batches()
    {
        QFETCH(int, kind);
        const StageCost cost{1, 2, 1};
        const Pipeline one{PipelineSchedule(kind), 8, 1, 1, cost, cost, cost, cost, 6, 0};
        QCOMPARE(pipeline_time(one).seconds, fold(PipelineSchedule(kind)) == Fold::V ? 16.5 : 17.);
        double last = 0;
        for (int m = 1; m < 40; ++m) {
            const Pipeline more{PipelineSchedule(kind), 8, 1, double(m), cost, cost, cost, cost, 6, 0};
            const Pipeline plain{PipelineSchedule::OneFOneB, 8, 1, double(m), cost, cost, cost, cost, 6, 0};
            QVERIFY(pipeline_time(more).seconds >= last);
            QVERIFY(pipeline_time(more).bubble_seconds() >= 0);
            QVERIFY(pipeline_time(more).seconds <= pipeline_time(plain).seconds);
            last = pipeline_time(more).seconds;
        }
    }

    /// DualPipe works on pairs: of nine equal micro-batches on four stages the last has no partner and takes 3 s more.
    void a_micro_batch_without_a_partner()
    {
        const StageCost cost{1, 2, 1};
        const auto seconds = [&](double micro_batches) {
            return pipeline_time(
                       Pipeline{PipelineSchedule::DualPipe, 4, 1, micro_batches, cost, cost, cost, cost, 2, 0})
                .seconds;
        };
        QCOMPARE(seconds(10), 10 * 3 + 2.); // each of two pairs waits (1 + 2 x 2 - 3) / 2
        QCOMPARE(seconds(9), 9 * 3 + 2 + 3.);
    }

    /// The head makes the last of four stages twice as long; by hand.
    void uneven_stages()
    {
        const StageCost cost{1, 2, 1};
        const StageCost heavy{2, 4, 2};
        const auto bubble = [&](PipelineSchedule kind) {
            return pipeline_time(Pipeline{kind, 4, 1, 16, cost, cost, cost, heavy, 2, 0}).bubble_seconds();
        };
        QCOMPARE(bubble(PipelineSchedule::OneFOneB), 9.); // 3 stages x 3
        QCOMPARE(bubble(PipelineSchedule::ZeroBubbleH1), 3.); // 3 x (3 - 2)
        QCOMPARE(bubble(PipelineSchedule::ZeroBubbleH2), 0.);
        // DualPipe: ranks hold ends of (1 + 2)/2 or middles; the busiest pair waits for the other: 1 x (1 + 2 x 2 - 3).
        const StageCost ends{1.5, 3, 1.5};
        QCOMPARE(pipeline_time(Pipeline{PipelineSchedule::DualPipe, 4, 1, 16, ends, cost, cost, ends, 2, 0})
                     .bubble_seconds(),
                 2.);
    }

    /// Embedding and head are both on the first rank of a V: it is the first to have a layer less.
    void folded_layers()
    {
        const LayerSplit split = split_layers(61, 16, Fold::V); // 4 each, 3 on three ranks
        QCOMPARE(split.first, 3);
        QCOMPARE(split.full, 4);
        QCOMPARE(split.slim_count, 2);
        for (int n = 4; n < 130; ++n) {
            for (int p = 2; 2 * p <= n; ++p) {
                const LayerSplit s = split_layers(n, p, Fold::V);
                QCOMPARE(s.first + s.last + s.full * s.full_count + (s.full - 1) * s.slim_count, n);
                QVERIFY(s.first <= s.last && s.full_count + s.slim_count == p - 2);
            }
        }
    }

    void in_flight_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("stage");
        QTest::addColumn<double>("microBatches");
        QTest::addColumn<double>("held");
        QTest::newRow("GPipe holds all 16") << int(PipelineSchedule::GPipe) << 0 << 16. << 16.;
        QTest::newRow("1F1B first of 4 stages holds 4") << int(PipelineSchedule::OneFOneB) << 0 << 16. << 4.;
        QTest::newRow("1F1B last stage holds 1") << int(PipelineSchedule::OneFOneB) << 3 << 16. << 1.;
        QTest::newRow("1F1B with 2 micro-batches holds 2") << int(PipelineSchedule::OneFOneB) << 0 << 2. << 2.;
        QTest::newRow("interleaved by 2: 4 (1 + 3/8) = 5.5") << int(PipelineSchedule::Interleaved) << 0 << 16. << 5.5;
        // Zero bubble and controllable memory: H1 and V as 1F1B's first stage, H2 2 p - 1. DeepSeek-V3: p + 1.
        QTest::newRow("ZB-H1 holds 4 on every stage") << int(PipelineSchedule::ZeroBubbleH1) << 3 << 16. << 4.;
        QTest::newRow("ZB-H2 holds 2 x 4 - 1") << int(PipelineSchedule::ZeroBubbleH2) << 0 << 16. << 7.;
        QTest::newRow("ZB-V holds 4 on every rank") << int(PipelineSchedule::ZeroBubbleV) << 3 << 16. << 4.;
        QTest::newRow("DualPipe holds 4 + 1") << int(PipelineSchedule::DualPipe) << 0 << 16. << 5.;
        QTest::newRow("DualPipeV holds 2 x 4 + 1 halves") << int(PipelineSchedule::DualPipeV) << 2 << 16. << 4.5;
        QTest::newRow("ZB-H2 with 2 micro-batches holds 2") << int(PipelineSchedule::ZeroBubbleH2) << 0 << 2. << 2.;
    }

    void in_flight()
    {
        QFETCH(int, kind);
        QFETCH(int, stage);
        QFETCH(double, microBatches);
        QTEST(micro_batches_in_flight(PipelineSchedule(kind), stage, 4, 2, microBatches), "held");
    }

    void layers_are_spread_data()
    {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("last");
        QTest::newRow("80 over 4") << 80 << 4 << 20 << 20;
        QTest::newRow("60 over 16: the last stages get 3") << 60 << 16 << 4 << 3;
        QTest::newRow("70 over 12: embedding and head count as layers") << 70 << 12 << 5 << 5;
        QTest::newRow("3 over 2") << 3 << 2 << 2 << 1;
        QTest::newRow("one stage") << 7 << 1 << 7 << 7;
    }

    void layers_are_spread()
    {
        QFETCH(int, layers);
        QFETCH(int, stages);
        const LayerSplit split = split_layers(layers, stages);
        QTEST(split.first, "first");
        QTEST(split.last, "last");
        for (int n = 1; n < 130; ++n) {
            for (int p = 2; p <= n; ++p) {
                const LayerSplit s = split_layers(n, p);
                QCOMPARE(s.first + s.last + s.full * s.full_count + (s.full - 1) * s.slim_count, n);
                QCOMPARE(s.full_count + s.slim_count, p - 2);
                QVERIFY(s.first >= 0 && s.last >= 0);
            }
        }
    }

    void stated_stages_keep_their_layers_data()
    {
        QTest::addColumn<int>("layers");
        QTest::addColumn<StatedLayers>("stated");
        QTest::addColumn<std::vector<int>>("stages");
        QTest::newRow("neither stated") << 32 << StatedLayers{} << std::vector{8, 8, 8, 8};
        QTest::newRow("1, 2, 2, 3") << 8 << StatedLayers{1, 3} << std::vector{1, 2, 2, 3};
        QTest::newRow("the others equal") << 32 << StatedLayers{5, 0} << std::vector{5, 9, 9, 9};
        QTest::newRow("the last of the others have a layer less")
            << 31 << StatedLayers{6, 0} << std::vector{6, 9, 8, 8};
        QTest::newRow("the last stated") << 31 << StatedLayers{0, 6} << std::vector{9, 8, 8, 6};
        QTest::newRow("both, full ones first") << 31 << StatedLayers{6, 6} << std::vector{6, 10, 9, 6};
        QTest::newRow("as embedding and head would have it") << 30 << StatedLayers{8, 0} << std::vector{8, 8, 7, 7};
        QTest::newRow("61 over 16") << 61 << StatedLayers{5, 2}
                                    << std::vector{5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 2};
        QTest::newRow("two stages") << 7 << StatedLayers{5, 2} << std::vector{5, 2};
        QTest::newRow("two stages, one stated") << 7 << StatedLayers{0, 2} << std::vector{5, 2};
        QTest::newRow("one stage") << 7 << StatedLayers{5, 0} << std::vector{7};
    }

    void stated_stages_keep_their_layers()
    {
        QFETCH(int, layers);
        QFETCH(StatedLayers, stated);
        QFETCH(std::vector<int>, stages);
        const int count = int(stages.size());
        const LayerSplit split = split_layers(layers, count, Fold::None, stated);
        for (int rank = 0; rank < count; ++rank) {
            const StageKind kind = stage_kind(PipelineSchedule::OneFOneB, rank, count, split.full_count);
            QCOMPARE(kind == StageKind::First      ? split.first
                         : kind == StageKind::Full ? split.full
                         : kind == StageKind::Slim ? split.full - 1
                                                   : split.last,
                     stages[std::size_t(rank)]);
        }
        QCOMPARE(split.most(), *std::max_element(stages.begin(), stages.end()));
    }
};

PLATEAU_TEST(PipelineTest)

} // namespace tst_pipeline

#include "tst_pipeline.moc"
