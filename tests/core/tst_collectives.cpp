// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>

#include "collective_samples.h"
#include "core/physics/collectives/collectives.h"

namespace tst_collectives {

using namespace plateau::collectives;
using samples::h100;
using samples::near;
using samples::tier;
using samples::unlimited;

namespace {

constexpr double kilo = 1e3;
constexpr double giga = 1e9;

/// Only Simple, no in-switch reduction, no local copy: one curve, worked out on paper.
Transport plain()
{
    Transport transport;
    transport.in_switch_reduction = false;
    transport.ring_fraction = {1e-9, 1e-9, 1};
    transport.tree_fraction = {1e-9, 1e-9, 1};
    transport.local_copy = 0;
    transport.local_reduce = 0;
    return transport;
}

Cost cost(Operation operation, const Placement& placement, const Transport& transport, double bytes)
{
    return collective(operation, place(h100(), placement), transport, bytes);
}

} // namespace

class TestCollectives : public QObject {
    Q_OBJECT

private slots:
    void one_rank_costs_nothing()
    {
        for (const Operation operation : {Operation::AllGather, Operation::AllReduce, Operation::AllToAll})
            QCOMPARE(cost(operation, {.ranks = 1}, Transport(), giga).seconds, 0.0);
    }

    void nothing_to_send_costs_nothing()
    {
        QCOMPARE(cost(Operation::AllGather, {.ranks = 64}, Transport(), 0).seconds, 0.0);
    }

    void ring_inside_a_domain()
    {
        const double expected = 8.4e-6 + 7 * 3.4e-6 + 7.0 / 8 * giga / 360e9;
        QVERIFY(near(cost(Operation::AllGather, {.ranks = 8}, plain(), giga).seconds, expected));
        QVERIFY(near(cost(Operation::ReduceScatter, {.ranks = 8}, plain(), giga).seconds, expected));
    }

    /// The cap of the LL protocol: 141 GB/s inside a domain, 45 on two and three, 35 on more.
    void small_messages_have_a_rate_of_their_own()
    {
        const std::vector<plateau::catalog::NetworkTier> wide{samples::tier(8, 4500e9, 1),
                                                              samples::tier(samples::unlimited, 4500e9, 1)};
        Transport transport;
        transport.local_copy = 0;
        const double caps[] = {141e9, 45e9, 45e9, 35e9, 35e9};
        for (int domains = 1; domains <= 5; ++domains) {
            const double ranks = 8 * domains;
            const Candidates candidates = candidates_of(Operation::AllGather, place(wide, {.ranks = ranks}), transport);
            const auto low = std::find_if(candidates.list.begin(), candidates.list.begin() + int(candidates.count),
                                          [](const Candidate& way) { return way.protocol == Protocol::LL; });
            QVERIFY(low != candidates.list.begin() + int(candidates.count));
            QVERIFY(near(low->seconds_per_byte, (ranks - 1) / ranks / caps[domains - 1]));
        }
    }

    /// Eight copies of each piece to 16 ranks on two domains: to the other domain with a chance of 1 - 2^-8 instead of
    /// four times; inside, to 16 (1 - (15/16)^8) ranks, 7/8 of them others.
    void pieces_go_once_to_each_domain()
    {
        Transport transport;
        transport.local_copy = 0;
        const auto way = [&](double fabric, double network, double ranks) {
            const std::vector<plateau::catalog::NetworkTier> tiers{samples::tier(8, fabric, 1),
                                                                   samples::tier(samples::unlimited, network, 1)};
            const Candidates candidates
                = candidates_of(Operation::AllToAll, place(tiers, {.ranks = ranks}), transport, 8);
            return candidates.list[0];
        };
        const auto missed = [](double places) { return std::pow(1 - 1 / places, 8); };
        QCOMPARE(int(way(1e15, 50e9, 16).algorithm), int(Algorithm::Forwarded));
        QVERIFY(near(way(1e15, 50e9, 16).seconds_per_byte, (1 - missed(2)) / 8 / 50e9));
        QVERIFY(near(way(1e15, 50e9, 32).seconds_per_byte, 3 * (1 - missed(4)) / 8 / 50e9));
        QVERIFY(near(way(450e9, 1e15, 16).seconds_per_byte, 16 * (1 - missed(16)) / 8 * 7 / 8 / 450e9));
        QVERIFY(near(way(450e9, 1e15, 8).seconds_per_byte, 8 * (1 - missed(8)) / 8 * 7 / 8 / 450e9));
    }

    void ring_counts_the_own_chunk()
    {
        Transport transport = plain();
        transport.local_copy = 0.4;
        transport.local_reduce = 0.6;
        const double start = 8.4e-6 + 3.4e-6;
        QVERIFY(
            near(cost(Operation::AllGather, {.ranks = 2}, transport, giga).seconds, start + 1.4 / 2 * giga / 360e9));
        QVERIFY(near(cost(Operation::ReduceScatter, {.ranks = 2}, transport, giga).seconds,
                     start + 1.6 / 2 * giga / 360e9));
    }

    void ring_across_domains()
    {
        // 128 ranks on 16 nodes: 112 hops inside, 15 across; NVLink's 360 GB/s is slower than 8 adapters of 46 GB/s.
        const double expected = 8.4e-6 + 112 * 3.4e-6 + 15 * 14e-6 + 127.0 / 128 * giga / 360e9;
        QVERIFY(near(cost(Operation::AllGather, {.ranks = 128}, plain(), giga).seconds, expected));
    }

