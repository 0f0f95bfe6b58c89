// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "core/model/estimate.h"
#include "core/model/prepared.h"
#include "core/physics/kernels/kernels.h"
#include "core/search/search.h"
#include "sample_parts.h"
#include "sample_scenarios.h"
#include "tests/samples.h"

namespace tst_numerics {

using namespace plateau;
using plateau::test::changed;
using plateau::test::parts_of;
using plateau::test::scenario;

namespace {

bool near(double actual, double expected, double tolerance = 1e-9)
{
    return std::abs(actual - expected) <= tolerance * std::abs(expected);
}

Scenario blackwell()
{
    return scenario({{"hardware", "b200"},
                     {"model", "llama2_70b"},
                     {"gpus", "64"},
                     {"tp", "8"},
                     {"dp_mode", "zero1"},
                     {"stack", "megatron_core_2024"}});
}

} // namespace

namespace {

Scenario adapters(const char* bytes)
{
    return changed(changed(blackwell(), "fine_tune", "lora"), "base_weight_bytes", bytes);
}

double layer_weights(const Scenario& scenario) { return prepare(scenario)->layer_parameters * 80 / 8; }

} // namespace

/// Number formats, optimizer states, local steps and offload, each against a number worked out on paper.
class NumericsTest : public QObject {
    Q_OBJECT

private slots:
    void conversion_bytes_data()
    {
        QTest::addColumn<QString>("scaling");
        QTest::addColumn<double>("bytes");
        // Read 2 bytes, write the value and its share of a scale twice (rows and columns).
        QTest::newRow("bf16") << "tensor" << 0.0;
        QTest::newRow("fp8") << "block" << 1 + 2 * (1 + 4 / 128.); // fp32 scale per 128 values
        QTest::newRow("mxfp8") << "tensor" << 1 + 2 * (1 + 1 / 32.); // 8-bit scale per 32
        QTest::newRow("nvfp4") << "tensor" << 3 + 2 * (0.5 + 1 / 16.); // 8-bit scale per 16, and the tensor's own
    }

    void conversion_bytes()
    {
        QFETCH(QString, scaling);
        QFETCH(double, bytes);
        Scenario question = changed(blackwell(), "precision", QTest::currentDataTag());
        question = changed(question, "fp8_scaling", scaling.toStdString());
        QCOMPARE(prepare(question)->conversion_bytes, bytes);
        QCOMPARE(parts_of(question)[Part::Conversion] > 0, bytes > 0);
    }

    void conversion_of_a_layer_by_hand()
    {
        // Llama 2 70B, tensor 8: inputs 2 x 8192 + 1024 + 3584 per token, output gradients 2 x 8192 + 1024 + 2 x 128
        // + 2 x 3584; mxfp8 moves 3.0625 bytes per element at 0.8 x 8 TB/s.
        const Scenario question = changed(blackwell(), "precision", "mxfp8");
        const Parts parts = parts_of(question);
        const double elements = (2 * 8192 + 1024 + 3584) + (2 * 8192 + 1024 + 2 * 128 + 2 * 3584);
        const double tokens = parts.micro_batches * parts.plan.micro_batch * 4096;
        const double rate = question.cluster.accelerator.memory_fraction * 8e12;
        QVERIFY(near(parts[Part::Conversion], 80 * tokens * elements * 3.0625 / rate));
    }

    /// Once in two where the kernel that makes the operand also writes it narrow; where its largest value is looked for
    /// first, twice.
    void operands_are_read_as_often_as_the_software_does()
    {
        const Scenario question = changed(blackwell(), "precision", "fp8");
        QCOMPARE(prepare(question)->conversion_bytes, 0.5 * 2 + 2);
        QCOMPARE(prepare(changed(question, "conversion_reads", "2"))->conversion_bytes, 2. * 2 + 2);
    }

    void operands_are_narrow_and_results_16_bit_data()
    {
        QTest::addColumn<double>("bytes");
        QTest::newRow("bf16") << 2.;
        QTest::newRow("fp8") << 1.;
        QTest::newRow("mxfp8") << 1 + 1 / 32.;
        QTest::newRow("nvfp4") << 0.5 + 1 / 16.;
    }

