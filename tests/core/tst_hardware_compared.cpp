// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/answers/equal_hardware.h"
#include "core/answers/step.h"
#include "core/views/equal_view.h"
#include "tests/core/shipped_answers.h"

namespace tst_hardware_compared {

using namespace plateau;
using answers::Basis;

/// Hardware against hardware for the same money, power or count.
class HardwareComparedTest : public QObject {
    Q_OBJECT
    threads::Pool pool_;

    answers::EqualAnswer ask(const Scenario& scenario, Basis basis)
    {
        return answers::compare_hardware(test::shipped(), scenario, {"b200", "a100_sxm_80"}, basis, pool_);
    }

private slots:
    void the_largest_cluster_within_the_amount_data()
    {
        QTest::addColumn<int>("basis");
        for (const answers::BasisRow& row : answers::basis_rows())
            QTest::newRow(row.name) << int(row.basis);
    }
    void the_largest_cluster_within_the_amount()
    {
        QFETCH(int, basis);
        const answers::BasisRow& row = answers::row(Basis(basis));
        const Scenario scenario = test::weak_scaling("128");
        const auto answer = ask(scenario, Basis(basis));
        QCOMPARE(answer.clusters.size(), std::size_t(3));
        QCOMPARE(answer.clusters.front().hardware, std::string("h100_sxm"));
        QCOMPARE(answer.clusters.front().parts.gpus, 128.0);
        search::PlanSearch search;
        for (const answers::EqualCluster& cluster : answer.clusters) {
            QVERIFY(cluster.parts.fits());
            QCOMPARE(cluster.parts.global_batch, 256.0); // the same step everywhere
            QVERIFY(row.value(cluster.parts) <= answer.amount * (1 + 1e-9));
            if (Basis(basis) == Basis::Gpus) {
                QCOMPARE(cluster.parts.gpus, 128.0);
                continue;
            }
            // One host more would exceed it, or idle.
            const double more = cluster.parts.gpus + cluster.scenario.cluster.accelerator.per_host;
            const Parts next = search::best_plan(search, *at_gpus(*prepare(cluster.scenario), more),
                                                 search::open_keys(scenario, search::PlanChoice::Best));
            QVERIFY(row.value(next) > answer.amount || next.gpus_used <= cluster.parts.gpus);
        }
    }

    /// Nobody buys a part of a rack, nor one that its plan leaves idle.
    void racks_are_bought_whole_and_idle_accelerators_are_named()
    {
        const Scenario scenario = test::changed(*find_scenario(test::shipped(), "llama3-70b-h100"), "gpus", "2048");
        for (const answers::BasisRow& basis : answers::basis_rows()) {
            const auto answer
                = answers::compare_hardware(test::shipped(), scenario, {"gb200_nvl72"}, basis.basis, pool_);
            const answers::EqualCluster& racks = answer.clusters.back();
            QCOMPARE(racks.hardware, std::string("gb200_nvl72"));
            QCOMPARE(std::fmod(racks.parts.gpus, 72), 0.0);
            QVERIFY(basis.value(racks.parts) <= answer.amount * (1 + 1e-9));
            if (basis.basis != Basis::Gpus)
                QVERIFY(racks.parts.gpus - racks.parts.gpus_used < 72);
            QVERIFY(english(narrate::equal_facts(answer).front().values.back()).ends_with(" racks")
                    || english(narrate::equal_facts(answer).front().values.front()).ends_with(" racks"));
            const std::string said = english(narrate::equal_sentence(answer));
            QVERIFY2(said.find(" racks of 72") != std::string::npos, said.c_str());
            if (racks.parts.gpus > racks.parts.gpus_used)
                QVERIFY2(said.find(" idle but are paid for") != std::string::npos, said.c_str());
        }
    }

    void a_rack_alone_is_told_as_one()
    {
        const Scenario scenario = test::changed(test::weak_scaling("72"), "hardware", "gb200_nvl72");
        const std::string said = english(narrate::equal_sentence(ask(scenario, Basis::Gpus)));
        QVERIFY2(said.find("72 GB200 NVL72 fill one rack.") != std::string::npos, said.c_str());
    }

    void what_belongs_to_the_hardware_is_its_own()
    {
        const Scenario typed
            = test::changed(test::weak_scaling("128"), {{"usd_per_gpu_hour", "1.5"}, {"nvlink_domain", "4"}});
        const auto other = answers::on_hardware(test::shipped(), typed, "gb200_nvl72", 256);
        QVERIFY(other.has_value());
        QVERIFY(other->assumptions.usd_per_gpu_hour != 1.5);
        QVERIFY(other->cluster.tiers.front().domain_size > 8);
        QCOMPARE(other->workload.sequence, typed.workload.sequence);
        const auto own = answers::on_hardware(test::shipped(), typed, "h100_sxm", 256);
        QCOMPARE(own->assumptions.usd_per_gpu_hour, 1.5);
        QVERIFY(!answers::on_hardware(test::shipped(), typed, "no_such", 256));
    }

