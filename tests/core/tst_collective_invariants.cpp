// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <random>

#include "collective_samples.h"
#include "core/physics/collectives/collectives.h"

namespace tst_collective_invariants {

using namespace plateau::collectives;
using plateau::catalog::NetworkTier;
using plateau::catalog::Wiring;
using samples::tier;
using samples::unlimited;

namespace {

constexpr int rounds = 5000;
constexpr std::array operations{Operation::AllGather, Operation::ReduceScatter, Operation::AllReduce,
                                Operation::AllToAll};

struct Sample {
    std::vector<NetworkTier> tiers;
    Placement placement;
    Transport transport;
    double bytes = 0;
    Operation operation = Operation::AllGather;

    Cost cost() const { return collective(operation, place(tiers, placement), transport, bytes); }
    double seconds() const { return cost().seconds; }
};

double log_uniform(std::mt19937& random, double low, double high)
{
    return low * std::pow(high / low, std::uniform_real_distribution(0.0, 1.0)(random));
}

Sample draw(std::mt19937& random)
{
    const auto chance = [&](double share) { return std::bernoulli_distribution(share)(random); };
    const double domain = std::round(log_uniform(random, 1, 600));
    Sample sample;
    sample.tiers.push_back(tier(domain, log_uniform(random, 1e10, 2e12), 0.8));
    sample.tiers[0].wiring = chance(0.7) ? Wiring::Switched : chance(0.5) ? Wiring::PerPair : Wiring::Torus;
    sample.tiers[0].pair_bytes_per_s = sample.tiers[0].bandwidth_bytes_per_s / 6;
    if (chance(0.4))
        sample.tiers.push_back(
            tier(domain * std::round(log_uniform(random, 2, 100)), log_uniform(random, 1e9, 1e11), 0.9));
    sample.tiers.push_back(tier(unlimited, log_uniform(random, 1e9, 1e11), 0.9));
    for (NetworkTier& level : sample.tiers) {
        level.latency_seconds = chance(0.5) ? 0 : log_uniform(random, 1e-7, 1e-3);
        level.oversubscription = chance(0.7) ? 1 : log_uniform(random, 1, 8);
    }
    sample.placement.ranks = std::round(log_uniform(random, 1, 20000));
    sample.placement.stride = chance(0.5) ? 1 : std::round(log_uniform(random, 1, 64));
    sample.placement.usable = std::round(log_uniform(random, 1, domain + 0.4));
    sample.transport.in_switch_reduction = chance(0.5);
    sample.transport.ll128_across_network = chance(0.5);
    sample.transport.latency_factor = log_uniform(random, 0.5, 2);
    sample.bytes = log_uniform(random, 1, 1e12);
    sample.operation = operations[std::uniform_int_distribution(0, 3)(random)];
    return sample;
}

/// Makes every link unlimited.
void unlimit(Sample& sample)
{
    for (NetworkTier& level : sample.tiers)
        level.bandwidth_bytes_per_s = level.pair_bytes_per_s = unlimited;
}

} // namespace

class TestCollectiveInvariants : public QObject {
    Q_OBJECT

private slots:
    void finite_and_not_negative()
    {
        std::mt19937 random(1);
        for (int i = 0; i < rounds; ++i) {
            const Sample sample = draw(random);
            const Cost cost = sample.cost();
            QVERIFY(std::isfinite(cost.seconds));
            QVERIFY(cost.latency_seconds >= 0 && cost.bandwidth_seconds >= 0);
            QVERIFY(cost.seconds >= (cost.latency_seconds + cost.bandwidth_seconds) * (1 - 1e-12));
            QCOMPARE(cost.seconds > 0, sample.placement.ranks > 1);
        }
    }

    void more_bandwidth_is_never_slower()
    {
        std::mt19937 random(2);
        for (int i = 0; i < rounds; ++i) {
            Sample sample = draw(random);
            const double before = sample.seconds();
            NetworkTier& level = sample.tiers[random() % sample.tiers.size()];
            const double factor = i % 10 == 0 ? unlimited : log_uniform(random, 1, 100);
            level.bandwidth_bytes_per_s *= factor;
            level.pair_bytes_per_s *= factor;
            QVERIFY(sample.seconds() <= before * (1 + 1e-12));
        }
    }

    void less_latency_is_never_slower()
    {
        std::mt19937 random(3);
        for (int i = 0; i < rounds; ++i) {
            Sample sample = draw(random);
            const double before = sample.seconds();
            if (i % 2)
                sample.transport.latency_factor *= log_uniform(random, 1e-3, 1);
            else
                sample.tiers[random() % sample.tiers.size()].latency_seconds *= 0.3;
            QVERIFY(sample.seconds() <= before * (1 + 1e-12));
        }
    }

    void more_bytes_are_never_faster()
    {
        std::mt19937 random(4);
        for (int i = 0; i < rounds; ++i) {
            Sample sample = draw(random);
            const double before = sample.seconds();
            sample.bytes *= log_uniform(random, 1, 10);
            QVERIFY(sample.seconds() >= before * (1 - 1e-12));
        }
    }

    void continuous_in_bytes()
    {
        std::mt19937 random(5);
        for (int i = 0; i < rounds; ++i) {
            Sample sample = draw(random);
            const double before = sample.seconds();
            sample.bytes *= 1 + 1e-6;
            QVERIFY(sample.seconds() <= before * (1 + 2e-6));
        }
    }

    void nothing_is_left_without_wires_and_latency()
    {
        std::mt19937 random(6);
        for (int i = 0; i < rounds; ++i) {
            Sample sample = draw(random);
            unlimit(sample);
            sample.transport.latency_factor = 0;
            QCOMPARE(sample.seconds(), 0.0);
            const Link link = widest_link(sample.tiers, 0, sample.placement.stride);
            QCOMPARE(point_to_point_seconds(link.span, sample.transport, sample.bytes, link.crosses_network), 0.0);
        }
    }

    void unlimited_bandwidth_leaves_latency()
    {
        std::mt19937 random(7);
        for (int i = 0; i < rounds; ++i) {
            Sample sample = draw(random);
            unlimit(sample);
            const Cost cost = sample.cost();
            QVERIFY(std::isfinite(cost.seconds));
            QCOMPARE(cost.seconds > 0, sample.placement.ranks > 1);
        }
    }
};

PLATEAU_TEST(TestCollectiveInvariants)

} // namespace tst_collective_invariants

#include "tst_collective_invariants.moc"
