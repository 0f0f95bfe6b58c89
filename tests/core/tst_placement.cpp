// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "collective_samples.h"

namespace tst_placement {

using namespace plateau::collectives;
using plateau::catalog::Wiring;
using samples::h100;
using samples::near;
using samples::tier;
using samples::unlimited;

class TestPlacement : public QObject {
    Q_OBJECT

private slots:
    void members_and_domains_data()
    {
        QTest::addColumn<double>("domain");
        QTest::addColumn<double>("ranks");
        QTest::addColumn<double>("stride");
        QTest::addColumn<double>("usable");
        QTest::addColumn<double>("members");
        QTest::addColumn<double>("domains");
        QTest::newRow("inside") << 8.0 << 4.0 << 1.0 << 8.0 << 4.0 << 1.0;
        QTest::newRow("whole node") << 8.0 << 8.0 << 1.0 << 8.0 << 8.0 << 1.0;
        QTest::newRow("two nodes") << 8.0 << 16.0 << 1.0 << 8.0 << 8.0 << 2.0;
        QTest::newRow("twelve ranks") << 8.0 << 12.0 << 1.0 << 8.0 << 8.0 << 2.0;
        QTest::newRow("around tensor 8") << 8.0 << 16.0 << 8.0 << 8.0 << 1.0 << 16.0;
        QTest::newRow("around tensor 2") << 8.0 << 16.0 << 2.0 << 8.0 << 4.0 << 4.0;
        QTest::newRow("around tensor 16") << 8.0 << 4.0 << 16.0 << 8.0 << 1.0 << 4.0;
        QTest::newRow("64 of 72 used") << 72.0 << 128.0 << 1.0 << 64.0 << 64.0 << 2.0;
        QTest::newRow("around tensor 8 in 72") << 72.0 << 16.0 << 8.0 << 72.0 << 9.0 << 2.0;
    }

    void members_and_domains()
    {
        QFETCH(double, domain);
        QFETCH(double, ranks);
        QFETCH(double, stride);
        QFETCH(double, usable);
        const Group group = place(std::vector{tier(domain, 450e9, 1), tier(unlimited, 50e9, 1)},
                                  {.ranks = ranks, .stride = stride, .usable = usable});
        QTEST(group.spans[0].members, "members");
        QTEST(group.domains, "domains");
        QCOMPARE(group.spans[1].members, group.domains);
        QVERIFY(near(group.spans[1].bytes_per_s, group.fewest * 50e9));
        QCOMPARE(group.fewest, std::fmod(ranks - 1, group.spans[0].members) + 1); // in the last domain
    }

    void three_tiers()
    {
        // Nodes of 8 in pods of 64; 256 ranks fill 4 pods of 8 nodes.
        const std::vector tiers{tier(8, 450e9, 1), tier(64, 50e9, 1), tier(unlimited, 20e9, 1)};
        const Group group = place(tiers, {.ranks = 256});
        QCOMPARE(group.spans[1].members, 8.0);
        QCOMPARE(group.spans[2].members, 4.0);
        QVERIFY(near(group.spans[2].bytes_per_s, 8 * 20e9));
        // One rank per node: the same pods, one adapter. One rank per pod: nothing joined inside pods.
        QCOMPARE(place(tiers, {.ranks = 32, .stride = 8}).spans[2].members, 4.0);
        const Group sparse = place(tiers, {.ranks = 4, .stride = 64});
        QCOMPARE(sparse.spans[1].members, 1.0);
        QCOMPARE(sparse.spans[2].members, 4.0);
    }

    void a_link_crosses_where_a_domain_ends_data()
    {
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("last");
        QTest::addColumn<bool>("crosses");
        QTest::newRow("in the first domain") << 0.0 << 7.0 << false;
        QTest::newRow("to the first rank of the next") << 4.0 << 8.0 << true;
        QTest::newRow("in the second domain") << 8.0 << 15.0 << false;
        QTest::newRow("from the second to the third") << 15.0 << 16.0 << true;
    }

    void a_link_crosses_where_a_domain_ends()
    {
        QFETCH(double, first);
        QFETCH(double, last);
        QTEST(widest_link(h100(), first, last).crosses_network, "crosses");
    }

    void oversubscription_narrows_what_lies_beyond()
    {
        std::vector tiers{tier(8, 450e9, 1), tier(64, 50e9, 1), tier(unlimited, 50e9, 1)};
        tiers[1].oversubscription = 4;
        const Group group = place(tiers, {.ranks = 256});
        QVERIFY(near(group.spans[1].bytes_per_s, 8 * 50e9));
        QVERIFY(near(group.spans[2].bytes_per_s, 8 * 12.5e9));
        QVERIFY(near(widest_link(tiers, 0, 64).span.bytes_per_s, 12.5e9));
    }

    void per_pair_links()
    {
        // MI300X: 64 GB/s per pair, 0.7 of it achieved; published 47.7 with 2 and 312.9 with 8 GPUs.
        std::vector tiers{tier(8, 448e9, 0.7), tier(unlimited, 50e9, 1)};
        tiers[0].pair_bytes_per_s = 64e9;
        tiers[0].wiring = Wiring::PerPair;
        QVERIFY(near(place(tiers, {.ranks = 2}).spans[0].bytes_per_s, 44.8e9));
        QVERIFY(near(place(tiers, {.ranks = 4}).spans[0].bytes_per_s, 3 * 44.8e9));
        QVERIFY(near(place(tiers, {.ranks = 8}).spans[0].bytes_per_s, 313.6e9));
    }

    void torus_axes()
    {
        // 16 x 16 x 16 with 6 links of 45 GB/s.
        std::vector tiers{tier(4096, 270e9, 1), tier(unlimited, 6e9, 1)};
        tiers[0].pair_bytes_per_s = 45e9;
        tiers[0].wiring = Wiring::Torus;
        const auto rate
            = [&](double ranks) { return place(tiers, {.ranks = ranks, .usable = 4096}).spans[0].bytes_per_s; };
        QVERIFY(near(rate(4), 45e9)); // part of an axis: no wrap-around
        QVERIFY(near(rate(16), 2 * 45e9)); // one axis, closed
        QVERIFY(near(rate(256), 4 * 45e9)); // two
        QVERIFY(near(rate(4096), 6 * 45e9)); // all three
    }
};

PLATEAU_TEST(TestPlacement)

} // namespace tst_placement

#include "tst_placement.moc"
