// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "core/limits/closed_forms.h"
#include "limits_settings.h"

namespace tst_limits_headlines {

using namespace plateau::limits;

namespace {

enum Setting {
    V100,
    A100,
    H100,
    LowLatency,
    GlobalNvlink,
    GlobalNvlinkLow,
    Infinite,
    TenfoldLow,
    TenfoldHalf,
    Superpod,
    Singleton,
    ConstantBatch,
    DeepSeekBatch
};

Machine tenfold()
{
    Machine machine = published::h100();
    machine.device.memory_bytes_per_s *= 10;
    machine.device.cache_bytes_per_s *= 10;
    for (NetworkLevel& level : machine.network.levels)
        level.bytes_per_s *= 10;
    published::low_latency(machine);
    return machine;
}

/// 256 H100s as one device on InfiniBand.
Machine singleton()
{
    constexpr double devices = 256;
    Machine machine = published::h100();
    Device& device = machine.device;
    device.peak_flop_per_s *= devices;
    device.processors *= devices;
    device.memory_bytes *= devices;
    device.memory_bytes_per_s *= devices;
    device.cache_bytes *= devices;
    device.cache_bytes_per_s *= devices;
    machine.network.count = 1;
    machine.network.levels[0] = {published::unlimited, devices * 100e9, 1.125e-6};
    return machine;
}

Question setting(Setting which, bool sparse)
{
    const char* names[] = {"V100 SXM",
                           "A100 SXM",
                           "H100 SXM",
                           "H100 SXM Low Latency",
                           "H100 SXM Global NVLink",
                           "H100 SXM Global NVLink and LL",
                           "H100 SXM Infinite Network and LL",
                           "H100 SXM",
                           "H100 SXM",
                           "H100 SXM",
                           "H100 SXM",
                           "No scaling",
                           "DeepSeek scaling"};
    Question question = published::question(sparse ? "sparse" : "dense", names[which]);
    if (which == TenfoldLow || which == TenfoldHalf)
        question.machine = tenfold();
    if (which == TenfoldHalf)
        for (NetworkLevel& level : question.machine.network.levels)
            level.latency_seconds = 0.5e-6;
    if (which == Superpod) {
        Network& network = question.machine.network;
        network.count = 3;
        network.levels[2] = network.levels[1];
        network.levels[1] = {32, 450e9, 1.125e-6};
    }
    if (which == Singleton)
        question.machine = singleton();
    return question;
}

/// Printed figures have three digits.
bool printed(double value, double figure) { return std::abs(value / figure - 1) < 0.005; }

} // namespace

/// The headline table of the published model (three months; H100 unless said): each row printed beside Plateau's
/// figure. "End" is the first grid point at or under 80 % of the sustained maximum, "wall" the largest feasible run.
class LimitsHeadlines : public QObject {
    Q_OBJECT
private slots:
    void table_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<bool>("sparse");
        QTest::addColumn<double>("end");
        QTest::addColumn<double>("wall");
        QTest::addColumn<double>("utilization"); ///< at the wall; 0: not stated
        QTest::addColumn<double>("devices"); ///< at the wall; 0: not stated
        const auto row = [](const char* name, Setting which, bool sparse, double end, double wall,
                            double utilization = 0, double devices = 0) {
            QTest::newRow(name) << int(which) << sparse << end << wall << utilization << devices;
        };
        row("V100", V100, false, 2.85e27, 2.71e31, 0.025, 1099511627776);
        row("V100, sparse", V100, true, 1.57e27, 1.00e32, 0.021, 4947802324992);
        row("A100", A100, false, 3.40e28, 2.71e31, 0.043, 274877906944);
        row("A100, sparse", A100, true, 2.32e29, 1.00e32, 0.035, 1236950581248);
        row("H100", H100, false, 2.05e28, 2.71e31, 0.052, 68719476736);
        row("H100, sparse", H100, true, 6.83e28, 1.00e32, 0.043, 309237645312);
        row("low latency", LowLatency, false, 1.34e29, 5.48e33, 0.0013);
        row("low latency, sparse", LowLatency, true, 6.83e28, 1.44e34);
        row("global NVLink", GlobalNvlink, false, 4.07e29, 2.71e31, 0.054);
        row("global NVLink, sparse", GlobalNvlink, true, 7.37e29, 1.00e32, 0.085);
        row("global NVLink, low latency", GlobalNvlinkLow, false, 5.08e31, 5.48e33, 0.0025);
        row("global NVLink, low latency, sparse", GlobalNvlinkLow, true, 1.00e32, 1.44e34, 0.096);
        row("infinite network, low latency", Infinite, false, 9.00e31, 5.48e33, 0.040);
        row("infinite network, low latency, sparse", Infinite, true, 5.71e32, 1.44e34, 0.175);
        row("10 x bandwidths, low latency", TenfoldLow, false, 9.00e31, 5.48e33);
        row("10 x bandwidths, low latency, sparse", TenfoldLow, true, 2.41e32, 1.44e34);
        row("10 x bandwidths, 0.5 us network", TenfoldHalf, false, 5.08e31, 2.39e33);
        row("10 x bandwidths, 0.5 us network, sparse", TenfoldHalf, true, 1.00e32, 9.83e33);
        row("superpod 8 x 32", Superpod, false, 4.07e29, 2.71e31);
        row("superpod as one device", Singleton, false, 4.07e29, 2.71e31);
        row("constant batch", ConstantBatch, false, 2.85e27, 2.04e29, 0.050);
        row("DeepSeek batch", DeepSeekBatch, false, 3.21e33, 2.42e36, 0.175);
    }

