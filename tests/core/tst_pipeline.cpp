// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/schedule/pipeline.h"

using namespace plateau::schedule;

class PipelineTest : public QObject {
    Q_OBJECT

private slots:
    void stepTime_data();
    void stepTime();
    void inFlight_data();
    void inFlight();
    void layersAreSpread_data();
    void layersAreSpread();
};

void PipelineTest::stepTime_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("chunks");
    QTest::addColumn<double>("microBatches");
    QTest::addColumn<double>("seconds");
    // Every stage takes 1 s forward and 2 s backward; by hand from Narayanan et al. 2104.04473 section 2.2.
    QTest::newRow("one stage, 8 micro-batches: 8 x 3 s") << int(Kind::OneFOneB) << 1 << 1 << 8. << 24.;
    QTest::newRow("4 stages, 8 micro-batches: (8 + 3) x 3 s") << int(Kind::OneFOneB) << 4 << 1 << 8. << 33.;
    QTest::newRow("GPipe has the same bubble") << int(Kind::GPipe) << 4 << 1 << 8. << 33.;
    QTest::newRow("2 chunks halve the bubble: (8 + 3/2) x 3 s") << int(Kind::Interleaved) << 4 << 2 << 8. << 28.5;
    QTest::newRow("2 stages: (4 + 1) x 3 s") << int(Kind::OneFOneB) << 2 << 1 << 4. << 15.;
}

void PipelineTest::stepTime()
{
    QFETCH(int, kind);
    QFETCH(int, stages);
    QFETCH(int, chunks);
    QFETCH(double, microBatches);
    const StageCost cost{1, 2};
    const Pipeline pipeline{Kind(kind), stages, chunks, microBatches, cost, cost, cost, cost, std::max(0, stages - 2), 0};
    const PipelineTime time = pipeline_time(pipeline);
    QTEST(time.seconds, "seconds");
    QCOMPARE(time.busiest_seconds, microBatches * 3);
}

void PipelineTest::inFlight_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("stage");
    QTest::addColumn<double>("microBatches");
    QTest::addColumn<double>("held");
    QTest::newRow("GPipe holds all 16") << int(Kind::GPipe) << 0 << 16. << 16.;
    QTest::newRow("1F1B first of 4 stages holds 4") << int(Kind::OneFOneB) << 0 << 16. << 4.;
    QTest::newRow("1F1B last stage holds 1") << int(Kind::OneFOneB) << 3 << 16. << 1.;
    QTest::newRow("1F1B with 2 micro-batches holds 2") << int(Kind::OneFOneB) << 0 << 2. << 2.;
    QTest::newRow("interleaved by 2: 4 (1 + 3/8) = 5.5") << int(Kind::Interleaved) << 0 << 16. << 5.5;
}

void PipelineTest::inFlight()
{
    QFETCH(int, kind);
    QFETCH(int, stage);
    QFETCH(double, microBatches);
    QTEST(micro_batches_in_flight(Kind(kind), stage, 4, 2, microBatches), "held");
}

void PipelineTest::layersAreSpread_data()
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

void PipelineTest::layersAreSpread()
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

QTEST_GUILESS_MAIN(PipelineTest)
#include "tst_pipeline.moc"
