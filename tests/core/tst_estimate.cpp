// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>
#include <set>

#include "core/model/estimate.h"
#include "sample_parts.h"
#include "sample_scenarios.h"
#include "tests/samples.h"

namespace tst_estimate {

using namespace plateau;
using plateau::test::changed;
using plateau::test::parts_of;
using plateau::test::scenario;
using plateau::test::weak_scaling;

namespace {

double time_sum(const Parts& parts, bool busy = false)
{
    double sum = 0;
    for (int part = 0; part < int(first_memory_part); ++part)
        sum += busy ? parts.busy[part] : parts.value[part];
    return sum;
}

} // namespace

class EstimateTest : public QObject {
    Q_OBJECT

private slots:
    void terms_sum_to_their_totals()
    {
        const Estimate answer = estimate(weak_scaling("1024"));
        double seconds = 0;
        double bytes = 0;
        double dollars = 0;
        for (const Term& term : answer.terms) {
            QVERIFY2(!term.formula.empty() && !term.words.empty(), name(term.part));
            if (term.part < first_memory_part)
                seconds += term.value;
            else if (term.part < first_power_part)
                bytes += term.value;
            else if (kind(term.part) == PartKind::Cost)
                dollars += term.value;
        }
        QVERIFY(answer.parts.step_seconds > 0);
        QCOMPARE(seconds, answer.parts.step_seconds);
        QCOMPARE(bytes, answer.parts.memory_bytes);
        QCOMPARE(dollars, answer.parts.usd_per_million_tokens);
    }

    void one_gpu_communicates_nothing()
    {
        for (const char* mode : {"ddp", "zero1", "zero2", "fsdp", "hsdp"}) {
            const Parts parts = parts_of(changed(weak_scaling("1"), "dp_mode", mode));
            QVERIFY(parts.possible());
            QCOMPARE(parts.communication_busy_seconds(), 0.0);
            QCOMPARE(parts[Part::Jitter], 0.0);
        }
    }

    /// What bf16 holds in 16 bit takes twice as much; weights are their own master copy.
    void tf32_is_stored_and_sent_in_32_bit()
    {
        const Scenario narrow = changed(changed(weak_scaling("128"), "recompute", "none"), "latency_factor", "0");
        const Scenario wide = changed(narrow, "precision", "tf32");
        const Parts of_narrow = estimate(narrow).parts, of_wide = estimate(wide).parts;
        QVERIFY(of_wide.possible());
        const auto ratio = [&](Part part) { return of_wide[part] / of_narrow[part]; };
        QCOMPARE(ratio(Part::Activations), 2.0);
        QCOMPARE(ratio(Part::Weights), 2.0);
        QCOMPARE(ratio(Part::OptimizerStates), 8.0 / 10); // of this stack, whose shards are the master copy
        QVERIFY(ratio(Part::WorkingSet) > 1.5);
        QVERIFY(of_wide.busy[std::size_t(Part::AllGather)] > 1.7 * of_narrow.busy[std::size_t(Part::AllGather)]);
        QVERIFY(of_wide.busy[std::size_t(Part::ReduceScatter)]
                > 1.7 * of_narrow.busy[std::size_t(Part::ReduceScatter)]);
        QVERIFY(of_wide.busy[std::size_t(Part::OtherKernels)] > 1.7 * of_narrow.busy[std::size_t(Part::OtherKernels)]);
        const Numerics& numerics = wide.assumptions.numerics;
        QVERIFY(numerics.master_bytes == 0 && numerics.weight_wire_bytes == 4 && numerics.activation_wire_bytes == 4);
        QCOMPARE(changed(wide, "weight_wire_bytes", "2").assumptions.numerics.weight_wire_bytes, 2.0);
        const Numerics& back = changed(wide, "precision", "bf16").assumptions.numerics;
        QVERIFY(back.master_bytes == 4 && back.weight_wire_bytes == 2);
    }

