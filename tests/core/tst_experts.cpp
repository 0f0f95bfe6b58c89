// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "sample_parts.h"
#include "sample_software.h"

namespace tst_experts {

using namespace plateau;
using plateau::test::changed;
using plateau::test::mixture;
using plateau::test::parts_of;
using plateau::test::scenario;

/// What models with experts ask of host, recomputation and pipelines.
class ExpertsTest : public QObject {
    Q_OBJECT
private slots:
    void experts_of_a_rank_are_launched_data()
    {
        QTest::addColumn<QString>("products");
        QTest::addColumn<double>("each");
        QTest::newRow("one kernel for all") << "grouped" << 0.0;
        QTest::newRow("a library's for each") << "each" << 0.05;
        QTest::newRow("one after another") << "loop" << 0.6;
    }
    /// A layer that only waits for its host: 1 for itself, 2.2 for routing, 2.8 for the exchange, and so much for each
    /// of 16 or 2 experts.
    void experts_of_a_rank_are_launched()
    {
        QFETCH(const QString, products);
        QFETCH(const double, each);
        const auto step = [&](const char* ep) {
            Scenario question = mixture({{"ep", ep}, {"expert_products", products.toStdString()}});
            question.assumptions.stack.constants.layer_launch_seconds = 100;
            return parts_of(question).step_seconds;
        };
        QVERIFY(std::abs(step("8") / step("64") / ((6 + each * 16) / (6 + each * 2)) - 1) < 1e-3);
    }

    /// Graphs take what they cover to a tenth; where whole steps are captured, nobody waits for the counts.
    void graphs_cover_parts_of_a_layer_with_experts()
    {
        const auto gap = [](const char* graphs) {
            Scenario question = changed(mixture({{"ep", "64"}, {"expert_products", "grouped"}}), "cuda_graphs", graphs);
            question.assumptions.stack.constants.layer_launch_seconds = 100;
            return parts_of(question).step_seconds;
        };
        const double none = gap("none");
        QVERIFY(std::abs(gap("attention") / none - (0.06 + 0.4 + 5) / 6) < 1e-3);
        QVERIFY(std::abs(gap("router") / none - (0.06 + 0.4 + 0.22 + 2.8) / 6) < 1e-3);
        QVERIFY(std::abs(gap("full") / none - 0.1) < 1e-3);
    }

    void counts_are_read_back_unless_they_are_known()
    {
        const auto waiting = [](const std::vector<std::pair<std::string, std::string>>& settings) {
            Scenario question = mixture({{"ep", "64"}, {"micro_batch", "1"}});
            for (const auto& [key, value] : settings)
                question = changed(question, key.c_str(), value.c_str());
            question.assumptions.stack.constants.layer_launch_seconds = 0;
            return parts_of(question)[Part::LaunchGap];
        };
        const Parts parts = parts_of(mixture({{"ep", "64"}, {"micro_batch", "1"}}));
        QVERIFY(std::abs(waiting({}) / (94 * 0.15e-3 * parts.micro_batches) - 1) < 1e-6);
        QCOMPARE(waiting({{"cuda_graphs", "full"}}), 0.0);
        QCOMPARE(waiting({{"capacity_factor", "1"}}), 0.0);
    }

    /// A graph of whole steps keeps half as much again of what a micro-batch brings; overlapped exchange has a second
    /// one at work.
    void graphs_and_overlap_take_memory()
    {
        const auto bytes = [](const char* graphs, double overlap) {
            Scenario question = changed(mixture({{"ep", "64"}, {"recompute", "none"}}), "cuda_graphs", graphs);
            question.assumptions.stack.constants.expert_overlap = overlap;
            return parts_of(question);
        };
        const Parts plain = bytes("none", 0);
        const double live = plain[Part::Activations] + plain[Part::WorkingSet] + plain[Part::Logits];
        QVERIFY(std::abs((bytes("full", 0).memory_bytes - plain.memory_bytes) / live - 0.5) < 1e-6);
        QVERIFY(std::abs((bytes("router", 0).memory_bytes - plain.memory_bytes) / live - 0.1) < 1e-6);
        const auto staged = [](double overlap) {
            Scenario question
                = mixture({{"ep", "8"}, {"pp", "2"}, {"virtual_stages", "47"}, {"schedule", "interleaved"}});
            question.assumptions.stack.constants.expert_overlap = overlap;
            return parts_of(question)[Part::Activations];
        };
        const double in_flight = 2 + 1. / 47;
        QVERIFY(std::abs(staged(0.5) / staged(0) - (in_flight + 1. / 47) / in_flight) < 1e-6);
    }

