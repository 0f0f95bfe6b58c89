// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <array>
#include <cmath>

#include "core/answers/curve_points.h"
#include "core/claims/paper_claims.h"
#include "core/model/estimate.h"
#include "sample_scenarios.h"
#include "tests/core/shipped_answers.h"

namespace tst_fernandez {

using namespace plateau;
using plateau::test::changed;
using plateau::test::weak_scaling;

namespace {

Parts at(const Scenario& question) { return estimate(question).parts; }

Parts weak(const std::string& gpus, const std::string& hardware = "h100_sxm")
{
    return at(changed(weak_scaling(gpus), "hardware", hardware));
}

/// Tensor degree t with one micro-batch of all the sequences its ranks share.
Parts with_tensor_degree(const Scenario& question, int degree)
{
    Scenario scenario = changed(question, "tp", std::to_string(degree));
    return at(changed(scenario, "micro_batch", std::to_string(2 * degree)));
}

} // namespace

/// What is known of Fernandez et al. (arXiv 2411.13055): values read in second-hand pages and reviews, and orderings.
/// Nothing in the model is fitted to them. Tolerances are about twice what a second-hand number deserves.
class FernandezTest : public QObject {
    Q_OBJECT

private slots:
    void throughput_per_gpu_falls()
    {
        const double ratio = weak("2048").tokens_per_s_per_gpu() / weak("128").tokens_per_s_per_gpu();
        qInfo("per GPU, 128 to 2,048 H100: %+.1f %% (reported second-hand: -37.2 %%)", 100 * (ratio - 1));
        QVERIFY(std::abs(ratio - 0.628) < 0.03);
    }

    /// The table of the page on the first paper: ways to the same drop, and what does not lead there.
    void the_drop_has_several_explanations_data()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<double>("at_1024");
        QTest::addColumn<double>("at_2048");
        QTest::newRow("as shipped") << QStringList{} << -14.5 << -38.3;
        QTest::newRow("protocol") << QStringList{"latency_factor 1", "ll128_across_hosts off"} << -15.6 << -41.7;
        QTest::newRow("hop inside a host")
            << QStringList{"latency_factor 1", "scale_up_latency 2.4 us"} << -14.4 << -37.6;
        QTest::newRow("hop between hosts")
            << QStringList{"latency_factor 1", "scale_out_latency 16 us"} << -14.1 << -36.6;
        QTest::newRow("none of them") << QStringList{"latency_factor 1"} << -8.2 << -15.7;
        QTest::newRow("less hidden instead")
            << QStringList{"latency_factor 1.2", "fsdp_overlap_penalty 0.7"} << -17.3 << -30.7;
    }

    void the_drop_has_several_explanations()
    {
        QFETCH(QStringList, settings);
        const auto per_gpu = [&](const char* gpus) {
            Scenario question = weak_scaling(gpus);
            for (const QString& setting : settings)
                question = changed(question, setting.section(' ', 0, 0).toStdString(),
                                   setting.section(' ', 1).toStdString());
            return at(question).tokens_per_s_per_gpu();
        };
        const auto lost = [&](const char* gpus) { return 100 * (per_gpu(gpus) / per_gpu("128") - 1); };
        QTEST(std::round(10 * lost("1024")) / 10, "at_1024");
        QTEST(std::round(10 * lost("2048")) / 10, "at_2048");
    }

    /// Throughput per GPU lost from 128 to 512 H100 under FSDP (mosaicml/llm-foundry,
    /// scripts/train/benchmarking/README.md); micro-batches and recomputation as in its rows of up to 64 GPUs. Single
    /// models scatter; their mean is what is held.
    void six_models_lose_what_was_measured_from_128_to_512()
    {
        struct Measured {
            const char* model;
            const char* micro_batch;
            const char* recompute;
            double lost;
        };
        const std::array<Measured, 6> all{{{"mpt_1b", "20", "none", 9.7},
                                           {"mpt_3b", "6", "none", 7.5},
                                           {"mpt_7b", "6", "none", 7.7},
                                           {"mpt_13b", "2", "none", 2.5},
                                           {"mpt_30b", "14", "full", 3.8},
                                           {"mpt_70b", "8", "full", 4.8}}};
        double measured = 0;
        double predicted = 0;
        for (const Measured& each : all) {
            const Scenario few = test::scenario({{"model", each.model},
                                                 {"gpus", "128"},
                                                 {"sequence", "2048"},
                                                 {"sequences_per_gpu", each.micro_batch},
                                                 {"micro_batch", each.micro_batch},
                                                 {"recompute", each.recompute},
                                                 {"stack", "composer_fsdp"}});
            measured += each.lost / 6;
            predicted += 100
                * (1 - at(changed(few, "gpus", "512")).tokens_per_s_per_gpu() / at(few).tokens_per_s_per_gpu()) / 6;
        }
        qInfo("128 to 512 H100, mean of six models: %.1f %% lost (measured %.1f %%)", predicted, measured);
        QVERIFY(std::abs(predicted - measured) < 1);
    }

