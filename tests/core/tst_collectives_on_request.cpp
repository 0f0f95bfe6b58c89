// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cmath>

#include "collective_samples.h"
#include "core/model/estimate.h"
#include "core/physics/collectives/collectives.h"
#include "sample_scenarios.h"

namespace tst_collectives_on_request {

using namespace plateau::collectives;
using plateau::catalog::GatherAlgorithm;
using plateau::catalog::Wiring;
using samples::h100;
using samples::near;
using samples::tier;
using samples::unlimited;

namespace {

constexpr double mebi = 1048576;

constexpr double giga = 1e9;

Cost cost(Operation operation, const Placement& placement, const Transport& transport, double bytes)
{
    return collective(operation, place(h100(), placement), transport, bytes);
}

plateau::Parts evaluated(const plateau::Scenario& question)
{
    const auto prepared = plateau::prepare(question);
    const auto workspace = plateau::make_workspace();
    return plateau::evaluate(*prepared, plateau::plan(*prepared), *workspace);
}

} // namespace

/// Algorithms and networks a scenario asks for: in-network sums, PAT, doubling, tori, pods, sites.
class TestCollectivesOnRequest : public QObject {
    Q_OBJECT

private slots:
    void in_network_sums_reach_the_published_rate()
    {
        // DGX H100, 32 GPUs, 8 x 400 Gb/s: 370 GB/s bus bandwidth by ring, 480 with SHARP (GTC25 s72583).
        Transport transport;
        transport.network_reduction = true;
        const double bytes = 16384 * mebi;
        const Cost summed = cost(Operation::AllReduce, {.ranks = 32}, transport, bytes);
        QCOMPARE(summed.algorithm, Algorithm::CollNet);
        const double bus = 2 * 31. / 32 * bytes / summed.seconds / giga;
        QVERIFY2(std::abs(bus / 480 - 1) < 0.04, qPrintable(QString::number(bus)));
    }

    void in_network_sums_do_not_slow_with_domains()
    {
        Transport transport;
        transport.network_reduction = true;
        const Cost few = cost(Operation::AllReduce, {.ranks = 256, .stride = 8}, transport, 8 * mebi);
        const Cost many = cost(Operation::AllReduce, {.ranks = 8192, .stride = 8}, transport, 8 * mebi);
        QCOMPARE(many.algorithm, Algorithm::CollNet);
        QVERIFY(near(few.latency_seconds, 31e-6));
        QVERIFY(near(many.latency_seconds, 31e-6));
        // With all eight members of each domain: in and out of the domain, 3.7 us and 0.4 us for each further member.
        transport.tree_base_seconds = transport.ring_base_seconds = {1, 1, 1};
        const Cost whole = cost(Operation::AllReduce, {.ranks = 256}, transport, 8 * mebi);
        QCOMPARE(whole.algorithm, Algorithm::CollNet);
        QVERIFY(near(whole.latency_seconds, 31e-6 + 2 * (3.7e-6 + 7 * 0.4e-6)));
    }

    void pat_by_hand()
    {
        // NCCL tuning.cc: 8 us + log2(k) 14 us / 3.5 + 2.8 us n; 64 ranks, one per node: 8 + 24 + 179.2 us.
        Transport transport;
        transport.gather = GatherAlgorithm::Pat;
        transport.local_copy = 0;
        const Cost pat = cost(Operation::AllGather, {.ranks = 64, .stride = 8}, transport, 4 * mebi);
        QCOMPARE(pat.algorithm, Algorithm::Pat);
        QVERIFY(near(pat.latency_seconds, 211.2e-6));
        QVERIFY(near(pat.bandwidth_seconds, 63. / 64 * 4 * mebi / (0.75 * 46e9)));
    }

    void pat_needs_a_domain_per_rank()
    {
        Transport transport;
        transport.gather = GatherAlgorithm::Pat;
        for (const double bytes : {mebi, 64 * mebi, 4096 * mebi})
            QCOMPARE(cost(Operation::AllGather, {.ranks = 64}, transport, bytes).algorithm, Algorithm::Ring);
    }

    void doubling_by_hand()
    {
        // 64 ranks on 8 nodes, Simple only: 8.4 + 3 x 3.4 + 3 x 14 us; 7/8 of S over the nodes' adapters, then 7/8
        // inside.
        Transport transport;
        transport.gather = GatherAlgorithm::Doubling;
        transport.ring_fraction = {1e-9, 1e-9, 1};
        transport.local_copy = 0;
        const Cost cut = cost(Operation::AllGather, {.ranks = 64}, transport, mebi);
        QCOMPARE(cut.algorithm, Algorithm::Doubling);
        QVERIFY(near(cut.latency_seconds, 60.6e-6));
        QVERIFY(near(cut.bandwidth_seconds, 7. / 8 * mebi / (8 * 46e9) + 7. / 8 * mebi / 360e9));
    }