    void every_number_has_its_unit()
    {
        const auto facts = narrate::equal_facts(ask(test::weak_scaling("128"), Basis::Usd));
        const auto rate = std::find_if(facts.begin(), facts.end(),
                                       [](const auto& fact) { return english(fact.name) == "Throughput"; });
        QVERIFY(rate != facts.end());
        QCOMPARE(english(rate->unit), std::string("tokens/s"));
    }

    /// The workbench shows the plan as it stands, this comparison the best ones.
    void the_sentence_says_what_the_given_plan_would_take_and_how_sure_it_is()
    {
        const Scenario scenario = test::changed(*find_scenario(test::shipped(), "llama3-70b-h100"), "gpus", "2048");
        const auto answers = test::shipped_answers();
        const answers::TrainingQuestion question(scenario);
        const auto answer = answers->get<answers::EqualHardware>(answers::EqualHardware::Key::of(question, Basis::Usd));
        QCOMPARE(answer->given.step_seconds, answers->get<answers::StepParts>(question)->step_seconds);
        QVERIFY(answer->given.step_seconds > answer->clusters.front().parts.step_seconds);
        const std::string said = english(narrate::equal_sentence(*answer));
        QVERIFY2(said.find("the given plan would take") != std::string::npos, said.c_str());
        QVERIFY2(said.find("Eight in ten: ") != std::string::npos, said.c_str());
        QVERIFY(!answer->clusters.front().against_first);
        for (const answers::EqualCluster& cluster : answer->clusters)
            if (cluster.against_first)
                QVERIFY(cluster.against_first->band.low < cluster.against_first->ratio);
    }

    void bars_are_as_long_as_the_runs()
    {
        const Scenario scenario = test::weak_scaling("128");
        const auto answer = ask(scenario, Basis::Usd);
        const figures::Figure bars = figures::equal_bars_figure(answer, scenario);
        QCOMPARE(bars.as<figures::Bars>()->bars.size(), std::size_t(3));
        double before = 0;
        for (const figures::Bar& bar : bars.as<figures::Bars>()->bars) {
            double sum = 0;
            for (const figures::Segment& segment : bar.segments)
                sum += segment.value;
            const auto of = std::find_if(answer.clusters.begin(), answer.clusters.end(), [&](const auto& cluster) {
                return std::abs(cluster.parts.run_seconds / sum - 1) < 1e-9;
            });
            QVERIFY(of != answer.clusters.end());
            QVERIFY(sum >= before); // the quickest first
            before = sum;
        }
        const auto as_many = ask(scenario, Basis::Gpus);
        const figures::Figure same_count = figures::equal_bars_figure(as_many, scenario);
        const std::vector<const answers::EqualCluster*> order = narrate::quickest_first(as_many);
        for (std::size_t i = 0; i < order.size(); ++i)
            QCOMPARE(english(same_count.as<figures::Bars>()->bars[i].name),
                     english(narrate::cluster_words(*order[i], as_many.basis)));
        const auto own = std::find(order.begin(), order.end(), as_many.clusters.data()) - order.begin();
        for (const narrate::Fact& fact : narrate::equal_facts(as_many)) // columns stand as the bars do
            if (english(fact.name).starts_with("Against H100"))
                QCOMPARE(english(fact.values[static_cast<std::size_t>(own)]), std::string("1\u00a0×"));
        QVERIFY(own > 0);
        const figures::Figure curves = figures::equal_curves_figure(answer, scenario);
        QCOMPARE(curves.plot().panels.front().series.size(), std::size_t(4)); // with the line of what is held equal
        const auto best
            = std::max_element(answer.clusters.begin() + 1, answer.clusters.end(), [](const auto& a, const auto& b) {
                  return a.parts.tokens_per_s < b.parts.tokens_per_s;
              });
        QVERIFY(english(bars.sentence).find(best->scenario.cluster.accelerator.title) != std::string::npos);
        for (const narrate::Fact& fact : narrate::equal_facts(answer))
            QCOMPARE(fact.values.size(), std::size_t(3));
    }
};

PLATEAU_TEST(HardwareComparedTest)

} // namespace tst_hardware_compared

#include "tst_hardware_compared.moc"