    /// A product moves its operands with their share of the scales, and its result in 16 bit.
    void operands_are_narrow_and_results_16_bit()
    {
        QFETCH(double, bytes);
        const auto prepared = prepare(changed(blackwell(), "precision", QTest::currentDataTag()));
        kernels::AcceleratorRates device = prepared->device;
        QCOMPARE(device.operand_bytes, bytes);
        QCOMPARE(device.result_bytes, 2.0);
        device.gemm_floor_seconds = 0;
        device.peak_flops = 1e30; // memory alone
        const double moved = bytes * (10 * 30 + 30 * 20) + 2 * 10 * 20;
        QVERIFY(near(kernels::gemm_seconds<double>(device, 10, 20, 30),
                     moved / (device.gemm_memory_fraction * device.memory_bytes_per_s), 1e-9));
    }

    void narrow_products_are_faster_narrow_wires_too()
    {
        const double wide = parts_of(blackwell())[Part::MatrixMultiply];
        const double fp8 = parts_of(changed(blackwell(), "precision", "mxfp8"))[Part::MatrixMultiply];
        const double fp4 = parts_of(changed(blackwell(), "precision", "nvfp4"))[Part::MatrixMultiply];
        QVERIFY(fp4 < fp8 && fp8 < wide);
        const Parts narrow = parts_of(changed(blackwell(), "activation_wire_bytes", "1"));
        QVERIFY(narrow.busy[int(Part::TensorTraffic)] < parts_of(blackwell()).busy[int(Part::TensorTraffic)]);
    }

    void optimizer_precision_by_hand()
    {
        // Adam moments in bf16 save 4 bytes per parameter, without a master copy another 4; ZeRO-1 shards both over 8
        // ranks.
        const Parts usual = parts_of(blackwell());
        const double states = 8; // data-parallel ranks
        const double parameters = usual[Part::Weights] / 2;
        const Parts halved = parts_of(changed(blackwell(), "moment_bytes", "4"));
        QVERIFY(near(usual[Part::OptimizerStates] - halved[Part::OptimizerStates], 4 * parameters / states));
        const Parts lean = parts_of(changed(changed(blackwell(), "moment_bytes", "4"), "master_bytes", "0"));
        QVERIFY(near(usual[Part::OptimizerStates] - lean[Part::OptimizerStates], 8 * parameters / states));
        QVERIFY(lean[Part::Optimizer] < usual[Part::Optimizer]);
    }

    void an_optimizer_decides_its_states_data()
    {
        QTest::addColumn<double>("bytes"); // moments and master copy per parameter
        QTest::newRow("adam") << 12.;
        QTest::newRow("adam_bf16") << 4.;
        QTest::newRow("adam_8bit") << 2 + 2 * 4 / 256. + 4;
        QTest::newRow("muon") << 8.;
    }

    void an_optimizer_decides_its_states()
    {
        QFETCH(double, bytes);
        const Scenario question = changed(blackwell(), "optimizer", QTest::currentDataTag());
        const catalog::ModelShape& shape = question.workload.shape;
        // Muon has AdamW's second moment for embedding and head.
        const double tables = QByteArray(QTest::currentDataTag()) == "muon"
            ? 4 * catalog::embedding_parameters(shape) / catalog::total_parameters(shape)
            : 0;
        const Parts parts = parts_of(question);
        QVERIFY(
            near(parts[Part::OptimizerStates], (bytes + tables) * parts[Part::Weights] / 2 / 8)); // ranks share them
        const Scenario typed = changed(changed(blackwell(), "optimizer", QTest::currentDataTag()), "moment_bytes", "8");
        QVERIFY(near(parts_of(typed)[Part::OptimizerStates],
                     (8 + tables + typed.assumptions.numerics.master_bytes) * parts[Part::Weights] / 2 / 8));
    }

