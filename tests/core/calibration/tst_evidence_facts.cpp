// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/calibration/evidence_facts.h"
#include "core/calibration/evidence_filter.h"
#include "core/text/units/quantity.h"
#include "core/views/view.h"
#include "tests/core/fact_lines.h"
#include "tests/core/sample_scenarios.h"

namespace tst_evidence_facts {

using namespace plateau;
using namespace plateau::figures;
using narrate::Fact;
using narrate::Status;
using test::line;
using test::lines;
using test::named;
using test::plain;
using test::run_called;
using test::shipped_evidence;

namespace {

constexpr const char* dash = "\u2013";

} // namespace

/// What the evidence page says of published runs, and which of them it shows.
class EvidenceFacts : public QObject {
    Q_OBJECT
private slots:
    void a_run_measured_and_predicted()
    {
        const evidence::Evidence& evidence = shipped_evidence();
        const std::size_t run = run_called("nvidia_dgxc_0033");
        QVERIFY(run < evidence.sample.rows.size());
        const double measured = evidence.sample.rows[run].measured_step_seconds().value();
        const evidence::Prediction& prediction = evidence.predictions[run];
        const std::vector<Fact> facts = narrate::run_comparison(evidence, run);
        QCOMPARE(line(facts[0]),
                 QStringLiteral("Step time s %1 %2")
                     .arg(plain(units::steady(measured, 4)), plain(units::steady(prediction.step_seconds, 4))));
        QCOMPARE(english(facts.back().values.at(1)), units::signed_percent(prediction.step_seconds / measured - 1));
        // The same FLOP in both columns: the measured MFU is the predicted one, slower or faster by the step times.
        const double mfu = std::stod(english(named(facts, "MFU")->values[0]));
        QVERIFY(std::abs(mfu / (100 * prediction.parts.mfu() * prediction.step_seconds / measured) - 1) < 2e-3);
        QCOMPARE(english(named(facts, "Memory")->values[0]),
                 evidence.sample.rows[run].memory_bytes ? units::steady(*evidence.sample.rows[run].memory_bytes / 1e9)
                                                        : "not given");
    }

    void a_run_as_it_was_posed()
    {
        const evidence::Evidence& evidence = shipped_evidence();
        const std::size_t run = run_called("nvidia_dgxc_0033");
        const std::vector<Fact> facts = narrate::run_configuration(evidence, run);
        const Scenario& scenario = evidence.sample.cases[run].posed.scenario;
        QCOMPARE(english(facts.front().values[0]), scenario.cluster.accelerator.title);
        QCOMPARE(english(facts.back().values[0]), scenario.assumptions.stack.title);
        QCOMPARE(line(*named(facts, "Tensor")), "Tensor 4");
        int marked = 0, defaults = 0;
        for (std::size_t i = 0; i < evidence.sample.cases.size(); ++i)
            if (evidence.predictions[i].predicted()) {
                const auto& columns = evidence.sample.cases[i].posed.defaults;
                const bool no_recompute = std::find(columns.begin(), columns.end(), "recompute") != columns.end();
                marked += named(narrate::run_configuration(evidence, i), "Recompute")->assumed;
                defaults += no_recompute;
            }
        QCOMPARE(marked, defaults);
        QVERIFY(marked > 0);
    }

    void where_a_run_comes_from()
    {
        evidence::Row row;
        const auto link = [&](const char* place) {
            row.url = place;
            return QString::fromStdString(narrate::run_origin(row, {}).link);
        };
        QCOMPARE(link("https://example.org/a (table 2)"), "https://example.org/a");
        QCOMPARE(link("arXiv:2205.05198, table 4"), "https://arxiv.org/abs/2205.05198");
        QCOMPARE(link("github:owner/name"), "https://github.com/owner/name");
        QCOMPARE(link("github:owner/name@abc:a/b.csv line 3"), "https://github.com/owner/name/blob/abc/a/b.csv");
        QCOMPARE(link("github:owner/name@abc"), "https://github.com/owner/name/tree/abc");
        QCOMPARE(link("a book"), QString());
        row.known = "read ; sequence recalled ";
        row.tokens_per_s_per_gpu = 1000;
        evidence::Posed posed;
        posed.defaults = {"recompute", "vp"};
        const narrate::RunOrigin origin = narrate::run_origin(row, posed);
        QCOMPARE(origin.badge.c_str(), "read");
        QCOMPARE(origin.remark.c_str(), "sequence recalled");
        QCOMPARE(plain(origin.assumed.at(0)), "Not given, the software's default was taken: recompute, vp.");
        QCOMPARE(plain(origin.assumed.at(1)), "Step time derived from tokens per second.");
    }