    void pipelines_of_2_and_4_stages_beat_none_at_2048()
    {
        const auto gain = [](const char* gpus, const char* stages) {
            const Scenario question = weak_scaling(gpus);
            return at(changed(changed(question, "pp", stages), "micro_batch", "1")).tokens_per_s
                / at(question).tokens_per_s
                - 1;
        };
        for (const char* stages : {"2", "4"}) {
            QVERIFY(gain("256", stages) < 0);
            QVERIFY(gain("2048", stages) > 0);
        }
    }

    /// At one layout: 70B fits 256 GPUs only where activations are computed again.
    void larger_model_needs_recomputation_and_loses_utilization()
    {
        const Scenario larger = changed(weak_scaling("256"), "model", "llama2_70b");
        QVERIFY(!at(larger).fits());
        const Parts again = at(changed(larger, "recompute", "full"));
        QVERIFY(again.fits());
        QVERIFY(again.mfu() < weak("256").mfu());
    }

    void marginal_throughput_falls_and_the_last_doubling_loses_most()
    {
        std::array<double, 9> per_gpu{};
        std::array<double, 9> total{};
        for (std::size_t i = 0; i < per_gpu.size(); ++i) {
            const Parts parts = weak(std::to_string(8u << i));
            per_gpu[i] = parts.tokens_per_s_per_gpu();
            total[i] = parts.tokens_per_s;
        }
        QVERIFY(per_gpu[4] >= 0.95 * per_gpu[0]); // flat to 128 within 5 %
        for (std::size_t i = 1; i + 1 < total.size(); ++i) {
            QVERIFY(total[i] > total[i - 1]);
            const double before = (total[i] - total[i - 1]) / (8u << (i - 1));
            const double after = (total[i + 1] - total[i]) / (8u << i);
            QVERIFY(after < before);
            QVERIFY(per_gpu[8] / per_gpu[7] <= per_gpu[i] / per_gpu[i - 1]);
        }
        const double exposed = weak("2048").communication_fraction();
        qInfo("exposed communication: %.1f %% at 128, %.1f %% at 2,048", 100 * weak("128").communication_fraction(),
              100 * exposed);
        QVERIFY(exposed > 0.30 && exposed < 0.45);
    }

    void power_hardly_falls_and_energy_per_token_rises()
    {
        const Parts few = weak("128");
        const Parts many = weak("2048");
        const double power = many.power_watts / few.power_watts;
        const double energy = few.tokens_per_gpu_joule() / many.tokens_per_gpu_joule();
        qInfo("power per GPU x%.3f (reported 0.941), energy per token x%.2f (derived 1.50)", power, energy);
        QVERIFY(std::abs(power - 0.941) <= 0.03);
        QVERIFY(energy > 1.3);
    }

    void hybrid_sharding_hardly_loses()
    {
        const Scenario few = changed(weak_scaling("128"), "dp_mode", "hsdp");
        const Scenario many = changed(weak_scaling("2048"), "dp_mode", "hsdp");
        const double ratio = at(many).tokens_per_s_per_gpu() / at(few).tokens_per_s_per_gpu();
        qInfo("hybrid sharding over 8: %+.1f %% from 128 to 2,048", 100 * (ratio - 1));
        QVERIFY(ratio >= 0.95);
        QVERIFY(at(many).tokens_per_s >= weak("2048").tokens_per_s);
    }

    void small_clusters_lose_little()
    {
        const Scenario few = test::scenario({{"hardware", "h100_96_500w"},
                                             {"model", "llama3_8b"},
                                             {"gpus", "8"},
                                             {"sequence", "8192"},
                                             {"sequences_per_gpu", "2"},
                                             {"micro_batch", "2"},
                                             {"recompute", "selective"}});
        const double ratio = at(changed(few, "gpus", "128")).tokens_per_s_per_gpu() / at(few).tokens_per_s_per_gpu();
        qInfo("8B FSDP, 8 to 128 GPUs: %+.1f %% (published -2.7 %%)", 100 * (ratio - 1));
        QVERIFY(ratio > 0.94 && ratio < 1.0);
    }