    /// By hand: of 128 experts the busiest of normal draws lies 2.57 deviations above the mean.
    void rows_of_bias_gradients_wait_for_the_busiest_expert()
    {
        const auto others = [](double spread, double seconds) {
            Scenario question = mixture({{"ep", "1"}, {"expert_products", "grouped"}});
            question.workload.shape.linear_bias = true;
            question.assumptions.expert_spread = spread;
            question.assumptions.stack.constants.bias_row_seconds = seconds;
            return parts_of(question);
        };
        const auto seconds = [&](double spread) {
            return (others(spread, 1e-6)[Part::OtherKernels] - others(spread, 0)[Part::OtherKernels]);
        };
        const Parts parts = others(0, 0);
        const double rows = parts.micro_batches * 4096 * 8 / 128; // of an expert
        QVERIFY(std::abs(seconds(0) / (94 * 2 * rows * 1e-6) - 1) < 1e-6);
        QVERIFY(std::abs(seconds(1) / seconds(0) - 3.57) < 0.01);
    }

    /// Nothing reads the result of a dense layer's last product; that of routed experts is read by what weighs it.
    void recomputation_may_end_before_the_last_product()
    {
        const auto again = [](Scenario question, double early) {
            question.assumptions.stack.constants.stops_early = early;
            return parts_of(question);
        };
        const Scenario dense
            = changed(mixture({}), {{"model", "llama3_70b"}, {"ep", "1"}, {"dp_mode", "fsdp"}, {"recompute", "full"}});
        const Parts all = again(dense, 0), early = again(dense, 1);
        const double skipped = (all.executed_flop_per_token - early.executed_flop_per_token) / (2. * 8192 * 28672 * 80);
        QVERIFY(std::abs(skipped - 1) < 1e-9);
        const double share = 1 - early[Part::Recompute] / all[Part::Recompute];
        QVERIFY2(share > 0.18 && share < 0.28, qPrintable(QString::number(share)));
        QCOMPARE(early.memory_bytes, all.memory_bytes);
        const Scenario routed = changed(mixture({}), {{"recompute", "full"}});
        QCOMPARE(again(routed, 1).step_seconds, again(routed, 0).step_seconds);
    }

    /// By hand: bytes for each element of each copy of a token, 1 forward and 1.8 backward passes; a compiler leaves
    /// less.
    void biases_of_experts_are_spread_and_summed()
    {
        const auto others = [](const char* stack, bool biases) {
            Scenario question = mixture({{"ep", "8"}, {"stack", stack}});
            question.workload.shape.linear_bias = biases;
            return parts_of(question);
        };
        const Parts with = others("megatron_core_2024", true), without = others("megatron_core_2024", false);
        const Scenario asked = mixture({{"ep", "8"}});
        const double copies = 8 * with.global_batch * asked.workload.sequence / 256;
        const auto prepared = prepare(asked);
        const double bytes = 2.8 * prepared->physics.expert_bias_bytes * copies * 4096 * 94;
        const catalog::Accelerator& part = asked.cluster.accelerator;
        const double rate = part.memory_bytes_per_s * part.memory_fraction;
        const double more = with[Part::OtherKernels] - without[Part::OtherKernels];
        QVERIFY2(more > bytes / rate && more < 1.5 * bytes / rate, qPrintable(QString::number(more * rate / bytes)));
        const double compiled
            = others("torchtitan", true)[Part::OtherKernels] - others("torchtitan", false)[Part::OtherKernels];
        QVERIFY(compiled > 0 && compiled < 0.8 * more);
    }