    void orthogonal_updates_by_hand()
    {
        // Llama 2 70B: two 8192 x 8192 and two 8192 x 1024 matrices for attention, three 8192 x 28672.
        const Scenario question = changed(blackwell(), "optimizer", "muon");
        const auto flop = [](double m, double n) { return 5 * (4 * m * m * n + 2 * m * m * m); };
        const double layer = 2 * flop(8192, 8192) + 2 * flop(1024, 8192) + 3 * flop(8192, 28672);
        const auto prepared = prepare(question);
        const double parameters = prepared->layer_parameters + 32000. * 8192 / 80;
        QVERIFY(near(prepared->update_flop, layer / parameters));
        const Parts muon = parts_of(question);
        const Parts lean = parts_of(changed(changed(blackwell(), "moment_bytes", "4"), "global_batch", "64"));
        const double products = muon[Part::Weights] / 2 / 8 * prepared->update_flop
            / (prepared->device.gemm_efficiency * prepared->device.attention_peak_flops);
        QVERIFY(muon[Part::Optimizer] > lean[Part::Optimizer] + products); // and momenta are gathered
    }

    /// Weights, gradients and two moments, 2 bytes each.
    void pure_16_bit_states_under_fsdp()
    {
        const Scenario question = scenario({{"hardware", "b200"},
                                            {"model", "llama2_7b"},
                                            {"gpus", "8"},
                                            {"dp_mode", "fsdp"},
                                            {"stack", "pytorch_fsdp_2024"},
                                            {"optimizer", "adam_bf16"}});
        const Parts parts = parts_of(question);
        QVERIFY(near(parts[Part::Gradients], parts[Part::Weights]));
        QVERIFY(near(parts[Part::OptimizerStates], 2 * parts[Part::Weights]));
    }

    void narrow_copies_by_hand()
    {
        const Parts wide = parts_of(blackwell());
        const Parts narrow = parts_of(changed(blackwell(), "precision", "fp8"));
        const double layers = prepare(blackwell())->layer_parameters * 80 / 8;
        QVERIFY(near(narrow[Part::Weights] - wide[Part::Weights], 2 * layers));
        QCOMPARE(parts_of(changed(changed(blackwell(), "precision", "fp8"), "narrow_weights", "0"))[Part::Weights],
                 wide[Part::Weights]);
        QVERIFY(narrow[Part::Activations] < wide[Part::Activations]);
        QCOMPARE(parts_of(changed(changed(blackwell(), "precision", "fp8"), "narrow_inputs", "0"))[Part::Activations],
                 wide[Part::Activations]);
    }

    void narrow_formats_have_larger_tiles()
    {
        const catalog::PhysicsValues physics = prepare(blackwell())->physics;
        QCOMPARE(prepare(blackwell())->device.tile, physics.product_tile);
        QCOMPARE(prepare(changed(blackwell(), "precision", "fp8"))->device.tile, physics.narrow_product_tile);
    }

    /// Embedding, head and adapters stay in 16 bit.
    void frozen_weights_by_hand()
    {
        const Parts half = parts_of(adapters("2"));
        for (const auto& [text, bytes] : {std::pair("1", 1.), std::pair("0.52", 0.52)})
            QVERIFY(near(half[Part::Weights] - parts_of(adapters(text))[Part::Weights],
                         (2 - bytes) * layer_weights(adapters("2"))));
        QCOMPARE(parts_of(changed(blackwell(), "base_weight_bytes", "0.52"))[Part::Weights],
                 parts_of(blackwell())[Part::Weights]); // nothing is frozen
        // In the products' own format they are one of its two copies.
        const Parts narrow = parts_of(changed(adapters("1"), "precision", "fp8"));
        const Parts wide = parts_of(changed(adapters("2"), "precision", "fp8"));
        QVERIFY(near(wide[Part::Weights] - narrow[Part::Weights], 2 * layer_weights(adapters("2")), 0.02));
    }

    /// Before each product what is packed is read and written in 16 bit: 2.52 bytes a weight, in either pass.
    void frozen_weights_are_unpacked()
    {
        QCOMPARE(parts_of(adapters("2"))[Part::Conversion], 0.);
        const Parts packed = parts_of(adapters("0.52"));
        const auto prepared = prepare(adapters("0.52"));
        const double once = 2.52 * layer_weights(adapters("2"))
            / (prepared->device.memory_fraction * prepared->device.memory_bytes_per_s);
        QVERIFY(near(packed[Part::Conversion], 2 * packed.micro_batches * once));
        QVERIFY(packed.step_seconds > parts_of(adapters("2")).step_seconds);
        QCOMPARE(parts_of(changed(adapters("1"), "precision", "fp8"))[Part::Conversion], // of inputs alone
                 parts_of(changed(adapters("2"), "precision", "fp8"))[Part::Conversion]);
    }