    void tensor_parallelism_takes_over_between_128_and_2048()
    {
        const auto gain = [](const char* gpus) {
            const Scenario question = weak_scaling(gpus);
            double best = 0;
            for (const int degree : {2, 4})
                best = std::max(best, with_tensor_degree(question, degree).tokens_per_s);
            return best / at(question).tokens_per_s - 1;
        };
        qInfo("best of tensor 2 and 4 against none: %+.0f %% at 128, %+.0f %% at 2,048 GPUs", 100 * gain("128"),
              100 * gain("2048"));
        QVERIFY(gain("128") < 0);
        QVERIFY(gain("2048") > 0);
    }

    void strong_scaling()
    {
        const auto file = find_scenario(test::shipped(), "fernandez-strong-scaling");
        QVERIFY(file.has_value());
        claims::Numbers numbers(test::shipped_answers());
        double last_mfu = 1;
        double last_tokens = 0;
        double last_degree = 1;
        for (int gpus = 16; gpus <= 256; gpus *= 2) {
            const auto best = numbers.parts(*file, {{"gpus", std::to_string(gpus)}});
            QVERIFY(best && best->possible());
            const Parts& parts = *best;
            qInfo("%4d GPUs, batch 32: MFU %.1f %% with tensor %d x pipeline %d", gpus, 100 * parts.mfu(),
                  parts.plan.tp, parts.plan.pp);
            QVERIFY(parts.mfu() < last_mfu);
            QVERIFY(parts.plan.tp * parts.plan.pp >= last_degree);
            if (gpus >= 32)
                QVERIFY(parts.tokens_per_s < 2 * last_tokens || last_tokens == 0);
            last_mfu = parts.mfu();
            last_tokens = parts.tokens_per_s;
            last_degree = parts.plan.tp * parts.plan.pp;
        }
        QVERIFY(last_mfu <= 0.20);
    }

    void newer_gpu_lower_utilization()
    {
        const Parts older = weak("256", "a100_sxm_80");
        const Parts newer = weak("256", "h100_sxm");
        const double gain = newer.tokens_per_s_per_gpu() / older.tokens_per_s_per_gpu();
        qInfo("256 GPUs: A100 %.1f %% (reported 59.7), H100 %.1f %% (reported 40.8), H100 x%.2f per GPU (derived 2.17)",
              100 * older.mfu(), 100 * newer.mfu(), gain);
        QVERIFY(std::abs(older.mfu() - 0.5967) <= 0.05);
        QVERIFY(newer.mfu() < older.mfu() - 0.1);
        QEXPECT_FAIL("", "missed by 7 points, as the page of help on the first paper says", Continue);
        QVERIFY(std::abs(newer.mfu() - 0.4077) <= 0.05);
        QEXPECT_FAIL("", "the gain is made of the MFU above: with that missed, so is it", Continue);
        QVERIFY(std::abs(gain - 2.17) <= 0.25);
    }

    void longer_context_hides_more()
    {
        double last_exposed = 1;
        double last_mfu = 0;
        for (const char* sequence : {"1024", "2048", "4096", "8192", "16384"}) {
            Scenario question = changed(weak_scaling("2048"), "sequence", sequence);
            question = changed(changed(question, "sequences_per_gpu", "1"), "micro_batch", "1");
            const Parts parts = at(question);
            QVERIFY(parts.communication_fraction() < last_exposed);
            QVERIFY(parts.mfu() > last_mfu);
            last_exposed = parts.communication_fraction();
            last_mfu = parts.mfu();
        }
    }

    void older_gpu_is_better_balanced()
    {
        const auto bytes_per_flop = [](const char* hardware) {
            const auto* accelerator = test::shipped().accelerator(hardware);
            return accelerator->tiers[0].bandwidth_bytes_per_s / accelerator->peak_flops[int(Precision::Fp16)];
        };
        QVERIFY(bytes_per_flop("v100_sxm2_32") > bytes_per_flop("a100_sxm_80"));
        QVERIFY(bytes_per_flop("a100_sxm_80") > bytes_per_flop("h100_sxm"));
        for (const char* gpus : {"64", "1024", "2048"})
            QVERIFY(weak(gpus, "a100_sxm_80").communication_fraction()
                    < weak(gpus, "h100_sxm").communication_fraction());
    }

    void larger_domain_helps()
    {
        const Scenario question = weak_scaling("2048");
        QVERIFY(at(changed(question, "nvlink_domain", "72")).tokens_per_s > at(question).tokens_per_s);
    }

    void option_of_the_formula_does_not_move_the_ratio()
    {
        const Parts few = weak("128");
        const Parts many = weak("2048");
        const double full = many.mfu() / few.mfu();
        QVERIFY(std::abs(many.mfu_causal() / few.mfu_causal() - full) < 0.02);
        QVERIFY(std::abs(many.mfu_six_n() / few.mfu_six_n() - full) < 0.02);
    }
};

PLATEAU_TEST(FernandezTest)

} // namespace tst_fernandez

#include "tst_fernandez.moc"
