// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <limits>

#include "core/collectives/collectives.h"
#include "core/collectives/placement.h"

using namespace plateau::collectives;
using plateau::catalog::NetworkTier;

namespace
{

bool near(double actual, double expected)
{
    return std::abs(actual - expected) <= 1e-9 * std::abs(expected);
}

NetworkTier tier(double size, double rate, double fraction)
{
    NetworkTier tier;
    tier.domain_size = size;
    tier.bandwidth_bytes_per_s = rate;
    tier.pair_bytes_per_s = rate;
    tier.achieved_fraction = fraction;
    return tier;
}

std::vector<NetworkTier> h100()
{
    return { tier(8, 450e9, 0.82), tier(std::numeric_limits<double>::infinity(), 50e9, 0.92) };
}

/// Only Simple, no in-switch reduction: one curve, worked out on paper.
Transport plain()
{
    Transport transport;
    transport.in_switch_reduction = false;
    transport.ring_fraction = { 1e-9, 1e-9, 1 };
    transport.tree_fraction = { 1e-9, 1e-9, 1 };
    transport.local_copy = 0;
    transport.local_reduce = 0;
    return transport;
}

} // namespace

class TestCollectives : public QObject
{
    Q_OBJECT

private slots:
    void one_rank_costs_nothing();
    void ring_inside_a_domain();
    void ring_across_domains();
    void placement_by_stride();
};

void TestCollectives::one_rank_costs_nothing()
{
    const Group alone = place(h100(), { .ranks = 1 });
    for (const Operation operation : { Operation::AllGather, Operation::AllReduce, Operation::AllToAll })
        QCOMPARE(collective(operation, alone, Transport(), 1e9).seconds, 0.0);
}

void TestCollectives::ring_inside_a_domain()
{
    const Group group = place(h100(), { .ranks = 8 });
    const double expected = 8.4e-6 + 7 * 3.4e-6 + 7.0 / 8 * 1e9 / (0.82 * 450e9);
    QVERIFY(near(collective(Operation::AllGather, group, plain(), 1e9).seconds, expected));
    QVERIFY(near(collective(Operation::ReduceScatter, group, plain(), 1e9).seconds, expected));
}

void TestCollectives::ring_across_domains()
{
    // 128 ranks on 16 nodes: 112 hops inside, 15 across; 8 NICs of 46 GB/s together, below the 369 GB/s of NVLink.
    const Group group = place(h100(), { .ranks = 128 });
    const double expected = 8.4e-6 + 112 * 3.4e-6 + 15 * 14e-6 + 127.0 / 128 * 1e9 / (8 * 46e9);
    QVERIFY(near(collective(Operation::AllGather, group, plain(), 1e9).seconds, expected));
}

void TestCollectives::placement_by_stride()
{
    // Data parallelism around a tensor degree of 8: one member per node drives one NIC.
    const Group group = place(h100(), { .ranks = 16, .stride = 8 });
    QCOMPARE(group.domains, 16.0);
    QCOMPARE(group.spans[0].members, 1.0);
    QVERIFY(near(group.spans[1].bytes_per_s, 46e9));
    const double expected = 8.4e-6 + 15 * 14e-6 + 15.0 / 16 * 1e9 / 46e9;
    QVERIFY(near(collective(Operation::AllGather, group, plain(), 1e9).seconds, expected));
}

QTEST_GUILESS_MAIN(TestCollectives)
#include "tst_collectives.moc"