    /// By hand: bytes for each element of each copy of a token, 1 forward and 1.8 backward passes, and what every
    /// layer keeps of them; one kernel, or a compiler, spares both.
    void clamps_that_are_kernels_move_and_keep_more()
    {
        const auto at = [](bool clamped, double separate, double compiled) {
            Scenario question = mixture({{"ep", "8"}, {"recompute", "none"}});
            question.workload.shape.clamped = clamped;
            question.assumptions.stack.constants.separate_clamps = separate;
            question.assumptions.stack.constants.compiled_kernels = compiled;
            return parts_of(question);
        };
        const Scenario asked = mixture({});
        const auto prepared = prepare(asked);
        const Parts plain = at(false, 1, 0), fused = at(true, 0, 0), separate = at(true, 1, 0);
        QCOMPARE(fused.step_seconds, plain.step_seconds);
        QCOMPARE(fused.memory_bytes, plain.memory_bytes);
        const double copies = 8 * plain.global_batch * asked.workload.sequence / 256;
        const double bytes = 2.8 * prepared->physics.clamp_traffic_bytes * copies * 1536 * 94;
        const catalog::Accelerator& part = asked.cluster.accelerator;
        const double rate = part.memory_bytes_per_s * part.memory_fraction;
        const double more = separate[Part::OtherKernels] - fused[Part::OtherKernels];
        QVERIFY2(more > bytes / rate && more < 1.5 * bytes / rate, qPrintable(QString::number(more * rate / bytes)));
        const double kept = prepared->physics.clamp_kept_bytes * 8 * 4096 * 1536 * 94;
        const double held = separate[Part::Activations] - fused[Part::Activations];
        QVERIFY2(std::abs(held / kept - 1) < 1e-9, qPrintable(QString::number(held / kept)));
        QCOMPARE(at(true, 1, 1).step_seconds, at(false, 1, 1).step_seconds);
        QCOMPARE(at(true, 1, 1).memory_bytes, at(false, 1, 1).memory_bytes);
    }

    /// A fused kernel keeps no scores, so that repeating attention would spare nothing.
    void selective_recomputation_leaves_fused_attention_alone()
    {
        const auto repeated = [](const Scenario& question, const char* factor) {
            return parts_of(
                changed(question, {{"recompute", "selective"}, {"attention_factor", factor}}))[Part::Recompute];
        };
        QVERIFY(repeated(mixture({}), "0.9") > 0);
        QCOMPARE(repeated(mixture({}), "0.9"), repeated(mixture({}), "0.5"));
        const Scenario dense = scenario({{"model", "llama2_7b"}, {"gpus", "8"}, {"stack", "megatron_core_2024"}});
        QVERIFY(repeated(dense, "0.5") > 1.5 * repeated(dense, "0.9"));
    }

    /// 94 layers, the embedding and the loss are 96 chunks of 32 ranks.
    void embedding_and_loss_fill_chunks_of_their_own()
    {
        const auto question = [](const char* chunks) {
            return mixture({{"pp", "32"}, {"schedule", "interleaved"}, {"virtual_stages", chunks}});
        };
        const Parts parts = parts_of(question("3"));
        QVERIFY(parts.possible());
        const Parts plain = parts_of(mixture({{"pp", "32"}, {"schedule", "1f1b"}}));
        QVERIFY(parts[Part::Bubble] < 0.5 * plain[Part::Bubble]);
        QCOMPARE(parts_of(question("4")).obstacle, Obstacle::StagesUneven);
    }
};

PLATEAU_TEST(ExpertsTest)

} // namespace tst_experts

#include "tst_experts.moc"
