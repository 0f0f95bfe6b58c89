// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/model/estimate.h"
#include "sample_scenarios.h"

namespace tst_hand_overs {

using namespace plateau;
using test::Changes;

namespace {

double transfers(const Changes& how, const std::string& bandwidth)
{
    const Changes two_stages{{"pp", "2"},          {"tp", "4"},
                             {"dp_mode", "zero1"}, {"sequence_parallel", "off"},
                             {"gpus", "64"},       {"scale_out_bandwidth", bandwidth}};
    const Scenario question = test::changed(test::weak_scaling("64"), two_stages);
    return estimate(test::changed(question, how)).parts[Part::PipelineTransfer];
}

/// Without what latency adds.
double handed_over(const Changes& how) { return transfers(how, "1GB/s") - transfers(how, "2GB/s"); }

} // namespace

/// What stages of several tensor ranks hand over.
class HandOversTest : public QObject {
    Q_OBJECT
private slots:
    void a_rank_sends_all_unless_somebody_cuts_data()
    {
        QTest::addColumn<QString>("split");
        QTest::addColumn<QString>("sequence_parallel");
        QTest::addColumn<double>("share");
        QTest::newRow("cut and gathered") << "on"
                                          << "off" << 0.25;
        QTest::newRow("cut along the sequence anyway") << "off"
                                                       << "on" << 0.25;
        QTest::newRow("both") << "on"
                              << "on" << 0.25;
    }
    void a_rank_sends_all_unless_somebody_cuts()
    {
        QFETCH(QString, split);
        QFETCH(QString, sequence_parallel);
        QFETCH(double, share);
        const double whole = handed_over({{"split_handovers", "off"}});
        QVERIFY(whole > 0);
        const double cut = handed_over(
            {{"split_handovers", split.toStdString()}, {"sequence_parallel", sequence_parallel.toStdString()}});
        QVERIFY2(std::abs(cut / whole - share) < 1e-9, qPrintable(QString::number(cut / whole)));
    }

    void one_tensor_rank_has_nothing_to_cut()
    {
        QCOMPARE(handed_over({{"tp", "1"}, {"split_handovers", "on"}}),
                 handed_over({{"tp", "1"}, {"split_handovers", "off"}}));
    }
};

PLATEAU_TEST(HandOversTest)

} // namespace tst_hand_overs

#include "tst_hand_overs.moc"
