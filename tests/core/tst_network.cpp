// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>
#include <numeric>

#include "collective_samples.h"
#include "core/estimate/step.h"
#include "core/search/search.h"
#include "sample_scenarios.h"

using namespace plateau;
using plateau::test::Changes;
using samples::near;
using samples::tier;
using samples::unlimited;

/// What must be true of the network wherever no run was measured: tables of statements, a function each.
class NetworkTest : public QObject {
    Q_OBJECT

private slots:
    void a_pipeline_pays_its_worst_boundary_data();
    void a_pipeline_pays_its_worst_boundary();
    void stragglers_belong_to_hosts_data();
    void stragglers_belong_to_hosts();
    void groups_that_straddle_domains_data();
    void groups_that_straddle_domains();
    void alignment_in_closed_form();
    void straddling_shard_groups_are_slower_data();
    void straddling_shard_groups_are_slower();
    void best_plans_do_not_straddle_for_nothing();
    void domains_are_filled_evenly_data();
    void domains_are_filled_evenly();
};

namespace {

Scenario weak_scaling(const Changes& changes)
{
    Scenario question = test::weak_scaling("2048");
    for (const auto& [key, text] : changes)
        question = test::changed(question, key, text);
    return question;
}

Changes operator+(Changes left, const Changes& right)
{
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

Parts evaluated(const Scenario& question) { return evaluate(*prepare(question), question.plan, *make_workspace()); }

Parts parts_of(const Changes& changes)
{
    const Parts parts = evaluated(weak_scaling(changes));
    if (!parts.possible())
        qFatal("an impossible question");
    return parts;
}

} // namespace

/// Some neighbouring stages lie within a host, domain, pod or site, and some do not. A stage exchanges with the one
/// before it and the one behind it: across the boundary once, or twice where no two stages fit on one side.
void NetworkTest::a_pipeline_pays_its_worst_boundary_data()
{
    QTest::addColumn<Changes>("plan");
    QTest::addColumn<Changes>("wider"); // so that all stages lie on one side
    QTest::addColumn<double>("seconds"); // of the exchanges of a micro-batch with both neighbours
    QTest::addColumn<double>("edge"); // of the first or last rank with its one neighbour
    const double bytes = 2. * 2 * 4096 * 4096; // two sequences
    const double inside = 3.4e-6 + bytes / (0.80 * 450e9);
    const double across = 14e-6 + bytes / (0.92 * 50e9);
    const double beyond_pod = 14e-6 + 4 * bytes / (0.92 * 50e9);
    const double beyond_site = 14e-6 + 100e-3 + bytes / (0.92 * 0.125e9);
    const Changes one_f_one_b{{"schedule", "1f1b"}, {"dp_mode", "zero1"}};
    const Changes chunks{{"schedule", "interleaved"}, {"virtual_stages", "8"}};
    const Changes pods{{"scale_out_oversubscription", "4"}, {"pod_gpus", "1024"}};
    const Changes sites{{"site_bandwidth", "0.125GB/s"}, {"site_latency", "100ms"}, {"site_gpus", "1024"}};
    const Changes one_pod{{"pod_gpus", "4096"}};
    const Changes one_site{{"site_gpus", "4096"}};
    const Changes one_domain{{"nvlink_domain", "256"}};
    const auto stages = [](const char* gpus, const char* pp) { return Changes{{"gpus", gpus}, {"pp", pp}}; };
    const Changes racks{{"nvlink_domain", "72"}};
    QTest::newRow("hosts, two stages in each")
        << stages("16", "4") + one_f_one_b << one_domain << across + inside << inside;
    QTest::newRow("hosts, one stage in each") << stages("32", "4") + one_f_one_b << one_domain << 2 * across << across;
    QTest::newRow("three stages, the last alone") << stages("12", "3") << one_domain << across + inside << across;
    QTest::newRow("domains") << stages("144", "4") + racks << one_domain << across + inside << inside;
    QTest::newRow("domains that stages straddle") << stages("192", "4") + racks << one_domain << 2 * across << across;
    QTest::newRow("pods") << stages("2048", "4") + chunks + pods << one_pod << 8 * (beyond_pod + across) << 8 * across;
    QTest::newRow("sites") << stages("2048", "4") + chunks + sites << one_site << 8 * (beyond_site + across)
                           << 8 * across;
    QTest::newRow("a site for each stage")
        << stages("2048", "2") + chunks + sites << one_site << 16 * beyond_site << 8 * beyond_site;
    // Six of eight places of a host are used: 24 ranks fill four hosts, a pod has three.
    QTest::newRow("places left out") << stages("24", "4") + pods
            + Changes{{"cp", "3"}, {"sequence", "12288"}, {"pod_gpus", "24"}}
                                     << one_pod << beyond_pod + across << beyond_pod;
}

void NetworkTest::a_pipeline_pays_its_worst_boundary()
{
    QFETCH(Changes, plan);
    QFETCH(Changes, wider);
    QFETCH(double, seconds);
    QFETCH(double, edge);
    const Changes library{{"latency_factor", "1"}, {"network_fraction", "1"}, {"fabric_fraction", "1"}};
    const auto exchanges = [](const Scenario& question, bool is_edge) {
        const auto prepared = prepare(question);
        const Degrees degrees = complete(*prepared, question.plan);
        Workspace workspace;
        const Row<double> row = PipelineTransfer::stage(Inputs<double>(*prepared, degrees, workspace), is_edge);
        return row.forward.exposed + row.backward.exposed;
    };
    const Scenario question = weak_scaling(plan + library);
    const double both = exchanges(question, false);
    QVERIFY2(near(both, seconds), qPrintable(QString("%1 s, by hand %2 s").arg(both).arg(seconds)));
    QVERIFY(near(exchanges(question, true), edge));
    QVERIFY(both > 1.3 * exchanges(weak_scaling(plan + library + wider), false));
    QVERIFY(evaluated(question).step_seconds > evaluated(weak_scaling(plan + library + wider)).step_seconds);
}

/// The same hosts, however many of them a scale-up domain joins.
void NetworkTest::stragglers_belong_to_hosts_data()
{
    QTest::addColumn<QString>("hardware");
    QTest::addColumn<double>("hosts"); // of 2,304 accelerators
    QTest::newRow("8 to a host") << "h100_sxm" << 288.;
    QTest::newRow("4 to a tray, 72 to a rack") << "gb200_nvl72" << 576.;
    QTest::newRow("4 to a host, 9,216 to a pod") << "tpu_v7" << 576.;
}

void NetworkTest::stragglers_belong_to_hosts()
{
    QFETCH(QString, hardware);
    QFETCH(double, hosts);
    const Changes machine{{"hardware", hardware.toStdString()}, {"gpus", "2304"}};
    for (const char* domain : {"8", "72", "2304"}) {
        const Parts parts = parts_of(machine + Changes{{"nvlink_domain", domain}, {"jitter_per_doubling", "0.01"}});
        const double waiting = parts[Part::Jitter] / (parts.step_seconds - parts[Part::Jitter]);
        QVERIFY2(near(waiting, 0.01 * std::log2(hosts)), qPrintable(QString::number(waiting / 0.01)));
    }
}

/// Groups of ranks one after another on domains of 8, with 50 GB/s to each rank's own card: NCCL's ring is as fast as
/// the domain with the fewest members lets it be.
void NetworkTest::groups_that_straddle_domains_data()
{
    QTest::addColumn<double>("ranks");
    QTest::addColumn<double>("neighbours");
    QTest::addColumn<double>("domains");
    QTest::addColumn<double>("fewest");
    QTest::newRow("whole hosts") << 48. << 25. << 6. << 8.;
    QTest::newRow("half hosts") << 4. << 25. << 1. << 4.;
    QTest::newRow("one group and a rest") << 12. << 1. << 2. << 4.;
    QTest::newRow("a rest of one") << 1025. << 1. << 129. << 1.;
    QTest::newRow("first of 41") << 41. << 1. << 6. << 1.;
    QTest::newRow("41 each") << 41. << 25. << 6. << 1.;
    QTest::newRow("50 each") << 50. << 41. << 7. << 2.;
    QTest::newRow("73 each") << 73. << 14. << 10. << 1.;
    QTest::newRow("6 each") << 6. << 4. << 2. << 2.;
    QTest::newRow("the first 6") << 6. << 1. << 1. << 6.;
}

void NetworkTest::groups_that_straddle_domains()
{
    using namespace collectives;
    QFETCH(double, ranks);
    QFETCH(double, neighbours);
    const std::vector tiers{tier(8, 1e15, 1), tier(unlimited, 50e9, 1)};
    const Group group = place(tiers, {.ranks = ranks, .neighbours = neighbours});
    QTEST(group.domains, "domains");
    QTEST(group.fewest, "fewest");
    if (group.domains > 1) {
        Transport transport;
        transport.local_copy = 0;
        transport.ring_fraction = {1e-9, 1e-9, 1};
        const Cost gather = collective(Operation::AllGather, group, transport, 1e9);
        QVERIFY(near(gather.bandwidth_seconds, (ranks - 1) / ranks * 1e9 / (group.fewest * 50e9)));
    }
}

/// Against laying the groups out one by one.
void NetworkTest::alignment_in_closed_form()
{
    using namespace collectives;
    for (int room = 1; room <= 12; ++room) {
        const std::vector tiers{tier(room, 1e12, 1), tier(unlimited, 50e9, 1)};
        for (int ranks = 1; ranks <= 30; ++ranks) {
            double domains = 1;
            double fewest = std::min(ranks, room);
            for (int neighbours = 1; neighbours <= 14; ++neighbours) {
                std::map<int, int> members; // of the latest group, by domain
                for (int rank = (neighbours - 1) * ranks; rank < neighbours * ranks; ++rank)
                    ++members[rank / room];
                domains = std::max(domains, double(members.size()));
                for (const auto& [domain, count] : members)
                    if (members.size() > 1)
                        fewest = std::min(fewest, double(count));
                const Placement placement{
                    .ranks = double(ranks), .usable = double(room), .neighbours = double(neighbours)};
                const Group group = place(tiers, placement);
                QCOMPARE(group.domains, domains);
                QCOMPARE(group.fewest, fewest);
            }
        }
    }
}

void NetworkTest::straddling_shard_groups_are_slower_data()
{
    QTest::addColumn<int>("straddling");
    QTest::addColumn<int>("aligned");
    QTest::newRow("41 and 40") << 41 << 40;
    QTest::newRow("50 and 48") << 50 << 48;
    QTest::newRow("73 and 72") << 73 << 72;
}

/// 32 groups of nearly as many ranks.
void NetworkTest::straddling_shard_groups_are_slower()
{
    QFETCH(int, straddling);
    QFETCH(int, aligned);
    const auto gather = [](int group) {
        const std::string ranks = std::to_string(group);
        const Parts parts
            = parts_of({{"gpus", std::to_string(32 * group)}, {"dp_mode", "hsdp"}, {"shard_group", ranks}});
        return parts.busy[std::size_t(Part::AllGather)];
    };
    const double ratio = gather(straddling) / gather(aligned);
    QVERIFY2(ratio > 3, qPrintable(QString::number(ratio))); // a card or two where the others have eight
}

/// 1,025 = 25 x 41 ranks: a group of 41 or all of 1,025 would leave one rank alone on a host.
void NetworkTest::best_plans_do_not_straddle_for_nothing()
{
    const Scenario question = weak_scaling({{"gpus", "1025"}});
    const auto prepared = prepare(question);
    const auto open = search::open_keys(question, search::PlanChoice::Best);
    const auto found = search::PlanSearch().run(*prepared, open, {});
    QVERIFY(!found.plans.empty());
    const Plan& plan = found.plans.front().plan;
    const double used = found.plans.front().gpus_used;
    QVERIFY2(std::fmod(used, 8) == 0, qPrintable(QString::number(used)));
    const int group = plan.shard_group;
    QVERIFY2(group == 0 || group % 8 == 0 || 8 % group == 0, qPrintable(QString::number(group)));
}

void NetworkTest::domains_are_filled_evenly_data()
{
    QTest::addColumn<QString>("gpus");
    QTest::addColumn<QString>("tp");
    QTest::addColumn<double>("segment"); // of racks of 72, trays of 4
    QTest::newRow("one rack") << "72"
                              << "1" << 72.;
    QTest::newRow("half a rack") << "32"
                                 << "1" << 72.;
    QTest::newRow("whole racks") << "2304"
                                 << "1" << 72.;
    QTest::newRow("powers of two") << "1024"
                                   << "1" << 64.;
    QTest::newRow("17 trays each") << "1020"
                                   << "1" << 68.;
    QTest::newRow("tensor ranks of 16") << "1024"
                                        << "16" << 64.;
    QTest::newRow("nothing even") << "1052"
                                  << "1" << 72.; // 4 x 263
}

void NetworkTest::domains_are_filled_evenly()
{
    QFETCH(QString, gpus);
    QFETCH(QString, tp);
    const Scenario question
        = weak_scaling({{"hardware", "gb200_nvl72"}, {"gpus", gpus.toStdString()}, {"tp", tp.toStdString()}});
    const auto prepared = prepare(question);
    QTEST(complete(*prepared, question.plan).segment, "segment");
    // Hosts are taken whole, whatever the count.
    const Scenario hosts = weak_scaling({{"gpus", "1025"}});
    QCOMPARE(complete(*prepare(hosts), hosts.plan).segment, 8.);
}

QTEST_GUILESS_MAIN(NetworkTest)
#include "tst_network.moc"