    void perfect_network_leaves_the_kernel_ceiling()
    {
        const Scenario alone = weak_scaling("1");
        for (const char* mode : {"ddp", "fsdp", "hsdp"}) {
            Scenario cluster = weak_scaling("1024");
            cluster = changed(cluster, "dp_mode", mode);
            cluster = changed(cluster, "scale_up_bandwidth", "unlimited");
            cluster = changed(cluster, "scale_out_bandwidth", "unlimited");
            cluster = changed(cluster, "latency_factor", "0");
            cluster = changed(cluster, "jitter_per_doubling", "0");
            const Parts parts = parts_of(cluster);
            QCOMPARE(parts.communication_busy_seconds(), 0.0);
            // Only what is done with sharded gradients and states differs.
            const Parts single = parts_of(alone);
            const auto rest
                = [](const Parts& of) { return of.step_seconds - of[Part::GradientNorm] - of[Part::Optimizer]; };
            QCOMPARE(rest(parts), rest(single));
        }
    }

    void invariants_of_random_scenarios()
    {
        std::mt19937 random(20241120);
        int possible = 0;
        for (int i = 0; i < test::samples(4000); ++i) {
            const Scenario question = test::random_scenario(random);
            const Parts parts = parts_of(question);
            if (!parts.possible())
                continue;
            ++possible;
            for (int part = 0; part < part_count; ++part) {
                QVERIFY2(std::isfinite(parts.value[part]) && parts.value[part] >= 0, name(Part(part)));
                QVERIFY2(std::isfinite(parts.busy[part]) && parts.busy[part] >= 0, name(Part(part)));
                if (part < int(first_memory_part))
                    QVERIFY2(parts.value[part] <= parts.busy[part] * (1 + 1e-12), name(Part(part)));
            }
            QVERIFY(std::abs(time_sum(parts) - parts.step_seconds) <= 1e-12 * parts.step_seconds);
            QVERIFY(parts.communication_seconds() <= parts.communication_busy_seconds() * (1 + 1e-12));
            QVERIFY(parts.mfu_causal() > 0 && parts.mfu_causal() <= parts.hfu() * (1 + 1e-12));
            QVERIFY2(parts.hfu() <= 1, qPrintable(QString::number(parts.hfu())));
            QVERIFY(parts.gpus_used <= parts.gpus);
            QVERIFY(parts.power_watts <= question.cluster.accelerator.tdp_watts);
        }
        QVERIFY2(possible > test::samples(1000), qPrintable(QString::number(possible)));
    }

    void better_network_is_never_slower_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QStringList>("worstToBest");
        QTest::newRow("scale-out bandwidth")
            << "scale_out_bandwidth" << QStringList{"50Gb/s", "200Gb/s", "800Gb/s", "unlimited"};
        QTest::newRow("scale-up bandwidth")
            << "scale_up_bandwidth" << QStringList{"100GB/s", "450GB/s", "1800GB/s", "unlimited"};
        QTest::newRow("latency per hop") << "scale_out_latency" << QStringList{"100us", "10us", "1us", "0"};
        QTest::newRow("latency factor") << "latency_factor" << QStringList{"2", "1.4", "0.7", "0"};
    }

    void better_network_is_never_slower()
    {
        QFETCH(QString, key);
        QFETCH(QStringList, worstToBest);
        std::mt19937 random(7);
        for (int i = 0; i < 500; ++i) {
            const Scenario question = test::random_scenario(random);
            double last = INFINITY;
            for (const QString& value : worstToBest) {
                const Parts parts = parts_of(changed(question, key.toStdString(), value.toStdString()));
                if (!parts.possible())
                    break;
                QVERIFY2(
                    parts.step_seconds <= last * (1 + 1e-12),
                    qPrintable(QString("%1=%2: %3 s after %4 s").arg(key, value).arg(parts.step_seconds).arg(last)));
                last = parts.step_seconds;
            }
        }
    }