    void scores_in_a_table()
    {
        evidence::ScoredGroup group;
        group.time = {1062, 0.046, 0.031, 0.1, -0.005, {}, 0.89, 0.014};
        group.memory.emplace();
        group.memory->oom_n = 993;
        group.memory->oom_accuracy = 0.971;
        const QStringList table = lines(narrate::score_facts(group));
        QCOMPARE(table.size(), 2);
        QCOMPARE(table[0], "Step time 1,062 4.6 3.1 \u22120.5 0.89 1.4");
        QCOMPARE(table[1], QString("Fits or not % wrong 993 2.9 %1 %1 %1 %1").arg(dash));
        group.memory->n = 161;
        group.memory->mape = 0.074;
        group.power = {6, 0.136, 0.135, 0.136};
        QCOMPARE(lines(narrate::score_facts(group)).size(), 4);
        QCOMPARE(lines(narrate::score_facts(group))[1], QString("Memory per GPU 161 7.4 %1 %1 %1 %1").arg(dash));
        const Status status = narrate::evidence_status(shipped_evidence(), 12);
        QVERIFY2(plain(status.verdict).endsWith("runs predicted, 12 shown"), qPrintable(plain(status.verdict)));
    }

    void a_filter_keeps_what_it_names()
    {
        const Scenario scenario = test::weak_scaling("128");
        const auto count
            = [&](const EvidenceFilter& filter) { return filtered(shipped_evidence(), filter, scenario).size(); };
        const auto counted = [&](auto holds) {
            std::size_t sum = 0;
            for (std::size_t i = 0; i < shipped_evidence().sample.rows.size(); ++i)
                sum += shipped_evidence().predictions[i].predicted()
                        && holds(shipped_evidence().sample.cases[i].posed.scenario)
                    ? 1
                    : 0;
            return sum;
        };
        const std::size_t all = counted([](const Scenario&) { return true; });
        QCOMPARE(count({}), all);
        EvidenceFilter filter;
        filter.least_gpus = filter.most_gpus = 64;
        QCOMPARE(count(filter), counted([](const Scenario& run) { return run.cluster.gpus == 64; }));
        filter = {};
        filter.groups_off["attention"] = {"Flash"};
        QCOMPARE(count(filter),
                 counted([](const Scenario& run) { return !catalog::is_flash(run.assumptions.attention); }));
        filter = {};
        filter.groups_off["hardware"] = {"H100"};
        QCOMPARE(count(filter),
                 counted([](const Scenario& run) { return hardware_family(run.cluster.accelerator) != "H100"; }));
        filter = {};
        filter.groups_off["models"] = {"Experts"};
        QCOMPARE(count(filter), counted([](const Scenario& run) { return run.workload.shape.experts == 0; }));
        filter = {};
        filter.groups_off["generation"] = {"Blackwell"};
        filter.groups_off["precision"] = {"8 bit", "4 bit"};
        QCOMPARE(count(filter), counted([](const Scenario& run) {
                     const std::string& hardware = run.cluster.accelerator.id;
                     const bool blackwell = hardware.starts_with("b") || hardware.starts_with("gb");
                     const auto precision = run.workload.precision;
                     return !blackwell
                         && (precision == catalog::Precision::Bf16 || precision == catalog::Precision::Fp16);
                 }));
        filter = {};
        const std::size_t first = filtered(shipped_evidence(), {}, scenario).front();
        filter.left_out = {shipped_evidence().sample.rows[first].id};
        QVERIFY(count(filter) < all && filtered(shipped_evidence(), filter, scenario).front() != first);
        const auto pair = compared(shipped_evidence(), first, EvidenceQuantity::StepTime);
        if (pair)
            QCOMPARE(pair->error(), pair->predicted / pair->measured - 1);
    }

    void the_view_stands_in_the_table();
};

void EvidenceFacts::the_view_stands_in_the_table() { QVERIFY(views::find("evidence")); }

PLATEAU_TEST(EvidenceFacts)

} // namespace tst_evidence_facts

#include "tst_evidence_facts.moc"