    void what_is_allowed_is_never_slower()
    {
        for (const GatherAlgorithm algorithm : {GatherAlgorithm::Pat, GatherAlgorithm::Doubling})
            for (const double ranks : {2., 8., 64., 1000., 16384.})
                for (const double stride : {1., 8.})
                    for (double bytes = 1024; bytes < 1e11; bytes *= 8)
                        for (const Operation operation : {Operation::AllGather, Operation::AllReduce}) {
                            Transport asked;
                            asked.gather = algorithm;
                            asked.network_reduction = true;
                            const Placement placement{.ranks = ranks, .stride = stride};
                            QVERIFY(cost(operation, placement, asked, bytes).seconds
                                    <= cost(operation, placement, Transport(), bytes).seconds);
                        }
    }

    void torus_goes_round_its_axes()
    {
        // 16 x 16 x 16: 45 hops round all three axes instead of 4,095; one axis of 16 takes 15.
        std::vector tiers{tier(4096, 270e9, 1), tier(unlimited, 6e9, 1)};
        tiers[0].pair_bytes_per_s = 45e9;
        tiers[0].wiring = Wiring::Torus;
        const auto group = [&](double ranks) { return place(tiers, {.ranks = ranks, .usable = 4096}); };
        QVERIFY(near(group(4096).fabric_hops, 45));
        QVERIFY(near(group(256).fabric_hops, 30));
        QVERIFY(near(group(16).fabric_hops, 15));
        Transport transport;
        transport.ring_base_seconds = {0, 0, 0};
        transport.ring_fabric_seconds = {1e-6, 1e-6, 1e-6}; // about 1 us per hop (scaling-book, sharding)
        QVERIFY(near(collective(Operation::AllGather, group(4096), transport, giga).latency_seconds, 45e-6));
    }

    void pods_narrow_what_lies_beyond()
    {
        using plateau::test::changed;
        plateau::Scenario question = plateau::test::weak_scaling("1024");
        question = changed(changed(question, "pod_gpus", "256"), "scale_out_oversubscription", "4");
        const auto tiers = plateau::network_tiers(question.cluster);
        QCOMPARE(tiers.size(), std::size_t(3));
        const Group wide = place(tiers, {.ranks = 1024});
        QCOMPARE(wide.spans[1].members, 32.0);
        QCOMPARE(wide.spans[2].members, 4.0);
        QVERIFY(near(wide.spans[2].bytes_per_s, wide.spans[1].bytes_per_s / 4));
        // Inside one pod nothing changes; across pods the step is slower.
        const auto small = [&](const char* key, const char* value) {
            return evaluated(changed(changed(question, "gpus", "256"), key, value)).step_seconds;
        };
        QCOMPARE(small("pue", "1.2"), small("scale_out_oversubscription", "1"));
        QVERIFY(evaluated(question).step_seconds
                > 1.1 * evaluated(changed(question, "scale_out_oversubscription", "1")).step_seconds);
    }

    void rails_widen_a_pod()
    {
        using plateau::test::changed;
        const plateau::Scenario question = changed(plateau::test::weak_scaling("1024"), "pod_gpus", "32");
        QCOMPARE(plateau::network_tiers(question.cluster)[1].domain_size, 32.0);
        // One leaf of 32 ports down joins 4 hosts of 8 cards, or one card of each of 32 hosts.
        QCOMPARE(plateau::network_tiers(changed(question, "rails", "on").cluster)[1].domain_size, 256.0);
    }

    void sites_are_one_more_tier()
    {
        using plateau::test::changed;
        plateau::Scenario question = changed(plateau::test::weak_scaling("2048"), "site_gpus", "1024");
        question = changed(changed(question, "site_bandwidth", "10Gb/s"), "site_latency", "5ms");
        const auto tiers = plateau::network_tiers(question.cluster);
        QCOMPARE(tiers.size(), std::size_t(3));
        const Group group = place(tiers, {.ranks = 2048});
        QCOMPARE(group.spans[1].members, 128.0);
        QCOMPARE(group.spans[2].members, 2.0);
        QVERIFY(near(group.spans[2].extra_seconds, 5e-3));
        QVERIFY(near(group.spans[2].bytes_per_s, 8 * 0.92 * 1.25e9));
        // One site is as before; replicas that meet every 100 steps suffer less than those that meet every step.
        const double one = evaluated(changed(question, "gpus", "1024")).step_seconds;
        QCOMPARE(one, evaluated(plateau::test::weak_scaling("1024")).step_seconds);
        const plateau::Scenario replicas = changed(changed(question, "dp_mode", "hsdp"), "shard_group", "1024");
        const plateau::Parts often = evaluated(replicas);
        const plateau::Parts seldom = evaluated(changed(replicas, "local_steps", "100"));
        QVERIFY(near(seldom[plateau::Part::AllReduce], often[plateau::Part::AllReduce] / 100, 0.2));
        QVERIFY(seldom.step_seconds < often.step_seconds);
    }

    void oversubscription_without_pods_narrows_the_network()
    {
        using plateau::test::changed;
        const plateau::Scenario question = plateau::test::weak_scaling("1024");
        const auto narrow = plateau::network_tiers(changed(question, "scale_out_oversubscription", "4").cluster);
        const Group group = place(narrow, {.ranks = 1024});
        QVERIFY(near(group.spans[1].bytes_per_s,
                     place(plateau::network_tiers(question.cluster), {.ranks = 1024}).spans[1].bytes_per_s / 4));
    }
};

PLATEAU_TEST(TestCollectivesOnRequest)

} // namespace tst_collectives_on_request

#include "tst_collectives_on_request.moc"