    void table()
    {
        QFETCH(int, which);
        QFETCH(bool, sparse);
        QFETCH(double, end);
        QFETCH(double, wall);
        QFETCH(double, utilization);
        QFETCH(double, devices);
        const Question question = setting(Setting(which), sparse);
        const std::vector<Point> points = curve(question);
        const Landmarks found = landmarks(question, points);
        const Point* last = nullptr;
        for (const Point& point : points)
            if (point.feasible)
                last = &point;
        QVERIFY(last);
        qInfo("end of linear scaling: published %.3g, Plateau %.4g FLOP; wall: published %.3g, Plateau %.4g FLOP; "
              "utilization there: published %.3g, Plateau %.4g; devices: published %.3g, Plateau %.4g",
              end, found.linear_end_flop.value_or(0), wall, found.wall_flop.value_or(0), utilization, last->utilization,
              devices, last->devices);
        QVERIFY(printed(found.linear_end_flop.value_or(0), end));
        QVERIFY(printed(found.wall_flop.value_or(0), wall));
        if (utilization > 0)
            QVERIFY(std::abs(last->utilization - utilization) < 0.0006);
        if (devices > 0)
            QCOMPARE(last->devices, devices);
    }

    void wall_of_deepseek_rule_lies_beyond_the_grid()
    {
        const Question deepseek = setting(DeepSeekBatch, false);
        QVERIFY(landmarks(deepseek, curve(deepseek)).wall_beyond_grid);
        const Question h100 = setting(H100, false);
        QVERIFY(!landmarks(h100, curve(h100)).wall_beyond_grid);
    }

    void first_and_last_crossing()
    {
        const Question question = setting(H100, false);
        const Landmarks found = landmarks(question, curve(question));
        QVERIFY(printed(*found.linear_end_flop, 2.05e28));
        QVERIFY(printed(*found.last_crossing_flop, 1.34e29));
    }

    void closed_forms_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<double>("alpha");
        QTest::addColumn<double>("figure");
        QTest::newRow("V100, alpha 0") << int(V100) << 0.0 << 1.30e27;
        QTest::newRow("V100, alpha 0.2") << int(V100) << 0.2 << 2.19e29;
        QTest::newRow("A100, alpha 0") << int(A100) << 0.0 << 2.62e28;
        QTest::newRow("A100, alpha 0.2") << int(A100) << 0.2 << 3.25e31;
        QTest::newRow("H100, alpha 0") << int(H100) << 0.0 << 1.92e28;
        QTest::newRow("H100, alpha 0.2") << int(H100) << 0.2 << 1.94e31;
        QTest::newRow("H100, alpha -0.2") << int(H100) << -0.2 << 9.9e26;
    }

    void closed_forms()
    {
        QFETCH(int, which);
        QFETCH(double, alpha);
        QFETCH(double, figure);
        const Question question = setting(Setting(which), false);
        const double found = critical_flop(node_rates(question.machine), {4e6, 100, 3e23, alpha}, question.run_seconds);
        qInfo("T_crit: published %.3g, Plateau %.4g FLOP", figure, found);
        QVERIFY(printed(found, figure));
    }

    void needed_sizes()
    {
        const auto node = [](Setting which) { return node_rates(setting(which, false).machine); };
        QCOMPARE(std::round(needed_nanobatch(node(V100))), 279.0);
        QCOMPARE(std::round(needed_nanobatch(node(A100))), 401.0);
        QCOMPARE(std::round(needed_nanobatch(node(H100))), 590.0);
        QCOMPARE(std::round(needed_shard(node(V100))), 26791.0);
        QCOMPARE(std::round(needed_shard(node(A100))), 16633.0);
        QCOMPARE(std::round(needed_shard(node(H100))), 26385.0);
    }

    void latency_wall_closed_form_data()
    {
        QTest::addColumn<double>("alpha");
        QTest::addColumn<double>("figure");
        QTest::newRow("-0.2") << -0.2 << 1.569e29;
        QTest::newRow("-0.1") << -0.1 << 1.255e30;
        QTest::newRow("0") << 0.0 << 2.305e31;
        QTest::newRow("0.1") << 0.1 << 1.815e33;
        QTest::newRow("0.2") << 0.2 << 2.625e36;
    }

    void latency_wall_closed_form()
    {
        QFETCH(double, alpha);
        QFETCH(double, figure);
        const NodeRates node = node_rates(published::h100());
        QVERIFY(std::abs(node.stage_latency_seconds - 9e-6) < 1e-15);
        const double three_months = 0.25 * 365.25 * 86400;
        const double found = limit_flop(node, {4e6, 100, 3e23, alpha}, three_months);
        qInfo("T_limit: published %.4g, Plateau %.5g FLOP", figure, found);
        QVERIFY(std::abs(found / figure - 1) < 5e-4);
    }
};

PLATEAU_TEST(LimitsHeadlines)

} // namespace tst_limits_headlines

#include "tst_limits_headlines.moc"