    void evaluate_and_explain_agree_bit_for_bit()
    {
        std::mt19937 random(3);
        for (int i = 0; i < 1000; ++i) {
            const Scenario question = test::random_scenario(random);
            const auto prepared = prepare(question);
            const WorkspacePointer workspace = make_workspace();
            const Parts fast = evaluate(*prepared, plan(*prepared), *workspace);
            const Parts slow = explain(*prepared, plan(*prepared)).parts;
            QVERIFY(fast.value == slow.value);
            QVERIFY(fast.busy == slow.busy);
            QCOMPARE(fast.step_seconds, slow.step_seconds);
            QVERIFY(fast.verdict == slow.verdict && fast.obstacle == slow.obstacle);
        }
    }

    void collectives_are_the_same_without_their_formulas()
    {
        std::mt19937 random(7);
        const auto told = [](const std::vector<CollectiveUse>& uses) {
            std::set<std::string> all;
            for (const CollectiveUse& use : uses)
                if (use.seconds > 0)
                    all.insert(collective_words(use));
            return all;
        };
        int compared = 0;
        for (int i = 0; i < 300; ++i) {
            const Scenario question = test::random_scenario(random);
            const auto prepared = prepare(question);
            const Estimate explained = explain(*prepared, plan(*prepared));
            const auto uses = told(collectives_of(*prepared, plan(*prepared)));
            QVERIFY2(uses == told(explained.collectives), write_scenario(question).c_str());
            compared += int(uses.size());
        }
        QVERIFY(compared > 100);
    }

    void memo_does_not_change_the_answer()
    {
        std::mt19937 random(11);
        const WorkspacePointer shared = make_workspace();
        for (int i = 0; i < 300; ++i) {
            const auto prepared = prepare(test::random_scenario(random));
            for (const double count : {64., 8., 4096., 64.}) {
                const auto there = at_gpus(*prepared, count);
                const WorkspacePointer fresh = make_workspace();
                QVERIFY(evaluate(*there, plan(*there), *shared).value == evaluate(*there, plan(*there), *fresh).value);
            }
        }
    }

    void any_gpu_count_is_legal()
    {
        Scenario question = changed(weak_scaling("128"), "tp", "8");
        for (int count = 8; count < 700; count += 13) {
            const Parts parts = parts_of(changed(question, "gpus", std::to_string(count)));
            QVERIFY(parts.possible());
            QCOMPARE(parts.gpus_used, std::floor(count / 8.) * 8);
        }
    }

    void impossible_plans_say_why_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("cause");
        QTest::newRow("tensor degree does not divide 32 heads") << "tp"
                                                                << "3"
                                                                << "tp";
        QTest::newRow("more stages than layers") << "pp"
                                                 << "64"
                                                 << "pp";
        QTest::newRow("micro-batch larger than a rank's sequences") << "micro_batch"
                                                                    << "64"
                                                                    << "micro_batch";
        QTest::newRow("too many ranks") << "dp"
                                        << "1000"
                                        << "dp";
        QTest::newRow("experts of a dense model") << "ep"
                                                  << "2"
                                                  << "ep";
        QTest::newRow("no FP8 on V100") << "hardware"
                                        << "v100_sxm2_32"
                                        << "precision";
    }

    void impossible_plans_say_why()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, cause);
        Scenario question = weak_scaling("128");
        if (cause == "precision")
            question = changed(question, "precision", "fp8");
        question = changed(question, key.toStdString(), value.toStdString());
        const Estimate answer = estimate(question);
        QVERIFY(answer.parts.verdict == Verdict::Impossible);
        QCOMPARE(QString::fromStdString(answer.reason_key), cause);
        QVERIFY(!english(answer.reason).empty() && english(answer.reason).find('%') == std::string::npos);
    }
};

PLATEAU_TEST(EstimateTest)

} // namespace tst_estimate

#include "tst_estimate.moc"