    void frozen_weights_are_gathered_as_they_are_held()
    {
        const auto sharded = [](const char* bytes) {
            return changed(changed(changed(adapters(bytes), "tp", "1"), "stack", "pytorch_fsdp_2024"), "dp_mode",
                           "fsdp");
        };
        const Parts whole = parts_of(sharded("2"));
        const Parts packed = parts_of(sharded("0.5"));
        QVERIFY(packed[Part::WorkingSet] < whole[Part::WorkingSet]);
        const auto gathering = [](const Parts& parts) { return parts.busy[std::size_t(Part::AllGather)]; };
        QVERIFY2(gathering(packed) < 0.5 * gathering(whole),
                 qPrintable(QStringLiteral("%1 %2").arg(gathering(packed)).arg(gathering(whole))));
    }

    void graphs_launch_at_once()
    {
        const Scenario small = scenario({{"hardware", "b200"},
                                         {"model", "llama2_1b"},
                                         {"gpus", "8"},
                                         {"sequence", "512"},
                                         {"micro_batch", "1"},
                                         {"stack", "megatron_core_2024"}});
        const double slow = parts_of(small)[Part::LaunchGap];
        const double half = parts_of(changed(small, "cuda_graphs", "attention"))[Part::LaunchGap];
        const double whole = parts_of(changed(small, "cuda_graphs", "full"))[Part::LaunchGap];
        QVERIFY2(slow > 1.5 * half && half > 2 * whole && whole >= 0,
                 qPrintable(QStringLiteral("%1 %2 %3").arg(slow).arg(half).arg(whole)));
    }

    /// By as much as the physics' constants say; a layer with its kernels always in time waits for nothing.
    void routing_and_collectives_are_launched_too()
    {
        const auto gap = [](const char* model, const char* tp) {
            return parts_of(scenario({{"hardware", "b200"},
                                      {"model", model},
                                      {"gpus", "8"},
                                      {"sequence", "128"},
                                      {"global_batch", "8"},
                                      {"micro_batch", "1"},
                                      {"tp", tp},
                                      {"recompute", "none"},
                                      {"stack", "megatron_core_2024"},
                                      {"layer_launch_seconds", "2 ms"}}))[Part::LaunchGap];
        };
        QVERIFY(gap("llama2_7b", "2") > 1.1 * gap("llama2_7b", "1"));
        QVERIFY(gap("mixtral_8x7b", "1") > 1.5 * gap("llama2_7b", "1"));
    }

    /// What a layer at work takes is not there yet while the loss is computed.
    void logits_or_a_layer_at_work()
    {
        const Scenario question = changed(blackwell(), "recompute", "full");
        const double tokens = 4096. * parts_of(question).plan.micro_batch;
        const auto peak = [&](const char* bytes) {
            const Parts parts = parts_of(changed(question, "logit_bytes", bytes));
            return parts[Part::WorkingSet] + parts[Part::Logits];
        };
        const double room = parts_of(question)[Part::WorkingSet];
        QVERIFY(near(peak("0"), room));
        const double logits = tokens * 32000 / 8;
        QVERIFY(24 * logits > 0 && near(peak("24"), std::max(room, 24 * logits)));
        const Scenario wide = changed(changed(question, "vocab", "1048576"), "logit_bytes", "24");
        const Parts parts = parts_of(wide);
        QVERIFY(parts[Part::Logits] > 0);
        QVERIFY(near(parts[Part::WorkingSet] + parts[Part::Logits], 24 * tokens * 1048576 / 8));
    }

