// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <map>

#include "collective_samples.h"
#include "core/catalog/physics.h"
#include "core/physics/collectives/placement.h"
#include "table.h"

namespace tst_collectives_by_fabric {

using namespace plateau::collectives;
using plateau::catalog::FabricKind;
using plateau::catalog::FabricRow;
using samples::near;

namespace {

MessageLaw law_of(FabricKind kind, double token_bytes = 0, double extra_seconds = 0)
{
    const FabricRow* row = plateau::catalog::fabric_of(*plateau::test::shipped().physics, kind);
    return row ? plateau::catalog::message_law(*row, token_bytes, extra_seconds) : MessageLaw{};
}

/// Hosts of 8 B300 on links of 100 GB/s.
double exchange(const MessageLaw& law, double ranks, double bytes, double copies = 0)
{
    Transport transport;
    transport.messages = law;
    const std::vector<samples::NetworkTier> tiers{samples::tier(8, 900e9, 0.8),
                                                  samples::tier(samples::unlimited, 100e9, 0.92)};
    return collective(candidates_of(Operation::AllToAll, place(tiers, {.ranks = ranks}), transport, copies), bytes)
        .seconds;
}

Operation operation(const std::string& name)
{
    return name == "all_gather" ? Operation::AllGather
        : name == "all_reduce"  ? Operation::AllReduce
                                : Operation::AllToAll;
}

} // namespace

/// How messages cross the networks between domains.
class TestCollectivesByFabric : public QObject {
    Q_OBJECT

private slots:
    void every_fabric_is_described()
    {
        for (const auto& [name, kind] : plateau::named_values<FabricKind>())
            QVERIFY2(plateau::catalog::fabric_of(*plateau::test::shipped().physics, kind), name);
    }

    void joined_messages_reach_the_line()
    {
        QVERIFY(near(exchange(law_of(FabricKind::InfiniBand), 32, 1e9), exchange({}, 32, 1e9), 0.03));
    }

    /// 24 of 32 parts leave the host, through a card that could carry 92 GB/s.
    void messages_alone_do_not()
    {
        const double alone = 24.0 / 32 * 1e9 / 24e9;
        QVERIFY(near(exchange(law_of(FabricKind::Roce), 32, 1e9), alone, 0.03));
        QVERIFY(near(exchange(law_of(FabricKind::Efa), 32, 1e9), alone, 0.03));
    }

    void inside_a_domain_no_fabric_counts()
    {
        QCOMPARE(exchange(law_of(FabricKind::Efa), 8, 1e9), exchange({}, 8, 1e9));
    }

    void small_messages_wait_for_each_other()
    {
        const double more = exchange(law_of(FabricKind::Efa), 32, 1e6) - exchange({}, 32, 1e6);
        QVERIFY(more > 24 * 70e-6 / 8);
        QVERIFY(exchange(law_of(FabricKind::Efa, 0, 50e-6), 32, 1e6) > exchange(law_of(FabricKind::Efa), 32, 1e6));
    }

    /// Of wide tokens a dispatcher that the host serves is faster than an all-to-all, of narrow ones slower.
    void dispatchers_have_no_number_of_their_own()
    {
        const auto both = [](double token) {
            const MessageLaw law = law_of(FabricKind::Efa, token);
            return std::pair(exchange(law, 32, 8 * 2048 * token), exchange(law, 32, 8 * 2048 * token, 8));
        };
        const auto [wide, wide_forwarded] = both(2 * 7168);
        const auto [narrow, narrow_forwarded] = both(2 * 2048);
        QVERIFY(wide_forwarded < wide);
        QVERIFY(narrow_forwarded > narrow);
    }

    void switches_sum_only_where_they_can()
    {
        QVERIFY(law_of(FabricKind::InfiniBand).sums);
        QVERIFY(!law_of(FabricKind::Efa).sums);
    }

    /// The median over what was published of each fabric, from 8 MiB up; figures of InfiniBand are tested beside the
    /// algorithms that they show.
    void measured()
    {
        std::map<std::string, std::vector<double>> errors;
        const plateau::files::CsvTable rows = table::read("collectives_across_domains.csv");
        for (std::size_t row = 0; row < rows.rows.size(); ++row) {
            const plateau::catalog::Accelerator& accelerator = table::accelerator(rows.cell(row, "accelerator"));
            auto tiers = accelerator.tiers;
            tiers[0].domain_size = table::number(rows, row, "domain");
            const std::string fabric = rows.cell(row, "fabric");
            Transport transport = accelerator.transport;
            transport.messages = law_of(*plateau::from_name<FabricKind>(fabric));
            const Placement placement{.ranks = table::number(rows, row, "ranks"), .usable = tiers[0].domain_size};
            const Cost cost = collective(operation(rows.cell(row, "collective")), place(tiers, placement), transport,
                                         table::number(rows, row, "bytes"));
            errors[fabric].push_back(std::abs(1e6 * cost.seconds / table::number(rows, row, "time_us") - 1));
        }
        QCOMPARE(errors.size(), std::size_t(1));
        for (const auto& [fabric, list] : errors)
            QVERIFY2(table::quantile(list, 0.5) < 0.15,
                     (fabric + ' ' + std::to_string(table::quantile(list, 0.5))).c_str());
    }
};

PLATEAU_TEST(TestCollectivesByFabric)

} // namespace tst_collectives_by_fabric

#include "tst_collectives_by_fabric.moc"