    void one_member_per_domain_drives_one_adapter()
    {
        // Data parallelism around a tensor degree of 8.
        const double expected = 8.4e-6 + 15 * 14e-6 + 15.0 / 16 * giga / 46e9;
        QVERIFY(near(cost(Operation::AllGather, {.ranks = 16, .stride = 8}, plain(), giga).seconds, expected));
        // Around a tensor degree of 4: two members per node, two adapters, one hop in three inside.
        const double two = 8.4e-6 + 8 * 3.4e-6 + 7 * 14e-6 + 15.0 / 16 * giga / 92e9;
        QVERIFY(near(cost(Operation::AllGather, {.ranks = 16, .stride = 4}, plain(), giga).seconds, two));
    }

    void ring_all_reduce_goes_round_twice()
    {
        // Large enough that the ring's higher rate beats the tree's lower latency.
        Transport transport = plain();
        transport.tree_fraction = {1e-9, 1e-9, 0.5};
        const double inside = 8.4e-6 + 2 * 7 * 3.4e-6 + 14.0 / 8 * giga / 360e9;
        QVERIFY(near(cost(Operation::AllReduce, {.ranks = 8}, transport, giga).seconds, inside));
        const double hops = 28 * 3.4e-6 + 3 * 14e-6;
        const double across = 8.4e-6 + 1.4 * 2 * hops + 62.0 / 32 * 100 * giga / 360e9;
        const Cost large = cost(Operation::AllReduce, {.ranks = 32}, transport, 100 * giga);
        QCOMPARE(large.algorithm, Algorithm::Ring);
        QVERIFY(near(large.seconds, across));
    }

    void tree_all_reduce()
    {
        // 64 nodes: 7 hops inside and 6 levels, up and down.
        const double expected = 8.4e-6 + 2 * (7 * 4e-6 + 6 * 28e-6) + 1022.0 / 512 * 1e6 / 360e9;
        const Cost tree = cost(Operation::AllReduce, {.ranks = 512}, plain(), 1e6);
        QCOMPARE(tree.algorithm, Algorithm::Tree);
        QVERIFY(near(tree.seconds, expected));
    }

    void nvls_all_reduce()
    {
        // 8 ranks move 9/8 of the buffer at 0.64 of 450 GB/s: 3.906 ms for 1 GB, plus base and pipelining.
        const double x = 9.0 / 8 * giga / (0.64 * 450e9);
        const Cost switched = cost(Operation::AllReduce, {.ranks = 8}, Transport(), giga);
        QCOMPARE(switched.algorithm, Algorithm::Nvls);
        QVERIFY(near(switched.seconds, 28e-6 + x + 2 * std::sqrt(3.3e-6 * x)));
        // Two ranks would move 3/2: the ring is faster.
        QCOMPARE(cost(Operation::AllReduce, {.ranks = 2}, Transport(), giga).algorithm, Algorithm::Ring);
    }

    void nvls_tree_all_reduce()
    {
        // 16 nodes: 4 levels.
        const double x = 254.0 / 128 * giga / (0.98 * 360e9);
        const Cost tree = cost(Operation::AllReduce, {.ranks = 128}, Transport(), giga);
        QCOMPARE(tree.algorithm, Algorithm::NvlsTree);
        QVERIFY(near(tree.seconds, 2 * 4 * 43e-6 + x + 2 * std::sqrt(4 * 1.7e-6 * x)));
        // One member per node has nothing to reduce in the switch.
        QCOMPARE(cost(Operation::AllReduce, {.ranks = 16, .stride = 8}, Transport(), 1e8).algorithm, Algorithm::Tree);
    }

    void all_to_all_leaves_through_its_own_adapter()
    {
        Transport transport = plain();
        transport.direct_chunk_seconds = 0;
        const double posts = 9e-6 + 31 * transport.direct_peer_seconds + 14e-6;
        const double expected = posts + 24.0 / 32 * giga / 46e9; // three quarters of the buffer leave the node
        QVERIFY(near(cost(Operation::AllToAll, {.ranks = 32}, transport, giga).seconds, expected));
        const double inside = 9e-6 + 7 * transport.direct_peer_seconds + 7.0 / 8 * giga / 360e9;
        QVERIFY(near(cost(Operation::AllToAll, {.ranks = 8}, transport, giga).seconds, inside));
    }

    void protocols_take_turns()
    {
        const Placement many{.ranks = 512};
        QCOMPARE(cost(Operation::AllGather, many, Transport(), kilo).protocol, Protocol::LL);
        QCOMPARE(cost(Operation::AllGather, many, Transport(), 300e6).protocol, Protocol::LL128);
        QCOMPARE(cost(Operation::AllGather, many, Transport(), 100 * giga).protocol, Protocol::Simple);
        Transport old;
        old.ll128_across_network = false;
        QCOMPARE(cost(Operation::AllGather, many, old, 300e6).protocol, Protocol::Simple);
    }

    void launch_and_latency_factor()
    {
        Transport transport = plain();
        transport.launch_seconds = 20e-6;
        transport.latency_factor = 1.5;
        const double latency = 1.5 * (8.4e-6 + 7 * 3.4e-6) + 20e-6;
        const Cost both = cost(Operation::AllGather, {.ranks = 8}, transport, giga);
        QVERIFY(near(both.latency_seconds, latency));
        QVERIFY(near(both.seconds, latency + 7.0 / 8 * giga / 360e9));
    }

    void point_to_point()
    {
        const Link far = widest_link(h100(), 0, 8);
        QVERIFY(far.crosses_network);
        QVERIFY(near(point_to_point_seconds(far.span, Transport(), giga, true), 14e-6 + giga / 46e9));
        const Link close = widest_link(h100(), 8, 15);
        QVERIFY(!close.crosses_network);
        QVERIFY(near(point_to_point_seconds(close.span, Transport(), giga, false), 3.4e-6 + giga / 360e9));
    }
};

PLATEAU_TEST(TestCollectives)

} // namespace tst_collectives

#include "tst_collectives.moc"