    /// One matrix where a fused kernel writes the scores' gradients over those of what it made, two in fp32 without
    /// one; a kernel that stores no scores needs none.
    void stored_scores_leave_room_for_their_gradients()
    {
        const Scenario question = changed(changed(blackwell(), "sequence", "16384"), "recompute", "none");
        const auto room = [&](const char* kernel) { return parts_of(changed(question, "attention", kernel)); };
        const Parts unfused = room("unfused"), fused = room("fused_softmax"), flash = room("flash2");
        const double scores = 16384. * fused.plan.micro_batch * 64 / 8 * 16384;
        QVERIFY(near(unfused[Part::WorkingSet] - fused[Part::WorkingSet], (2 * 4 - 2) * scores));
        const double feed_forward = 2 * 16384. * fused.plan.micro_batch * 3 * 28672 / 8; // not at the same time
        QVERIFY(near(fused[Part::WorkingSet] - flash[Part::WorkingSet], 2 * scores - feed_forward));
    }

    void turned_keys_are_kept_too()
    {
        const auto kept = [](const char* bytes) {
            return parts_of(changed(blackwell(), "activation_rotary_bytes", bytes))[Part::Activations];
        };
        // Llama 2 70B on 8 tensor ranks: 8192 elements of queries and 1024 of keys, 80 layers
        const double tokens = 4096. * parts_of(blackwell()).plan.micro_batch;
        QVERIFY(near(kept("3") - kept("1"), 2 * tokens * 80 * (8192 + 1024) / 8));
    }

    void fp8_all_gather_halves_the_bytes()
    {
        // Without latency and local copy the time of a gather is its bytes over the rate.
        Scenario question = changed(changed(test::weak_scaling("1024"), "latency_factor", "0"), "reduction_bytes", "2");
        const double wide = parts_of(question).busy[int(Part::AllGather)];
        QVERIFY(near(parts_of(changed(question, "weight_wire_bytes", "1")).busy[int(Part::AllGather)], wide / 2, 1e-6));
    }

    void local_steps_divide_the_exchange()
    {
        // DiLoCo exchanges every 500 steps (2311.08105): a five-hundredth of the traffic, 8 bytes more per parameter.
        const Scenario question = changed(changed(test::weak_scaling("64"), "dp_mode", "ddp"), "data_overlap", "0");
        const Parts every = parts_of(question);
        const Parts local = parts_of(changed(question, "local_steps", "500"));
        QVERIFY(near(local.busy[int(Part::AllReduce)], every.busy[int(Part::AllReduce)] / 500));
        QVERIFY(near(local[Part::OptimizerStates] - every[Part::OptimizerStates], 8 * every[Part::Weights] / 2));
        const Scenario sharded = test::weak_scaling("64"); // one copy of everything: nothing to postpone
        QCOMPARE(parts_of(changed(sharded, "local_steps", "500")).step_seconds, parts_of(sharded).step_seconds);
    }

    void offloaded_optimizer_by_hand()
    {
        // Llama 2 7B under DDP: 6.74e9 parameters; gradients of 2 bytes down and weights of 2 bytes up at 55 GB/s, and
        // 40 bytes per parameter at the host's 30 GB/s.
        const Scenario question = changed(changed(test::weak_scaling("8"), "dp_mode", "ddp"), "hardware", "h100_sxm");
        const Parts on = parts_of(question);
        const Parts off = parts_of(changed(question, "offload_optimizer", "1"));
        const double parameters = on[Part::Weights] / 2;
        QVERIFY(near(parameters, 6.74e9, 0.01));
        QVERIFY(near(off[Part::Offload], parameters * (4 / 55e9 + 40 / 30e9)));
        QCOMPARE(off[Part::OptimizerStates], 0.0);
        QCOMPARE(off[Part::Optimizer], 0.0);
        QVERIFY(near(off.host_bytes, on[Part::OptimizerStates]));
    }

    void offloaded_activations_leave_the_device()
    {
        const Scenario question = test::weak_scaling("64");
        const Parts on = parts_of(question);
        const Parts off = parts_of(changed(question, "offload_activations", "1"));
        // Two of 32 layers stay: one at work, one on the way.
        QVERIFY(near(off[Part::Activations], on[Part::Activations] / 16));
        QVERIFY(near(off.host_bytes, on[Part::Activations]));
        // Out once and back once at 55 GB/s.
        QVERIFY(near(off.busy[int(Part::Offload)], 2 * on[Part::Activations] / 55e9 * on.micro_batches));
        // A link as fast as the memory hides it all; a slow one is waited for.
        QCOMPARE(
            parts_of(changed(changed(question, "offload_activations", "1"), "host_bandwidth", "2TB/s"))[Part::Offload],
            0.0);
        QVERIFY(
            parts_of(changed(changed(question, "offload_activations", "1"), "host_bandwidth", "5GB/s"))[Part::Offload]
            > 0);
        const Parts weights = parts_of(changed(question, "offload_parameters", "1"));
        QCOMPARE(weights[Part::Weights], 0.0);
        QVERIFY(weights.busy[int(Part::Offload)] > 0);
    }

    void offload_beyond_host_memory_does_not_fit()
    {
        const Scenario question
            = changed(changed(test::weak_scaling("64"), "offload_activations", "1"), "host_memory", "8 GB");
        const Estimate answer = estimate(question);
        QVERIFY(answer.parts.verdict == Verdict::DoesNotFit);
        QCOMPARE(QString::fromStdString(answer.reason_key), QString("host_memory"));
        QVERIFY(english(answer.reason).find("host memory") != std::string::npos);
    }

    /// Eight accelerators to a host of 8 x 8 GB: one alone has all of it.
    void accelerators_at_work_share_the_host_s_memory()
    {
        const auto limit = [](const std::string& gpus, const std::string& dp) {
            return parts_of(changed(test::weak_scaling(gpus), {{"dp", dp}, {"host_memory", "8 GB"}})).host_limit_bytes;
        };
        QCOMPARE(limit("1", "1"), 64e9);
        QCOMPARE(limit("8", "1"), 64e9);
        QCOMPARE(limit("2", "2"), 32e9);
        QCOMPARE(limit("8", "8"), 8e9);
        QCOMPARE(limit("64", "64"), 8e9);
    }

    void nothing_changes_by_default()
    {
        std::mt19937 random(12);
        for (int i = 0; i < 300; ++i) {
            const Parts parts = parts_of(test::random_scenario(random));
            for (const Part part : {Part::Conversion, Part::Offload, Part::NetworkCost, Part::ElectricityCost})
                QCOMPARE(parts[part], 0.0);
            QCOMPARE(parts.host_bytes, 0.0);
        }
    }

    void searches_stay_exact_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        for (const auto& [key, value] :
             std::initializer_list<std::pair<const char*, const char*>>{{"offload_optimizer", "1"},
                                                                        {"offload_activations", "0.5"},
                                                                        {"offload_parameters", "1"},
                                                                        {"moment_bytes", "2"},
                                                                        {"local_steps", "50"},
                                                                        {"gather_algorithm", "doubling"},
                                                                        {"network_reduction", "on"},
                                                                        {"weight_wire_bytes", "1"},
                                                                        {"pod_gpus", "32"},
                                                                        {"site_gpus", "64"},
                                                                        {"pricing", "owned"},
                                                                        {"spare_nodes", "3"},
                                                                        {"idle_watts", "600"}})
            QTest::newRow(key) << key << value;
    }

    void searches_stay_exact()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        Scenario question = scenario({{"model", "llama2_7b"},
                                      {"gpus", test::sanitized > 1 ? "36" : "100"},
                                      {"batch_mode", "total"},
                                      {"global_batch", "96"},
                                      {"stack", "megatron_core_2024"},
                                      {"usd_per_kwh", "0.5"},
                                      {"network_reduction", "off"}});
        question = changed(question, key.toStdString(), value.toStdString());
        const auto prepared = prepare(question);
        const search::OpenKeys open = search::open_keys(question, search::PlanChoice::Best);
        for (const search::Objective objective : {search::Objective::Throughput, search::Objective::Cost,
                                                  search::Objective::Energy, search::Objective::Memory}) {
            search::SearchOptions options;
            options.objective = objective;
            options.top = 5;
            search::PlanSearch search;
            options.exhaustive = true;
            const auto all = search.run(*prepared, open, options);
            options.exhaustive = false;
            const auto pruned = search.run(*prepared, open, options);
            QCOMPARE(pruned.plans.size(), all.plans.size());
            for (std::size_t i = 0; i < all.plans.size(); ++i)
                QVERIFY2(pruned.plans[i].plan == all.plans[i].plan, name(objective));
        }
    }
};

PLATEAU_TEST(NumericsTest)

} // namespace tst_numerics

#include "tst_numerics.moc"
